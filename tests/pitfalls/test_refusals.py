"""Queries whose right outcome is an error: refused by the name of what cannot be told, or failing at the refresh."""

from __future__ import annotations

import pytest

from streamtables_rewriter.errors import InvalidQueryError, UnsupportedQueryError
from tests.rewriter.duckdb_engine import Database, StreamTable

_TOO_MANY_ROWS = "SCALAR_SUBQUERY_TOO_MANY_ROWS"


@pytest.fixture
def database():
    columns = [("id", "int"), ("k", "int"), ("v", "int")]
    database = Database(
        {"t": columns, "u": columns, "edges": [("a", "int"), ("b", "int")]},
        {"moody": "SELECT id, random() AS mood FROM t"},
    )
    yield database
    database.connection.close()


def _refused(database: Database, query: str) -> str:
    with pytest.raises(UnsupportedQueryError) as caught:
        StreamTable(database, query)
    return caught.value.getCondition()


@pytest.mark.parametrize("query", ["SELECT id FROM t LIMIT 3", "SELECT k, sum(v) AS s FROM t GROUP BY k OFFSET 1"])
def test_64_a_limit_without_an_order_is_no_query(database, query):
    with pytest.raises(InvalidQueryError) as caught:
        StreamTable(database, query)
    assert caught.value.getCondition() == "LIMIT_WITHOUT_ORDER_BY"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT id FROM (SELECT id FROM t LIMIT 3)",
        "SELECT id FROM t WHERE k IN (SELECT k FROM u LIMIT 2)",
        "WITH x AS (SELECT id FROM t LIMIT 3) SELECT id FROM x",
    ],
)
def test_64_a_limit_without_an_order_inside_is_refused(database, query):
    assert _refused(database, query) == "UNSUPPORTED_QUERY.LIMIT"


@pytest.mark.parametrize(
    "condition",
    ["v > ALL (SELECT v FROM u)", "v = ANY (SELECT v FROM u)", "v < SOME (SELECT v FROM u WHERE u.k = t.k)"],
)
def test_69_comparisons_with_all_and_any_are_refused(database, condition):
    assert _refused(database, f"SELECT id FROM t WHERE {condition}") == "UNSUPPORTED_QUERY.SUBQUERY"


@pytest.mark.parametrize("correlated", ["", " WHERE u.k = t.k"])
@pytest.mark.parametrize(
    "side", ["SELECT id, (SELECT v FROM u{}) AS x FROM t", "SELECT id FROM t WHERE v = (SELECT v FROM u{})"]
)
def test_71_a_scalar_subquery_of_two_rows_is_an_error(database, side, correlated):
    table = StreamTable(database, side.format(correlated))
    database.connection.execute("CREATE OR REPLACE MACRO raise_error(message) AS error(message)")
    database.insert("t", (1, 1, 5))
    database.insert("u", (1, 1, 5), (2, 1, 6))
    with pytest.raises(Exception, match=_TOO_MANY_ROWS):
        table.refresh()


def test_71_a_scalar_subquery_that_gains_a_second_row_is_an_error(database):
    database.insert("t", (1, 1, 5))
    database.insert("u", (1, 1, 5))
    table = StreamTable(database, "SELECT id, (SELECT v FROM u WHERE u.k = t.k) AS x FROM t")
    assert table.rows() == [(1, 5)]
    database.connection.execute("CREATE OR REPLACE MACRO raise_error(message) AS error(message)")
    database.insert("u", (2, 1, 5))
    with pytest.raises(Exception, match=_TOO_MANY_ROWS):
        table.refresh()


@pytest.mark.parametrize(
    "term",
    [
        "SELECT r.a, e.b FROM r JOIN edges e ON e.a = r.b",
        "SELECT e.a, e.b FROM edges e WHERE NOT EXISTS (SELECT 1 FROM r WHERE r.b = e.a)",
    ],
    ids=["reachability", "non_monotone"],
)
@pytest.mark.parametrize("union", ["UNION ALL", "UNION"])
def test_76_a_recursive_query_is_refused(database, term, union):
    query = f"WITH RECURSIVE r(a, b) AS (SELECT a, b FROM edges {union} {term}) SELECT a, b FROM r"
    assert _refused(database, query) == "UNSUPPORTED_QUERY.RECURSIVE_CTE"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT id, rand() AS x FROM t",
        "SELECT id FROM t WHERE v > random()",
        "SELECT k, sum(v * rand()) AS x FROM t GROUP BY k",
        "SELECT t.id FROM t JOIN u ON t.k = u.k AND rand() > 0.5",
        "SELECT id, row_number() OVER (ORDER BY uuid()) AS n FROM t",
        "SELECT id FROM t ORDER BY rand() LIMIT 2",
        "SELECT id FROM t, LATERAL (SELECT rand() AS r FROM u WHERE u.k = t.k) AS x",
        "SELECT id FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.v > rand())",
        "SELECT id, (SELECT max(uuid()) FROM u) AS x FROM t",
        "WITH x AS (SELECT id, now() AS at FROM t) SELECT id FROM x",
        "SELECT id FROM moody",
        "SELECT id FROM t EXCEPT SELECT CAST(rand() AS INT) FROM u",
    ],
)
def test_77_a_volatile_function_is_refused_wherever_it_stands(database, query):
    assert _refused(database, query) == "UNSUPPORTED_QUERY.NON_DETERMINISTIC_FUNCTION"
