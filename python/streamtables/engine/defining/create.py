"""Creating stream tables: all of it, or nothing left behind."""

from __future__ import annotations

import logging
import time
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from streamtables.catalog.commit_details import EMPTY, details_of, size_after
from streamtables.catalog.costs import Costs, InitialLoad
from streamtables.catalog.definition import DEFINITION_PROPERTY, Definition, FullOnly, dotted, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.frontier import Frontier, SourcePosition
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import RefreshInputs, RequestedBy, SourceVersions, data_range
from streamtables.engine.concurrency.conflicts import Backoff, ReplayedRefreshError, lost_race
from streamtables.engine.context import Engine
from streamtables.engine.defects import WHERE_TRACES_ARE, defect_reason, is_strict
from streamtables.engine.defining import storage
from streamtables.engine.defining.check_delta import delta_problem
from streamtables.engine.defining.define import define
from streamtables.engine.defining.dependents import require_columns_of_dependents
from streamtables.engine.defining.fresh_reads import fresh_reads_notice
from streamtables.engine.defining.immediate import require_immediate
from streamtables.engine.defining.properties import users_properties
from streamtables.engine.defining.reconcile import CatalogState, forget, has_other_name, observe, reconcile, register
from streamtables.engine.defining.schedule import require_changes_to_show
from streamtables.engine.programs.program import Program
from streamtables.engine.programs.recompute import filling_sql, use_namespace
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.result import RefreshResult
from streamtables.engine.sources.pins import Pins
from streamtables.engine.writing.apply import Applied, count_replaced, own_commit
from streamtables.engine.writing.stale_cache import tell_of_cache
from streamtables.errors import DefinitionError
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.failures.redacted_errors import kept_stack, redacted_trace
from streamtables.spark.lookup.catalog_lookup import SESSION_CATALOG, CatalogLookup
from streamtables.spark.tables.shared_cache import follow_commit
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.quoting import quote_identifier
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import CreateStreamTable, RefreshMode
from streamtables_rewriter.sql.columns import storable_names

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.tables.commit_log import Commit
    from streamtables.spark.tables.delta_log import DeltaTableLog

