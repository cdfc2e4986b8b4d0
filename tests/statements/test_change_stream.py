"""A stream table's change feed, read by queries of structured streaming."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from pyspark.errors import StreamingQueryException

import streamtables
from streamtables.spark.jvm.bridge import JvmBridge

if TYPE_CHECKING:
    from pathlib import Path

    from pyspark.sql import SparkSession

SHAPES = {
    "grouped": ("merge", "SELECT region, count(*) AS n, sum(amount) AS total FROM orders GROUP BY region"),
    "parts": ("append", "SELECT sum(amount) AS total, region FROM orders GROUP BY region"),
    "ranked": ("auto", "SELECT id, rank() OVER (PARTITION BY region ORDER BY amount DESC, id) AS place FROM orders"),
}
STEPS = (
    "INSERT INTO orders VALUES (5, 'south', 1), (6, 'south', 1), (7, 'west', 9)",
    "DELETE FROM orders WHERE id IN (1, 3, 7)",
)
CAME = ("insert", "update_postimage")


@pytest.fixture
def shapes(spark: SparkSession, orders: str) -> list[str]:
    for name, (apply, query) in SHAPES.items():
        properties = f"TBLPROPERTIES ('streamtables.apply' = '{apply}')"
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL {properties} AS {query}")
    return list(SHAPES)


def _read_on(spark: SparkSession, name: str, folder: Path, since: int | None = None) -> None:
    """Let a query read what there is and end; the next one goes on with the same checkpoint."""
    feed = streamtables.table(spark, name).read_stream(since)
    query = feed.writeStream.option("checkpointLocation", str(folder / name)).trigger(availableNow=True)
    query.toTable(f"fed_{name}").awaitTermination()


def _shown(spark: SparkSession, name: str) -> Counter[tuple[Any, ...]]:
    return Counter(tuple(row) for row in spark.table(name).collect())


def _fed(spark: SparkSession, name: str) -> tuple[Counter[tuple[Any, ...]], list[int]]:
    """Return what is left of all rows that came and went, and how many changes each batch had."""
    rows = spark.table(f"fed_{name}").collect()
    left: Counter[tuple[Any, ...]] = Counter()
    for row in rows:
        left[tuple(row[:-2])] += 1 if row["_change_type"] in CAME else -1
    batches = Counter(row["_commit_version"] for row in rows)
    return +left, [batches[version] for version in sorted(batches)]


@pytest.mark.thorough
def test_a_query_that_goes_on_with_its_checkpoint_has_read_each_change_once(spark, shapes, tmp_path):
    start = streamtables.table(spark, "grouped").refresh()["version"]
    for name in shapes:
        _read_on(spark, name, tmp_path)
    for step in STEPS:
        spark.sql(step)
        for row in spark.sql(f"REFRESH STREAM TABLE {', '.join(shapes)}").collect():
            assert row["mode"] == "DIFFERENTIAL", row
        for name in shapes:
            _read_on(spark, name, tmp_path)
            left, _ = _fed(spark, name)
            assert left == _shown(spark, name), (name, step)
    # A batch is the net change of the versions in it: west came and went.
    spark.sql("DROP TABLE fed_grouped")
    _read_on(spark, "grouped", tmp_path / "anew", since=start)
    changes = spark.table("fed_grouped").collect()
    assert {row["_change_type"] for row in changes} == {"update_preimage", "update_postimage"}
    assert Counter(map(tuple, changes)) == Counter(
        map(tuple, streamtables.table(spark, "grouped").changes(start).collect())
    )


def test_a_query_that_runs_sees_refreshes_and_ends_where_the_columns_change(spark, totals, tmp_path):
    table = streamtables.table(spark, totals)
    table.refresh()
    query = (
        table.read_stream()
        .writeStream.option("checkpointLocation", str(tmp_path / "running"))
        .foreachBatch(lambda rows, _: rows.write.mode("append").saveAsTable("fed_totals"))
        .start()
    )
    try:
        query.processAllAvailable()
        spark.sql("INSERT INTO orders VALUES (8, 'east', 4)")
        assert table.refresh()["mode"] == "DIFFERENTIAL"
        query.processAllAvailable()
        left, batches = _fed(spark, "totals")
        assert left == _shown(spark, "totals")
        assert len([changes for changes in batches if changes]) == 2
        spark.sql("ALTER STREAM TABLE totals AS SELECT region, count(*) AS orders FROM orders GROUP BY region")
        table.refresh()
        with pytest.raises(StreamingQueryException, match=r"CHANGES_UNREADABLE.*other columns"):
            query.awaitTermination(120)
    finally:
        query.stop()


def test_what_no_stream_can_be_made_of_is_refused_at_once(spark, totals, monkeypatch):
    spark.sql("CREATE STREAM TABLE named AS SELECT region AS _change_type, count(*) AS n FROM orders GROUP BY region")
    with pytest.raises(streamtables.StreamTableError, match=r"CHANGES_UNREADABLE.*_change_type.*another name"):
        streamtables.table(spark, "named").read_stream()
    monkeypatch.setattr(JvmBridge.of(spark), "missing_packages", {"streaming": "a class is gone"})
    with pytest.raises(streamtables.StreamTableError, match=r"(?s)_UNREADABLE.*a class is gone.*use changes\(\)"):
        streamtables.table(spark, totals).read_stream()


def test_a_query_whose_next_changes_were_vacuumed_ends_and_says_so(spark, totals, tmp_path):
    table = streamtables.table(spark, totals)
    table.refresh()
    _read_on(spark, "totals", tmp_path)
    spark.sql("INSERT INTO orders VALUES (9, 'east', 4)")
    assert table.refresh()["mode"] == "DIFFERENTIAL"
    table.refresh("FULL")
    spark.sql("SET spark.databricks.delta.retentionDurationCheck.enabled = false")
    spark.sql("VACUUM totals__stream RETAIN 0 HOURS")
    with pytest.raises(StreamingQueryException, match=r"CHANGES_UNREADABLE.*vacuumed"):
        _read_on(spark, "totals", tmp_path)
    spark.sql("DROP TABLE fed_totals")
    _read_on(spark, "totals", tmp_path / "anew")
    assert _fed(spark, "totals")[0] == _shown(spark, "totals")


def test_streams_that_cannot_be_read_are_refused_by_name(spark, totals, tmp_path):
    table = streamtables.table(spark, totals)
    version = table.refresh()["version"]
    with pytest.raises(streamtables.StreamTableError, match="CHANGES_VERSION_UNKNOWN"):
        table.read_stream(version + 1)
    with pytest.raises(streamtables.StreamTableError, match="STREAM_TABLE_NOT_FOUND"):
        streamtables.table(spark, "nowhere").read_stream()
    _read_on(spark, "totals", tmp_path)
    definition = table.definition
    spark.sql("DROP STREAM TABLE totals")
    spark.sql(definition)
    with pytest.raises(StreamingQueryException, match=r"CHANGES_UNREADABLE.*made anew.*another checkpoint"):
        _read_on(spark, "totals", tmp_path)
    left, _ = _fed(spark, "totals")
    assert left == _shown(spark, "totals")
