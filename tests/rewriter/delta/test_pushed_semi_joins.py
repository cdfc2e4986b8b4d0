"""A semi join over an inner join that leaves no row out asks the input that it speaks of; all others stay."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.plan.nodes import AntiJoin, InnerJoin, SemiJoin
from streamtables_rewriter.plan.tree import walk

JOINED = "SELECT t.k, t.v, b.v AS w FROM t JOIN t AS b ON t.k = b.k"


def _rounds(numbers, query):
    numbers.insert("t", ("a", 1, 1.0), ("b", 5, None), ("b", 5, None), (None, 3, 2.0))
    numbers.insert("u", ("a", 4, 1.0), ("a", None, None), ("c", 2, 1.0))
    table = StreamTable(numbers, query, ranges=True)
    for change in (
        lambda: numbers.insert("u", ("b", 2, 0.5), (None, 1, 1.0)),
        lambda: numbers.delete("u", ("a", 4, 1.0)),
        lambda: numbers.update("t", ("a", 1, 1.0), ("c", 1, 1.0)),
        lambda: (numbers.insert("t", ("c", 9, 0.0)), numbers.delete("u", ("c", 2, 1.0))),
        lambda: (numbers.delete("t", ("b", 5, None)), numbers.update("u", ("b", 2, 0.5), ("b", None, None))),
    ):
        change()
        table.refresh_and_compare()
    return [type(node) for node in walk(table.plan.bound.root) if isinstance(node, InnerJoin | SemiJoin | AntiJoin)]


@pytest.mark.parametrize(
    "query",
    [
        f"{JOINED} WHERE t.k IN (SELECT u.k FROM u)",
        f"{JOINED} WHERE EXISTS (SELECT 1 FROM u WHERE u.k = b.k AND u.v < b.v)",
        f"{JOINED} WHERE t.k IN (SELECT u.k FROM u GROUP BY u.k HAVING sum(u.v) > 3)",
        f"SELECT k, count(*) AS n FROM ({JOINED} WHERE t.k IN (SELECT u.k FROM u)) GROUP BY k",
    ],
)
def test_the_input_that_is_asked_for_partners_is_asked_first(numbers, query):
    assert _rounds(numbers, query)[0] is InnerJoin


@pytest.mark.parametrize(
    "query",
    [
        # The join leaves rows out by itself.
        f"{JOINED} WHERE b.v > 1 AND t.k IN (SELECT u.k FROM u)",
        f"{JOINED} AND t.v < b.v WHERE t.k IN (SELECT u.k FROM u)",
        "SELECT t.k FROM t JOIN (SELECT * FROM u WHERE v > 1) AS b ON t.k = b.k WHERE t.k IN (SELECT u.k FROM u)",
        f"{JOINED} WHERE t.k IN (SELECT u.k FROM u) AND EXISTS (SELECT 1 FROM u AS o WHERE o.v = b.v)",
        # Partners of pairs.
        f"{JOINED} WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND u.v > b.v)",
        # Partners of none.
        f"{JOINED} WHERE EXISTS (SELECT 1 FROM u WHERE u.v > 3)",
        f"{JOINED} WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k)",
    ],
)
def test_other_semi_joins_stay_where_they_are(numbers, query):
    assert _rounds(numbers, query)[0] is not InnerJoin
