"""The judges of the soaks must be able to say no."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.reliability.absences import Absences
from tests.reliability.delta_commits import LoggedCommit, Position, RecordedFrontier
from tests.reliability.expected_rows import BrokenRecordError, frontier_at
from tests.reliability.graph import NODES, base_sources, readers
from tests.reliability.log_rules import log_problems
from tests.reliability.tally import Tally

FRONTIER = RecordedFrontier("a", 1, 1, "INITIAL", "created", {"c.s.orders": Position("o", 4)})
COMMIT = LoggedCommit(0, "CTAS", "t", {"id": "a", "version": 1}, FRONTIER, ("a", 1), True, ())


def follow(commit=COMMIT, **changes):
    """A commit behind another one."""
    number = commit.frontier.refresh_number + 1
    frontier = replace(commit.frontier, **{"refresh_number": number, "mode": "DIFFERENTIAL", **changes})
    return replace(commit, version=commit.version + 1, frontier=frontier, transaction=("a", frontier.refresh_number))


def test_commits_in_order_are_right():
    commits = [COMMIT, follow(), follow(follow(), positions={"c.s.orders": Position("o", 9)})]
    assert log_problems("states", commits) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"positions": {"c.s.orders": Position("o", 3)}}, "went back from version 4 to 3"),
        ({"refresh_number": 3}, "refresh 3 after 1"),
        ({"refresh_number": 1}, "refresh 1 after 1"),
        ({"mode": "FULL", "reason": "orders was dropped and created again"}, "FULL without cause"),
        ({"mode": "FULL", "reason": "the differential refresh failed: oh"}, "FULL without cause"),
        ({"mode": "FULL", "reason": "orders was vacuumed below the frontier"}, "FULL without cause"),
        ({"definition_version": 0}, "rows of definition a/0 in a table of a/1"),
        ({"stream_table_id": "b"}, "a new stream table begins with refresh 2"),
    ],
)
def test_commits_that_cannot_follow_each_other_are_told(changes, said):
    problems = log_problems("states", [COMMIT, follow(**changes)])
    assert any(said in problem for problem in problems), problems


@pytest.mark.parametrize(
    "changes",
    [
        {"positions": {"c.s.orders": Position("other", 0)}, "reason": "orders was dropped and created again"},
        {"reason": "requested"},
    ],
)
def test_a_full_refresh_with_a_cause_is_right(changes):
    assert log_problems("states", [COMMIT, follow(mode="FULL", **changes)]) == []


def test_only_auto_weighs():
    weighed = {"mode": "FULL", "reason": "9 changed rows are 90 % of orders, above 10 % recomputing is cheaper"}
    assert log_problems("regions", [COMMIT, follow(**weighed)]) == []
    assert log_problems("states", [COMMIT, follow(**weighed)])


def test_a_commit_of_rows_without_a_frontier_is_told():
    other = replace(COMMIT, version=1, frontier=None, operation="DELETE")
    assert log_problems("states", [COMMIT, other]) == ["states version 1: DELETE changed rows without a frontier"]
    with pytest.raises(BrokenRecordError):
        frontier_at([COMMIT, other])
    assert frontier_at([COMMIT, replace(other, changes_rows=False)]) == FRONTIER


def test_an_absence_explains_errors_until_it_is_over():
    absences = Absences()
    with absences.of("orders"):
        assert absences.explain(("states", "orders"), begun=0.0)
    assert not absences.explain(("states",), begun=0.0)
    assert absences.explain(("orders",), begun=0.0)
    assert not absences.explain(("orders",), begun=1e12)


def test_the_graph_has_a_diamond():
    assert readers("by_customer") == {"diamond", "regions"}
    assert base_sources("diamond") == {"orders"}
    assert all(set(node.reads) & {"orders", *NODES} for node in NODES.values())


def test_problems_that_differ_in_numbers_are_of_one_kind():
    tally = Tally()
    tally.problem("version 3 is gone", "version 12 is gone", "it is late")
    assert sorted(map(len, tally.kinds().values())) == [1, 2]
    assert Tally.from_json(tally.to_json()).problems == tally.problems
