"""Columns of sources that are renamed, replaced, added or changed: the same name is not always the same column."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from pyspark.errors import PySparkException

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MAPPED = "USING delta TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"


def create(spark: SparkSession, name: str, query: str, mode: str = "DIFFERENTIAL") -> None:
    spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE {mode} AS {query}")


def check(spark: SparkSession, name: str, query: str) -> None:
    """Hold a table against its query, and let VERIFY do the same."""
    wanted, found = spark.sql(query), spark.table(name)
    # By Spark: some of the values are none that Python has.
    assert wanted.exceptAll(found).collect() == found.exceptAll(wanted).collect() == []
    assert spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"]


def condition(spark: SparkSession, statement: str) -> str | None:
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    return caught.value.getCondition()


def test_names_that_move_in_commits_without_rows_are_rebuilt_from(spark, schema, refresh):
    spark.sql(f"CREATE TABLE t (a INT, b INT, c INT) {MAPPED}")
    spark.sql("INSERT INTO t VALUES (1, 2, 3)")
    queries = {"strict": "SELECT a, b FROM t", "sums": "SELECT b, sum(a) AS s FROM t GROUP BY b"}
    for name, query in queries.items():
        create(spark, name, query)
    create(spark, "recomputed", "SELECT a, (SELECT max(x.b) FROM t x WHERE x.b > rand() - 1) AS b FROM t", "FULL")
    create(spark, "other", "SELECT c FROM t")
    for old, new in (("a", "z"), ("b", "a"), ("z", "b")):
        spark.sql(f"ALTER TABLE t RENAME COLUMN {old} TO {new}")
    for name, query in queries.items():
        row = refresh(name)
        assert (row["mode"], "under the name" in row["reason"]) == ("FULL", True)
        check(spark, name, query)
        assert refresh(name)["mode"] == "NO_CHANGE"
    assert refresh("recomputed")["mode"] == "FULL"
    assert [tuple(row) for row in spark.table("recomputed").collect()] == [(2, 1)]
    assert refresh("other")["mode"] == "NO_CHANGE"

    spark.sql("ALTER TABLE t DROP COLUMN a")
    assert condition(spark, "REFRESH STREAM TABLE strict") == "SOURCE_COLUMN_MISSING"
    assert condition(spark, "REFRESH STREAM TABLE recomputed") == "SOURCE_COLUMN_MISSING"
    spark.sql("ALTER TABLE t ADD COLUMN a INT")
    assert refresh("strict", "DIFFERENTIAL")["mode"] == "FULL"
    check(spark, "strict", queries["strict"])
    assert [tuple(row) for row in spark.table("strict").collect()] == [(None, 1)]
    spark.sql("INSERT INTO t (a, b, c) VALUES (7, 8, 9)")
    assert refresh("strict")["mode"] == "DIFFERENTIAL"
    check(spark, "strict", queries["strict"])
    assert refresh("other")["mode"] == "DIFFERENTIAL"
    spark.sql("RESTORE TABLE t TO VERSION AS OF 1")
    assert refresh("strict")["mode"] == "FULL"
    check(spark, "strict", queries["strict"])


def test_columns_that_delta_maps_by_id_are_told_apart(spark, schema, refresh):
    spark.sql(f"CREATE TABLE t (a INT, b INT, c INT) {MAPPED.replace('name', 'id')}")
    spark.sql("INSERT INTO t VALUES (1, 2, 3)")
    queries = {"sums": "SELECT b, sum(a) AS s FROM t GROUP BY b", "other": "SELECT c FROM t"}
    for name, query in queries.items():
        create(spark, name, query)

    def rebuilt(*statements):
        for statement in statements:
            spark.sql(f"ALTER TABLE t {statement}")
        assert refresh("other")["mode"] == "NO_CHANGE"
        row = refresh("sums")
        assert (row["mode"], "under the name" in row["reason"]) == ("FULL", True)
        check(spark, "sums", queries["sums"])

    rebuilt("RENAME COLUMN a TO z", "RENAME COLUMN b TO a", "RENAME COLUMN z TO b")
    rebuilt("DROP COLUMN a", "ADD COLUMN a INT")
    spark.sql("INSERT INTO t (a, b, c) VALUES (7, 1, 9), (8, 2, 9)")
    spark.sql("DELETE FROM t WHERE c = 3")
    for name, query in queries.items():
        assert refresh(name)["mode"] == "DIFFERENTIAL"
        check(spark, name, query)


def test_a_field_that_was_replaced_is_rebuilt_from_at_every_depth(spark, schema, refresh):
    spark.sql(f"CREATE TABLE t (id INT, s STRUCT<x: INT, l: ARRAY<STRUCT<y: INT, z: INT>>>) {MAPPED}")
    values = "named_struct('x', 1, 'l', array(named_struct('y', 2, 'z', 3)))"
    spark.sql(f"INSERT INTO t SELECT id, {values} FROM range(3)")
    query = "SELECT id, s.x, s.l FROM t"
    create(spark, "st", query)
    for field in ("s.l.element.y", "s.x"):
        spark.sql(f"ALTER TABLE t DROP COLUMN {field}")
        spark.sql(f"ALTER TABLE t ADD COLUMN {field} INT FIRST")
        row = refresh("st")
        assert (row["mode"], f"under the name {field}" in row["reason"]) == ("FULL", True)
        check(spark, "st", query)
    spark.sql("DELETE FROM t WHERE id = 1")
    assert refresh("st")["mode"] == "DIFFERENTIAL"
    check(spark, "st", query)


def test_switching_column_mapping_on_and_adding_columns_rebuilds_nothing(spark, schema, refresh):
    spark.sql("CREATE TABLE t (A INT, s STRUCT<x: INT>) USING delta")
    spark.sql("INSERT INTO t VALUES (1, named_struct('x', 1))")
    create(spark, "st", "SELECT a, s FROM t")
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')")
    assert refresh("st")["mode"] == "NO_CHANGE"
    spark.sql("ALTER TABLE t ADD COLUMN more INT")
    assert refresh("st")["mode"] == "NO_CHANGE"
    spark.sql("ALTER TABLE t RENAME COLUMN more TO less")
    spark.sql("INSERT INTO t VALUES (2, named_struct('x', 2), 3)")
    spark.sql("DELETE FROM t WHERE a = 1")
    assert refresh("st")["mode"] == "DIFFERENTIAL"
    check(spark, "st", "SELECT a, s FROM t")
    spark.sql("CREATE OR REPLACE TABLE t (a INT, s STRUCT<x: INT>) USING delta")
    assert refresh("st")["mode"] == "FULL"
    check(spark, "st", "SELECT a, s FROM t")


def test_a_widened_column_is_rebuilt_from_only_where_it_is_used(spark, schema, refresh):
    spark.sql("CREATE TABLE t (k INT, s STRUCT<x: INT>, v INT) USING delta")
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('delta.enableTypeWidening' = 'true')")
    spark.sql("INSERT INTO t VALUES (1, named_struct('x', 1), 1)")
    create(spark, "used", "SELECT k, s FROM t")
    create(spark, "unused", "SELECT k, v FROM t")
    spark.sql("ALTER TABLE t ALTER COLUMN s.x TYPE BIGINT")
    assert refresh("unused")["mode"] == "NO_CHANGE"
    row = refresh("used")
    assert (row["mode"], "is now struct<x:bigint>" in row["reason"]) == ("FULL", True)
    check(spark, "used", "SELECT k, s FROM t")
    spark.sql("INSERT INTO t VALUES (2, named_struct('x', 5000000000), 2)")
    for name, query in (("used", "SELECT k, s FROM t"), ("unused", "SELECT k, v FROM t")):
        assert refresh(name)["mode"] == "DIFFERENTIAL"
        check(spark, name, query)
