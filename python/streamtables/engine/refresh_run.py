"""A run: several stream tables refreshed in order, on one pinned version of every base table."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timezone
from functools import partial
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted
from streamtables.catalog.history import HistoryRow
from streamtables.catalog.registry import RegisteredTable
from streamtables.catalog.stored_state import StoredState, full_name_of, load_state
from streamtables.engine.catalog_check import CatalogChangedError, CatalogCheck
from streamtables.engine.context import Engine
from streamtables.engine.dependency_graph import DependencyGraph
from streamtables.engine.fold import fold_later
from streamtables.engine.prepare import prepare_later
from streamtables.engine.refresh import Refresher
from streamtables.engine.result import RanMode, RefreshResult
from streamtables.engine.sources import Pins
from streamtables.errors import RefreshError, SourceError
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
        tables: The stream tables in order, each behind those it reads.
        graph: The graph they are from.
        requested: The mode asked for, by lower-case dotted full name.
        trusting: Whether tables are taken to be where they were found before, while the catalog is asked whether they
            are. Before anything is committed a ``CatalogChangedError`` says if they are not.
    """

    def __init__(
        self,
        engine: Engine,
        session: SparkSession,
        tables: Sequence[RegisteredTable],
        graph: DependencyGraph,
        requested: Mapping[str, RefreshMode],
        *,
        trusting: bool,
    ) -> None:
        self._engine = engine
        self._tables = tables
        self._graph = graph
        self._requested = requested
        self._trusting = trusting
        self._refresher = Refresher(engine.open_session, engine.programs, engine.files, engine.remembered)
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
        """
        return [self._refresh(table) for table in self._tables]

    def refresh_all(self) -> list[RefreshResult]:
        """Refresh every table that can be; those below a failed one are skipped.

        Returns:
            A result for each table, in order.

        Raises:
            RefreshError: Some failed; the message names them, the rest was refreshed.
            CatalogChangedError: What was taken for granted is not so; nothing was refreshed.
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
            except CatalogChangedError:
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
        except Exception as error:
            # Whatever went wrong may come of a table that is not where it was.
            self._check.require()
            self._engine.history.record(HistoryRow(shown, started_at, None, None, (None,) * 6, str(error)))
            raise
        self._pins.release(table.backing)
        if result.fold_due:
            fold_later(self._engine, name)
        if result.committed:
            prepare_later(self._engine, name)
        row = result.as_row()
        numbers = tuple(value if isinstance(value, int) else None for value in row[3:])
        self._engine.history.record(HistoryRow(shown, started_at, result.mode.value, result.reason, numbers))
        return result

    def _pin_base_tables(self) -> None:
        """Pin what the run does not write itself, once, before anything is read."""
        written = {dotted(table.backing).lower() for table in self._tables}
        for table in self._tables:
            name = QualifiedName(table.name)
            started = time.perf_counter()
            try:
                if self._trusting:
                    self._check.expect(table.name, partial(_is_stream_table, table.id))
                    state = self._engine.folders.load_state(self._session, table.id, name)
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

    def run(own: SparkSession, *, trusting: bool) -> list[RefreshResult]:
        graph = DependencyGraph(engine.registry.entries(own))
        wanted = {dotted(lookup.full_name(name.parts)).lower() for name in names}
        trusting = trusting and wanted <= graph.names
        if not trusting:
            wanted = {dotted(full_name_of(lookup, name)).lower() for name in names}
        chosen = set(wanted)
        if cascade:
            chosen |= graph.downstream(wanted)
        if upstream:
            chosen |= graph.upstream(chosen)
        requested = {} if mode is None else dict.fromkeys(wanted, mode)
        return RefreshRun(engine, own, graph.in_order(chosen), graph, requested, trusting=trusting).refresh_each()

    with engine.open_session({}) as own:
        return _trusting_first(engine, partial(run, own))


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
    with engine.open_session({}) as own:
        gone = engine.registry.forget_dropped_schemas(own) if wanted is None else ()
        tables = engine.registry.entries(own) if wanted is None else engine.registry.reachable(own)
        graph = DependencyGraph(tables)
        chosen = {
            dotted(table.name).lower()
            for table in tables
            if wanted is None or tuple(part.lower() for part in table.name[:2]) == tuple(p.lower() for p in wanted)
        }
        ordered = graph.in_order(graph.upstream(chosen))
        forgotten = [_skipped(table, "its schema was dropped, so it is forgotten") for table in gone]

        def run(*, trusting: bool) -> list[RefreshResult]:
            return RefreshRun(engine, own, ordered, graph, {}, trusting=trusting).refresh_all()

        return [*forgotten, *_trusting_first(engine, run)]


def _trusting_first(engine: Engine, run: Callable[..., list[RefreshResult]]) -> list[RefreshResult]:
    """Take tables to be where they were; look all of them up first if they are not."""
    try:
        return run(trusting=True)
    except CatalogChangedError:
        engine.sources.forget_all()
        return run(trusting=False)


def _is_stream_table(stream_table_id: str, entry: CatalogEntry | None) -> bool:
    return entry is not None and entry.stream_table_id == stream_table_id


def _skipped(table: RegisteredTable, reason: str) -> RefreshResult:
    return RefreshResult(dotted(table.name[1:]), RanMode.SKIPPED, reason, None, 0, 0, 0, None, 0)
