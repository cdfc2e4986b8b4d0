"""What Spark has cached of a stream table, or of its sources, never shows or makes old rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from streamtables.session.enabling import runtime_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def _rows(spark: SparkSession, name: str) -> list[tuple[Any, ...]]:
    return sorted(tuple(row) for row in spark.sql(f"SELECT * FROM {name}").collect())


@pytest.mark.parametrize("query", ["SELECT k, count(*) AS n FROM s GROUP BY k", "SELECT k, v FROM s WHERE v > 0"])
def test_a_cached_stream_table_and_its_readers_follow_each_refresh(
    spark: SparkSession, schema: str, query: str
) -> None:
    spark.sql("CREATE TABLE s (k INT, v INT) USING delta")
    spark.sql("INSERT INTO s VALUES (1, 1), (2, 1)")
    spark.sql(f"CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("CREATE VIEW above AS SELECT k, count(*) AS rows FROM g GROUP BY k")
    spark.sql("CACHE TABLE g")
    spark.sql("CACHE TABLE above")
    frame = spark.table("g").where("k > 0").cache()
    frame.count()
    changes = ("INSERT INTO s VALUES (1, 5)", "DELETE FROM s WHERE k = 2", "UPDATE s SET v = 3 WHERE v = 5")
    for number, change in enumerate(changes):
        spark.sql(change)
        mode = "FULL" if number == 2 else ""
        (row,) = spark.sql(f"REFRESH STREAM TABLE g {mode}").collect()
        assert row.mode == (mode or "DIFFERENTIAL")
        expected = sorted(tuple(one) for one in spark.sql(query).collect())
        assert _rows(spark, "g") == expected, change
        assert sorted(tuple(one) for one in spark.table("g").where("k > 0").collect()) == expected
        counts = f"(SELECT k, count(*) AS rows FROM ({query}) GROUP BY k)"
        assert _rows(spark, "above") == _rows(spark, counts)
        assert spark.sql("VERIFY STREAM TABLE g").collect()[0].equal
    spark.sql(f"CREATE OR REPLACE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS {query.replace('k', 'k + 1 AS k', 1)}")
    assert {row[0] for row in _rows(spark, "g")} == {2}
    spark.sql("DROP STREAM TABLE g")
    spark.catalog.clearCache()


def test_a_cached_source_gives_a_refresh_the_rows_of_its_version(spark: SparkSession, schema: str) -> None:
    spark.sql("CREATE TABLE s (k INT) USING delta")
    spark.sql("INSERT INTO s VALUES (1)")
    spark.sql("CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT k, count(*) AS n FROM s GROUP BY k")
    spark.sql("CACHE TABLE s")
    spark.table("s").count()
    with runtime_of(spark).engine.open_session({}) as own:
        assert own.sql(f"SELECT * FROM {schema}.s VERSION AS OF 0").count() == 0
    path = spark.sql("DESCRIBE DETAIL s").collect()[0].location
    # As another process would: behind the back of this application's cache.
    spark.createDataFrame([(2,)], "k int").write.format("delta").mode("append").save(path)
    (row,) = spark.sql("REFRESH STREAM TABLE g").collect()
    assert row.mode == "DIFFERENTIAL"
    assert _rows(spark, "g") == [(1, 1), (2, 1)]
    spark.sql("DELETE FROM s WHERE k = 1")
    spark.sql("REFRESH STREAM TABLE g FULL")
    assert _rows(spark, "g") == [(2, 1)]
    spark.catalog.clearCache()
