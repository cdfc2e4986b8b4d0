"""Creating and dropping stream tables: all of it, or nothing left behind."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from streamtables.catalog.costs import Costs, Filling
from streamtables.catalog.definition import Definition, FullOnly, backing_name, dotted
from streamtables.catalog.frontier import Frontier, SourcePosition
from streamtables.catalog.missing import no_stream_table
from streamtables.engine import storage
from streamtables.engine.apply import count_replaced, own_commit
from streamtables.engine.check_delta import delta_problem
from streamtables.engine.context import Engine
from streamtables.engine.define import define
from streamtables.engine.dependency_graph import DependencyGraph
from streamtables.engine.program import Program
from streamtables.engine.recompute import stored_rows_sql, use_namespace, versions_of
from streamtables.engine.result import RanMode, RefreshResult
from streamtables.engine.sources import Pins
from streamtables.errors import DefinitionError, InternalError
from streamtables.spark.catalog_lookup import SESSION_CATALOG, CatalogEntry, CatalogLookup
from streamtables_grammar.errors import NotYetSupportedError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import CreateStreamTable, RefreshMode
from streamtables_rewriter.columns import storable_names

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def create_stream_table(
    engine: Engine, session: SparkSession, statement: CreateStreamTable, text: str
) -> RefreshResult:
    """Create a stream table.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The statement.
        text: The text it was read from.

    Returns:
        The first refresh, or NO_CHANGE where ``IF NOT EXISTS`` found the table.

    Raises:
        DefinitionError: The definition cannot be; nothing was written.
        UnsupportedQueryError: A strict mode was asked for and the query cannot be maintained so.
        NotYetSupportedError: IMMEDIATE was asked for.
    """
    started = time.perf_counter()
    existing = _check_name(session, statement)
    if existing is not None and statement.if_not_exists:
        shown = dotted(existing.name[1:])
        return _result(shown, RanMode.NO_CHANGE, "exists already", None, None, started)
    if statement.refresh_mode is RefreshMode.IMMEDIATE:
        raise NotYetSupportedError("NOT_YET_SUPPORTED", {"statement": "REFRESH MODE IMMEDIATE"}, span=statement.span)
    definition, program = prepare(engine, session, statement, text)
    with engine.open_session(definition.settings) as own:
        filling = Filling.WARM if engine.programs.has_many else Filling.COLD
        frontier = _first_frontier(own, program, Costs(filling=filling), with_data=statement.with_data)
        query = stored_rows_sql(program, versions_of(frontier), frontier.instant_us)
        if not statement.with_data:
            query = f"SELECT * FROM ({query}) WHERE false"
        _store(engine, own, program, query, frontier, existing)
        log = CatalogLookup(own).log(definition.backing)
        applied = count_replaced(own_commit(log, frontier))
    engine.programs.put(program)
    notices = program.plan.bound.notices if program.plan is not None else ()
    how = "DIFFERENTIAL" if definition.full_only is None else f"FULL: {definition.full_only.reason}"
    return _result(
        definition.display_name,
        RanMode.INITIAL,
        "; ".join((f"refreshes are {how}", *notices)),
        applied.rows_inserted,
        applied.version,
        started,
    )


def prepare(
    engine: Engine, session: SparkSession, statement: CreateStreamTable, text: str
) -> tuple[Definition, Program]:
    """Make and check the definition of a CREATE statement; nothing is written.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The statement.
        text: The text it was read from.

    Returns:
        The definition and its program.
    """
    definition, plan = define(session, statement, text)
    with engine.open_session(definition.settings) as own:
        _refuse_cycle(engine, own, definition, statement)
        program = Program(definition, plan)
        problem = delta_problem(own, program)
    if problem is None:
        return definition, program
    error = InternalError("DELTA_NOT_ANALYSED", {"problem": problem})
    if statement.refresh_mode in (RefreshMode.DIFFERENTIAL, RefreshMode.IMMEDIATE):
        raise error
    stored = storable_names([column.name for column in definition.columns])
    definition = replace(
        definition,
        full_only=FullOnly(error.condition.name, error.condition.render(error.parameters)),
        columns=tuple(replace(c, stored=s) for c, s in zip(definition.columns, stored, strict=True)),
    )
    return definition, Program(definition, None)


def drop_stream_table(
    engine: Engine, session: SparkSession, name: QualifiedName, *, if_exists: bool, cascade: bool
) -> list[str]:
    """Drop a stream table.

    Args:
        engine: The engine.
        session: The user's session.
        name: The stream table.
        if_exists: Whether a missing one is no error.
        cascade: Whether those that read it go too.

    Returns:
        Names of the dropped stream tables, readers first.

    Raises:
        DefinitionError: Others read it, and ``cascade`` is not given.
        StreamTableNotFoundError: There is no such stream table.
    """
    lookup = CatalogLookup(session)
    full = lookup.full_name(name.parts)
    entry = lookup.find(full)
    if entry is None:
        _forget_missing(engine, full)
    if entry is None or entry.stream_table_id is None:
        if if_exists and entry is None:
            return []
        missing = no_stream_table(lookup, name)
        raise missing
    shown = str(QualifiedName(entry.name[1:]))
    with engine.open_session({}) as own:
        tables = engine.registry.entries(own)
        graph = DependencyGraph(tables)
        reached = graph.downstream([dotted(entry.name)]) - {dotted(entry.name).lower()}
        dependents = graph.in_order(reached)
        if dependents and not cascade:
            raise DefinitionError(
                "DEPENDENT_STREAM_TABLES",
                {"name": shown, "dependents": ", ".join(dotted(d.name[1:]) for d in dependents)},
                span=name.span,
                hint="drop them first, or add CASCADE",
            )
        dropped = []
        for dependent in reversed(dependents):
            _drop(engine, own, dependent.name, dependent.id)
            dropped.append(dotted(dependent.name[1:]))
        _drop(engine, own, entry.name, entry.stream_table_id)
    return [*dropped, shown]


def _forget_missing(engine: Engine, name: tuple[str, ...]) -> None:
    """Take a stream table out of the registry whose view and rows went with their schema."""
    with engine.open_session({}) as own:
        for table in engine.registry.entries(own):
            if dotted(table.name).lower() == dotted(name).lower():
                engine.registry.remove(own, table.id)


def _drop(engine: Engine, session: SparkSession, name: tuple[str, ...], stream_table_id: str) -> None:
    entry = CatalogLookup(session).find(name)
    if entry is not None and entry.stream_table_id is not None:
        storage.drop_storage(session, name)
    engine.registry.remove(session, stream_table_id)
    engine.programs.drop(stream_table_id)


def _check_name(session: SparkSession, statement: CreateStreamTable) -> CatalogEntry | None:
    """Refuse names that are taken or cannot be; return the stream table of that name, if there is one."""
    lookup = CatalogLookup(session)
    full = lookup.full_name(statement.name.parts)
    span = statement.name.span
    if full[0].lower() != SESSION_CATALOG:
        inner = dotted((SESSION_CATALOG, *full[1:]))
        raise DefinitionError("UNSUPPORTED_CATALOG", {"name": dotted(full)}, span=span, hint=f"Write {inner}.")
    if not lookup.schema_exists(full[1]):
        raise DefinitionError("SCHEMA_NOT_FOUND", {"schema": full[1]}, span=span, hint=f"CREATE SCHEMA {full[1]}")
    entry = lookup.find(full)
    shown = dotted(full[1:])
    if entry is not None and entry.stream_table_id is None:
        kind = "view" if entry.is_view else "table"
        raise DefinitionError(
            "STREAM_TABLE_EXISTS", {"name": shown, "kind": kind}, span=span, hint="choose another name"
        )
    if entry is not None and not statement.or_replace and not statement.if_not_exists:
        raise DefinitionError(
            "STREAM_TABLE_EXISTS",
            {"name": shown, "kind": "stream table"},
            span=span,
            hint="use CREATE OR REPLACE STREAM TABLE, or IF NOT EXISTS",
        )
    backing = backing_name(full)
    if entry is None and lookup.find(backing) is not None:
        raise DefinitionError("STREAM_TABLE_EXISTS", {"name": dotted(backing[1:]), "kind": "table"}, span=span)
    return entry


def _refuse_cycle(engine: Engine, session: SparkSession, definition: Definition, statement: CreateStreamTable) -> None:
    own_names = {dotted(definition.name).lower(), dotted(definition.backing).lower()}
    graph = DependencyGraph(engine.registry.entries(session))
    read = {name.lower() for name in definition.relations}
    reached = graph.upstream(read)
    if own_names & (read | reached):
        raise DefinitionError("SELF_REFERENCE", {"name": definition.display_name}, span=statement.query.span)


def _first_frontier(session: SparkSession, program: Program, costs: Costs, *, with_data: bool) -> Frontier:
    definition = program.definition
    pins = Pins(CatalogLookup(session))
    positions = {}
    for name in definition.base_tables:
        source = pins.pin(definition.relations[name].name)
        rows = source.snapshot.count_rows(session) if with_data else None
        positions[name] = SourcePosition(source.snapshot.table_id, source.version, rows)
    return Frontier(
        stream_table_id=definition.id,
        refresh_number=1 if with_data else 0,
        definition_version=definition.version,
        positions=positions,
        mode=RanMode.INITIAL.value,
        reason="created" if with_data else "created WITH NO DATA",
        changed_rows=None,
        costs=costs,
        started_at=datetime.now(timezone.utc).isoformat(),
        instant_us=pins.instant_us if program.plan is not None and program.plan.uses_now else None,
    )


def _store(
    engine: Engine,
    session: SparkSession,
    program: Program,
    query: str,
    frontier: Frontier,
    existing: CatalogEntry | None,
) -> None:
    """Write table, view and registry row; undo the first if a later one fails."""
    replace_old = existing is not None
    try:
        use_namespace(session, program)
        storage.write_backing(session, program, query, frontier, replace=replace_old)
        storage.write_view(session, program, replace=replace_old)
        if existing is not None and existing.stream_table_id is not None:
            engine.registry.remove(session, existing.stream_table_id)
            engine.programs.drop(existing.stream_table_id)
        engine.registry.add(session, program.definition)
    except BaseException:
        if not replace_old:
            storage.drop_storage(session, program.definition.name)
        raise


def _result(
    name: str, mode: RanMode, reason: str, rows: int | None, version: int | None, started: float
) -> RefreshResult:
    duration = round(1000 * (time.perf_counter() - started))
    return RefreshResult(name, mode, reason, None, rows or 0, 0, 0, version, duration)
