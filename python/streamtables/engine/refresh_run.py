"""A run: several stream tables refreshed in order, on one pinned version of every base table."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timezone
from functools import partial
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition, dotted
from streamtables.catalog.history import HistoryRow
from streamtables.catalog.registry import RegisteredTable
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.engine.catalog_check import CatalogChangedError, CatalogCheck
from streamtables.engine.conflicts import OutdatedPinsError, Patience
from streamtables.engine.context import Engine
from streamtables.engine.dependency_graph import DependencyGraph
from streamtables.engine.fold import fold_later
from streamtables.engine.prepare import prepare_later
from streamtables.engine.refresh import Refresher
from streamtables.engine.result import RanMode, RefreshResult
from streamtables.engine.sources import Pins
from streamtables.engine.standing import meet, require, settle_all, shows
from streamtables.errors import RefreshError, SourceError, StreamTableNotFoundError
from streamtables.spark.catalog_lookup import CatalogEntry, CatalogLookup
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
        requested: The mode asked for, by lower-case dotted full name.
        patience: Says for how long to try again where others commit first.
        done: What the run has done before it began again, by lower-case dotted full name; it is added to.
        trusting: Whether tables are taken to be where they were found before, while the catalog is asked whether they
            are. Before anything is committed a ``CatalogChangedError`` says if they are not.
    """

    def __init__(
        self,
        engine: Engine,
        session: SparkSession,
        chosen: _Chosen,
        requested: Mapping[str, RefreshMode],
        patience: Patience,
        done: dict[str, RefreshResult],
        *,
        trusting: bool,
    ) -> None:
        self._engine = engine
        self._tables = chosen.tables
        self._graph = chosen.graph
        self._done = done
        self._requested = requested
        self._trusting = trusting
        self._refresher = Refresher(engine.open_session, engine.programs, engine.files, engine.remembered, patience)
        self._session = session
        self._lookup = CatalogLookup(session)
        self._check = CatalogCheck(self._lookup, engine.lookups)
        self._pins = Pins(self._lookup, engine.sources, self._check if trusting else None)
        self._states: dict[QualifiedName, tuple[StoredState, float]] = {}
        self._pin_base_tables()

    def refresh_each(self) -> list[RefreshResult]:
        """Refresh every table; the first error ends the run.

        Returns:
            A result for each table, in order.

        Raises:
            CatalogChangedError: What was taken for granted is not so; nothing was refreshed.
            OutdatedPinsError: Somebody else has refreshed some from newer versions of their sources.
        """
        return [self._refresh(table) for table in self._tables]

    def refresh_all(self) -> list[RefreshResult]:
        """Refresh every table that can be; those below a failed one are skipped.

        Returns:
            A result for each table, in order.

        Raises:
            RefreshError: Some failed; the message names them, the rest was refreshed.
            CatalogChangedError: What was taken for granted is not so; nothing was refreshed.
            OutdatedPinsError: Somebody else has refreshed some from newer versions of their sources.
        """
        results: list[RefreshResult] = []
        failed: dict[str, str] = {}
        skipped: set[str] = set()
        for table in self._tables:
            name = dotted(table.name).lower()
            blocking = self._graph.direct_sources(name) & (failed.keys() | skipped)
            if blocking:
                skipped.add(name)
                reason = f"{', '.join(sorted(blocking))} could not be refreshed"
                results.append(_skipped(table, reason))
                continue
            try:
                results.append(self._refresh(table))
            except (CatalogChangedError, OutdatedPinsError):
                raise
            except Exception as error:  # noqa: BLE001 - one table's failure must not stop the others; it is raised below
                failed[name] = f"{dotted(table.name[1:])}: {error}"
        if failed:
            skipped_text = f"; skipped: {', '.join(sorted(skipped))}" if skipped else ""
            raise RefreshError(
                "REFRESH_FAILED",
                {
                    "failed": str(len(failed)),
                    "total": str(len(self._tables)),
                    "details": "; ".join(failed.values()) + skipped_text,
                },
            )
        return results

    def _refresh(self, table: RegisteredTable) -> RefreshResult:
        started_at = datetime.now(timezone.utc).isoformat()
        shown = dotted(table.name[1:])
        try:
            requested = self._requested.get(dotted(table.name).lower())
            name = QualifiedName(table.name)
            known, seconds = self._states.pop(name, (None, 0.0))
            result = self._refresher.refresh(name, self._pins, requested, known, already_s=seconds)
        except OutdatedPinsError:
            raise
        except Exception as error:
            # Whatever went wrong may come of a table that is not where it was.
            self._check.require()
            told = self._told(table, error)
            self._engine.history.record(HistoryRow(shown, started_at, None, None, (None,) * 6, str(told)))
            if told is error:
                raise
            raise told from error
        self._pins.move(table.backing, result.version)
        earlier = self._done.get(dotted(table.name).lower())
        if earlier is not None and result.mode is RanMode.NO_CHANGE:
            return earlier
        self._done[dotted(table.name).lower()] = result
        if result.fold_due:
            fold_later(self._engine, name)
        if result.committed:
            prepare_later(self._engine, name)
        row = result.as_row()
        numbers = tuple(value if isinstance(value, int) else None for value in row[3:])
        self._engine.history.record(HistoryRow(shown, started_at, result.mode.value, result.reason, numbers))
        return result

    def _told(self, table: RegisteredTable, error: Exception) -> Exception:
        """Say of a table that was dropped during its refresh that it is gone, not what was found missing first."""
        if isinstance(error, StreamTableError):
            return error
        entry = self._lookup.find(table.name)
        if entry is not None and entry.stream_table_id == table.id:
            return error
        parameters = {"name": dotted(table.name[1:])}
        hint = "it was dropped or replaced during the refresh"
        return StreamTableNotFoundError("STREAM_TABLE_NOT_FOUND", parameters, hint=hint)

    def _pin_base_tables(self) -> None:
        """Pin what the run does not write itself, once, before anything is read."""
        written = {dotted(table.backing).lower() for table in self._tables}
        for table in self._tables:
            name = QualifiedName(table.name)
            started = time.perf_counter()
            try:
                if self._trusting:
                    state = self._engine.folders.load_state(self._session, table.id, name)
                    self._check.expect(table.name, partial(_is_stream_table, table.id, state.definition))
                else:
                    state = load_state(self._lookup, name)
                for source in state.definition.base_tables:
                    if source.lower() not in written:
                        self._pins.pin(state.definition.relations[source].name)
            except (SourceError, StreamTableError):
                continue
            self._states[name] = (state, time.perf_counter() - started)
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
    """Refresh some stream tables.

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
    """
    lookup = CatalogLookup(session)
    wanted = [dotted(lookup.full_name(name.parts)).lower() for name in names]
    requested = {} if mode is None else dict.fromkeys(wanted, mode)

    def choose(own: SparkSession) -> _Chosen:
        graph = DependencyGraph(engine.registry.entries(own))
        if not set(wanted) <= graph.names:
            for name in names:
                require(engine, session, name)
            graph = DependencyGraph(engine.registry.entries(own))
        chosen = set(wanted)
        if cascade:
            chosen |= graph.downstream(wanted)
        if upstream:
            chosen |= graph.upstream(chosen)
        return _Chosen(graph, tuple(graph.in_order(chosen)))

    with engine.open_session({}) as own:
        return _run(engine, own, choose, requested, RefreshRun.refresh_each)


