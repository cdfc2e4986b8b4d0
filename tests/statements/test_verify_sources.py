"""VERIFY where what a stream table shows cannot be read any more."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.statements.test_source_columns import check, create

from streamtables.fault_points import FAULT_POINTS


def failure(spark, name):
    with pytest.raises(PySparkException) as caught:
        spark.sql(f"VERIFY STREAM TABLE {name}")
    return caught.value.getCondition(), str(caught.value)


def vacuum(spark, name):
    check = "spark.databricks.delta.retentionDurationCheck.enabled"
    spark.sql(f"SET {check} = false")
    try:
        spark.sql(f"VACUUM {name} RETAIN 0 HOURS")
    finally:
        spark.sql(f"RESET {check}")


def test_a_frontier_whose_files_or_sources_are_gone_is_named(spark, schema, refresh):
    spark.sql("CREATE TABLE t (a INT) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'false')")
    spark.sql("INSERT INTO t VALUES (1)")
    spark.sql("INSERT INTO t VALUES (2)")
    spark.sql("CREATE TABLE p (a INT) USING parquet")
    create(spark, "st", "SELECT a FROM t")
    create(spark, "foreign_rows", "SELECT a FROM p", "AUTO")
    spark.sql("OPTIMIZE t")
    vacuum(spark, "t")
    # The same rows are in other files now.
    check(spark, "st", "SELECT a FROM t")
    spark.sql("UPDATE t SET a = 3 WHERE a = 1")
    assert spark.sql("VERIFY STREAM TABLE st").first()["equal"]
    vacuum(spark, "t")
    condition, text = failure(spark, "st")
    assert condition == "FRONTIER_GONE"
    assert "was vacuumed" in text
    assert f"REFRESH STREAM TABLE {schema}.st FULL" in text
    assert refresh("st")["mode"] == "FULL"
    check(spark, "st", "SELECT a FROM t")
    spark.sql("CREATE OR REPLACE TABLE t (a INT) USING delta")
    assert failure(spark, "st")[0] == "FRONTIER_GONE"
    spark.sql("DROP TABLE t")
    assert failure(spark, "st")[0] == "SOURCE_MISSING"
    spark.sql("DROP TABLE p")
    assert failure(spark, "foreign_rows")[0] == "SOURCE_MISSING"


def test_a_source_that_goes_while_it_is_read_is_named(spark, schema, refresh):
    spark.sql("CREATE TABLE t (a INT) USING delta")
    spark.sql("INSERT INTO t VALUES (1)")
    create(spark, "st", "SELECT a FROM t")

    def drop(point: str) -> None:
        if point == "verify.read":
            spark.sql("DROP TABLE t")

    with FAULT_POINTS.listen(drop):
        assert failure(spark, "st")[0] == "SOURCE_MISSING"


def test_a_stream_table_that_goes_while_it_is_read_is_named(spark, schema, refresh):
    spark.sql("CREATE TABLE t USING delta AS SELECT 1 AS a")
    create(spark, "st", "SELECT a FROM t")

    def drop(point: str) -> None:
        if point == "verify.read":
            spark.sql("DROP STREAM TABLE IF EXISTS st")

    with FAULT_POINTS.listen(drop):
        assert failure(spark, "st")[0] == "STREAM_TABLE_NOT_FOUND"


def test_a_stream_table_that_is_created_anew_while_it_is_read_is_verified(spark, schema, refresh):
    spark.sql("CREATE TABLE t USING delta AS SELECT 1 AS a")
    create(spark, "st", "SELECT a FROM t")
    replaced = []

    def replace(point: str) -> None:
        if point == "verify.read" and not replaced:
            replaced.append(point)
            spark.sql("DROP STREAM TABLE st")
            create(spark, "st", "SELECT a, a + 1 AS b FROM t")

    with FAULT_POINTS.listen(replace):
        row = spark.sql("VERIFY STREAM TABLE st").first()
    assert replaced
    assert row["equal"]
