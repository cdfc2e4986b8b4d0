"""A run: several stream tables refreshed in order, on one pinned version of every base table."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import partial
from typing import TYPE_CHECKING
from uuid import uuid4

from streamtables.catalog.definition import Definition, dotted, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import RequestedBy
from streamtables.catalog.registry import RegisteredTable
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.catalog.triggers import has_triggers
from streamtables.engine.concurrency.conflicts import Backoff, OutdatedPinsError
from streamtables.engine.context import Engine
from streamtables.engine.defects import is_strict
from streamtables.engine.defining.reconcile import reconcile, reconcile_all, reconcile_readable, require, shows
from streamtables.engine.progress import RunProgress
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.refreshing.chosen_tables import ChosenTables
from streamtables.engine.refreshing.parallel_order import in_parallel_order, parallelism_of
from streamtables.engine.refreshing.refresh import Refresher
from streamtables.engine.refreshing.report import UNFILLED, OnError, answer, failed, record, skipped, suspended_reason
from streamtables.engine.result import Refreshed, RefreshResult
from streamtables.engine.sources.catalog_check import CatalogChangedError, CatalogCheck
from streamtables.engine.sources.pins import Pins
from streamtables.engine.system_errors import error_of_dropped, system_error
from streamtables.engine.writing.compaction import compact_later
from streamtables.engine.writing.stale_cache import tell_of_cache
from streamtables.engine.writing.warm_snapshot import prepare_later
from streamtables.errors import SourceError, StreamTableNotFoundError
from streamtables.spark.failures.failure_kind import is_cancelled
from streamtables.spark.lookup.catalog_lookup import CatalogEntry, CatalogLookup
from streamtables.spark.statements.caller import working_beside
from streamtables.spark.tables.shared_cache import follow_commit
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import RefreshMode

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class RefreshRun:
    """One run over a part of the graph.

    Args:
        engine: The engine.
        session: A session of our own, for the whole run.
        chosen: The stream tables.
        requested: The mode asked for, by ``table_key``.
        backoff: Says for how long to try again where others commit first.
        done: What the run has done before it began again, by ``table_key``; it is added to.
        followed: When the refreshes began, by ``table_key``, of tables that have triggers: what these do is known
            before the history tells of the refresh. It is added to.
        run_id: Under which the history keeps all tables of the run.
        trusting: Whether tables are taken to be where they were found before, while the catalog is asked whether they
            are. Before anything is committed a ``CatalogChangedError`` says if they are not.
        strict: Whether defects are raised instead of recomputed around.
        parallelism: How many tables are refreshed at a time, where none of them reads another.

    Attributes:
        errors: What the tables that failed have raised.
    """

    def __init__(
        self,
        engine: Engine,
        session: SparkSession,
        chosen: ChosenTables,
        requested: Mapping[str, RefreshMode],
        backoff: Backoff,
        done: dict[str, RefreshResult],
        followed: dict[str, str],
        run_id: str,
        *,
        trusting: bool,
        strict: bool,
        parallelism: int,
    ) -> None:
        self._parallelism = parallelism
        self.errors: list[Exception] = []
        self._run_id = run_id
        self._engine = engine
        self._tables = chosen.tables
        self._graph = chosen.graph
        self._requested_by = chosen.requested_by
        self._done = done
        self._followed = followed
        self._requested = requested
        self._trusting = trusting
        self._strict = strict
        self._refresher = Refresher(
            engine.open_session, engine.programs, engine.files, engine.step_cache, backoff, strict=strict
        )
        self._session = session
        self._lookup = CatalogLookup(session)
        self._check = CatalogCheck(self._lookup, engine.lookups, strict=strict)
        self._pins = Pins(self._lookup, engine.sources, self._check if trusting else None)
        self._states: dict[str, tuple[StoredState, float]] = {}
        self._suspended: dict[str, str] = {}
        self._unfilled: set[str] = set()
        self._with_triggers: set[str] = set()
        self._committed: list[QualifiedName] = []
        self._progress = RunProgress(engine.followers, len(chosen.tables))
        self._pin_base_tables()

    def refresh_all(self) -> list[RefreshResult]:
        """Refresh every table that can be; those below a failed one are skipped.

        Returns:
            A result for each table, in order.

        Raises:
            CatalogChangedError: What was taken for granted is not so; nothing was refreshed.
            OutdatedPinsError: Somebody else has refreshed some from newer versions of their sources.
            Exception: The user cancelled the statement.
        """
        names = {table_key(table.name): table for table in self._tables}
        results: dict[str, tuple[RefreshResult, str]] = {}

        def refresh(name: str, session: SparkSession | None = None) -> None:
            started_at = datetime.now(timezone.utc).isoformat()
            failed_ones = (results[source][0] for source in self._graph.direct_sources(name) & names.keys())
            blocking = sorted(one.stream_table for one in failed_ones if _blocks(one))
            if blocking:
                reason = f"{', '.join(blocking)} could not be refreshed"
                result = skipped(dotted(names[name].name[1:]), reason, ReasonCode.UPSTREAM_FAILED)
            else:
                result = self._refresh(names[name], session or self._session)
            results[name] = result, started_at

        def refresh_beside(name: str) -> None:
            # Each thread has an active session and properties of jobs of its own.
            with ExitStack() as stack:
                if self._engine.user is not None:
                    stack.enter_context(working_beside(self._engine.user, threading.current_thread().name))
                refresh(name, stack.enter_context(self._engine.open_session({})))

        sources = {name: self._graph.direct_sources(name) & names.keys() for name in names}
        try:
            in_parallel_order(sources, self._parallelism, self._engine.workers, refresh, refresh_beside)
        finally:
            # Not before: the tables that are still to be refreshed need the processors.
            for committed in self._committed:
                prepare_later(self._engine, committed)
        # A run that begins again refreshes them again, so that they are known at its end.
        for name, (result, started_at) in results.items():
            if result.mode in (RanMode.FAILED, RanMode.SKIPPED):
                self._record(names[name], result, started_at)
        return [results[name][0] for name in names]

    def follow(self, results: Sequence[RefreshResult]) -> list[RefreshResult]:
        """Let happen what follows a run, and tell the history what waited for it; give and take a result for each."""
        refreshed: Sequence[Refreshed] = [
            Refreshed(table.name, table.id, result, table_key(table.name) in self._with_triggers)
            for table, result in zip(self._tables, results, strict=True)
        ]
        # What a statement has failed to maintain may be undone: whatever is left follows the next run.
        may_be_undone = self.errors and set(self._requested_by.values()) == {RequestedBy.IMMEDIATE}
        try:
            for follow in () if may_be_undone else self._engine.after_runs:
                refreshed = follow(self._engine, refreshed)
        finally:
            for table, one in zip(self._tables, refreshed, strict=True):
                started_at = self._followed.pop(table_key(table.name), None)
                if started_at is not None:
                    self._record(table, one.result, started_at)
        return [one.result for one in refreshed]

    def _record_done(self, table: RegisteredTable, result: RefreshResult, started_at: str) -> None:
        if result.mode is RanMode.SKIPPED:
            return
        if table_key(table.name) in self._with_triggers:
            self._followed.setdefault(table_key(table.name), started_at)
        else:
            self._record(table, result, started_at)

    def _record(self, table: RegisteredTable, result: RefreshResult, started_at: str) -> None:
        requested_by = self._requested_by[table_key(table.name)]
        is_left_out = result.mode is RanMode.NO_CHANGE or result.reason_code is ReasonCode.UNFILLED
        if requested_by is RequestedBy.IMMEDIATE and is_left_out:
            # Each reading of an IMMEDIATE table would write a row.
            return
        record(self._engine, result, started_at, self._run_id, requested_by, table.id)

    def _refresh(self, table: RegisteredTable, session: SparkSession) -> RefreshResult:
        started_at, started = datetime.now(timezone.utc).isoformat(), time.perf_counter()
        name, key = QualifiedName(table.name), table_key(table.name)
        try:
            requested = self._requested.get(key)
            if key in self._suspended:
                return skipped(dotted(table.name[1:]), self._suspended[key], ReasonCode.SUSPENDED)
            if key in self._unfilled:
                return skipped(dotted(table.name[1:]), UNFILLED, ReasonCode.UNFILLED)
            known, seconds = self._states.pop(key, (None, 0.0))
            asked, tell = self._requested_by[key], self._progress.begin(dotted(table.name[1:]))
            result = self._refresher.refresh(
                name, self._pins, requested, known, already_s=seconds, requested_by=asked, tell=tell
            )
        except (CatalogChangedError, OutdatedPinsError):
            raise
        except Exception as error:
            # Whatever went wrong may come of a table that is not where it was.
            if self._trusting and isinstance(error, StreamTableNotFoundError):
                raise CatalogChangedError from error
            self._check.require()
            told = error_of_dropped(session, table, error)
            if told is error:
                told = system_error(error, self._pins.pinned()) or error
            else:
                told.__cause__ = error
            took_ms = round(1000 * (time.perf_counter() - started))
            result = failed(dotted(table.name[1:]), told, took_ms)
            if is_cancelled(error):
                self._record(table, result, started_at)
                raise
            self.errors.append(told)
            return result
        self._pins.move(table.backing, result.version)
        if result.redefined:
            reconcile(self._engine, session, table.name)
        earlier = self._done.get(key)
        if earlier is not None and result.mode is RanMode.NO_CHANGE:
            return earlier
        self._done[key] = result
        if result.compaction_due:
            compact_later(self._engine, name, overdue=result.compaction_overdue)
        if result.committed:
            stale = follow_commit(session, table.backing)
            result = tell_of_cache(result, stale, strict=self._strict)
            self._committed.append(name)
        self._record_done(table, result, started_at)
        return result

    def _pin_base_tables(self) -> None:
        """Pin what the run does not write itself, once, before anything is read."""
        written = {table_key(table.backing) for table in self._tables}
        for table in self._tables:
            name = QualifiedName(table.name)
            started = time.perf_counter()
            try:
                if self._trusting:
                    state = self._engine.folders.load_state(self._session, table.id, name)
                    self._check.expect(table.name, partial(_is_stream_table, table.id, state.definition))
                else:
                    state = load_state(self._lookup, name)
                if state.definition.suspended:
                    self._suspended[table_key(table.name)] = suspended_reason(state.definition)
                    continue
                if not state.populated and self._requested_by[table_key(table.name)] is RequestedBy.IMMEDIATE:
                    self._unfilled.add(table_key(table.name))
                    continue
                for source in state.definition.base_tables:
                    full = state.definition.relations[source].name
                    if table_key(full) not in written:
                        self._pins.pin(full)
            except (SourceError, StreamTableError):
                continue
            if has_triggers(state.snapshot.properties):
                self._with_triggers.add(table_key(table.name))
            self._states[table_key(table.name)] = (state, time.perf_counter() - started)
        if self._trusting:
            self._check.begin()


def refresh_stream_tables(
    engine: Engine,
    session: SparkSession,
    names: Sequence[QualifiedName],
    mode: RefreshMode | None,
    *,
    upstream: bool = True,
    cascade: bool = False,
) -> list[RefreshResult]:
    """Refresh some stream tables, and the IMMEDIATE ones that read them.

    Args:
        engine: The engine.
        session: The user's session, for names that are not full.
        names: The stream tables.
        mode: FULL or DIFFERENTIAL for the named ones; None for their own.
        upstream: Whether the stream tables that they read are refreshed first.
        cascade: Whether those that read them follow.

    Returns:
        A result for each refreshed table, in order.

    Raises:
        StreamTableNotFoundError: A name is no stream table; nothing was refreshed.
        RefreshError: Some of several tables failed; the others were refreshed. The error of the only table is its own.
    """
    on_error = OnError.of(session)
    lookup = CatalogLookup(session)
    wanted = [table_key(lookup.full_name(name.parts)) for name in names]
    requested = {} if mode is None else dict.fromkeys(wanted, mode)

    def choose(own: SparkSession) -> ChosenTables:
        graph = DependencyGraph(engine.registry.entries(own))
        if not set(wanted) <= graph.names:
            for name in names:
                require(engine, session, name)
            graph = DependencyGraph(engine.registry.entries(own))
        return ChosenTables.named(graph, wanted, upstream=upstream, cascade=cascade)

    with engine.open_session({}) as own:
        return _run(engine, own, choose, requested).answer(engine, on_error)


def refresh_schema(engine: Engine, session: SparkSession, schema: QualifiedName | None) -> list[RefreshResult]:
    """Refresh every stream table, or those of a schema with what they read.

    Args:
        engine: The engine.
        session: The user's session.
        schema: The schema; None for all.

    Returns:
        A result for each table, in order.

    Raises:
        RefreshError: Some of several tables failed; the others were refreshed.
    """
    on_error = OnError.of(session)
    wanted = None if schema is None else CatalogLookup(session).full_name((*schema.parts, ""))[:2]

    def is_in_schema(table: RegisteredTable) -> bool:
        return wanted is None or tuple(p.lower() for p in table.name[:2]) == tuple(p.lower() for p in wanted)

    def choose(own: SparkSession) -> ChosenTables:
        entries = engine.registry.entries(own)
        named = [table_key(table.name) for table in entries if is_in_schema(table)]
        return ChosenTables.named(DependencyGraph(entries), named)

    with engine.open_session({}) as own:
        forgotten = [_forgotten(table) for table in reconcile_all(engine, own) if is_in_schema(table)]
        return _run(engine, own, choose, {}, forgotten).answer(engine, on_error)


def refresh_below(engine: Engine, sources: Collection[str]) -> FinishedRun:
    """Refresh the IMMEDIATE stream tables that follow some tables.

    Args:
        engine: The engine.
        sources: Dotted full names of Delta tables.

    Returns:
        The run.
    """
    return _run_chosen(engine, lambda graph: ChosenTables.below(graph, sources))


def refresh_before_reading(engine: Engine, names: Collection[str]) -> FinishedRun:
    """Refresh stream tables that are about to be read, and what they read.

    Args:
        engine: The engine.
        names: Their keys (``table_key``); those that there are no more are left out.

    Returns:
        The run.
    """
    return _run_chosen(engine, lambda graph: ChosenTables.to_be_read(graph, names))


def refresh_scheduled(engine: Engine, names: Collection[str]) -> FinishedRun:
    """Refresh stream tables that are due, and what they read that has no schedule of its own.

    Args:
        engine: The engine.
        names: Their keys (``table_key``); those that there are no more are left out.

    Returns:
        The run.
    """
    return _run_chosen(engine, lambda graph: ChosenTables.scheduled(graph, names))


def _run_chosen(engine: Engine, choose: Callable[[DependencyGraph], ChosenTables]) -> FinishedRun:
    """Refresh, each in its own mode, what is chosen from the graph of all stream tables; forget what is none now."""
    with engine.open_session({}) as own:
        chosen = lambda own: choose(DependencyGraph(engine.registry.entries(own)))  # noqa: E731
        run = _run(engine, own, chosen, {})
        # Nobody has named them: those that went with their schema are no failure, and are told as such.
        gone = any(isinstance(error, StreamTableNotFoundError) for error in run.errors)
        forgotten = [_forgotten(table) for table in reconcile_all(engine, own)] if gone else []
        return _run(engine, own, chosen, {}, forgotten) if forgotten else run


@dataclass(frozen=True, slots=True)
class FinishedRun:
    """What became of a run.

    Attributes:
        results: A result for each table, in order.
        errors: What the tables that failed have raised.
        run_id: Under which the history keeps all tables of the run.
    """

    results: Sequence[RefreshResult]
    errors: Sequence[Exception]
    run_id: str

    def answer(self, engine: Engine, on_error: OnError) -> list[RefreshResult]:
        """Answer a statement with the results, or raise what went wrong; see ``report.answer``."""
        return answer(engine, self.results, self.errors, self.run_id, on_error)


def _run(
    engine: Engine,
    session: SparkSession,
    choose: Callable[[SparkSession], ChosenTables],
    requested: Mapping[str, RefreshMode],
    forgotten: Sequence[RefreshResult] = (),
) -> FinishedRun:
    """Refresh some tables while nobody else in this process does.

    Tables are taken to be where they were; if they are not, all are looked up. If another process has refreshed one of
    them from newer versions than are pinned here, all are pinned anew: what has been refreshed already is found to be
    right, or refreshed again.

    Returns:
        What became of it.
    """
    backoff, strict, run_id = Backoff.of(engine.user), is_strict(engine.user), uuid4().hex
    parallelism = parallelism_of(engine.user or session)
    for result in forgotten:
        record(engine, result, datetime.now(timezone.utc).isoformat(), run_id)
    trusting, done, followed = True, dict[str, RefreshResult](), dict[str, str]()
    while True:
        chosen = _reconciled(engine, session, choose, trusting=trusting)
        with engine.locks.hold(chosen.names) as waited:
            if waited and choose(session).names != chosen.names:
                continue
            run = RefreshRun(
                engine,
                session,
                chosen,
                requested,
                backoff,
                done,
                followed,
                run_id,
                trusting=trusting,
                strict=strict,
                parallelism=parallelism,
            )
            try:
                results = run.refresh_all()
            except CatalogChangedError:
                engine.sources.forget_all()
                trusting = False
                continue
            except OutdatedPinsError as error:
                lost = error
            else:
                break
        backoff.wait(str(lost), lost)
    results = run.follow(results)
    return FinishedRun([*forgotten, *results], run.errors, run_id)


def _reconciled(
    engine: Engine, session: SparkSession, choose: Callable[[SparkSession], ChosenTables], *, trusting: bool
) -> ChosenTables:
    """Choose the tables of a run, and finish what killed statements have left of them."""
    chosen = choose(session)
    if not trusting:
        for table in chosen.tables:
            reconcile_readable(engine, session, table.name)
        return choose(session)
    if chosen.graph.unknown_backings(chosen.names):
        reconcile_all(engine, session)
        return choose(session)
    return chosen


def _blocks(result: RefreshResult) -> bool:
    """Return whether what reads a stream table cannot be refreshed behind it."""
    left_out = result.reason_code in (ReasonCode.SUSPENDED, ReasonCode.UNFILLED, ReasonCode.FUSE_BLOWN)
    return result.mode in (RanMode.FAILED, RanMode.SKIPPED) and not left_out


def _is_stream_table(stream_table_id: str, definition: Definition, entry: CatalogEntry | None) -> bool:
    return definition.id == stream_table_id and shows(entry, definition)


def _forgotten(table: RegisteredTable) -> RefreshResult:
    reason = "it was dropped with its schema, or by another tool, so it is forgotten"
    return skipped(dotted(table.name[1:]), reason, ReasonCode.SCHEMA_DROPPED)
