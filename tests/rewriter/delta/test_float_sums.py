"""Sums of floating-point numbers, whose last bits depend on the order in which they are added."""

from __future__ import annotations

import random

import pytest
from tests.rewriter.duckdb_engine import StreamTable

FLOATS = (
    "SELECT s, count(*) AS n FROM (SELECT k, sum(f) AS s FROM t GROUP BY k) GROUP BY s",
    "SELECT a.s, u.v FROM (SELECT k, avg(f) AS s, count(*) AS n FROM t GROUP BY k) a JOIN u ON a.k = u.k",
    "SELECT k, v FROM t WHERE f > (SELECT avg(x.f) FROM t x WHERE x.k = t.k)",
    "SELECT k, sum(DISTINCT f) FILTER (WHERE v > 1) AS s FROM t GROUP BY k UNION SELECT k, sum(f) FROM u GROUP BY k",
    "SELECT max(s) AS m FROM (SELECT k, v, sum(f) AS s FROM t GROUP BY k, v)",
    "SELECT sum(s) AS total FROM (SELECT k, avg(f) AS s FROM t GROUP BY k)",
    "SELECT u.k, c.s FROM u CROSS JOIN (SELECT sum(f) AS s FROM t) c",
)


@pytest.mark.parametrize("query", FLOATS)
def test_float_sums_below_other_operators_come_out_the_same_each_time(numbers, query):
    """Their last bits would not, if they were added in the order in which the rows lie."""
    chance = random.Random(query)
    table = StreamTable(numbers, query)
    rows = {"t": [], "u": []}
    for number in range(30):
        for name, present in rows.items():
            row = (chance.choice("abc"), number % 4, chance.choice((None, 0.1, 0.7, 1e15, -1e15, 1e-9, 3.3)))
            numbers.insert(name, row)
            present.append(row)
            if chance.random() < 0.6:
                numbers.delete(name, present.pop(chance.randrange(len(present))))
            chance.shuffle(numbers.rows[name])
            before = numbers.connection.execute(f"SELECT * FROM {name}__old").fetchall()
            numbers._fill(f"{name}__old", chance.sample(before, len(before)))
        table.refresh()
        again = numbers.connection.execute(table.sql(table.plan.query)).fetchall()
        assert sorted(map(repr, table.rows())) == sorted(map(repr, again))
    assert table.plan.leaves_choices
    for name in rows:
        numbers.truncate(name)
    table.refresh_and_compare()


def test_float_sums_at_the_top_are_added_as_the_rows_come(numbers):
    StreamTable(numbers, "SELECT a.s FROM (SELECT k, max(f) AS s FROM t GROUP BY k) a JOIN u ON a.k = u.k")
    plan = StreamTable(numbers, "SELECT k, sum(f) AS s FROM t GROUP BY k").plan
    assert not plan.leaves_choices
    assert "collect_list" not in plan.initial.tree.sql()
