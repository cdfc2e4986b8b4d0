"""Rows in the driver's memory are bounded by their bytes; above that Spark does the work, and the rows are the same."""

from __future__ import annotations

import json
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
from tests.equivalence.comparison import assert_equal
from tests.spark.java_doubles import raised

from streamtables.engine.writing import apply
from streamtables.errors import SessionError
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.jvm.driver_memory import SETTING
from streamtables.spark.late_materialization.row_selection import RowSelection, Selection, select_together
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.rows.materialized_frames import collect_rows, materialize, memory_share
from streamtables.spark.tables.commit_log import parse_files

QUERIES = {
    "joined": "SELECT f.id, f.note, d.name, o.label FROM f JOIN d ON f.d = d.id JOIN o ON f.o = o.id",
    "longest": "SELECT d, max(note) AS note, count(*) AS n FROM f GROUP BY d",
    "highest": "SELECT id, note FROM f ORDER BY id DESC LIMIT 40",
}


@pytest.fixture
def used(spark):
    """Tells how many bytes are taken; all that a test takes must be given back."""
    memory = JvmBridge.of(spark).driver_memory
    before = memory.used
    yield lambda: memory.used - before
    assert memory.used <= before


@contextmanager
def _fraction(spark, text):
    spark.conf.set(SETTING, text)
    try:
        yield
    finally:
        spark.conf.unset(SETTING)


@contextmanager
def _results_up_to(spark, size):
    """Spark reads the setting for each job."""
    conf = spark.sparkContext._jsc.sc().conf()
    conf.set("spark.driver.maxResultSize", size)
    try:
        yield
    finally:
        conf.remove("spark.driver.maxResultSize")


@pytest.fixture
def tables(spark, schema):
    """Stream tables of which a change of one small row meets half of a large table."""
    spark.sql("CREATE TABLE d (id INT, name STRING) USING delta")
    spark.sql("CREATE TABLE o (id INT, label STRING) USING delta")
    spark.sql("CREATE TABLE f (id INT, d INT, o INT, note STRING) USING delta")
    spark.sql("INSERT INTO d VALUES (0, 'zero'), (1, 'one')")
    spark.sql("INSERT INTO o SELECT id, concat('o', id) FROM range(100)")
    spark.sql("INSERT INTO f SELECT id, id % 2, id % 100, concat(sha2(CAST(id AS STRING), 512), id) FROM range(40000)")
    for name, query in QUERIES.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    return schema


def _operation(spark, name):
    return spark.sql(f"DESCRIBE HISTORY {name}__stream LIMIT 1").first()["operation"]


def test_few_rows_of_many_bytes_are_not_held_however_small_they_are_compressed(spark, used):
    wide = "SELECT repeat('x', 512 * 1024) AS s, 1 AS w, id FROM range({})"
    share = memory_share(spark).memory.heap_bytes
    with _fraction(spark, f"{4 * 2**20 / share:.9f}"):
        one = collect_rows(spark, spark.sql(wide.format(1)))
        assert one.rows == 1
        assert 2**19 < used() < 2**19 + 1024
        assert collect_rows(spark, spark.sql(wide.format(4))) is None
        assert collect_rows(spark, spark.sql(f"{wide.format(4)} ORDER BY id")) is None
        local = ", ".join(["(repeat('x', 512 * 1024))"] * 4)
        assert collect_rows(spark, spark.sql(f"SELECT * FROM VALUES {local}")) is None
        assert collect_rows(spark, spark.range(2000)).rows == 2000
        cached = materialize(spark, spark.sql(wide.format(4)), "w", 4)
        assert (cached.rows, cached.local) == (4, False)
        assert 4 * 2**19 <= cached.bytes < 5 * 2**19
        cached.release()
        part = one.together_with(one)
        del one
        assert used() > 2**19
        del part
    assert used() == 0


def test_few_rows_of_many_bytes_are_not_picked(spark, schema, used):
    spark.sql("CREATE TABLE t (id INT, s STRING) USING delta")
    spark.sql("INSERT INTO t SELECT id, repeat('x', 1024 * 256 + CAST(id AS INT)) FROM range(0, 8, 1, 1)")
    spark.sql("CREATE TABLE small (id INT) USING delta")
    spark.sql("INSERT INTO small SELECT id FROM range(9)")

    def selected(*names):
        selections = []
        for name in names:
            log = CatalogLookup(spark).log(("spark_catalog", schema, name))
            snapshot = log.latest()
            rows = RowSelection.of(log, snapshot, snapshot.schema.names)
            rows.add(parse_files(snapshot.live_files(64)))
            selections.append(Selection(rows))
        return [None if collected is None else collected.rows for collected in select_together(selections)]

    with _fraction(spark, f"{6 * 2**20 / memory_share(spark).memory.heap_bytes:.9f}"):
        assert selected("t", "small") == [None, 9]
    assert selected("t", "small") == [8, 9]
    assert used() == 0


