"""How far stream tables are behind, as SHOW STREAM TABLES tells it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def shown(spark: SparkSession, schema: str) -> dict[str, Any]:
    return {row["stream_table"]: row for row in spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()}


def lags(spark: SparkSession, schema: str) -> dict[str, int | None]:
    return {name: row["lag_ms"] for name, row in shown(spark, schema).items()}


def test_lag_is_the_age_of_the_oldest_change_that_is_not_shown_also_through_others(
    spark: SparkSession, schema: str
) -> None:
    spark.sql("CREATE TABLE t USING delta AS SELECT 1 AS a")
    spark.sql("CREATE TABLE other USING delta AS SELECT 1 AS a")
    spark.sql("CREATE STREAM TABLE low REFRESH MODE DIFFERENTIAL AS SELECT a, count(*) AS n FROM t GROUP BY a")
    spark.sql("CREATE STREAM TABLE high REFRESH MODE DIFFERENTIAL AS SELECT sum(n) AS n FROM low")
    spark.sql("CREATE STREAM TABLE apart REFRESH MODE DIFFERENTIAL AS SELECT a FROM other")
    assert lags(spark, schema) == {"low": 0, "high": 0, "apart": 0}
    spark.sql("INSERT INTO t VALUES (2)")
    time.sleep(0.2)
    spark.sql("INSERT INTO t VALUES (3)")
    behind = lags(spark, schema)
    assert behind["apart"] == 0
    # Both of one time: the first of the two changes is older than the pause between them.
    assert behind["low"] == behind["high"]
    assert behind["low"] is not None
    assert 200 <= behind["low"] < 60_000
    spark.sql("REFRESH STREAM TABLE low")
    after = lags(spark, schema)
    assert after["low"] == 0
    # What its own source was brought up to date with, it does not show yet.
    assert (after["high"] or 0) > 0
    spark.sql("REFRESH STREAM TABLE high")
    assert lags(spark, schema) == {"low": 0, "high": 0, "apart": 0}


def test_commits_without_changed_rows_are_no_lag_and_an_unknown_one_is_null(spark: SparkSession, schema: str) -> None:
    spark.sql("CREATE TABLE t USING delta AS SELECT id AS a FROM range(0, 10, 1, 4)")
    spark.sql("CREATE TABLE p USING parquet AS SELECT 1 AS a")
    spark.sql("CREATE STREAM TABLE x AS SELECT a FROM t")
    spark.sql("CREATE STREAM TABLE y AS SELECT t.a FROM t JOIN p ON t.a = p.a")
    spark.sql("CREATE STREAM TABLE z WITH NO DATA AS SELECT a FROM t")
    spark.sql("OPTIMIZE t")
    assert lags(spark, schema) == {"x": 0, "y": None, "z": None}


def test_status_knows_the_time_of_the_data_and_the_reason_of_the_last_refresh(spark: SparkSession, schema: str) -> None:
    spark.sql("CREATE TABLE t USING delta AS SELECT 1 AS a")
    spark.sql("CREATE STREAM TABLE x REFRESH MODE FULL AS SELECT a FROM t")
    committed = spark.sql("DESCRIBE HISTORY t").first()
    row = shown(spark, schema)["x"]
    assert committed is not None
    assert row["data_newest_at"] == committed["timestamp"]
    spark.sql("INSERT INTO t VALUES (2)")
    spark.sql("REFRESH STREAM TABLE x")
    row = shown(spark, schema)["x"]
    assert row["last_reason"] == "refresh mode FULL"
    assert row["data_newest_at"] > committed["timestamp"]


def test_those_who_follow_a_run_are_told_of_each_table_and_phase(spark: SparkSession, schema: str) -> None:
    from streamtables.session.stream_table import on_step

    spark.sql("CREATE TABLE t USING delta AS SELECT 1 AS a")
    spark.sql("CREATE STREAM TABLE low REFRESH MODE DIFFERENTIAL AS SELECT a, count(*) AS n FROM t GROUP BY a")
    spark.sql("CREATE STREAM TABLE high REFRESH MODE DIFFERENTIAL AS SELECT sum(n) AS n FROM low")
    spark.sql("INSERT INTO t VALUES (2)")
    steps: list[Any] = []
    subscription = on_step(spark, steps.append)
    spark.sql("REFRESH STREAM TABLE high")
    subscription.cancel()
    spark.sql("REFRESH STREAM TABLE high")
    phases = [
        "reading the table's state and the sources' logs",
        "choosing the mode",
        "reading the changed rows and writing the statements for them",
        "computing the rows and committing them",
    ]
    expected = [
        (f"{schema}.{name}", number, 2, phase) for number, name in ((1, "low"), (2, "high")) for phase in phases
    ]
    assert [(step.stream_table, step.number, step.total, step.phase) for step in steps] == expected
