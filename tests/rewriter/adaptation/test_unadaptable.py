"""When the rows of a changed query are not made from the stored ones, though a few rows would never show it."""

from __future__ import annotations

import pytest

from streamtables_rewriter.adaptation.adapt import Adaptation, Unadaptable, adapt
from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.compile import Apply, compile_query


@pytest.fixture
def adapted(numbers):
    def run(before, after, apply=Apply.AUTO):
        bound = (bind_query(text, numbers.relations, clock=True) for text in (before, after))
        return adapt(*(compile_query(one, numbers.oracle, apply=apply) for one in bound))

    return run


@pytest.mark.parametrize(
    ("before", "after", "reason"),
    [
        # 0.0 and -0.0 are one group, and one row: which of them is stored is not known.
        ("SELECT f, count(*) AS n FROM t GROUP BY f", "SELECT f, count(*) AS n FROM t WHERE f > 0 GROUP BY f", "equal"),
        ("SELECT f FROM t", "SELECT CAST(f AS STRING) AS f FROM t", "equal values of f"),
        ("SELECT f, k FROM t", "SELECT k FROM t WHERE f < 1", "equal values of f"),
        ("SELECT count(*) AS n FROM t", "SELECT count(*) AS n FROM t WHERE 1 = 0", "only group"),
        ("SELECT k, v FROM t", "SELECT k FROM t ORDER BY k LIMIT 3", "LIMIT"),
        ("SELECT k, v FROM t ORDER BY k LIMIT 3", "SELECT k FROM t ORDER BY k LIMIT 3", "the first ones"),
        ("SELECT k, max(v) AS m FROM t GROUP BY k HAVING max(v) > 1", "SELECT k, max(v) AS m FROM t GROUP BY k", ""),
        ("SELECT k, v FROM t", "SELECT k, v FROM u", "it reads u where it read t"),
        ("SELECT DISTINCT k, v FROM t", "SELECT DISTINCT k FROM t", "grouped in another way"),
        ("SELECT k, v FROM t", "SELECT k, v FROM t WHERE v > extract(day FROM current_date)", "time passes"),
        ("SELECT t.k, u.v FROM t LEFT JOIN u ON t.k = u.k", "SELECT t.k, u.v FROM t JOIN u ON t.k = u.k", "a join"),
        ("SELECT k, median(v) AS m FROM t GROUP BY k", "SELECT k, avg(v) AS a FROM t GROUP BY k", "does not follow"),
    ],
)
def test_what_does_not_follow_from_stored_rows_is_computed_anew(adapted, before, after, reason):
    found = adapted(before, after)
    if not reason:
        assert isinstance(found, Adaptation)
        return
    assert isinstance(found, Unadaptable)
    assert reason in found.reason


def test_the_same_query_in_other_words_keeps_its_rows(adapted):
    before = "SELECT k, count(*) AS n FROM (SELECT * FROM t WHERE v > 0) WHERE k > 'a' GROUP BY k HAVING count(*) > 1"
    after = "SELECT x.k, count(1) AS n FROM t AS x WHERE x.k > 'a' AND x.v > 0 GROUP BY x.k HAVING count(*) > 1"
    for apply in (Apply.AUTO, Apply.MERGE):
        found = adapted(before, after, apply)
        assert (found.keeps_rows, found.is_same) == (True, True)
        assert not adapted(before, after.replace("> 1", "> 2"), apply).is_same
        assert adapted(before, after, apply).filtered is False