def refresh_schema(engine: Engine, session: SparkSession, schema: QualifiedName | None) -> list[RefreshResult]:
    """Refresh every stream table, or those of a schema with what they read.

    Args:
        engine: The engine.
        session: The user's session.
        schema: The schema; None for all.

    Returns:
        A result for each table, in order.
    """
    wanted = None if schema is None else CatalogLookup(session).full_name((*schema.parts, ""))[:2]

    def is_wanted(table: RegisteredTable) -> bool:
        return wanted is None or tuple(p.lower() for p in table.name[:2]) == tuple(p.lower() for p in wanted)

    def choose(own: SparkSession) -> _Chosen:
        graph = DependencyGraph(engine.registry.entries(own))
        chosen = {dotted(table.name).lower() for table in engine.registry.entries(own) if is_wanted(table)}
        return _Chosen(graph, tuple(graph.in_order(graph.upstream(chosen))))

    with engine.open_session({}) as own:
        forgotten = [
            _skipped(table, "it was dropped with its schema, or by another tool, so it is forgotten")
            for table in settle_all(engine, own)
            if is_wanted(table)
        ]
        return [*forgotten, *_run(engine, own, choose, {}, RefreshRun.refresh_all)]


@dataclass(frozen=True, slots=True)
class _Chosen:
    """The stream tables of a run.

    Attributes:
        graph: The graph they are from.
        tables: The tables in order, each behind those it reads.
    """

    graph: DependencyGraph
    tables: tuple[RegisteredTable, ...]

    @property
    def names(self) -> frozenset[str]:
        return frozenset(dotted(table.name).lower() for table in self.tables)


def _run(
    engine: Engine,
    session: SparkSession,
    choose: Callable[..., _Chosen],
    requested: Mapping[str, RefreshMode],
    refresh: Callable[[RefreshRun], list[RefreshResult]],
) -> list[RefreshResult]:
    """Refresh some tables while nobody else in this process does.

    Tables are taken to be where they were; if they are not, all are looked up. If another process has refreshed one of
    them from newer versions than are pinned here, all are pinned anew: what has been refreshed already is found to be
    right, or refreshed again.

    Returns:
        A result for each table, in order.
    """
    patience = Patience.of(engine.user)
    trusting, done = True, dict[str, RefreshResult]()
    while True:
        chosen = _settled(engine, session, choose, trusting=trusting)
        with engine.locks.hold(chosen.names) as waited:
            if waited and choose(session).names != chosen.names:
                continue
            run = RefreshRun(engine, session, chosen, requested, patience, done, trusting=trusting)
            try:
                return refresh(run)
            except CatalogChangedError:
                engine.sources.forget_all()
                trusting = False
                continue
            except OutdatedPinsError as error:
                lost = error
        patience.wait(str(lost), lost)


def _settled(
    engine: Engine, session: SparkSession, choose: Callable[[SparkSession], _Chosen], *, trusting: bool
) -> _Chosen:
    """Choose the tables of a run, and finish what killed statements have left of them."""
    chosen = choose(session)
    if not trusting:
        for table in chosen.tables:
            meet(engine, session, table.name)
        return choose(session)
    if chosen.graph.unknown_backings(chosen.names):
        settle_all(engine, session)
        return choose(session)
    return chosen


def _is_stream_table(stream_table_id: str, definition: Definition, entry: CatalogEntry | None) -> bool:
    return definition.id == stream_table_id and shows(entry, definition)


def _skipped(table: RegisteredTable, reason: str) -> RefreshResult:
    return RefreshResult(dotted(table.name[1:]), RanMode.SKIPPED, reason, None, 0, 0, 0, None, 0)
