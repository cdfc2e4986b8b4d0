"""What a stream table takes over from the columns of its sources, and how its rows can be placed."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.statements.test_source_columns import check, create

from streamtables.engine.defining import placement


def described(spark, name):
    return {row["col_name"]: (row["data_type"], row["comment"]) for row in spark.sql(f"DESCRIBE {name}").collect()}


def test_only_comments_and_declared_texts_travel_from_source_columns(spark, schema, refresh):
    spark.sql(
        "CREATE TABLE t (id BIGINT GENERATED ALWAYS AS IDENTITY, a INT NOT NULL COMMENT 'ca', "
        "g INT GENERATED ALWAYS AS (a + 1), c STRING DEFAULT 'dflt' COMMENT 'cc', k CHAR(4), v VARCHAR(6)) USING delta "
        "TBLPROPERTIES ('delta.feature.allowColumnDefaults' = 'supported', 'delta.columnMapping.mode' = 'name')"
    )
    spark.sql("INSERT INTO t (a, k, v) VALUES (1, 'ab', 'v'), (2, 'x', 'w')")
    queries = {
        "copied": "SELECT id, a, g, c, k, v FROM t",
        "grouped": "SELECT c, k, count(*) AS n FROM t GROUP BY c, k",
        "joined": "SELECT x.c, y.c AS d, y.g FROM t x JOIN t y ON x.id = y.a",
        "united": "SELECT c, k FROM t UNION ALL SELECT v, c FROM t",
    }
    for name, query in queries.items():
        create(spark, name, query)
        spark.sql(f"CREATE VIEW v_{name} AS {query}")
        shown = {column: type_ for column, (type_, _) in described(spark, name).items()}
        wanted = {c: described(spark, f"v_{name}")[c][0] for c in spark.table(f"v_{name}").columns}
        assert shown == (wanted if name != "united" else {"c": "string", "k": "string"})
        fields = spark.table(f"{name}__stream").schema.fields
        assert {key for field in fields for key in field.metadata} <= {"comment", "__CHAR_VARCHAR_TYPE_STRING"}
        check(spark, name, query)
    assert described(spark, "copied__stream")["c"] == ("string", "cc")
    assert spark.sql("SELECT count(*) FROM copied WHERE k = 'ab'").first()[0] == 1
    spark.sql("INSERT INTO t (a, c, k, v) VALUES (2, 'longer than others', 'abcd', 'vvvvvv')")
    spark.sql("DELETE FROM t WHERE a = 1")
    for words in ("DIFFERENTIAL", "FULL"):
        for name, query in queries.items():
            assert refresh(name, words)["mode"] == words
            check(spark, name, query)
        spark.sql("INSERT INTO t (a, k) VALUES (3, 'ab')")


@pytest.mark.parametrize("mode", ["AUTO", "FULL", "DIFFERENTIAL"])
def test_a_query_without_a_source_is_filled_once(spark, schema, refresh, mode):
    queries = {
        "one": "SELECT 1 AS a, 'x' AS b",
        "listed": "SELECT x, count(*) AS n FROM VALUES (1, 'a'), (1, 'b') AS t(x, y) GROUP BY x",
        "values_alone": "VALUES (1), (2)",
    }
    for name, query in queries.items():
        explained = spark.sql(f"EXPLAIN CREATE STREAM TABLE {name} REFRESH MODE {mode} AS {query}").collect()
        assert explained[-1][0] == "full SQL"
        create(spark, name, query, mode)
        check(spark, name, query)
        assert refresh(name)["mode"] == "NO_CHANGE"
        assert spark.sql(f"EXPLAIN REFRESH STREAM TABLE {name}").first()[1] == "NO_CHANGE"
        assert refresh(name, "FULL")["mode"] == "FULL"
        check(spark, name, query)


def test_partitions_that_would_lose_values_are_refused_and_others_are_exact(spark, schema, refresh, nothing_left):
    spark.sql("CREATE TABLE p (k STRING, v VARCHAR(3), b BINARY, f DOUBLE, t TIMESTAMP) USING delta")
    for column in "kvbft":
        with pytest.raises(PySparkException) as caught:
            spark.sql(f"CREATE STREAM TABLE x PARTITIONED BY ({column}) AS SELECT * FROM p")
        assert caught.value.getCondition() == "INEXACT_PARTITION_COLUMN"
    spark.sql("DROP TABLE p")


def test_partitions_keep_every_value_of_the_types_that_are_allowed(spark, schema, refresh):
    spark.sql("CREATE TABLE q (b BOOLEAN, i TINYINT, l BIGINT, c DECIMAL(20,5), d DATE, n TIMESTAMP_NTZ) USING delta")
    spark.sql(
        "INSERT INTO q VALUES (true, -128, -9223372036854775808, -1.00001, date_from_unix_date(-3000000), "
        "CAST(timestamp_micros(-99999999999999999) AS TIMESTAMP_NTZ)), (false, 127, 9223372036854775807, "
        "999999999999999.99999, date_from_unix_date(3000000), CAST(timestamp_micros(253402300800000001) AS "
        "TIMESTAMP_NTZ)), (NULL, NULL, NULL, NULL, NULL, NULL), (true, 0, 0, 0, DATE'1582-10-10', "
        "TIMESTAMP_NTZ'1582-10-10 01:02:03.000001')"
    )
    spark.sql(
        "CREATE STREAM TABLE st PARTITIONED BY (b, i, l, c, d, n) REFRESH MODE DIFFERENTIAL AS SELECT *, 1 x FROM q"
    )
    check(spark, "st", "SELECT *, 1 x FROM q")
    spark.sql("DELETE FROM q WHERE i = 0")
    spark.sql("INSERT INTO q SELECT * FROM q WHERE i = 127")
    assert refresh("st")["mode"] == "DIFFERENTIAL"
    check(spark, "st", "SELECT *, 1 x FROM q")


def test_a_table_with_such_partitions_of_before_is_rebuilt_without_them(spark, schema, refresh, monkeypatch):
    spark.sql("CREATE TABLE p (k STRING, v INT) USING delta")
    spark.sql("INSERT INTO p VALUES ('', 1), (NULL, 2), ('a', 3)")
    with monkeypatch.context() as before:
        before.setattr(placement, "inexact_partition", lambda _: None)
        spark.sql("CREATE STREAM TABLE st PARTITIONED BY (k) REFRESH MODE DIFFERENTIAL AS SELECT k, v FROM p")
    row = refresh("st")
    assert (row["mode"], "partitioned by k of type string" in row["reason"]) == ("FULL", True)
    assert spark.sql("DESCRIBE DETAIL st__stream").first()["clusteringColumns"] == ["k"]
    check(spark, "st", "SELECT k, v FROM p")
    spark.sql("INSERT INTO p VALUES ('', 4)")
    assert refresh("st")["mode"] == "DIFFERENTIAL"
    check(spark, "st", "SELECT k, v FROM p")
