"""Rows that have been picked are not read again for fewer keys."""

from __future__ import annotations

import pytest

from streamtables.spark.late_materialization.row_selection import KeySelection
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.rows.materialized_frames import collect_rows


@pytest.fixture
def keys_of(spark, schema):
    """Make keys of a column."""
    spark.sql("CREATE TABLE t (number INT, text STRING) USING delta")
    log = CatalogLookup(spark).log(("spark_catalog", schema, "t"))

    def keys_of(column, values, *, or_null=False):
        collected = collect_rows(spark, spark.sql(f"SELECT explode(array({values})) AS k"))
        return KeySelection.of(log, column, [(collected, "k")], or_null=or_null)

    return keys_of


@pytest.mark.parametrize(
    ("values", "fewer", "others"),
    [("1, 5, 5, NULL, 900000", "5, 900000", "5, 6"), ("1, 5000000000, 7", "7, 5000000000", "5000000001")],
)
def test_keys_cover_those_that_are_among_them(spark, keys_of, values, fewer, others):
    known = keys_of("number", values)
    assert known.cover(spark, keys_of("number", fewer))
    assert not known.cover(spark, keys_of("number", others))
    assert not known.cover(spark, keys_of("number", fewer, or_null=True))
    assert keys_of("number", values, or_null=True).cover(spark, keys_of("number", fewer, or_null=True))


def test_texts_cover_texts_only(spark, keys_of):
    known = keys_of("text", "'a', 'b', ''")
    assert known.cover(spark, keys_of("text", "'', 'b'"))
    assert not known.cover(spark, keys_of("text", "'c'"))
    assert not known.cover(spark, keys_of("number", "1"))


def test_keys_of_another_column_are_others(spark, keys_of):
    assert not keys_of("number", "1").cover(spark, keys_of("other", "1"))


@pytest.mark.parametrize("or_null", [False, True])
@pytest.mark.parametrize(("column", "values"), [("number", "3, 4, 70000000"), ("text", "'n3', 'n4'")])
def test_rows_of_fewer_keys_are_taken_out(spark, keys_of, column, values, or_null):
    query = (
        "SELECT IF(id = 9, NULL, CAST(id AS INT)) AS number, IF(id = 9, NULL, concat('n', id)) AS text FROM range(10)"
    )
    collected = collect_rows(spark, spark.sql(query))
    found = collected.having(keys_of(column, values, or_null=or_null).java)
    assert sorted(row.number or -1 for row in found.frame(spark).collect()) == [-1] * or_null + [3, 4]
