"""What a bound expression means on Spark is what the written one means there."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.plan.nodes import Project
from streamtables_rewriter.plan.relations import ColumnType, Table

pytestmark = pytest.mark.spark

_SAMPLES = """
SELECT * FROM VALUES
 (1, 10L, 1.25D, true, CAST(NULL AS INT), 'ab', '12', 'xx a x', DATE '2020-01-31', TIMESTAMP '2020-02-29 13:14:15',
  TIMESTAMP_NTZ '2020-02-29 13:14:15', 12.34BD, array(3, 1, 2), map('k', 1), named_struct('p', 1, 'q', 'z'),
  array(named_struct('p', 1, 'q', 'z'), named_struct('p', 5, 'q', 'y')), named_struct('inner', named_struct('z', 7))),
 (2, 20L, double('NaN'), false, 3, 'b_a', '7', '', DATE '2019-12-30', TIMESTAMP '1999-12-31 23:59:59',
  TIMESTAMP_NTZ '2020-02-29 13:14:15', -0.50BD, array(2), map('k', -4), named_struct('p', 2, 'q', 'w'),
  array(named_struct('p', 2, 'q', 'z')), named_struct('inner', named_struct('z', 8)))
AS t(i, l, f, b, n, s, s2, s3, d, ts, ntz, dec, xs, m, st, sts, nested)
"""
_EXPRESSIONS = [
    line
    for line in (Path(__file__).parent / "expressions.sql").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("--")
]


class _Samples:
    def __init__(self, columns):
        self._table = Table(("samples",), columns)

    def resolve(self, parts, namespace=None):
        return self._table


def _bound_query(expression, relations):
    """Write the bound expression out again over the view."""
    bound = bind_query(f"SELECT {expression} AS x FROM samples", relations)
    if isinstance(bound.root, Project):
        scan, text = bound.root.input, bound.root.projections[0].expression.sql("spark")
    else:
        scan, text = bound.root, f"`{bound.outputs[0].column}`"
    columns = ", ".join(f"`{stored}` AS `{name}`" for name, stored in scan.columns) or "1"
    return f"SELECT {text} AS x FROM (SELECT {columns} FROM samples)"


def _outcome(spark, query):
    """Types and rows, or the condition of the error; PySpark cannot collect some intervals, types alone count there."""
    from pyspark.errors import PySparkException

    try:
        frame = spark.sql(query)
        types = _types(json.loads(frame.schema.json()))
        return types, "interval" not in str(types) and repr([tuple(row) for row in frame.collect()])
    except PySparkException as error:
        return error.getCondition()


def _types(schema):
    dropped = {"nullable", "containsNull", "valueContainsNull", "metadata"}
    if isinstance(schema, dict):
        return {key: _types(value) for key, value in schema.items() if key not in dropped}
    return [_types(value) for value in schema] if isinstance(schema, list) else schema


def test_bound_expressions_mean_the_same_as_written(plain_spark):
    spark = plain_spark
    spark.sql(_SAMPLES).createOrReplaceTempView("samples")
    try:
        columns = tuple(ColumnType(f.name, f.dataType.simpleString()) for f in spark.table("samples").schema)
        relations = _Samples(columns)
        differences, valid = [], 0
        for expression in _EXPRESSIONS:
            written = _outcome(spark, f"SELECT {expression} AS x FROM samples")
            bound = _bound_query(expression, relations)
            valid += isinstance(written, tuple)
            if _outcome(spark, bound) != written:
                differences.append((expression, bound))
    finally:
        spark.catalog.dropTempView("samples")
    assert differences == []
    assert valid > 500
