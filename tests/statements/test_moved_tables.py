"""What the catalog said at the refresh before does not count where it has said something else since."""

from __future__ import annotations

import pytest
from pyspark.errors import AnalysisException
from tests.benchmarks.equality import require_equal

from streamtables.spark.tables.delta_log import DeltaTableLog

QUERY = "SELECT region, count(*) AS n FROM outside GROUP BY region"


@pytest.fixture
def outside(spark, schema, tmp_path):
    """A stream table, refreshed once, over an external table: dropping that leaves its folder."""
    spark.sql(f"CREATE TABLE outside (region STRING) USING delta LOCATION '{tmp_path}/first'")
    spark.sql("INSERT INTO outside VALUES ('north'), ('south')")
    spark.sql(f"CREATE STREAM TABLE counts REFRESH MODE DIFFERENTIAL AS {QUERY}")
    spark.sql("INSERT INTO outside VALUES ('north')")
    spark.sql("REFRESH STREAM TABLE counts")
    return tmp_path


def stored_version(spark, schema):
    return DeltaTableLog.for_table(spark, schema, "counts__stream").latest().version


def test_a_source_that_was_replaced_by_a_table_elsewhere(spark, outside, refresh):
    spark.sql("DROP TABLE outside")
    spark.sql(f"CREATE TABLE outside (region STRING) USING delta LOCATION '{outside}/second'")
    spark.sql("INSERT INTO outside VALUES ('west')")
    assert refresh("counts")["mode"] == "FULL"
    require_equal(spark, "counts", QUERY, "after a refresh")
    spark.sql("INSERT INTO outside VALUES ('west'), ('east')")
    assert refresh("counts")["mode"] == "DIFFERENTIAL"
    require_equal(spark, "counts", QUERY, "after a refresh")


@pytest.mark.parametrize("changed", [True, False])
def test_a_source_that_was_dropped_while_its_folder_stays(spark, schema, outside, refresh, changed):
    if changed:
        spark.sql("INSERT INTO outside VALUES ('west')")
    spark.sql("DROP TABLE outside")
    before = stored_version(spark, schema)
    with pytest.raises(AnalysisException) as caught:
        refresh("counts")
    assert caught.value.getCondition() == "SOURCE_MISSING"
    assert stored_version(spark, schema) == before


def test_a_source_whose_name_is_a_view_now(spark, outside, refresh):
    spark.sql("DROP TABLE outside")
    spark.sql("CREATE VIEW outside AS SELECT 'west' AS region")
    with pytest.raises(AnalysisException) as caught:
        refresh("counts")
    assert caught.value.getCondition() == "SOURCE_MISSING"


@pytest.mark.parametrize("words", ["counts", ""])
def test_a_stream_table_whose_view_another_tool_dropped_is_shown_again(spark, schema, outside, words):
    spark.sql("INSERT INTO outside VALUES ('west')")
    spark._jsparkSession.sharedState().externalCatalog().dropTable(schema, "counts", True, False)
    spark.sql(f"REFRESH STREAM TABLE {words}" if words else f"REFRESH STREAM TABLES IN {schema}")
    require_equal(spark, "counts", QUERY, "after its view was dropped")


def test_a_stream_table_that_another_tool_dropped(spark, schema, outside, refresh):
    catalog = spark._jsparkSession.sharedState().externalCatalog()
    catalog.dropTable(schema, "counts", True, False)
    catalog.dropTable(schema, "counts__stream", True, True)
    with pytest.raises(AnalysisException) as caught:
        refresh("counts")
    assert caught.value.getCondition() == "STREAM_TABLE_NOT_FOUND"
    (forgotten,) = spark.sql(f"REFRESH STREAM TABLES IN {schema}").collect()
    assert (forgotten["stream_table"], forgotten["mode"]) == (f"{schema}.counts", "SKIPPED")
    assert "forgotten" in forgotten["reason"]
    assert spark.sql(f"REFRESH STREAM TABLES IN {schema}").collect() == []


def test_an_error_that_comes_of_a_table_which_is_elsewhere_now(spark, outside, refresh):
    spark.sql("DROP TABLE outside")
    moved = spark.createDataFrame([("north",)], "name STRING").write.format("delta")
    moved.mode("overwrite").option("overwriteSchema", "true").save(f"{outside}/first")
    spark.sql(f"CREATE TABLE outside (region STRING) USING delta LOCATION '{outside}/second'")
    assert refresh("counts")["mode"] == "FULL"
    require_equal(spark, "counts", QUERY, "after the source moved")
