"""Comparing a stream table with its query, on Spark; and the kinds of Delta tables that are sources."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING

from pyspark.sql.types import VariantVal

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

VARIANTS = {
    "plain": "'delta.enableDeletionVectors' = 'false'",
    "vectors": "'delta.enableDeletionVectors' = 'true'",
    "feed": "'delta.enableChangeDataFeed' = 'true', 'delta.enableDeletionVectors' = 'true'",
}
"""Properties of a source, by what its changes are read from."""


def assert_equal(spark: SparkSession, name: str, query: str, where: str) -> None:
    """Compare columns, types and rows; floating-point values to ten digits, variants by their types and values."""
    found, expected = spark.table(name), spark.sql(query)
    types = [(field.name, field.dataType.simpleString()) for field in expected.schema.fields]
    have_types = [(field.name, field.dataType.simpleString()) for field in found.schema.fields]
    assert have_types == types, f"{where}, {name}"
    have, want = _rows(found), _rows(expected)
    assert have == want, f"{where}, {name}: {query}\nmissing: {want - have}\nextra: {have - want}"


def _rows(frame: DataFrame) -> Counter[str]:
    return Counter(repr([_rounded(value) for value in row]) for row in frame.collect())


def _rounded(value: object) -> object:
    if isinstance(value, float) and math.isfinite(value):
        return f"{value or 0.0:.9e}"
    if isinstance(value, dict):
        return {key: _rounded(inner) for key, inner in sorted(value.items(), key=lambda entry: repr(entry[0]))}
    if isinstance(value, list | tuple):
        return [_rounded(inner) for inner in value]
    if isinstance(value, VariantVal):
        return "variant", _rounded(value.toPython())
    return value
