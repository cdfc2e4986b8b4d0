"""Which refresh runs, and why."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from streamtables.catalog.costs import RETRY_AFTER, Costs, InitialLoad, PastRefresh, Size
from streamtables.catalog.definition import FullOnly
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import Prediction
from streamtables.engine.reading.read_estimate import ReadEstimate
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.refreshing.decide import RefreshFacts, SourceFacts, decide_refresh, evaluates_most
from streamtables_grammar.statements import RefreshMode

CHANGED = SourceFacts("s.t", changed=True, changed_rows=5, rows=100)
UNCHANGED = SourceFacts("s.t", changed=False, changed_rows=0, rows=100)


def _past(*refreshes: tuple[int, int]) -> tuple[PastRefresh, ...]:
    return tuple(PastRefresh(Size(rows), milliseconds) for rows, milliseconds in refreshes)


def _facts(**given) -> RefreshFacts:
    facts = {
        "mode": RefreshMode.AUTO,
        "requested": None,
        "populated": True,
        "rebuild": None,
        "full_only": None,
        "tracked": True,
        "sources": [CHANGED],
    }
    return RefreshFacts(**{**facts, **given})


def test_a_table_that_was_never_filled_starts_initially():
    assert decide_refresh(_facts(populated=False)).mode is RanMode.INITIAL


@pytest.mark.parametrize("mode", [RefreshMode.AUTO, RefreshMode.DIFFERENTIAL, RefreshMode.FULL])
def test_nothing_runs_without_a_change(mode):
    assert decide_refresh(_facts(mode=mode, sources=[UNCHANGED])).mode is RanMode.NO_CHANGE


def test_a_requested_full_runs_even_without_a_change():
    decision = decide_refresh(_facts(requested=RefreshMode.FULL, sources=[UNCHANGED]))
    assert (decision.mode, decision.reason) == (RanMode.FULL, "requested")


def test_a_small_change_is_differential():
    assert decide_refresh(_facts()).mode is RanMode.DIFFERENTIAL


def test_auto_recomputes_above_a_tenth_and_says_so():
    decision = decide_refresh(_facts(sources=[SourceFacts("s.t", changed=True, changed_rows=11, rows=100)]))
    assert decision.mode is RanMode.FULL
    assert "11 changed rows are 11 % of s.t" in decision.reason


def test_the_share_is_measured_by_each_source_alone():
    large = SourceFacts("s.large", changed=True, changed_rows=10, rows=1000)
    assert decide_refresh(_facts(sources=[large, UNCHANGED])).mode is RanMode.DIFFERENTIAL


def test_auto_recomputes_what_it_would_read_in_full_anyway_until_it_knows_better():
    spread = {"reading": lambda: ReadEstimate(430_000_000, 100_000_000)}
    decision = decide_refresh(_facts(**spread))
    assert decision.mode is RanMode.FULL
    assert "would read about 430 MB, recomputing 100 MB" in decision.reason
    assert decide_refresh(_facts(reading=lambda: ReadEstimate(390, 100))).mode is RanMode.DIFFERENTIAL
    assert decide_refresh(_facts(reading=lambda: None)).mode is RanMode.DIFFERENTIAL
    assert decide_refresh(_facts(**spread, mode=RefreshMode.DIFFERENTIAL)).mode is RanMode.DIFFERENTIAL
    known = Costs(full_ms=1_000, differential=_past(*[(5, 100)] * 3))
    assert decide_refresh(_facts(**spread, costs=known)).mode is RanMode.DIFFERENTIAL
    larger = SourceFacts("s.t", changed=True, changed_rows=1_001, rows=100_000)
    assert decide_refresh(_facts(**spread, costs=known, sources=[larger])).mode is RanMode.FULL
    assert decide_refresh(_facts(**spread, costs=Costs(avoided=RETRY_AFTER))).mode is RanMode.DIFFERENTIAL


def test_strict_mode_stays_differential_for_large_changes():
    large = SourceFacts("s.t", changed=True, changed_rows=90, rows=100)
    assert decide_refresh(_facts(mode=RefreshMode.DIFFERENTIAL, sources=[large])).mode is RanMode.DIFFERENTIAL


@pytest.mark.parametrize("mode", [RefreshMode.AUTO, RefreshMode.DIFFERENTIAL])
def test_a_rebuilt_source_makes_every_mode_full(mode):
    source = SourceFacts("s.t", changed=True, rebuild="s.t was dropped and created again")
    decision = decide_refresh(_facts(mode=mode, sources=[source]))
    assert (decision.mode, decision.reason) == (RanMode.FULL, "s.t was dropped and created again")


def test_rows_that_cannot_be_trusted_are_rebuilt_although_no_source_changed():
    decision = decide_refresh(_facts(rebuild="the frontier cannot be found", sources=[UNCHANGED]))
    assert (decision.mode, decision.reason) == (RanMode.FULL, "the frontier cannot be found")


def test_a_query_that_is_only_recomputed_runs_full_with_its_reason():
    decision = decide_refresh(_facts(full_only=FullOnly("UNSUPPORTED_QUERY.WINDOW", "a window function")))
    assert (decision.mode, decision.reason) == (RanMode.FULL, "a window function")


def test_what_is_not_tracked_always_counts_as_changed():
    facts = _facts(full_only=FullOnly("X", "a parquet table"), tracked=False, sources=[])
    assert decide_refresh(facts).mode is RanMode.FULL


def test_every_alternative_is_told():
    decision = decide_refresh(_facts())
    assert [a.mode for a in decision.alternatives] == [RanMode.NO_CHANGE, RanMode.DIFFERENTIAL, RanMode.FULL]
    assert [a.possible for a in decision.alternatives] == [False, True, True]


FULL_ONLY = FullOnly("X", "a window function")
DEFECT = FullOnly("REWRITER_FAILED", "the rewriter failed on it")
GONE = SourceFacts("s.t", changed=True, rebuild="s.t was dropped and created again")
SLOW = Costs(full_ms=1000, differential=_past((5, 3000), (5, 2500), (5, 2800)))
MET = Costs(full_ms=1000, differential=_past((5, 1500), (5, 1500)), initial_load=InitialLoad.WARM)


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"populated": False}, ReasonCode.FIRST_REFRESH),
        ({"requested": RefreshMode.FULL}, ReasonCode.REQUESTED),
        ({"requested": RefreshMode.DIFFERENTIAL}, ReasonCode.REQUESTED),
        ({"mode": RefreshMode.FULL}, ReasonCode.REFRESH_MODE),
        ({"mode": RefreshMode.DIFFERENTIAL}, ReasonCode.REFRESH_MODE),
        ({"rebuild": "the frontier cannot be found"}, ReasonCode.STORED_STATE_LOST),
        ({"rebuild": "a view", "rebuild_code": ReasonCode.DEFINITION_CHANGED}, ReasonCode.DEFINITION_CHANGED),
        ({"sources": [GONE]}, ReasonCode.SOURCE_REPLACED),
        ({"sources": [UNCHANGED]}, ReasonCode.NOTHING_CHANGED),
        ({"sources": [UNCHANGED], "timed": True}, ReasonCode.TIME_PASSED),
        ({"full_only": FULL_ONLY}, ReasonCode.NOT_MAINTAINABLE),
        ({"full_only": DEFECT}, ReasonCode.INTERNAL_ERROR),
        ({"sources": [SourceFacts("s.t", changed=True, changed_rows=11, rows=100)]}, ReasonCode.LARGE_CHANGE),
        ({"costs": SLOW}, ReasonCode.CHEAPER_BEFORE),
        ({"costs": MET}, ReasonCode.TRIAL),
        ({"reading": lambda: ReadEstimate(430_000_000, 100_000_000)}, ReasonCode.SPREAD_CHANGE),
        ({}, ReasonCode.SOURCES_CHANGED),
    ],
    ids=lambda value: value.name if isinstance(value, ReasonCode) else "",
)
def test_every_reason_has_its_code(given, code):
    decision = decide_refresh(_facts(**given))
    assert decision.code is code
    assert decision.mode.value in code.value.split(":")[0], "the code says with which modes it is given"


HISTORY = Costs(full_ms=1000, differential=_past((5, 3000), (5, 2500), (5, 2800)))


def test_auto_recomputes_where_that_has_been_cheaper():
    decision = decide_refresh(_facts(costs=HISTORY))
    assert decision.mode is RanMode.FULL
    assert decision.reason == "recomputing took 1000 ms, a differential refresh is expected to take 2500 ms"


@pytest.mark.parametrize(
    ("seen", "mode"),
    [((9000,), "DIFFERENTIAL"), ((9000, 2100), "FULL"), ((9000, 1900), "DIFFERENTIAL"), ((9000, 1900, 1200), "FULL")],
)
def test_the_fewer_refreshes_were_seen_the_clearer_they_must_be(seen, mode):
    few = Costs(full_ms=1000, differential=_past(*((5, milliseconds) for milliseconds in seen)))
    assert decide_refresh(_facts(costs=few)).mode.value == mode


def test_a_decision_says_what_it_expects_of_both_modes_and_from_what():
    both = Prediction(2500, 1000, "the last 3 differential refreshes and the last recomputation")
    assert decide_refresh(_facts(costs=HISTORY)).prediction == both
    for given in ({"requested": RefreshMode.FULL}, {"mode": RefreshMode.DIFFERENTIAL}):
        assert decide_refresh(_facts(costs=HISTORY, **given)).prediction == both, given
    first = replace(HISTORY, initial_load=InitialLoad.WARM, differential=_past((5, 400)))
    assert decide_refresh(_facts(costs=first)).prediction == Prediction(None, 1000, "the first filling")
    only = FullOnly("UNSUPPORTED_QUERY.TABLESAMPLE", "it cannot")
    assert decide_refresh(_facts(costs=HISTORY, full_only=only)).prediction == Prediction(
        None, 1000, "the last recomputation"
    )


@pytest.mark.parametrize("given", [{}, {"sources": [UNCHANGED], "costs": HISTORY}])
def test_nothing_is_predicted_of_what_is_not_known_or_does_not_run(given):
    assert decide_refresh(_facts(**given)).prediction is None


def test_a_slightly_dearer_refresh_stays_differential():
    assert decide_refresh(_facts(costs=replace(HISTORY, full_ms=2400))).mode is RanMode.DIFFERENTIAL


@pytest.mark.parametrize(
    ("changed", "mode"), [(100, "DIFFERENTIAL"), (1000, "DIFFERENTIAL"), (10_000, "DIFFERENTIAL"), (80_000, "FULL")]
)
def test_more_rows_than_ever_are_expected_to_take_longer(changed, mode):
    costs = Costs(full_ms=1000, differential=_past((1, 500), (1, 450), (1, 500)))
    source = SourceFacts("s.t", changed=True, changed_rows=changed, rows=1_000_000)
    assert decide_refresh(_facts(costs=costs, sources=[source])).mode.value == mode


def test_changes_of_about_the_same_size_tell_more_than_smaller_ones():
    costs = Costs(full_ms=1000, differential=_past((100, 300), (9_000, 1_500), (9_500, 1_400)))

    def mode(changed):
        source = SourceFacts("s.t", changed=True, changed_rows=changed, rows=1_000_000)
        return decide_refresh(_facts(costs=costs, sources=[source])).mode

    assert mode(10_000) is RanMode.FULL
    assert mode(50) is RanMode.DIFFERENTIAL


def test_rows_all_over_a_table_tell_nothing_of_as_many_side_by_side():
    spread, together = 2_000_000_000, 50_000_000
    source = SourceFacts("s.t", changed=True, changed_rows=5_000, rows=1_000_000, changed_bytes=spread)
    costs = Costs(full_ms=1000, differential=tuple(PastRefresh(Size(5_000, spread), 3_000) for _ in range(3)))
    assert decide_refresh(_facts(costs=costs, sources=[source])).mode is RanMode.FULL
    beside = replace(source, changed_bytes=together)
    assert decide_refresh(_facts(costs=costs, sources=[beside])).mode is RanMode.DIFFERENTIAL
    quick = Costs(full_ms=1000, differential=tuple(PastRefresh(Size(5_000, together), 300) for _ in range(3)))
    assert decide_refresh(_facts(costs=quick, sources=[source])).mode is RanMode.DIFFERENTIAL
    much = {"reading": lambda: ReadEstimate(430_000_000, 100_000_000)}
    assert decide_refresh(_facts(costs=quick, sources=[source], **much)).mode is RanMode.FULL
    assert decide_refresh(_facts(costs=quick, sources=[beside], **much)).mode is RanMode.DIFFERENTIAL


def test_large_changes_tell_nothing_of_a_small_one():
    costs = Costs(full_ms=1000, differential=_past(*[(50_000, 2_000)] * 3))
    source = SourceFacts("s.t", changed=True, changed_rows=5, rows=1_000_000)
    assert decide_refresh(_facts(costs=costs, sources=[source])).mode is RanMode.DIFFERENTIAL


def test_rows_of_a_table_whose_size_is_unknown_are_taken_for_few():
    costs = Costs(full_ms=1000, differential=_past(*[(1, 500)] * 3))
    source = SourceFacts("s.t", changed=True, changed_rows=1_000_000)
    assert decide_refresh(_facts(costs=costs, sources=[source])).mode is RanMode.DIFFERENTIAL


def test_after_many_recomputations_the_table_is_tried_differentially_again():
    assert decide_refresh(_facts(costs=replace(HISTORY, avoided=RETRY_AFTER))).mode is RanMode.DIFFERENTIAL


def test_a_strict_table_has_no_use_for_its_history():
    assert decide_refresh(_facts(mode=RefreshMode.DIFFERENTIAL, costs=HISTORY)).mode is RanMode.DIFFERENTIAL


def test_a_forced_recomputation_does_not_forget_the_differential_refreshes():
    assert HISTORY.with_full(900).differential == HISTORY.differential


def test_recomputing_is_tried_once_where_the_first_filling_tells_too_little():
    filled = Costs(initial_load=InitialLoad.COLD).with_initial_load(4000)
    for _ in range(3):
        assert decide_refresh(_facts(costs=filled)).mode is RanMode.DIFFERENTIAL
        filled = filled.with_differential(Size(5), 1500)
    decision = decide_refresh(_facts(costs=filled))
    assert decision.mode is RanMode.FULL
    assert decision.reason.startswith("to see what recomputing takes")
    tried = filled.with_full(2000).with_differential(Size(5), 1500)
    assert decide_refresh(_facts(costs=tried)).mode is RanMode.DIFFERENTIAL
    assert decide_refresh(_facts(costs=filled.with_full(700))).mode is RanMode.FULL


def test_recomputing_is_not_tried_where_the_first_filling_took_much_longer():
    filled = Costs(full_ms=60_000, differential=_past(*[(5, 20_000)] * 3), initial_load=InitialLoad.COLD)
    assert decide_refresh(_facts(costs=filled)).mode is RanMode.DIFFERENTIAL
    assert decide_refresh(_facts(costs=replace(filled, full_ms=1300, differential=_past(*[(5, 400)] * 3)))).mode is (
        RanMode.DIFFERENTIAL
    )


def test_a_filling_in_a_warm_application_tells_more_than_one_in_a_cold_one():
    filled = Costs(full_ms=4000, differential=_past(*[(5, 1500)] * 3), initial_load=InitialLoad.COLD)
    assert decide_refresh(_facts(costs=filled)).mode is RanMode.FULL
    warm = replace(filled, initial_load=InitialLoad.WARM)
    assert decide_refresh(_facts(costs=warm)).mode is RanMode.DIFFERENTIAL
    assert decide_refresh(_facts(costs=replace(warm, full_ms=2000))).mode is RanMode.FULL


def test_recomputing_is_not_tried_behind_the_first_refresh_of_its_kind():
    """The first one also compiles; one of as large a change tells what others will take."""
    of_other_kind = _past((5000, 9000), (5000, 9000))
    filled = Costs(full_ms=4000, differential=(*of_other_kind, *_past((5, 1500))), initial_load=InitialLoad.COLD)
    assert decide_refresh(_facts(costs=filled)).mode is RanMode.DIFFERENTIAL
    assert decide_refresh(_facts(costs=filled.with_differential(Size(5), 1500))).mode is RanMode.FULL
    known = replace(filled, full_ms=1200, initial_load=None)
    assert decide_refresh(_facts(costs=known)).mode is RanMode.FULL


def test_costs_survive_their_commit():
    assert Costs.from_json(json.loads(json.dumps(HISTORY.to_json()))) == HISTORY
    filled = replace(HISTORY, initial_load=InitialLoad.WARM)
    assert Costs.from_json(json.loads(json.dumps(filled.to_json()))) == filled
    known = Costs(1, (PastRefresh(Size(2, 4), 3),))
    assert Costs.from_json([1, [[2, 4, 3]], 0]) == Costs.from_json([1, [[2, 4, 3]], 0, True]) == known
    assert Costs.from_json([1, [[2, 3]], 0]) == Costs(1, _past((2, 3)))
    assert Costs.from_json(None) == Costs()


def test_only_auto_tries_and_only_what_is_new():
    known = Costs(full_ms=1_000, differential=_past((5, 100)))
    assert decide_refresh(_facts()).is_try
    assert not decide_refresh(_facts(costs=known)).is_try
    assert decide_refresh(_facts(costs=replace(known, avoided=RETRY_AFTER))).is_try
    assert decide_refresh(_facts(costs=replace(known, differential=_past((50_000, 100))))).is_try
    nulls = SourceFacts("s.t", changed=True, rows=100)
    assert decide_refresh(_facts(sources=[nulls])).is_try
    assert not decide_refresh(_facts(sources=[nulls], costs=known)).is_try
    assert not decide_refresh(_facts(mode=RefreshMode.DIFFERENTIAL)).is_try
    assert not decide_refresh(_facts(requested=RefreshMode.DIFFERENTIAL)).is_try
    assert not decide_refresh(_facts(mode=RefreshMode.FULL)).is_try


def test_window_functions_over_much_of_a_source_are_evaluated_once():
    assert evaluates_most("s.t", 25, 100, 1000) is None
    assert "over 26 rows of s.t (26 %), above 25 % recomputing" in evaluates_most("s.t", 26, 100, 1000)
    assert "over 21 rows of s.t (21 %), above 20 rows recomputing" in evaluates_most("s.t", 21, 100, 10)
    assert evaluates_most("s.t", 20, 100, 10) is None


@pytest.mark.parametrize(
    ("sources", "runs"),
    [
        ([CHANGED], True),
        ([UNCHANGED, SourceFacts("s.u", changed=True, changed_rows=51, rows=100)], False),
        ([SourceFacts("s.u", changed=True, rebuild="it was created again", rows=100)], False),
    ],
)
def test_a_fuse_blows_where_more_changed_than_it_allows(sources, runs):
    facts = _facts(sources=sources, fuse=0.5)
    decision = decide_refresh(facts)
    assert ((decision.mode, decision.code) != (RanMode.SKIPPED, ReasonCode.FUSE_BLOWN)) is runs
    for mode in (RefreshMode.FULL, RefreshMode.DIFFERENTIAL):
        assert decide_refresh(replace(facts, requested=mode)).mode is not RanMode.SKIPPED


def test_a_fuse_that_cannot_tell_how_much_changed_says_so():
    unseen = [SourceFacts("s.t", changed=True, rows=100), SourceFacts("s.u", changed=True, changed_rows=1), CHANGED]
    decision = decide_refresh(_facts(sources=unseen, fuse=0.5))
    assert decision.mode is not RanMode.SKIPPED
    assert decision.reason.endswith("the log does not tell streamtables.fuse how much changed of s.t, s.u")
    assert "streamtables.fuse" not in decide_refresh(_facts(sources=unseen)).reason
    assert "streamtables.fuse" not in decide_refresh(_facts(sources=[UNCHANGED], fuse=0.5)).reason
