"""Rows that hold variants: what tells them apart, and how their changes are applied."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.equivalence.comparison import assert_equal

from streamtables_rewriter.semantics.identity import identity
from streamtables_rewriter.sql.columns import column
from streamtables_rewriter.sql.dialect import FaithfulSpark

_DATE, _TEXT = "CAST(DATE '2024-01-01' AS VARIANT)", "CAST('2024-01-01' AS VARIANT)"
_FLOAT, _DOUBLE = "CAST(CAST(0.5 AS FLOAT) AS VARIANT)", "CAST(0.5D AS VARIANT)"


def _nested(value: str, levels: int) -> str:
    for level in range(levels):
        value = f"to_variant_object(array({value}))" if level % 2 else f"to_variant_object(named_struct('a', {value}))"
    return value


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (_DATE, _TEXT),
        ("parse_json('1')", "CAST(1.0D AS VARIANT)"),
        (_FLOAT, _DOUBLE),
        ("parse_json('null')", "CAST(NULL AS VARIANT)"),
        ("parse_json('null')", "parse_json('\"null\"')"),
        ("parse_json('[]')", "parse_json('[null]')"),
        ("parse_json('{}')", "parse_json('[]')"),
        ("CAST(TIMESTAMP '2024-10-27 00:30:00Z' AS VARIANT)", "CAST(TIMESTAMP '2024-10-27 01:30:00Z' AS VARIANT)"),
        ("CAST(TIMESTAMP_NTZ '2024-10-27 00:30:00' AS VARIANT)", "CAST(TIMESTAMP '2024-10-27 00:30:00Z' AS VARIANT)"),
        (f"to_variant_object(array({_DATE}, {_TEXT}))", f"to_variant_object(array({_TEXT}, {_DATE}))"),
        (f"to_variant_object(array({_FLOAT}, {_DOUBLE}))", f"to_variant_object(array({_DOUBLE}, {_FLOAT}))"),
        (f"parse_json('[1, {'9' * 20}]')", f"to_variant_object(array(CAST(1BD AS VARIANT), parse_json('{'9' * 20}')))"),
        (
            _nested(f"to_variant_object(array({_DATE}, {_TEXT}))", 7),
            _nested(f"to_variant_object(array({_TEXT}, {_DATE}))", 7),
        ),
    ],
)
def test_variants_that_sql_can_tell_apart_have_different_identities(spark, one, other):
    assert not _same(spark, one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ('parse_json(\'{"a": 1, "b": [1.50]}\')', 'parse_json(\'{"b": [1.5], "a": 1}\')'),
        ("CAST(CAST(1 AS TINYINT) AS VARIANT)", "CAST(1L AS VARIANT)"),
        ("CAST(NULL AS VARIANT)", "CAST(NULL AS VARIANT)"),
    ],
)
def test_equal_variants_have_the_same_identity(spark, one, other):
    assert _same(spark, one, other)


def _same(spark, one, other):
    texts = identity(column("v"), "variant").sql(dialect=FaithfulSpark)
    first, second = (spark.sql(f"SELECT {texts} FROM (SELECT {v} AS v)").first()[0] for v in (one, other))
    return first == second


@pytest.fixture(params=["merge", "append"])
def events(request, spark, schema):
    """A stream table of events with variants, to which changes are applied in one of the ways."""
    spark.sql("CREATE TABLE events (id INT, v VARIANT) USING delta")
    spark.sql(f"INSERT INTO events VALUES (1, {_DATE}), (1, {_TEXT}), (2, parse_json('[1]')), (2, parse_json('[1]'))")
    query = "SELECT id % 2 AS odd, v FROM events"
    spark.sql(
        "CREATE STREAM TABLE copy REFRESH MODE DIFFERENTIAL "
        f"TBLPROPERTIES ('streamtables.apply' = '{request.param}') AS {query}"
    )
    return query


def test_what_has_no_identity_is_recomputed_with_the_reason_and_compared_by_its_text(spark, schema, refresh):
    spark.sql("CREATE TABLE events (id INT, v VARIANT) USING delta")
    spark.sql(f"INSERT INTO events VALUES (1, {_DATE}), (2, {_TEXT})")
    query = "SELECT id, named_struct('a-b', v) AS held FROM events"
    with pytest.raises(PySparkException) as caught:
        spark.sql(f"CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS {query}")
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.ROW_IDENTITY"
    spark.sql(f"CREATE STREAM TABLE x AS {query}")
    spark.sql("DELETE FROM events WHERE id = 1")
    row = refresh("x")
    assert row["mode"] == "FULL"
    assert "VARIANT" in row["reason"]
    assert spark.sql("VERIFY STREAM TABLE x").first()["equal"]


def test_a_key_that_is_not_read_after_a_colon_is_refused(spark, schema):
    spark.sql("CREATE TABLE events (id INT, v VARIANT) USING delta")
    with pytest.raises(PySparkException) as caught:
        spark.sql("CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS SELECT v:`a.b` AS k FROM events")
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.SYNTAX"
    assert "write variant_get(v, '$.path', 'variant')" in str(caught.value)
    assert not spark.catalog.tableExists(f"{schema}.x")


def test_one_copy_comes_or_goes(spark, events, refresh):
    for change in (
        "INSERT INTO events VALUES (4, parse_json('[1]'))",
        "DELETE FROM events WHERE id = 4",
        "DELETE FROM events WHERE schema_of_variant(v) = 'DATE'",
        f"UPDATE events SET v = {_DATE} WHERE id = 1",
    ):
        spark.sql(change)
        assert refresh("copy")["mode"] == "DIFFERENTIAL"
        assert_equal(spark, "copy", events, change)
        assert spark.sql("VERIFY STREAM TABLE copy").first()["equal"]
