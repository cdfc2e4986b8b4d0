"""Circles by way of views: a stream table that would read itself is refused, and harms no other."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.statements.test_graph import _create, _modes, _verify

import streamtables


@pytest.fixture
def layers(spark, schema):
    """A view, a stream table over it, another one over that, and one beside them."""
    spark.sql("CREATE TABLE t (k INT, v INT) USING delta")
    spark.sql("INSERT INTO t VALUES (1, 10), (2, 20)")
    spark.sql("CREATE VIEW base AS SELECT k, v FROM t")
    _create(spark, "a", "SELECT k, sum(v) AS v FROM base GROUP BY k")
    _create(spark, "b", "SELECT k, v FROM a WHERE v > 5")
    _create(spark, "beside", "SELECT count(*) AS n FROM t")


CLOSING = [
    "CREATE OR REPLACE VIEW base AS SELECT k, v FROM b",
    "ALTER VIEW base AS SELECT k, v FROM a",
    "CREATE OR REPLACE VIEW base AS WITH c AS (SELECT * FROM over_b) SELECT * FROM t WHERE k IN (SELECT k FROM c)",
]


def test_a_view_that_would_close_a_circle_is_refused(spark, layers):
    spark.sql("CREATE VIEW over_b AS SELECT * FROM b")
    for statement in CLOSING:
        with pytest.raises(PySparkException) as raised:
            spark.sql(statement)
        assert raised.value.getCondition() == "STREAM_TABLE_CYCLE", statement
        assert raised.value.getSqlState() == "42P19"
        assert ".a, which reads" in str(raised.value)
    spark.sql("INSERT INTO t VALUES (3, 30)")
    assert _modes(spark, "REFRESH STREAM TABLE b") == {"a": "DIFFERENTIAL", "b": "DIFFERENTIAL"}
    _verify(spark, "a", "b")


def test_a_view_that_closes_none_is_made(spark, layers):
    spark.sql("CREATE OR REPLACE VIEW base AS SELECT k, v + 1 AS v FROM t")
    spark.sql("CREATE OR REPLACE VIEW over_b AS SELECT * FROM b")
    spark.sql("CREATE OR REPLACE VIEW over_b AS SELECT k FROM b")
    with pytest.raises(PySparkException, match="TABLE_OR_VIEW_NOT_FOUND"):
        spark.sql("CREATE OR REPLACE VIEW base AS SELECT * FROM nowhere")
    assert _modes(spark, "REFRESH STREAM TABLE b") == {"a": "FULL", "b": "FULL"}
    _verify(spark, "a", "b")


def test_a_circle_that_was_made_elsewhere_fails_alone(spark, schema, layers):
    streamtables.disable(spark)
    spark.sql("CREATE OR REPLACE VIEW base AS SELECT k, v FROM b")
    streamtables.enable(spark)
    spark.sql("INSERT INTO t VALUES (3, 30)")
    with pytest.raises(PySparkException) as raised:
        spark.sql(f"REFRESH STREAM TABLES IN {schema}")
    assert raised.value.getCondition() == "REFRESH_FAILED"
    assert f"{schema}.a: [SELF_REFERENCE]" in str(raised.value)
    _verify(spark, "beside")
    assert spark.table("beside").first()["n"] == 3
    streamtables.disable(spark)
    spark.sql("CREATE OR REPLACE VIEW base AS SELECT k, v FROM t")
    streamtables.enable(spark)
    assert _modes(spark, "REFRESH STREAM TABLE b") == {"a": "DIFFERENTIAL", "b": "DIFFERENTIAL"}
    _verify(spark, "a", "b")
