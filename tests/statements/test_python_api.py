"""Stream tables as Python objects."""

from __future__ import annotations

import warnings

import pytest

import streamtables


def test_a_table_object_refreshes_explains_and_verifies(spark, totals):
    table = streamtables.table(spark, totals)
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    assert table.explain()["mode"] == "DIFFERENTIAL"
    assert table.refresh()["mode"] == "DIFFERENTIAL"
    assert table.refresh("FULL")["mode"] == "FULL"
    assert table.verify()
    assert table.to_df().count() == 3
    assert [row["mode"] for row in table.history(2).collect()] == ["FULL", "DIFFERENTIAL"]
    assert table.definition.startswith("CREATE STREAM TABLE")


def test_a_stream_table_becomes_a_pandas_frame_without_a_warning(spark, totals):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        frame = spark.table("totals").toPandas()
    assert [str(one.message) for one in caught if "arrow" in str(one.message).lower()] == []
    assert sorted(frame["orders"]) == [1, 1, 2]


def test_errors_are_ours_and_pysparks_at_once(spark, schema):
    from pyspark.errors import PySparkException

    with pytest.raises(streamtables.StreamTableError) as caught:
        streamtables.table(spark, "nowhere").refresh()
    assert isinstance(caught.value, PySparkException)
    assert caught.value.getCondition() == "STREAM_TABLE_NOT_FOUND"
