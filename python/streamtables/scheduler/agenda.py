"""Which stream tables are due. Pure: schedules, versions of sources and a clock in, names out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import Enum
from zoneinfo import ZoneInfo

from cronsim import CronSim

from streamtables.scheduler.clock import Clock
from streamtables_grammar.statements import Schedule, ScheduleCron, ScheduleEvery, ScheduleOnChange

FAILURES = 3
"""Refreshes that fail in a row before a stream table is suspended."""
FIRST_DELAY_S, LONGEST_DELAY_S = 5.0, 300.0
"""Before a stream table that failed is tried again; doubled each time."""
UNSEEN_S = 600.0
"""After so long a table is refreshed although no source has changed: views and functions change without a version."""
_LATE_S = 30.0
_JUMP_S = 2.0
"""Difference between both of the clock's times above which the time of day has been set."""

Versions = Mapping[str, int | None]
"""The newest version of each Delta table, by its key (``table_key``); None where there is none."""


class Outcome(Enum):
    """What became of a refresh, as far as the next one depends on it."""

    DONE = "it ran, or had nothing to do"
    WAITS = "it waits for others: a table that it reads failed, or the machine did"
    FAILED = "it failed"
    HOPELESS = "it failed, and will fail until somebody mends the table"


@dataclass(frozen=True, slots=True)
class ScheduledTable:
    """What there is to know of a stream table that has a schedule.

    Attributes:
        key: Its full name as ``table_key`` gives it.
        id: Its id, which lasts as long as it does.
        schedule: When it is to be refreshed.
        time_zone: In which CRON is read where it names none.
        sources: Keys of the Delta tables on which its rows depend: without a new version of one of them a refresh has
            nothing to do.
        fills: Key of the table that holds its rows.
        always: Whether there may be something to do although no source has a new version: rows come and go as time
            passes, or sources have no versions.
        last_started: When its last refresh began, before this process knew of it.
    """

    key: str
    id: str
    schedule: Schedule
    time_zone: str
    sources: frozenset[str]
    fills: str
    always: bool = False
    last_started: datetime | None = None

    @property
    def interval_s(self) -> float | None:
        """Seconds between two refreshes, where the schedule says so."""
        schedule = self.schedule.at_most if isinstance(self.schedule, ScheduleOnChange) else self.schedule
        return schedule.interval.total_seconds() if isinstance(schedule, ScheduleEvery) else None


@dataclass(slots=True)
class _Entry:
    table: ScheduledTable
    started: float
    cron: datetime | None = None
    seen: dict[str, int | None] = field(default_factory=dict)
    began_with: dict[str, int | None] = field(default_factory=dict)
    known: bool = False
    running: bool = False
    ran: float | None = None
    failures: int = 0
    delay_s: float = 0.0
    not_before: float = 0.0
    due_since: float | None = None


