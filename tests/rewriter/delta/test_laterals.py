"""What goes wrong with generators and LATERAL: arrays that change, empty and NULL ones, rows without inner ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from sqlglot import exp
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.operators.generate import GenerateRule


@pytest.fixture
def tagged():
    database = Database({"t": [("id", "int"), ("tags", "array<string>")], "u": [("tag", "string"), ("n", "int")]})
    database.insert("t", (1, ["a", "b", "a"]), (2, []), (3, None))
    database.insert("u", ("a", 5), ("c", 6))
    database.settle()
    yield database
    database.connection.close()


def _keep(database, query):
    return StreamTable(database, database.bind(query))


EXPLODED = [
    "SELECT id, x FROM t LATERAL VIEW explode(tags) e AS x",
    "SELECT id, x FROM t, LATERAL explode(tags) e(x)",
    "SELECT id, x FROM t JOIN LATERAL explode(tags) AS e(x)",
    "SELECT id, explode(tags) AS x FROM t",
    "SELECT t.id, e.col AS x FROM t LATERAL VIEW explode(tags) e",
]
OUTER = [
    "SELECT id, x FROM t LATERAL VIEW OUTER explode(tags) e AS x",
    "SELECT id, x FROM t LATERAL VIEW explode_outer(tags) e AS x",
    "SELECT id, x FROM t LEFT JOIN LATERAL explode(tags) e(x) ON TRUE",
    "SELECT id, explode_outer(tags) AS x FROM t",
]


@pytest.mark.parametrize("query", EXPLODED)
def test_array_that_changes_becomes_empty_and_null(tagged, query):
    table = _keep(tagged, query)
    assert table.rows() == [(1, "a"), (1, "a"), (1, "b")]
    tagged.update("t", (1, ["a", "b", "a"]), (1, ["a", "c", None]))
    tagged.update("t", (2, []), (2, ["z"]))
    assert table.refresh_and_compare() == [(1, "a"), (1, "c"), (1, None), (2, "z")]
    tagged.update("t", (1, ["a", "c", None]), (1, []))
    tagged.update("t", (2, ["z"]), (2, None))
    assert table.refresh_and_compare() == []


@pytest.mark.parametrize("query", OUTER)
def test_outer_form_keeps_rows_without_elements(tagged, query):
    table = _keep(tagged, query)
    assert table.rows() == [(1, "a"), (1, "a"), (1, "b"), (2, None), (3, None)]
    tagged.update("t", (1, ["a", "b", "a"]), (1, []))
    tagged.update("t", (3, None), (3, ["q"]))
    assert table.refresh_and_compare() == [(1, None), (2, None), (3, "q")]
    tagged.delete("t", (2, []))
    tagged.update("t", (3, ["q"]), (3, None))
    assert table.refresh_and_compare() == [(1, None), (3, None)]


def test_positions_stacks_and_generators_over_generators(tagged):
    table = _keep(tagged, "SELECT id, p, x FROM t LATERAL VIEW posexplode(tags) e AS p, x")
    assert table.rows() == [(1, 0, "a"), (1, 1, "b"), (1, 2, "a")]
    tagged.update("t", (1, ["a", "b", "a"]), (1, ["b", "a"]))
    assert table.refresh_and_compare() == [(1, 0, "b"), (1, 1, "a")]
    table = _keep(tagged, "SELECT id, posexplode(tags) FROM t")
    assert [output.name for output in table.bound.outputs] == ["id", "pos", "col"]
    table = _keep(tagged, "SELECT tag, col0 FROM u LATERAL VIEW stack(2, n, n + 1) s WHERE col0 > 5")
    assert table.rows() == [("a", 6), ("c", 6), ("c", 7)]
    tagged.update("u", ("a", 5), ("a", 8))
    assert table.refresh_and_compare() == [("a", 8), ("a", 9), ("c", 6), ("c", 7)]
    table = _keep(
        tagged,
        "SELECT id, x, y FROM t LATERAL VIEW explode(tags) e AS x LATERAL VIEW OUTER explode(tags) f AS y WHERE x <> y",
    )
    tagged.insert("t", (4, ["p", "q"]))
    assert (4, "p", "q") in table.refresh_and_compare()


def test_elements_are_joined_grouped_and_asked_for(tagged):
    table = _keep(
        tagged,
        "SELECT q.x, count(*) AS k, sum(u.n) AS s FROM (SELECT explode(tags) AS x FROM t) q "
        "LEFT JOIN u ON u.tag = q.x GROUP BY q.x",
    )
    assert table.rows() == [("a", 2, 10), ("b", 1, None)]
    tagged.insert("u", ("b", 1))
    tagged.insert("t", (7, ["b", "d"]))
    assert table.refresh_and_compare() == [("a", 2, 10), ("b", 2, 2), ("d", 1, None)]
    table = _keep(
        tagged, "SELECT tag FROM u WHERE EXISTS (SELECT 1 FROM t LATERAL VIEW explode(tags) e AS x WHERE x = tag)"
    )
    assert table.rows() == [("a",), ("b",)]
    tagged.insert("t", (8, ["c"]))
    assert table.refresh_and_compare() == [("a",), ("b",), ("c",)]


def test_generators_that_cannot_be_named_are_refused(tagged):
    for query in (
        "SELECT inline(arrays_zip(tags)) FROM t",
        "SELECT e.* FROM t LATERAL VIEW stack(id, 1, 2) e",
        "SELECT explode(tags), explode(tags) FROM t",
        "SELECT explode(tags), count(*) FROM t GROUP BY tags",
        "SELECT upper(explode(tags)) FROM t",
    ):
        with pytest.raises(UnsupportedQueryError):
            tagged.bind(query)


@pytest.mark.parametrize(
    "query",
    [
        "x.v AS v FROM t, LATERAL (SELECT v FROM u WHERE u.k = t.k) x",
        "x.v AS v FROM t LEFT JOIN LATERAL (SELECT v FROM u WHERE u.k = t.k AND u.v > t.v) x ON TRUE",
        "x.s AS s FROM t, LATERAL (SELECT sum(v) AS s FROM u WHERE u.k = t.k) x",
        "x.s AS s, x.n AS n FROM t, LATERAL (SELECT sum(v) AS s, count(*) AS n FROM u WHERE u.v > t.v) x",
        "x.n AS n FROM t, LATERAL (SELECT count(*) AS n FROM u WHERE u.k = t.k HAVING count(*) <> 1) x",
        "x.n AS n FROM t LEFT JOIN LATERAL (SELECT count(*) AS n FROM u WHERE k = t.k HAVING count(*) > 1) x ON TRUE",
        "x.g AS g, x.n AS n FROM t, LATERAL (SELECT f AS g, count(*) AS n FROM u WHERE u.k = t.k GROUP BY f) x",
        "x.a AS a FROM t, LATERAL (SELECT u.v + t.v AS b FROM u WHERE u.k = t.k) AS x(a)",
        "y.m AS m FROM t, LATERAL (SELECT v FROM u WHERE k = t.k) x, LATERAL (SELECT max(v) m FROM t WHERE v < x.v) y",
        "x.v AS v FROM t JOIN LATERAL (SELECT v, k FROM u WHERE u.f < t.f) x ON x.k = t.k",
        "x.v AS v FROM t LEFT JOIN LATERAL (SELECT v, k FROM u WHERE u.k = t.k) x ON x.v > t.v",
        "x.v AS v FROM t, LATERAL (SELECT v FROM u WHERE u.k = t.k UNION SELECT t.v + u.v FROM u) x",
    ],
)
def test_lateral_subquery(numbers, query):
    table = StreamTable(numbers, f"SELECT t.k AS k, {query}")
    numbers.insert("t", ("a", 1, 0.5), ("a", 2, 1.5), ("b", 1, None), (None, None, None))
    numbers.insert("u", ("a", 1, 0.25), ("c", 2, 1.25))
    table.refresh_and_compare()
    numbers.insert("u", ("a", 3, 0.25), ("b", 3, None), (None, 1, None))
    table.refresh_and_compare()
    numbers.delete("u", ("a", 1, 0.25))
    numbers.update("t", ("b", 1, None), ("c", 3, None))
    table.refresh_and_compare()
    numbers.truncate("u")
    numbers.insert("t", ("b", 3, 0.5), ("b", 3, 0.5))
    table.refresh_and_compare()
    numbers.insert("u", ("b", 3, 0.25), ("a", 2, None))
    table.refresh_and_compare()


def test_a_forgotten_outer_form_is_noticed(tagged, monkeypatch):
    original = GenerateRule.state
    monkeypatch.setattr(GenerateRule, "state", lambda r, n, i, c: original(r, replace(n, outer=False), i, c))
    with pytest.raises(AssertionError):
        test_outer_form_keeps_rows_without_elements(tagged, OUTER[0])


def test_a_forgotten_weight_is_noticed(tagged, monkeypatch):
    original = GenerateRule.delta

    def delta(rule, node, inputs, context):
        change = original(rule, node, inputs, context)
        return replace(change, block=replace(change.block, weight=exp.Literal.number(1)))

    monkeypatch.setattr(GenerateRule, "delta", delta)
    with pytest.raises(AssertionError):
        test_array_that_changes_becomes_empty_and_null(tagged, EXPLODED[0])
