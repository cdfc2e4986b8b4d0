"""Time windows through statements: chains of stream tables, what AUTO chooses, what is refused and how."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.equivalence.comparison import assert_equal

_SESSIONS = "SELECT k, session_window(ts, '10 minutes') AS s, count(*) AS n FROM t GROUP BY k, s"


@pytest.fixture
def events(spark, schema):
    """A table of 200 rows: few changes are worth no recomputation."""
    spark.sql("CREATE TABLE t (id BIGINT, k STRING, ts TIMESTAMP, a INT) USING delta")
    minutes = "TIMESTAMP'2024-01-01 00:00:00' + make_dt_interval(0, 0, CAST(id * 3 + id % 5 * 2 AS INT), 0)"
    spark.sql(f"INSERT INTO t SELECT id, concat('k', id % 3), {minutes}, id % 7 FROM range(200)")


def _refreshed(spark, names):
    rows = spark.sql(f"REFRESH STREAM TABLE {names}").collect()
    return {row["stream_table"].rsplit(".", 1)[1]: row["mode"] for row in rows}


def test_windows_of_windows_of_stream_tables_follow_small_changes(spark, schema, events):
    queries = {
        "fine": "SELECT k, window(ts, '10 minutes') AS w, count(*) AS n, max(a) AS m FROM t GROUP BY k, w",
        "coarse": "SELECT window(w, '1 hour') AS h, sum(n) AS n FROM fine GROUP BY window(w, '1 hour')",
        "last": "SELECT window_time(w) AS last, max(m) AS m FROM fine GROUP BY window_time(w)",
        "sessions": _SESSIONS,
        "merged": "SELECT s, sum(n) AS n FROM sessions GROUP BY s",
    }
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} AS {query}")
        assert_equal(spark, name, query, "after CREATE")
    for statement in (
        "INSERT INTO t VALUES (900, 'k1', TIMESTAMP'2024-01-01 00:02:00', 9), (901, NULL, NULL, 1)",
        "DELETE FROM t WHERE id IN (3, 5, 9, 900)",
    ):
        spark.sql(statement)
        modes = _refreshed(spark, ", ".join(queries))
        assert set(modes.values()) == {"DIFFERENTIAL"}, (statement, modes)
        for name, query in queries.items():
            assert_equal(spark, name, query, statement)


def test_explain_shows_what_is_computed_anew_and_what_is_added(spark, schema, events):
    items = {
        query: {row["item"]: row["value"] for row in spark.sql(f"EXPLAIN CREATE STREAM TABLE x AS {query}").collect()}
        for query in ("SELECT window, count(*) AS n FROM t GROUP BY window(ts, '5 minutes')", _SESSIONS)
    }
    fixed, sessions = items.values()
    assert fixed["mode"] == sessions["mode"] == "DIFFERENTIAL"
    assert "groups" in fixed["strategy"]
    assert "(window)" in fixed["strategy"]
    assert "affected_scopes" in sessions["delta SQL"]


def test_what_spark_refuses_is_refused_and_what_is_not_maintained_is_named(spark, schema, events):
    for query, condition in (
        ("SELECT window(ts, '1 month') AS w FROM t", None),
        ("SELECT window(ts, '1 day', '2 days') AS w FROM t", None),
        ("SELECT window(ts, '1 day') AS w, window(ts, '2 days') AS v FROM t", None),
        ("SELECT window_time(named_struct('start', ts, 'end', ts)) AS w FROM t", None),
        ("SELECT count(*) AS n FROM t GROUP BY session_window(ts, INTERVAL '5' MINUTE)", None),
        ("SELECT a FROM t WHERE window(ts, '1 day').start = ts", "UNSUPPORTED_QUERY.TIME_WINDOW"),
        (
            "SELECT DISTINCT s FROM (SELECT session_window(ts, '5 minutes') AS s FROM t)",
            "UNSUPPORTED_QUERY.TIME_WINDOW",
        ),
    ):
        with pytest.raises(PySparkException) as error:
            spark.sql(f"CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS {query}")
        assert condition is None or error.value.getCondition() == condition
        assert "INTERNAL" not in str(error.value.getCondition())
        assert not spark.catalog.tableExists("x")


def test_stored_sessions_that_spark_would_merge_again_are_refused(spark, schema, events):
    spark.sql(f"CREATE TABLE stored USING delta AS {_SESSIONS}")
    with pytest.raises(PySparkException) as error:
        spark.sql("CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS SELECT s, count(*) AS n FROM stored GROUP BY s")
    assert error.value.getCondition() == "UNSUPPORTED_QUERY.TIME_WINDOW"
    assert "s.start" in str(error.value)
    spark.sql("CREATE STREAM TABLE x AS SELECT s, k, sum(n) AS n FROM stored GROUP BY s, k")
    assert _refreshed(spark, "x FULL") == {"x": "FULL"}
    assert_equal(spark, "x", "SELECT s, k, sum(n) AS n FROM stored GROUP BY s, k", "after FULL")
