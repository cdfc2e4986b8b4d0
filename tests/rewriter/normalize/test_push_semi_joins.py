"""A semi join over an inner join that leaves no row out asks the input that it speaks of; all others stay."""

from __future__ import annotations

import pytest
from tests.rewriter.rounds_of_changes import maintained_through_rounds

from streamtables_rewriter.plan.nodes import AntiJoin, InnerJoin, SemiJoin
from streamtables_rewriter.plan.tree import walk

JOINED = "SELECT t.k, t.v, b.v AS w FROM t JOIN t AS b ON t.k = b.k"


def _rounds(numbers, query):
    table = maintained_through_rounds(numbers, query, ranges=True)
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
