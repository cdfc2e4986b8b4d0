"""All groups of an aggregate, before and after a change: told from states that are computed once."""

from __future__ import annotations

from collections import Counter

import pytest
from sqlglot import exp
from tests.rewriter.duckdb_engine import Database, StreamTable

TOTALS = "(SELECT k, sum(v) AS s, count(*) AS n, avg(v) AS a FROM t GROUP BY k)"
TWICE = f"WITH g AS {TOTALS} SELECT g.k, g.s FROM g WHERE g.s = (SELECT max(s) FROM g)"
PAIRS = f"WITH g AS {TOTALS} SELECT x.k, y.k AS other FROM g x JOIN g y ON x.s < y.s"
NEAR = f"SELECT u.k, g.k AS other FROM u JOIN {TOTALS} g ON u.v < g.s"
LARGEST = f"SELECT max(s) AS most, min(n) AS fewest FROM {TOTALS}"
OVER_ALL = "SELECT k, v FROM u WHERE v > (SELECT avg(v) FROM t)"
EMPTY = "SELECT u.k, x.s, x.n FROM u JOIN (SELECT sum(v) AS s, count(v) AS n FROM t) x ON u.v > x.n"
FLOATS = "SELECT x.k, y.k AS other FROM (SELECT k, max(f) AS s FROM t GROUP BY k) x JOIN u y ON x.s < y.v"
APART = f"SELECT g.k, x.s FROM {TOTALS} g JOIN (SELECT k, sum(v) AS s FROM t WHERE v > 0 GROUP BY k) x ON g.s = x.s"


@pytest.fixture
def rows():
    database = Database({"t": [("k", "string"), ("v", "int"), ("f", "double")], "u": [("k", "string"), ("v", "int")]})
    database.insert("t", ("a", 1, 1.0), ("a", 2, None), ("b", 5, 2.0), (None, 4, 0.5), ("d", None, 0.1))
    database.insert("u", ("x", 2), ("y", 4), (None, 9))
    yield database
    database.connection.close()


def reads_of(table, *changed):
    """Count how often a template reads each state of a source, once for each place."""
    tree = table.plan.delta(frozenset(changed), False).changes.tree
    return Counter(t.name for t in tree.find_all(exp.Table) if t.name.startswith(("__st_new", "__st_old")))


@pytest.mark.parametrize("query", [TWICE, PAIRS, NEAR, LARGEST, OVER_ALL, EMPTY])
def test_rows_are_read_once_for_all_groups_before_and_after(rows, query):
    table = StreamTable(rows, query)
    names = [source.table.name[-1] for source in table.plan.bound.sources]
    reads, source = reads_of(table, *range(len(names))), names.index("t")
    assert (reads[f"__st_new_{source}"], reads[f"__st_old_{source}"]) == (1, 0)
    steps = table.plan.delta(frozenset(range(len(names))), False).steps
    assert any(step.startswith("all_groups") for step in steps)


def changes_of(rows):
    """Change the tables in seven ways, one after the other: groups come, change, go and are left alone."""
    rows.insert("t", ("a", -7, 1.0), ("c", 3, 3.0))
    yield
    rows.delete("t", ("b", 5, 2.0), (None, 4, 0.5))
    rows.insert("u", ("z", 1))
    yield
    rows.insert("t", ("a", 7, None), ("b", 5, 1.5), ("c", None, None))
    yield
    rows.delete("t", ("d", None, 0.1), ("c", 3, 3.0))
    rows.insert("t", ("d", 6, 0.1), (None, 0, 9.0), (None, None, None))
    yield
    rows.insert("t", ("e", 20, None))
    rows.delete("t", ("e", 20, None))
    yield
    for row in rows.connection.sql("SELECT * FROM t").fetchall():
        rows.delete("t", row)
    yield
    rows.insert("t", ("a", 1, 1.0), ("f", 1, None))
    yield


@pytest.mark.parametrize("query", [TWICE, PAIRS, NEAR, LARGEST, OVER_ALL, EMPTY, FLOATS, APART])
def test_groups_that_come_change_and_go(rows, query):
    table = StreamTable(rows, query)
    for _ in changes_of(rows):
        table.refresh_and_compare()


@pytest.mark.parametrize("query", [TWICE, PAIRS, NEAR, LARGEST, OVER_ALL, EMPTY])
def test_all_groups_follow_from_those_of_the_refresh_before(rows, query):
    table = StreamTable(rows, query, ranges=True)
    for _ in changes_of(rows):
        rows.insert("u", ("w", 3))
        table.refresh_and_compare()
    assert table.followed == 6, table.followed


def test_groups_that_follow_are_those_that_the_sources_give(rows):
    table = StreamTable(rows, TWICE, ranges=True)
    for _ in changes_of(rows):
        table.refresh_and_compare()
        step = next(s for s in table.plan.delta(frozenset({0}), False).staging.statements() if s.incremental)
        again = table.sql(step.query)
        differing = f"({again} EXCEPT ALL FROM {step.name}) UNION ALL (FROM {step.name} EXCEPT ALL {again})"
        assert not rows.connection.sql(differing).fetchall()


def test_an_aggregate_of_what_does_not_change_is_computed_once(rows):
    table = StreamTable(rows, OVER_ALL, ranges=True)
    for row in range(4):
        rows.insert("u", ("n", row))
        table.refresh_and_compare()
    assert (table.steps, table.followed) == (1, 3)
    rows.insert("t", ("a", 90, None))
    table.refresh_and_compare()
    rows.insert("u", ("n", 50))
    table.refresh_and_compare()
    assert table.followed == 3


def test_what_the_same_filter_leaves_at_another_time_is_not_known(rows):
    query = "SELECT k FROM u WHERE v > (SELECT count(*) FROM t WHERE cast(v AS DATE) < current_date)"
    changing = StreamTable(rows, query.replace("cast(v AS DATE)", "DATE'2024-01-01'"), clock=True, ranges=True)
    template = changing.plan.delta(frozenset({0}), False)
    assert all(not step.text for step in template.staging.statements())


def test_equal_aggregates_are_one(rows):
    table = StreamTable(rows, TWICE)
    assert reads_of(table, 0) == {"__st_new_0": 1}


def test_aggregates_of_other_rows_are_others(rows):
    assert reads_of(StreamTable(rows, APART), 0)["__st_new_0"] > 1


def test_what_does_not_add_up_is_read_before_and_after(rows):
    reads = reads_of(StreamTable(rows, FLOATS), 0, 1)
    assert reads["__st_old_0"] > 0
