"""The scheduler: a thread that looks at the clock and at the sources' logs, and refreshes what is due."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.definition import backing_name, dotted, split_name, table_key
from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.altering.suspend import suspend
from streamtables.engine.context import Engine
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.refreshing.refresh_run import refresh_scheduled
from streamtables.engine.result import RefreshResult
from streamtables.scheduler.agenda import FAILURES, Agenda, Outcome, ScheduledTable, Versions, is_behind, together
from streamtables.scheduler.clock import Clock, SystemClock
from streamtables.scheduler.lease import LASTS_S, Lease
from streamtables.scheduler.scheduled_tables import scheduled_tables
from streamtables.scheduler.source_versions import SourceVersions
from streamtables.scheduler.status import SchedulerStatus
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.jvm.settings import count_setting, duration_setting
from streamtables.spark.tables.delta_log import DeltaTableLog
from streamtables.spark.tables.newest_version import NewestVersion
from streamtables.spark.tables.term_files import TermFiles

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)

POLL_INTERVAL = "spark.streamtables.scheduler.poll_interval"
LEASE_TIMEOUT = "spark.streamtables.scheduler.lease_timeout"
RUNS = "spark.streamtables.scheduler.runs"
_POLL_S, _RUNS = 0.2, 4
_LEASE_FOLDER = "_streamtables_scheduler"
_LONGEST_PAUSE_S = 30.0
_WITHOUT_TABLES_S = 2.0
_TOLD_AGAIN_AFTER_S = 600.0
_OF_THE_MACHINE = (ReasonCode.SYSTEM_FAILED, ReasonCode.CONFLICT, ReasonCode.CANCELLED)
"""What passes without anybody mending the table."""
_HOPELESS = frozenset({"SOURCE_COLUMN_MISSING", "DIFFERENTIAL_IMPOSSIBLE", "NEWER_FORMAT", "BACKING_TABLE_MISSING"})


@dataclass(frozen=True, slots=True)
class SchedulerSettings:
    """How a scheduler works.

    Attributes:
        poll_s: Seconds between two looks at the sources.
        lease_s: Seconds that a lease lasts.
        runs: How many runs go on beside each other.
    """

    poll_s: float = _POLL_S
    lease_s: float = LASTS_S
    runs: int = _RUNS

    @classmethod
    def of(cls, session: SparkSession) -> SchedulerSettings:
        """Read a session's settings.

        Args:
            session: The user's session.

        Returns:
            The settings.

        Raises:
            SessionError: ``INVALID_SETTING``.
        """
        return cls(
            duration_setting(session, POLL_INTERVAL, _POLL_S),
            duration_setting(session, LEASE_TIMEOUT, LASTS_S),
            count_setting(session, RUNS, default=_RUNS),
        )


class Scheduler:
    """Refreshes stream tables when they are due, in threads of its own.

    Args:
        engine: The engine; it works for nobody.
        settings: How it works.
        clock: The time.
    """

    def __init__(self, engine: Engine, settings: SchedulerSettings, clock: Clock | None = None) -> None:
        self._engine = engine
        self._settings = settings
        self._clock = SystemClock() if clock is None else clock
        self._agenda = Agenda(self._clock)
        self._versions = SourceVersions(self._clock)
        self._registry: tuple[str, NewestVersion, int | None] | None = None
        self._lease: Lease | None = None
        # A run may have ended before its callback is added.
        self._lock = threading.RLock()
        self._stopping = threading.Event()
        self._runs: dict[Future[None], tuple[str, ...]] = {}
        self._leading = False
        self._due: tuple[str, ...] = ()
        self._suspended: dict[str, str] = {}
        self._told_late: dict[str, float] = {}
        self._problem: str | None = None
        self._thread: threading.Thread | None = None
        self._threads = ThreadPoolExecutor(settings.runs, thread_name_prefix="streamtables-scheduled")

    def start(self) -> None:
        """Begin; the first look is taken at once."""
        self._engine.scheduled.set()
        self._thread = threading.Thread(target=self._loop, name="streamtables-scheduler", daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Whether it has begun and was not stopped."""
        return self._thread is not None and self._thread.is_alive() and not self._stopping.is_set()

    def stop(self, timeout_s: float = 60.0) -> bool:
        """Begin no more refreshes, wait for those that run, and let another scheduler work.

        Args:
            timeout_s: For how long to wait, in seconds. What runs still then is left alone: a refresh is one commit,
                made or not.

        Returns:
            Whether everything has ended.
        """
        self._stopping.set()
        self._engine.scheduled.clear()
        if self._thread is not None:
            self._thread.join(timeout_s)
        with self._lock:
            runs = dict(self._runs)
        left = wait(runs, timeout_s).not_done
        if left:
            _LOGGER.warning("Refreshes are still running: %s", ", ".join(_shown(k) for f in left for k in runs[f]))
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._give_back()
        return not left

    def status(self) -> SchedulerStatus:
        """Return what it is doing."""
        with self._lock:
            running = sorted({_shown(key) for keys in self._runs.values() for key in keys})
            late = {_shown(key): seconds for key, seconds in self._agenda.late_s().items()}
            return SchedulerStatus(
                self._leading, tuple(running), tuple(map(_shown, self._due)), late, dict(self._suspended), self._problem
            )

    def _loop(self) -> None:
        pause = self._settings.poll_s
        while not self._stopping.is_set():
            try:
                self._look_on()
            except Exception as error:
                if self._stopping.is_set():
                    return
                pause = min(_LONGEST_PAUSE_S, max(1.0, 2 * pause))
                if self._problem is None:
                    _LOGGER.warning("The scheduler tries again", exc_info=redacted_trace(error))
                self._problem = error_line(error)
            self._stopping.wait(pause)

    def _look_on(self) -> None:
        """Look again and again, with one session: to lend one takes longer than to look."""
        with self._engine.open_session({}) as session:
            while not self._stopping.is_set():
                began = time.monotonic()
                has_tables = self._look(session)
                self._problem = None
                # Looks at slow file systems must not take all the time there is.
                pause = max(self._settings.poll_s, 3 * (time.monotonic() - began))
                self._stopping.wait(pause if has_tables else max(pause, _WITHOUT_TABLES_S))

    def _look(self, session: SparkSession) -> bool:
        """Look once, and begin what is due; return whether anybody has made a stream table."""
        if not self._leads(session):
            return self._lease is not None
        self._follow_registry(session)
        with self._lock:
            names = self._agenda.sources()
        versions = self._versions.look(session, names)
        with self._lock:
            due = self._agenda.due(versions)
            tables = {table.key: table for table in self._agenda.tables()}
            waiting = []
            for group in together([tables[key] for key in due]):
                if len(self._runs) < self._settings.runs and not self._stopping.is_set():
                    self._begin(group, versions)
                else:
                    waiting += [table.key for table in group]
            self._due = tuple(waiting)
            late = self._agenda.late_s()
        self._tell_late(late)
        return True

    def _begin(self, group: Sequence[ScheduledTable], versions: Versions) -> None:
        keys = tuple(table.key for table in group)
        self._agenda.began(keys, versions)
        future = self._threads.submit(self._run, keys)
        self._runs[future] = keys
        future.add_done_callback(self._forget_run)

    def _forget_run(self, future: Future[None]) -> None:
        with self._lock:
            self._runs.pop(future, None)

    def _run(self, keys: Sequence[str]) -> None:
        outcomes: dict[str, tuple[Outcome, str]] = {}
        made: dict[str, int | None] = {}
        try:
            run = refresh_scheduled(self._engine, keys)
            for result in run.results:
                key = _key(result.stream_table)
                outcomes[key] = _outcome(result), result.redacted_reason or result.reason
                if result.version is not None:
                    made[table_key(backing_name(split_name(key)))] = result.version
        except Exception as error:
            _LOGGER.warning("A scheduled run failed: %s", ", ".join(map(_shown, keys)), exc_info=redacted_trace(error))
        hopeless = []
        with self._lock:
            for key in keys:
                # A table that was dropped meanwhile is not among the results.
                outcomes.setdefault(key, (Outcome.WAITS, ""))
            for key, (outcome, reason) in outcomes.items():
                if self._agenda.ended(key, outcome, made):
                    hopeless.append((key, outcome, reason))
                    self._agenda.forget_failures(key)
        for key, outcome, reason in hopeless:
            self._suspend(key, outcome, reason)

    def _suspend(self, key: str, outcome: Outcome, reason: str) -> None:
        often = "" if outcome is Outcome.HOPELESS else f" {FAILURES} times in a row"
        because = f"its scheduled refresh failed{often}: {reason}"
        try:
            suspended = suspend(self._engine, split_name(key), because)
        except Exception as error:
            _LOGGER.warning("%s could not be suspended", _shown(key), exc_info=redacted_trace(error))
            return
        if suspended:
            _LOGGER.warning("%s is suspended: %s", _shown(key), because)
            with self._lock:
                self._suspended[_shown(key)] = because

    def _leads(self, session: SparkSession) -> bool:
        if self._lease is None:
            found = self._engine.registry.version(session)
            if found is None:
                # Nobody has made a stream table yet.
                return False
            log = DeltaTableLog.for_path(session, found[0])
            self._lease = Lease(TermFiles(log, _LEASE_FOLDER), self._clock.monotonic, self._settings.lease_s)
        leads = self._lease.hold()
        if leads != self._leading:
            _LOGGER.info("This scheduler %s", "works" if leads else "waits: another one on the same catalog works")
        if leads and not self._leading:
            self._registry = None
        self._leading = leads
        return leads

    def _follow_registry(self, session: SparkSession) -> None:
        """Take over what DDL has changed."""
        followed = self._registry
        if followed is not None and followed[1].look() == followed[2]:
            return
        found = self._engine.registry.version(session)
        if found is None:
            return
        folder, version = found
        tables, missing = scheduled_tables(self._engine, session, self._engine.registry.entries(session))
        if missing:
            _LOGGER.warning("Not scheduled, since they cannot be found: %s", ", ".join(missing))
        suspended = {_shown(table_key(t.name)) for t in self._engine.registry.entries(session) if t.suspended}
        with self._lock:
            self._agenda.replace(tables)
            self._suspended = {name: why for name, why in self._suspended.items() if name in suspended}
        if followed is None or followed[0] != folder:
            followed = folder, NewestVersion(DeltaTableLog.for_path(session, folder)), None
        self._registry = folder, followed[1], version

    def _tell_late(self, late: Mapping[str, float]) -> None:
        now = self._clock.monotonic()
        for key, seconds in late.items():
            interval = self._agenda.interval_s(key)
            if is_behind(seconds, interval) and now - self._told_late.get(key, -_TOLD_AGAIN_AFTER_S) >= (
                _TOLD_AGAIN_AFTER_S
            ):
                self._told_late[key] = now
                _LOGGER.warning("%s is behind its schedule by %.0f seconds", _shown(key), seconds)

    def _give_back(self) -> None:
        lease, self._lease, self._leading = self._lease, None, False
        if lease is None:
            return
        try:
            with self._engine.open_session({}):
                lease.release()
        except Exception as error:
            _LOGGER.warning("The lease was not given back, and ends by itself", exc_info=redacted_trace(error))


def _outcome(result: RefreshResult) -> Outcome:
    if result.reason_code in _OF_THE_MACHINE or result.mode is RanMode.SKIPPED:
        return Outcome.WAITS
    if result.mode is not RanMode.FAILED:
        return Outcome.DONE
    return Outcome.HOPELESS if result.condition in _HOPELESS else Outcome.FAILED


def _key(stream_table: str) -> str:
    """Return the key of a stream table as a result names it: by schema and name."""
    return table_key(("spark_catalog", *split_name(stream_table)))


def _shown(key: str) -> str:
    return dotted(split_name(key)[1:])