_LOGGER = logging.getLogger(__name__)


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
    """
    started = time.perf_counter()
    lookup = CatalogLookup(session)
    full = lookup.full_name(statement.name.parts)
    require_place(lookup, full, statement.name.span)
    with engine.locks.hold([dotted(full)]):
        catalog_state = observe(lookup, full, statement.location)
        if catalog_state.is_unfinished:
            with engine.open_session({}) as own:
                if has_other_name(engine, own, catalog_state):
                    catalog_state = reconcile(engine, own, full)
        _check_name(catalog_state, statement)
        if catalog_state.is_there and statement.if_not_exists and not catalog_state.is_unfinished:
            with engine.open_session({}) as own:
                reconcile(engine, own, full)
            shown = dotted(catalog_state.name[1:])
            return _result(shown, RanMode.NO_CHANGE, ("exists already", ReasonCode.EXISTS), 0, None, started)
        prepared = prepare(engine, session, statement, text)
        definition, program = prepared.definition, prepared.program
        if statement.or_replace and catalog_state.is_there and catalog_state.definition is not None:
            require_columns_of_dependents(engine, catalog_state.definition, definition, statement.span)
            properties = {**users_properties(catalog_state.definition.properties), **definition.properties}
            definition = replace(definition, properties=properties)
            program = Program(definition, program.plan)
        with engine.open_session(definition.settings) as own:
            applied, program = _try_to_create(engine, own, program, catalog_state, statement)
            stale = follow_commit(own, definition.backing)
    engine.programs.put(program)
    notices = list(program.plan.bound.notices) if program.plan is not None else []
    notices += filter(None, [fresh_reads_notice(definition)])
    code = ReasonCode.CREATED if statement.with_data else ReasonCode.CREATED_EMPTY
    result = _result(
        definition.display_name,
        RanMode.INITIAL,
        ("; ".join((how_refreshed(definition, prepared.defect), *notices)), code),
        applied.counts.inserted,
        applied.version,
        started,
    )
    result = replace(tell_of_cache(result, stale, strict=is_strict(session)), details=applied.details)
    return result if prepared.defect is None else replace(result, trace=kept_stack(prepared.defect))


def require_place(lookup: CatalogLookup, name: Sequence[str], span: SourceSpan | None) -> None:
    """Check that a stream table can have a name as far as its catalog and schema go.

    Args:
        lookup: Finds tables.
        name: Catalog, schema and name.
        span: Where the user wrote it.

    Raises:
        DefinitionError: ``UNSUPPORTED_CATALOG`` or ``SCHEMA_NOT_FOUND``.
    """
    if name[0].lower() != SESSION_CATALOG:
        inner = dotted((SESSION_CATALOG, *name[1:]))
        raise DefinitionError("UNSUPPORTED_CATALOG", {"name": dotted(name)}, span=span, hint=f"Write {inner}.")
    if not lookup.schema_exists(name[1]):
        hint = f"CREATE SCHEMA {quote_identifier(name[1])}"
        raise DefinitionError("SCHEMA_NOT_FOUND", {"schema": name[1]}, span=span, hint=hint)


def how_refreshed(definition: Definition, defect: StreamTableError | None) -> str:
    """Tell how refreshes of a stream table run.

    Args:
        definition: The definition.
        defect: What showed a defect of ours, where that is why it can only be recomputed; else None.

    Returns:
        A clause for a result's reason.
    """
    full_only = definition.full_only
    if full_only is None and definition.mode is RefreshMode.IMMEDIATE:
        return "statements that write to its sources maintain it; refreshes are DIFFERENTIAL"
    if full_only is None:
        return "refreshes are DIFFERENTIAL"
    if defect is None:
        return f"refreshes are FULL: {full_only.reason}"
    return f"{defect_reason(full_only.reason)}; refreshes are FULL; {WHERE_TRACES_ARE}"


def _try_to_create(
    engine: Engine, session: SparkSession, program: Program, catalog_state: CatalogState, statement: CreateStreamTable
) -> tuple[Applied, Program]:
    """Create a stream table; again, where other processes refresh the one that is replaced meanwhile.

    Returns:
        What the commit of the rows did, and the definition with which it was made.

    Raises:
        DefinitionError: Somebody else has taken the name, or its folder, meanwhile.
    """
    backoff = Backoff.of(engine.user)
    while True:
        initial_load = InitialLoad.WARM if engine.programs.has_many else InitialLoad.COLD
        frontier = first_frontier(session, program, Costs(initial_load=initial_load), with_data=statement.with_data)
        query = filling_sql(program, frontier, with_data=statement.with_data)
        try:
            return store(engine, session, program, query, frontier, catalog_state), program
        except Exception as error:
            if not lost_race(error):
                raise
            replacing, catalog_state = (
                catalog_state.is_there,
                observe(CatalogLookup(session), catalog_state.name, statement.location),
            )
            _check_name(catalog_state, statement)
            if not replacing and not catalog_state.is_there:
                where = statement.location or CatalogLookup(session).default_location(program.definition.backing)
                parameters = {"name": program.definition.display_name, "location": where}
                raise DefinitionError("LOCATION_IN_USE", parameters, span=statement.span) from error
            backoff.wait(program.definition.display_name, error)
            # Delta has seen the id of the attempt that was lost, and would take the next one for done.
            program = Program(replace(program.definition, id=str(uuid.uuid4())), program.plan)


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a CREATE statement defines.

    Attributes:
        definition: The definition.
        program: The same, compiled.
        defect: What showed a defect of ours, where that is why the query can only be recomputed; else None.
    """

    definition: Definition
    program: Program
    defect: StreamTableError | None


