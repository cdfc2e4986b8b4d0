"""Which stream tables are due: schedules, changes, failures and clocks, without Spark."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.scheduler.fake_clock import FakeClock

from streamtables.scheduler.agenda import (
    FAILURES,
    FIRST_DELAY_S,
    LONGEST_DELAY_S,
    UNSEEN_S,
    Agenda,
    Outcome,
    ScheduledTable,
    is_behind,
    together,
)
from streamtables_grammar.statements import ScheduleCron, ScheduleEvery, ScheduleOnChange


def every(seconds):
    return ScheduleEvery(timedelta(seconds=seconds), f"EVERY {seconds} SECONDS")


def table(schedule, key="a", sources=("s",), **more):
    return ScheduledTable(key, f"id of {key}", schedule, "UTC", frozenset(sources), f"{key}__stream", **more)


class Played:
    """An agenda, and what becomes of what is due."""

    def __init__(self, *tables, clock=None):
        self.clock = clock or FakeClock()
        self.agenda = Agenda(self.clock)
        self.agenda.replace(tables)
        self.versions = {"s": 0}

    def due(self):
        return self.agenda.due(self.versions)

    def run(self, outcome=Outcome.DONE, takes=0.0, made=None):
        """Refresh what is due; return what that was."""
        due = self.due()
        self.agenda.began(due, dict(self.versions))
        self.clock.pass_s(takes)
        for key in due:
            if self.agenda.ended(key, outcome, made or {}):
                due.append("suspended")
                break
        return due


def test_a_table_is_due_when_its_interval_has_passed_since_its_last_refresh_began():
    played = Played(table(every(60), last_started=FakeClock().now() - timedelta(seconds=50)))
    assert played.due() == []
    played.clock.pass_s(10)
    assert played.run(takes=5) == ["a"]
    played.versions["s"] += 1
    played.clock.pass_s(54.9)
    assert played.due() == []
    played.clock.pass_s(0.1)
    assert played.due() == ["a"]


def test_nothing_is_run_for_sources_that_did_not_change():
    played = Played(table(every(10)))
    assert played.run() == ["a"]
    for _ in range(5):
        played.clock.pass_s(10)
        assert played.due() == []
    played.versions["s"] += 1
    assert played.due() == [], "its turn is not before the ten seconds have passed"
    played.clock.pass_s(10)
    assert played.due() == ["a"]


def test_now_and_then_a_table_is_refreshed_although_no_source_has_a_new_version():
    played = Played(table(every(10)))
    played.run()
    played.clock.pass_s(UNSEEN_S)
    assert played.due() == ["a"]


def test_rows_that_come_and_go_with_time_need_no_new_version():
    played = Played(table(every(10), always=True))
    played.run()
    played.clock.pass_s(10)
    assert played.due() == ["a"]


def test_missed_turns_are_run_once():
    played = Played(table(every(10), always=True, last_started=FakeClock().now() - timedelta(days=3)))
    assert played.run() == ["a"]
    assert played.due() == []
    played.clock.pass_s(1000)
    assert played.run() == ["a"]
    assert played.due() == []


def test_on_change_is_due_when_a_source_has_a_new_version_and_looked_at_once_at_the_start():
    played = Played(table(ScheduleOnChange()))
    assert played.run() == ["a"]
    played.clock.pass_s(UNSEEN_S + 1)
    assert played.due() == []
    played.versions["s"] += 1
    assert played.run() == ["a"]
    assert played.due() == []


def test_a_change_during_a_refresh_is_seen_after_it():
    played = Played(table(ScheduleOnChange()))
    due = played.due()
    played.agenda.began(due, dict(played.versions))
    played.versions["s"] += 1
    assert played.due() == [], "a table does not overlap with itself"
    played.agenda.ended("a", Outcome.DONE, {})
    assert played.due() == ["a"]


def test_at_most_every_bounds_how_often_changes_are_followed():
    played = Played(table(ScheduleOnChange(every(30))))
    played.run()
    played.versions["s"] += 1
    played.clock.pass_s(29)
    assert played.due() == []
    played.clock.pass_s(1)
    assert played.due() == ["a"]


def test_versions_that_the_run_itself_has_made_are_no_change():
    played = Played(table(ScheduleOnChange(), sources=("s", "b__stream")))
    played.versions["b__stream"] = 4
    played.run(made={"b__stream": 5})
    played.versions["b__stream"] = 5
    assert played.due() == []
    played.versions["b__stream"] = 6
    assert played.due() == ["a"]


def test_a_source_that_is_gone_is_a_change():
    played = Played(table(ScheduleOnChange()))
    played.run()
    played.versions["s"] = None
    assert played.due() == ["a"]


@pytest.mark.parametrize(
    ("zone", "expression", "at"),
    [
        # Berlin's clocks go from 2 to 3 o'clock on 2026-03-29, and from 3 to 2 on 2026-10-25.
        ("Europe/Berlin", "30 2 * * *", ["2026-03-29T01:00", "2026-03-30T00:30"]),
        ("UTC", "30 2 * * *", ["2026-03-29T02:30", "2026-03-30T02:30"]),
        (None, "0 12 * * *", ["2026-03-29T12:00", "2026-03-30T12:00"]),
    ],
)
def test_cron_is_read_in_its_time_zone_changes_of_clock_included(zone, expression, at):
    clock = FakeClock(datetime(2026, 3, 28, 22, 0, tzinfo=timezone.utc))
    played = Played(table(ScheduleCron(expression, zone), always=True), clock=clock)
    ran = []
    for _ in range(60 * 40):
        if played.run():
            ran.append(clock.now().strftime("%Y-%m-%dT%H:%M"))
        clock.pass_s(60)
    assert ran == at


def test_cron_that_was_missed_is_run_once():
    clock = FakeClock(datetime(2026, 5, 4, 12, 0, tzinfo=timezone.utc))
    played = Played(table(ScheduleCron("0 * * * *", "UTC"), last_started=clock.now() - timedelta(hours=5)), clock=clock)
    assert played.run() == ["a"]
    assert played.due() == []
    played.versions["s"] += 1
    clock.pass_s(3600)
    assert played.run() == ["a"]


def test_a_clock_that_is_set_back_leaves_out_no_cron():
    clock = FakeClock(datetime(2026, 5, 4, 12, 0, tzinfo=timezone.utc))
    played = Played(table(ScheduleCron("0 * * * *", "UTC"), always=True), clock=clock)
    clock.set_by(timedelta(days=2))
    played.run()
    clock.set_by(timedelta(days=-2))
    played.due()
    clock.pass_s(3600)
    assert played.due() == ["a"]


def test_intervals_do_not_mind_that_the_clock_is_set():
    played = Played(table(every(60), always=True))
    played.run()
    played.clock.set_by(timedelta(days=-30))
    played.clock.pass_s(60)
    assert played.run() == ["a"]
    played.clock.set_by(timedelta(days=60))
    assert played.due() == []


def test_a_table_that_fails_is_tried_again_with_growing_delays_and_then_suspended():
    played = Played(table(ScheduleCron("0 0 1 1 *", "UTC"), last_started=FakeClock().now() - timedelta(days=800)))
    waited = []
    ran = played.run(Outcome.FAILED)
    while "suspended" not in ran:
        started = played.clock.monotonic()
        while not played.due():
            played.clock.pass_s(1)
        waited.append(played.clock.monotonic() - started)
        ran = played.run(Outcome.FAILED)
    assert waited == [FIRST_DELAY_S * 2**n for n in range(FAILURES - 1)]


def test_failures_count_in_a_row():
    played = Played(table(every(1), always=True))
    for _ in range(5):
        for outcome in (Outcome.FAILED, Outcome.FAILED, Outcome.DONE):
            played.clock.pass_s(LONGEST_DELAY_S)
            assert played.run(outcome) == ["a"]


def test_a_permanent_error_suspends_at_once():
    assert Played(table(every(1))).run(Outcome.HOPELESS) == ["a", "suspended"]


def test_what_the_machine_lacks_never_suspends():
    played = Played(table(every(1)))
    for _ in range(50):
        assert played.run(Outcome.WAITS) == ["a"]
        assert played.due() == []
        played.clock.pass_s(LONGEST_DELAY_S)


def test_a_table_without_schedule_on_which_others_depend_is_counted_too():
    agenda = Agenda(FakeClock())
    told = [agenda.ended("up", Outcome.FAILED, {}) for _ in range(FAILURES)]
    assert told == [False] * (FAILURES - 1) + [True]
    agenda.forget_failures("up")
    assert not agenda.ended("up", Outcome.FAILED, {})


def test_altering_a_schedule_keeps_what_is_known_of_the_others():
    played = Played(table(every(60), "a"), table(every(60), "b"))
    played.run()
    played.versions["s"] += 1
    played.agenda.replace([table(every(5), "a"), table(every(60), "b"), table(ScheduleOnChange(), "c")])
    assert played.run() == ["c"]
    played.clock.pass_s(5)
    assert played.due() == ["a"]
    played.agenda.replace([table(every(60), "b")])
    assert played.due() == []


def test_what_has_waited_longest_comes_first():
    played = Played(table(every(60), "a", always=True), table(every(10), "b", always=True))
    played.run()
    played.clock.pass_s(65)
    assert played.due() == ["b", "a"]
    assert played.agenda.late_s() == {"a": 5, "b": 55}


def test_falling_behind_is_known():
    played = Played(table(every(10), always=True))
    due = played.due()
    played.agenda.began(due, played.versions)
    played.clock.pass_s(25)
    assert played.agenda.late_s() == {"a": 15}
    assert is_behind(15, played.agenda.interval_s("a"))
    assert not is_behind(9, 1)
    assert not is_behind(20, None)
    assert is_behind(31, None)


def test_tables_that_share_a_source_are_refreshed_together():
    one = table(every(1), "one", ("s", "t"))
    two = table(every(1), "two", ("t",))
    above = table(every(1), "above", ("two__stream",))
    other = table(every(1), "other", ("u",))
    groups = [[t.key for t in group] for group in together([one, other, above, two])]
    assert sorted(map(sorted, groups)) == [["above", "one", "two"], ["other"]]


@given(
    st.lists(
        st.tuples(st.floats(0, 400), st.booleans(), st.sampled_from(list(Outcome)), st.integers(-5, 5)), max_size=60
    )
)
def test_whatever_happens_no_table_overlaps_itself_and_none_is_forgotten(steps):
    played = Played(table(every(10)), table(ScheduleOnChange(), "b"), table(ScheduleCron("*/5 * * * *", "UTC"), "c"))
    running: set[str] = set()
    for seconds, changes, outcome, hours in steps:
        played.clock.pass_s(seconds)
        played.clock.set_by(timedelta(hours=hours))
        played.versions["s"] += changes
        due = played.due()
        assert not running & set(due)
        played.agenda.began(due, dict(played.versions))
        running |= set(due)
        if changes:
            for key in sorted(running):
                played.agenda.ended(key, outcome, {})
            running.clear()
    for key in running:
        played.agenda.ended(key, Outcome.DONE, {})
    played.versions["s"] += 1
    played.clock.pass_s(LONGEST_DELAY_S + 10)
    due = set(played.due())
    played.clock.pass_s(300)
    assert due | set(played.due()) == {"a", "b", "c"}


def test_a_renamed_table_is_the_same_one():
    played = Played(table(every(60)))
    played.run()
    renamed = replace(table(every(60)), key="z")
    played.agenda.replace([renamed])
    assert played.due() == []
