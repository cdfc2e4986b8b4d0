"""The files behind stream tables: small ones are put together, and what VACUUM takes away is not missed."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.statements.test_source_columns import check, create

from streamtables.engine.context import Engine
from streamtables.engine.writing import compaction

QUERIES = {
    "parts": "SELECT region, count(*) AS n, sum(amount) AS s FROM orders GROUP BY region",
    "groups": "SELECT region, max(amount) AS m FROM orders GROUP BY region",
    "copies": "SELECT id, region FROM orders",
}
BELOW = "SELECT n, count(*) AS regions FROM parts GROUP BY n"


@pytest.fixture
def kept(spark, orders, monkeypatch):
    """Stream tables in each layout, which are compacted at once where that is due."""
    monkeypatch.setattr(Engine, "later", lambda engine, work, *arguments, **_kind: work(engine, *arguments))
    for name, query in QUERIES.items():
        create(spark, name, query)
    create(spark, "below", BELOW)


def _vacuum(spark, name):
    check_ = "spark.databricks.delta.retentionDurationCheck.enabled"
    spark.conf.set(check_, "false")
    try:
        spark.sql(f"VACUUM {name} RETAIN 0 HOURS")
    finally:
        spark.conf.unset(check_)


def _files(spark, name):
    return spark.sql(f"DESCRIBE DETAIL {name}__stream").first()["numFiles"]


@pytest.mark.parametrize(("most", "refreshes"), [(4, 10), pytest.param(32, 100, marks=pytest.mark.thorough)])
def test_many_small_refreshes_leave_few_files(spark, schema, kept, refresh, monkeypatch, most, refreshes):
    monkeypatch.setattr(compaction, "MOST_APPENDS", most)
    counted = dict.fromkeys(QUERIES, 0)
    for number in range(refreshes):
        spark.sql(f"INSERT INTO orders VALUES ({10 + number}, 'r{number % 3}', {number})")
        rows = {row["stream_table"].split(".")[1]: row for row in spark.sql("REFRESH STREAM TABLES").collect()}
        assert {rows[name]["mode"] for name in QUERIES} == {"DIFFERENTIAL"}
        for name in QUERIES:
            counted[name] = max(counted[name], _files(spark, name))
    assert max(counted.values()) <= most + 2, counted
    compacted = spark.sql("DESCRIBE HISTORY parts__stream").where("userMetadata LIKE '%parts of groups%'").count()
    assert compacted >= refreshes // (most + 1)
    for name, query in {**QUERIES, "below": BELOW}.items():
        assert refresh(name)["mode"] == "NO_CHANGE"
        check(spark, name, query)


def test_a_vacuum_by_users_costs_a_rebuild_at_most(spark, kept, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1), (6, 'north', 9)")
    for name in QUERIES:
        refresh(name)
    spark.sql("DELETE FROM orders WHERE id = 1")
    for name, query in QUERIES.items():
        assert refresh(name)["mode"] == "DIFFERENTIAL"
        spark.sql(f"OPTIMIZE {name}__stream")
        _vacuum(spark, f"{name}__stream")
        check(spark, name, query)
    # What it read is gone, not what it shows.
    row = refresh("below")
    assert (row["mode"], row["reason_code"]) == ("FULL", "SOURCE_REPLACED")
    assert "was vacuumed below the frontier" in row["reason"]
    check(spark, "below", BELOW)
    spark.sql("UPDATE orders SET amount = 3 WHERE id = 2")
    for name, query in {**QUERIES, "below": BELOW}.items():
        assert refresh(name)["mode"] in ("DIFFERENTIAL", "NO_CHANGE")
        check(spark, name, query)
    for statement in ("VACUUM parts", "OPTIMIZE parts"):
        with pytest.raises(PySparkException) as caught:
            spark.sql(statement)
        assert "parts__stream" in str(caught.value), str(caught.value)