def prepare(engine: Engine, session: SparkSession, statement: CreateStreamTable, text: str) -> Prepared:
    """Make and check the definition of a CREATE statement; nothing is written.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The statement.
        text: The text it was read from.

    Returns:
        The definition, checked.

    Raises:
        StreamTableError: A defect of ours, under a strict mode or the strict setting.
    """
    strict = is_strict(session)
    definition, query = define(engine.open_session, session, statement, text)
    with engine.open_session(definition.settings) as own:
        _refuse_cycle(engine, own, definition, statement)
        program = Program(definition, query.plan)
        problem = delta_problem(own, program)
        require_immediate(own, definition, program, statement.span)
        require_changes_to_show(definition, statement.span)
    defect = query.defect or problem
    if defect is None:
        return Prepared(definition, program, None)
    if strict or statement.refresh_mode in (RefreshMode.DIFFERENTIAL, RefreshMode.IMMEDIATE):
        raise defect
    _LOGGER.warning("%s can only be recomputed", definition.display_name, exc_info=redacted_trace(defect))
    if problem is None:
        return Prepared(definition, program, defect)
    stored = storable_names([column.name for column in definition.columns])
    definition = replace(
        definition,
        full_only=FullOnly(problem.condition.name, problem.condition.render(problem.parameters)),
        columns=tuple(replace(c, stored=s) for c, s in zip(definition.columns, stored, strict=True)),
    )
    return Prepared(definition, Program(definition, None), defect)


def _check_name(catalog_state: CatalogState, statement: CreateStreamTable) -> None:
    """Refuse names that are taken."""
    span, shown = statement.name.span, dotted(catalog_state.name[1:])
    if catalog_state.entry is not None and catalog_state.is_taken:
        kind = "view" if catalog_state.entry.is_view else "table"
        raise DefinitionError(
            "STREAM_TABLE_EXISTS", {"name": shown, "kind": kind}, span=span, hint="choose another name"
        )
    if catalog_state.backing is not None and catalog_state.definition is None:
        backing = dotted(catalog_state.backing.name[1:])
        raise DefinitionError(
            "STREAM_TABLE_EXISTS", {"name": backing, "kind": "table"}, span=span, hint="choose another name"
        )
    if catalog_state.is_there and not (catalog_state.is_unfinished or statement.or_replace or statement.if_not_exists):
        raise DefinitionError(
            "STREAM_TABLE_EXISTS",
            {"name": shown, "kind": "stream table"},
            span=span,
            hint="use CREATE OR REPLACE STREAM TABLE, or IF NOT EXISTS",
        )


def _refuse_cycle(engine: Engine, session: SparkSession, definition: Definition, statement: CreateStreamTable) -> None:
    own_names = {table_key(definition.name), table_key(definition.backing)}
    graph = DependencyGraph(engine.registry.entries(session))
    read = {table_key(relation.name) for relation in definition.relations.values()}
    reached = graph.upstream(read)
    if own_names & (read | reached):
        raise DefinitionError("SELF_REFERENCE", {"name": definition.display_name}, span=statement.query.span)


def pinned_positions(
    session: SparkSession, pins: Pins, definition: Definition, *, counted: bool
) -> dict[str, SourcePosition]:
    """Pin the sources of a definition.

    Args:
        session: A session of our own.
        pins: Pins them.
        definition: The definition.
        counted: Whether their rows are counted.

    Returns:
        Where each stands, by dotted name.
    """
    positions = {}
    for name in definition.base_tables:
        source = pins.pin(definition.relations[name].name)
        rows = source.snapshot.count_rows(session) if counted else None
        positions[name] = SourcePosition(source.snapshot.table_id, source.version, rows)
    return positions


def filling_inputs(pins: Pins, definition: Definition) -> RefreshInputs:
    """Return what the commit that fills a table keeps of its sources.

    Args:
        pins: Has pinned them.
        definition: The definition.

    Returns:
        The sources' versions, and when they were committed.
    """
    sources = {name: pins.pin(definition.relations[name].name) for name in definition.base_tables}
    oldest, newest = data_range([source.snapshot.timestamp_ms for source in sources.values()])
    versions = tuple(SourceVersions(name, None, source.version) for name, source in sources.items())
    return RefreshInputs(RequestedBy.MANUAL.name, versions, None, oldest, newest)


