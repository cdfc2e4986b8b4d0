"""Every suite as small as it can be: it runs, its modes and rows are right. What it measures does not matter here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.benchmarks.contest import Bench, Case, Side, WrongModeError, refresh_side
from tests.benchmarks.equality import WrongRowsError, require_equal
from tests.benchmarks.figures import check_figures
from tests.benchmarks.floor import Floor
from tests.benchmarks.measurement import Report
from tests.benchmarks.profiles import TINY, Suite
from tests.benchmarks.suites import graph

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

# One process after the other would load the same tables.
pytestmark = [pytest.mark.xdist_group("benchmarks"), pytest.mark.thorough]


def _run(spark: SparkSession, suite: Suite) -> Report:
    bench = Bench(spark, TINY.rounds, warm_ups=0, without=("exchange",))
    TINY.runners()[suite](bench)
    return bench.report()


@pytest.mark.parametrize("suite", [suite for suite in Suite if suite is not Suite.ALL], ids=lambda suite: suite.value)
def test_suite_runs_in_the_modes_that_it_measures_and_leaves_right_rows(spark: SparkSession, suite: Suite) -> None:
    report = _run(spark, suite)
    assert report.suites() == (suite.value,)
    for measurement in report.measurements:
        if measurement.side in {"DIFFERENTIAL", "FULL"}:
            assert measurement.modes in {measurement.side, "NO_CHANGE"}
        if measurement.side == "DIFFERENTIAL":
            assert measurement.commits == 1
            assert all(sample.work.jobs > 0 and sample.delta_seconds is not None for sample in measurement.samples)
    assert any(figure.reached is not None for figure in check_figures(report)) or suite is Suite.GRAPH
    if suite is Suite.GRAPH:
        assert {case["graph"] for case, _ in report.cases(graph.SUITE)} == {"chain", "diamond", "layers"}


def test_sparing_run_compares_with_the_recomputed_table_and_leaves_auto_out(spark: SparkSession) -> None:
    kept: list[int] = []
    bench = Bench(spark, 1, keep=lambda report: kept.append(len(report.measurements)))
    profile = TINY.with_sparing(True)
    profile.runners()[Suite.TPCH](bench)
    timed = [m for m in bench.measurements if not m.side.startswith("template")]
    assert {m.side for m in timed} == {"DIFFERENTIAL", "FULL", "floor"}
    allowed = {"DIFFERENTIAL": {"DIFFERENTIAL", "NO_CHANGE"}, "FULL": {"FULL", "INITIAL"}, "floor": {""}}
    assert all(m.modes in allowed[m.side] for m in timed)
    assert kept == [len(timed)], "kept when its cases are done, before the templates are measured"


def test_sparing_run_finds_a_wrong_row(spark: SparkSession, schema: str) -> None:
    spark.sql(f"CREATE TABLE {schema}.a (id INT) USING delta")
    spark.sql(f"CREATE STREAM TABLE {schema}.t REFRESH MODE FULL WITH NO DATA AS SELECT id FROM {schema}.a")
    full = refresh_side(spark, f"{schema}.t", f"SELECT id FROM {schema}.a", "FULL", also=frozenset({"INITIAL"}))
    other = Side("other", lambda: None, f"{schema}.a", f"SELECT id + 1 AS id FROM {schema}.t")

    def change() -> None:
        spark.sql(f"INSERT INTO {schema}.a VALUES (1)")

    with pytest.raises(WrongRowsError, match="other, round 1 of 1"):
        Bench(spark, 1).compete("none", [Case({}, (full, other))], change, not_warmed_up=frozenset({"FULL"}))


def test_work_is_counted(spark: SparkSession, schema: str) -> None:
    spark.sql(f"CREATE TABLE {schema}.a USING delta AS SELECT id FROM range(0, 1000, 1, 2)")

    def write() -> None:
        spark.sql(f"INSERT INTO {schema}.a SELECT id + 1000 FROM {schema}.a").collect()

    sample = Bench(spark, 1).measure(Side("INSERT", write, f"{schema}.a"))
    assert sample.commits == 1
    assert sample.work.jobs >= 1
    assert sample.work.rows_read >= 1000
    assert sample.work.rows_written >= 1000
    assert sample.work.bytes_written > 0
    assert sample.mode is None


def test_rows_are_counted_that_no_job_wrote(spark: SparkSession, schema: str) -> None:
    spark.sql(f"CREATE TABLE {schema}.a USING delta AS SELECT id FROM range(0, 1000, 1, 2)")
    query = f"SELECT id FROM {schema}.a WHERE id % 2 = 0"
    spark.sql(f"CREATE STREAM TABLE {schema}.t REFRESH MODE DIFFERENTIAL AS {query}")
    side = refresh_side(spark, f"{schema}.t", query, "DIFFERENTIAL")
    spark.sql(f"INSERT INTO {schema}.a SELECT id FROM range(20)")
    sample = Bench(spark, 1).measure(side)
    assert (sample.commits, sample.work.rows_written) == (1, 10)
    assert sample.work.bytes_written > 0
    quiet = Bench(spark, 1).measure(Side("nothing", lambda: None, f"{schema}.t"))
    assert (quiet.commits, quiet.work.jobs) == (0, 0), "looking for the commits is not the side's work"


def test_the_floor_reads_each_table_once_however_often_it_has_changed(spark: SparkSession, schema: str) -> None:
    table = f"{schema}.a"
    spark.sql(f"CREATE TABLE {table} USING delta AS SELECT id FROM range(0, 1000, 1, 1)")
    floor = Floor(spark, f"{schema}.f", {table: ["id"]}, spark.sql(f"SELECT bit_xor(id) AS id FROM {table}")).side()
    for stored in (1001, 1002):
        spark.sql(f"INSERT INTO {table} VALUES (1)")
        assert Bench(spark, 1).measure(floor).work.rows_read == stored + 1, "and the row that it inserts"


def test_wrong_row_ends_the_run(spark: SparkSession, schema: str) -> None:
    spark.sql(f"CREATE TABLE {schema}.a (id INT, x DOUBLE) USING delta")
    spark.sql(f"INSERT INTO {schema}.a VALUES (1, 0.1), (1, 0.1), (2, NULL)")
    same = f"SELECT id, x + 1e-14 FROM {schema}.a"
    require_equal(spark, f"{schema}.a", same, "now")
    with pytest.raises(WrongRowsError, match="1 rows missing, 0 rows extra"):
        require_equal(spark, f"{schema}.a", f"SELECT id, x FROM {schema}.a UNION ALL SELECT 3, 1.0D", "now")
    with pytest.raises(WrongRowsError, match="instead of"):
        require_equal(spark, f"{schema}.a", f"SELECT id, x + 0.5 FROM {schema}.a", "now")


def test_lost_duplicate_is_a_wrong_row(spark: SparkSession, schema: str) -> None:
    spark.sql(f"CREATE TABLE {schema}.a USING delta AS SELECT 1 AS id UNION ALL SELECT 1")
    require_equal(spark, f"{schema}.a", "VALUES (1), (1)", "now")
    with pytest.raises(WrongRowsError, match="0 rows missing, 1 rows extra"):
        require_equal(spark, f"{schema}.a", "VALUES (1)", "now")
    with pytest.raises(WrongRowsError, match="types"):
        require_equal(spark, f"{schema}.a", "VALUES (1L), (1L)", "now")


def test_refresh_in_another_mode_ends_the_run(spark: SparkSession, schema: str) -> None:
    spark.sql(f"CREATE TABLE {schema}.a (id INT) USING delta")
    query = f"SELECT id FROM {schema}.a"
    spark.sql(f"CREATE STREAM TABLE {schema}.t AS {query}")
    case = Case({}, (refresh_side(spark, f"{schema}.t", query, "DIFFERENTIAL"),))
    with pytest.raises(WrongModeError, match="NO_CHANGE"):
        Bench(spark, 1, warm_ups=0).compete("none", [case], lambda: None)
