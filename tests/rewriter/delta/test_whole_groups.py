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


@pytest.mark.parametrize("query", [TWICE, PAIRS, NEAR, LARGEST, OVER_ALL, EMPTY, FLOATS, APART])
def test_groups_that_come_change_and_go(rows, query):
    table = StreamTable(rows, query)
    for change in range(7):
        if change == 0:
            rows.insert("t", ("a", -7, 1.0), ("c", 3, 3.0))
        elif change == 1:
            rows.delete("t", ("b", 5, 2.0), (None, 4, 0.5))
            rows.insert("u", ("z", 1))
        elif change == 2:
            rows.insert("t", ("a", 7, None), ("b", 5, 1.5), ("c", None, None))
        elif change == 3:
            rows.delete("t", ("d", None, 0.1), ("c", 3, 3.0))
            rows.insert("t", ("d", 6, 0.1), (None, 0, 9.0), (None, None, None))
        elif change == 4:
            rows.insert("t", ("e", 20, None))
            rows.delete("t", ("e", 20, None))
        elif change == 5:
            for row in rows.connection.sql("SELECT * FROM t").fetchall():
                rows.delete("t", row)
        else:
            rows.insert("t", ("a", 1, 1.0), ("f", 1, None))
        table.refresh_and_compare()


def test_equal_aggregates_are_one(rows):
    table = StreamTable(rows, TWICE)
    assert reads_of(table, 0) == {"__st_new_0": 1}


def test_aggregates_of_other_rows_are_others(rows):
    assert reads_of(StreamTable(rows, APART), 0)["__st_new_0"] > 1


def test_what_does_not_add_up_is_read_before_and_after(rows):
    reads = reads_of(StreamTable(rows, FLOATS), 0, 1)
    assert reads["__st_old_0"] > 0