def first_frontier(session: SparkSession, program: Program, costs: Costs, *, with_data: bool) -> Frontier:
    """Return what the first commit of a stream table records.

    Args:
        session: A session of our own.
        program: The compiled definition.
        costs: What is known of the costs of refreshes.
        with_data: Whether the commit fills the table.

    Returns:
        The frontier.
    """
    definition = program.definition
    pins = Pins(CatalogLookup(session))
    positions = pinned_positions(session, pins, definition, counted=with_data)
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
        code=(ReasonCode.CREATED if with_data else ReasonCode.CREATED_EMPTY).name,
        inputs=filling_inputs(pins, definition),
    )


def store(
    engine: Engine, session: SparkSession, program: Program, query: str, frontier: Frontier, catalog_state: CatalogState
) -> Applied:
    """Write table, view and registry row, in this order.

    A new stream table that cannot be finished is taken away again. One that replaces another is left to the next
    statement on its name, which finishes it; until then readers see the rows that were there before.

    Args:
        engine: The engine.
        session: A session of our own, under the definition's settings.
        program: The compiled definition.
        query: The rows to store.
        frontier: What the commit records.
        catalog_state: What is under the name.

    Returns:
        What the commit of the rows did.
    """
    definition, lookup = program.definition, CatalogLookup(session)
    FAULT_POINTS.reach("create.begin")
    replaced = catalog_state.definition if catalog_state.is_there and catalog_state.is_shown else None
    kept: Mapping[str, str] = {}
    if replaced is not None and catalog_state.backing is not None:
        snapshot = lookup.log_of(catalog_state.backing).latest()
        kept = users_properties(snapshot.properties)
        with engine.open_session(replaced.settings) as old:
            storage.show_version(old, engine.programs.get(replaced), snapshot.version)
    try:
        use_namespace(session, program)
        storage.write_backing(session, program, query, frontier, replaced=catalog_state.text, kept=kept)
        FAULT_POINTS.reach("create.backing")
        commit = _own_table(lookup.log(definition.backing), definition, frontier)
        storage.write_view(session, program)
        FAULT_POINTS.reach("create.view")
        register(engine, session, definition)
        FAULT_POINTS.reach("create.registry")
        if replaced is not None:
            engine.programs.drop(replaced.id)
        whole = size_after(EMPTY, replace(commit, removes=(), rearranged_removes=()))
        return replace(count_replaced(commit, program), details=details_of(frontier, commit, whole))
    except BaseException:
        _undo(engine, session, definition, replaced)
        raise


def _own_table(log: DeltaTableLog, definition: Definition, frontier: Frontier) -> Commit:
    """Return the commit that filled a new table, if nobody has replaced the table since.

    Raises:
        ReplayedRefreshError: Somebody has.
    """
    commit = own_commit(log, frontier)
    if log.latest().properties.get(DEFINITION_PROPERTY) != definition.to_json():
        raise ReplayedRefreshError
    return commit


def _undo(engine: Engine, session: SparkSession, definition: Definition, replaced: Definition | None) -> None:
    """Take away what a statement that failed has made, as far as it is this one's own."""
    try:
        if replaced is not None:
            reconcile(engine, session, definition.name)
            return
        entry = CatalogLookup(session).find(definition.name)
        forget(engine, session, definition.display_name, definition.id)
        if entry is not None and entry.stream_table_id == definition.id:
            storage.drop_view(session, definition.name)
        storage.drop_backing(session, definition.name, definition.id)
    except Exception as error:
        _LOGGER.warning(
            "%s: what the failed statement has written is left to the next statement on that name",
            definition.display_name,
            exc_info=redacted_trace(error),
        )


def _result(
    name: str, mode: RanMode, why: tuple[str, ReasonCode], rows: int | None, version: int | None, started: float
) -> RefreshResult:
    reason, code = why
    duration = round(1000 * (time.perf_counter() - started))
    return RefreshResult(name, mode, reason, None, rows, 0, 0, version, duration, code)