class Agenda:
    """Knows of each scheduled stream table when it was refreshed last, and says which are due.

    Args:
        clock: The time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._entries: dict[str, _Entry] = {}
        self._offset = self._wall_offset()
        self._failures_of_others: dict[str, int] = {}

    def replace(self, tables: Iterable[ScheduledTable]) -> None:
        """Take over which tables have which schedules; of those that go on all is remembered.

        Args:
            tables: All that have one.
        """
        entries = {}
        for table in tables:
            entry = self._entries.get(table.id)
            is_new = entry is None
            if entry is None:
                entry = _Entry(table, self._started(table))
            if is_new or entry.table.schedule != table.schedule:
                entry.cron, entry.due_since = self._next_cron(table, entry), None
            entry.table = table
            entries[table.id] = entry
        self._entries = entries

    def due(self, versions: Versions) -> list[str]:
        """Return what is to be refreshed now, what has waited longest first.

        A table whose time has come, but of whose sources none has changed, has been looked at by this.

        Args:
            versions: The newest versions of all sources.

        Returns:
            Keys of tables.
        """
        self._follow_clock()
        now, due = self._clock.monotonic(), []
        for entry in self._entries.values():
            if entry.running or now < entry.not_before:
                continue
            if not self._is_time(entry, versions, now):
                entry.due_since = None
                continue
            if not entry.failures and self._rests(entry, versions, now):
                self._looked_at(entry, now)
                continue
            if entry.due_since is None:
                entry.due_since = self._due_at(entry, now)
            due.append(entry)
        due.sort(key=lambda entry: (entry.due_since or now, entry.table.key))
        return [entry.table.key for entry in due]

    def began(self, keys: Iterable[str], versions: Versions) -> None:
        """Note that refreshes have begun.

        Args:
            keys: The tables.
            versions: The sources' versions, from before they began.
        """
        now, wanted = self._clock.monotonic(), set(keys)
        for entry in self._entries.values():
            if entry.table.key in wanted:
                entry.running, entry.started, entry.due_since = True, now, None
                entry.began_with = {name: versions.get(name) for name in entry.table.sources}
                entry.cron = self._next_cron(entry.table, entry)

    def ended(self, key: str, outcome: Outcome, made: Versions) -> bool:
        """Note what became of a refresh.

        Args:
            key: The table; it may be one without a schedule, on which others depend.
            outcome: What became of it.
            made: The versions that the run has made of tables that hold rows of stream tables.

        Returns:
            Whether the table is to be suspended.
        """
        now, found = self._clock.monotonic(), [e for e in self._entries.values() if e.table.key == key]
        if not found:
            return self._other_ended(key, outcome)
        for entry in found:
            entry.running = False
            if outcome is Outcome.DONE:
                own = {name: made[name] for name in entry.table.sources & made.keys()}
                entry.seen, entry.known, entry.ran = {**entry.began_with, **own}, True, now
                entry.failures, entry.delay_s = 0, 0.0
                return False
            entry.delay_s = min(LONGEST_DELAY_S, 2 * entry.delay_s or FIRST_DELAY_S)
            entry.not_before = now + entry.delay_s
            if outcome is not Outcome.WAITS:
                entry.failures += 1
        return outcome is Outcome.HOPELESS or any(entry.failures >= FAILURES for entry in found)

    def _other_ended(self, key: str, outcome: Outcome) -> bool:
        if outcome is Outcome.DONE:
            self._failures_of_others.pop(key, None)
        elif outcome is not Outcome.WAITS:
            self._failures_of_others[key] = self._failures_of_others.get(key, 0) + 1
        return outcome is Outcome.HOPELESS or self._failures_of_others.get(key, 0) >= FAILURES

    def forget_failures(self, key: str) -> None:
        """Begin to count anew, since a table has been suspended.

        Args:
            key: The table.
        """
        self._failures_of_others.pop(key, None)
        for entry in self._entries.values():
            if entry.table.key == key:
                entry.failures, entry.delay_s, entry.not_before, entry.known = 0, 0.0, 0.0, False

    def late_s(self) -> dict[str, float]:
        """Return for how many seconds tables have been due, or refreshed beyond their next time, by key."""
        now, late = self._clock.monotonic(), {}
        for entry in self._entries.values():
            if entry.due_since is not None:
                late[entry.table.key] = now - entry.due_since
            elif entry.running and entry.table.interval_s is not None:
                beyond = now - entry.started - entry.table.interval_s
                if beyond > 0:
                    late[entry.table.key] = beyond
        return late

    def interval_s(self, key: str) -> float | None:
        """Return how often a table is to be refreshed, in seconds; None where its schedule does not say."""
        return next((e.table.interval_s for e in self._entries.values() if e.table.key == key), None)

    def sources(self) -> frozenset[str]:
        """Return the keys of all Delta tables that have to be looked at."""
        return frozenset(name for entry in self._entries.values() for name in entry.table.sources)

    def tables(self) -> Sequence[ScheduledTable]:
        """Return all scheduled tables."""
        return [entry.table for entry in self._entries.values()]

    def _is_time(self, entry: _Entry, versions: Versions, now: float) -> bool:
        if entry.failures:
            return True
        schedule, interval = entry.table.schedule, entry.table.interval_s
        if isinstance(schedule, ScheduleCron):
            return entry.cron is not None and self._clock.now() >= entry.cron
        if interval is not None and now - entry.started < interval:
            return False
        if isinstance(schedule, ScheduleOnChange):
            # A table that this process has not refreshed yet is looked at once.
            return not entry.known or any(versions.get(n) != entry.seen.get(n) for n in entry.table.sources)
        return isinstance(schedule, ScheduleEvery)

    def _rests(self, entry: _Entry, versions: Versions, now: float) -> bool:
        """Return whether a refresh would find nothing to do, as far as versions tell."""
        if entry.table.always or not entry.known or entry.ran is None or now - entry.ran >= UNSEEN_S:
            return False
        return all(versions.get(name) == entry.seen.get(name) for name in entry.table.sources)

    def _looked_at(self, entry: _Entry, now: float) -> None:
        entry.started, entry.due_since = now, None
        entry.cron = self._next_cron(entry.table, entry)

    def _due_at(self, entry: _Entry, now: float) -> float:
        """Return since when a table has been due, as seconds of the clock that does not jump."""
        if entry.cron is not None:
            return now - max(0.0, (self._clock.now() - entry.cron).total_seconds())
        if isinstance(entry.table.schedule, ScheduleEvery) and entry.table.interval_s is not None:
            return max(entry.not_before, min(now, entry.started + entry.table.interval_s))
        return now

    def _started(self, table: ScheduledTable) -> float:
        """Return when the last refresh of a table began that this process has not seen."""
        now = self._clock.monotonic()
        if table.last_started is None:
            return now - (table.interval_s or 0.0)
        return now - max(0.0, (self._clock.now() - table.last_started).total_seconds())

    def _next_cron(self, table: ScheduledTable, entry: _Entry) -> datetime | None:
        if not isinstance(table.schedule, ScheduleCron):
            return None
        after = self._clock.now()
        if entry.ran is None and not entry.running and table.last_started is not None:
            # What was missed while nobody ran it is made up for, once.
            after = min(after, table.last_started)
        zone = ZoneInfo(table.schedule.time_zone or table.time_zone)
        return next(CronSim(table.schedule.expression, after.astimezone(zone)))

    def _follow_clock(self) -> None:
        """Reckon CRON anew where the time of day has been set back: what lies ahead would be left out."""
        offset = self._wall_offset()
        if abs(offset - self._offset) > _JUMP_S:
            for entry in self._entries.values():
                if entry.cron is not None and offset < self._offset:
                    entry.ran = entry.ran if entry.ran is not None else self._clock.monotonic()
                    entry.cron = self._next_cron(entry.table, entry)
            self._offset = offset

    def _wall_offset(self) -> float:
        return self._clock.now().timestamp() - self._clock.monotonic()


def together(tables: Sequence[ScheduledTable]) -> list[list[ScheduledTable]]:
    """Divide tables into those that share a source, or read each other, and so are refreshed in one run.

    All tables of a run are refreshed from the same versions; who compares two tables over one source sees one state.

    Args:
        tables: Tables that are due.

    Returns:
        The groups, in the order of their first tables.
    """
    groups: list[tuple[set[str], list[ScheduledTable]]] = []
    for table in tables:
        sources, members = {*table.sources, table.fills}, [table]
        for group in [group for group in groups if group[0] & sources]:
            groups.remove(group)
            sources |= group[0]
            members = [*group[1], *members]
        groups.append((sources, members))
    return [members for _, members in groups]


def is_behind(late_s: float, interval_s: float | None) -> bool:
    """Return whether a table is so late that somebody should know.

    Args:
        late_s: For how many seconds it has been late.
        interval_s: How often it is to be refreshed, in seconds; None where its schedule does not say.

    Returns:
        True where it has missed a whole turn and more than ten seconds; without turns, more than thirty seconds.
    """
    return late_s > (_LATE_S if interval_s is None else max(interval_s, _LATE_S / 3))