def test_above_the_bound_spark_does_the_work(spark, tables, refresh, used):
    spark.sql("UPDATE d SET name = 'nil' WHERE id = 0")
    spark.sql("UPDATE f SET note = concat(note, '!') WHERE id % 4 = 0")
    with _fraction(spark, "0.0005"):
        for name, query in QUERIES.items():
            row = refresh(name)
            assert row["mode"] == "DIFFERENTIAL"
            assert "neither" not in row["reason"], "nothing had to fail first"
            assert_equal(spark, name, query, "UPDATE")
        assert _operation(spark, "joined") == "MERGE"
    spark.sql("UPDATE f SET note = concat(note, '?') WHERE id % 4000 = 0")
    for name, query in QUERIES.items():
        assert refresh(name)["mode"] == "DIFFERENTIAL"
        assert_equal(spark, name, query, "UPDATE")
    assert _operation(spark, "joined") == "UPDATE"


def test_what_spark_does_not_let_jobs_send_is_done_without_shortcuts(spark, tables, refresh, used):
    spark.sql("UPDATE d SET name = 'nil' WHERE id = 0")
    with _results_up_to(spark, "1m"):
        row = refresh("joined")
    assert (row["mode"], row["rows_inserted"], row["rows_deleted"]) == ("DIFFERENTIAL", 20000, 20000)
    assert "a result was larger than spark.driver.maxResultSize, so rows were neither collected" in row["reason"]
    assert _operation(spark, "joined") == "MERGE"
    assert_equal(spark, "joined", QUERIES["joined"], "UPDATE")


def test_a_failure_of_size_is_tried_once_more_and_no_other_is(spark, tables, refresh, monkeypatch):
    no_memory = raised("java.lang.OutOfMemoryError", message="Java heap space of '42'")
    own, failures = apply._applied, [no_memory]

    def failing(*given):
        if failures:
            raise failures.pop()
        return own(*given)

    monkeypatch.setattr(apply, "_applied", failing)
    spark.sql("UPDATE f SET note = concat(note, '!') WHERE id = 39999")
    row = refresh("highest")
    assert row["mode"] == "DIFFERENTIAL"
    assert row["reason"].endswith("; memory ran out, so rows were neither collected by the driver nor broadcast")
    told = spark.sql("DESCRIBE HISTORY highest__stream LIMIT 1").first()
    assert (told["operation"], row["reason"] in told["userMetadata"]) == ("MERGE", True)
    assert_equal(spark, "highest", QUERIES["highest"], "UPDATE")
    spark.sql("UPDATE f SET note = concat(note, '!') WHERE id = 39998")
    failures += [raised(condition="DIVIDE_BY_ZERO", state="22012", message="[DIVIDE_BY_ZERO] Division by zero.")]
    with pytest.raises(Exception, match="DIVIDE_BY_ZERO"):
        refresh("highest")
    failures += [no_memory, no_memory]
    with pytest.raises(Exception, match="memory ran out"):
        refresh("highest")


def test_a_share_that_is_none_is_refused(spark, tables):
    with _fraction(spark, "20%"), pytest.raises(SessionError) as caught:
        spark.sql("REFRESH STREAM TABLE longest")
    assert caught.value.getCondition() == "INVALID_MEMORY_FRACTION"
    assert "'20%'" in str(caught.value)
    assert spark.sql("REFRESH STREAM TABLE longest").first()["mode"] == "NO_CHANGE"


@pytest.mark.slow
@pytest.mark.thorough
def test_rows_of_a_megabyte_are_maintained_under_a_heap_of_a_gigabyte(tmp_path):
    script = Path(__file__).parents[1] / "reliability" / "wide_rows.py"
    ran = subprocess.run(
        [sys.executable, str(script), str(tmp_path)], capture_output=True, text=True, check=False, timeout=300
    )
    assert ran.returncode == 0, ran.stderr[-3000:]
    told = [json.loads(line) for line in ran.stdout.splitlines() if line.startswith("{")]
    assert len(told) >= 7
    assert [(row["table"], row["mode"], row["wrong"]) for row in told if row["mode"] != "NO_CHANGE"] == [
        (row["table"], "DIFFERENTIAL", 0) for row in told if row["mode"] != "NO_CHANGE"
    ]
    assert sum(row["mode"] == "DIFFERENTIAL" for row in told) >= 5
