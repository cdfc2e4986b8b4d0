"""Altering a stream table: the backing table's property first, then what is derived from it."""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING
from uuid import uuid4

from streamtables.catalog.definition import dotted
from streamtables.catalog.frontier import Frontier
from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.altering.alteration import Alteration, AlterationKind
from streamtables.engine.altering.history import record_alteration
from streamtables.engine.altering.migrate import migrate
from streamtables.engine.altering.plan_alteration import plan_alteration
from streamtables.engine.altering.rename import new_name, rename
from streamtables.engine.altering.write_definition import write_definition
from streamtables.engine.concurrency.conflicts import Backoff, lost_race
from streamtables.engine.context import Engine
from streamtables.engine.defining.create import filling_inputs, how_refreshed, pinned_positions, store
from streamtables.engine.defining.fresh_reads import fresh_reads_notice
from streamtables.engine.defining.reconcile import observe, require
from streamtables.engine.programs.program import Program
from streamtables.engine.programs.recompute import filling_sql
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.sources.pins import Pins
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.shared_cache import follow_commit
from streamtables_grammar.statements import AlterStreamTable, RenameTo

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True, slots=True)
class Altered:
    """What became of an ALTER.

    Attributes:
        stream_table: Schema and name.
        kind: How much changed.
        reason: Why, and what the user has to know of it.
    """

    stream_table: str
    kind: AlterationKind
    reason: str


def alter_stream_table(engine: Engine, session: SparkSession, statement: AlterStreamTable, text: str) -> Altered:
    """Alter a stream table.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The statement.
        text: The text it was read from.

    Returns:
        What changed.

    Raises:
        StreamTableNotFoundError: There is no such stream table.
        DefinitionError: The definition cannot be so; nothing was written.
        RefreshError: The mode is impossible, or other processes kept writing to the table.
    """
    full = require(engine, session, statement.name)
    backoff = Backoff.of(session)
    while True:
        with engine.locks.hold(_names(session, full, statement)):
            alteration = plan_alteration(engine, session, require(engine, session, statement.name), statement, text)
            try:
                return _carry_out(engine, session, alteration)
            except Exception as error:
                if not lost_race(error):
                    raise
                lost = error
        backoff.wait(alteration.after.display_name, lost)


def _names(session: SparkSession, full: tuple[str, ...], statement: AlterStreamTable) -> list[str]:
    """Return the names that nobody else may work on meanwhile."""
    if not isinstance(statement.action, RenameTo):
        return [dotted(full)]
    return [dotted(full), dotted(new_name(session, full, statement.action.name))]


def _carry_out(engine: Engine, session: SparkSession, alteration: Alteration) -> Altered:
    after, reason = alteration.after, alteration.reason
    if alteration.kind is AlterationKind.DEFINITION:
        with engine.open_session({}) as own:
            write_definition(engine, own, alteration.state, after, alteration.properties)
    elif alteration.kind is AlterationKind.NAME:
        with engine.open_session({}) as own:
            rename(engine, own, alteration.state, after)
    elif alteration.migration is not None and alteration.program is not None:
        reason = migrate(engine, session, alteration, alteration.program, alteration.migration)
    elif alteration.kind is AlterationKind.REBUILD and alteration.program is not None:
        reason = _rebuild(engine, session, alteration, alteration.program)
    notice = None if alteration.kind is AlterationKind.NAME else fresh_reads_notice(after)
    return Altered(after.display_name, alteration.kind, reason if notice is None else f"{reason}; {notice}")


def _rebuild(engine: Engine, session: SparkSession, alteration: Alteration, program: Program) -> str:
    """Replace the rows by those of the new definition; return why, and what that means for refreshes."""
    after, state = alteration.after, alteration.state
    if not state.populated:
        # Delta would take a second commit with the number of a table without rows for one that was made already.
        after = replace(after, id=str(uuid4()))
        alteration, program = replace(alteration, after=after), Program(after, program.plan)
    started_at, started = datetime.now(timezone.utc).isoformat(), time.perf_counter()
    with engine.open_session(after.settings) as own:
        frontier = _next_frontier(own, alteration, program, started_at)
        query = filling_sql(program, frontier, with_data=state.populated)
        catalog_state = observe(CatalogLookup(own), after.name)
        applied = store(engine, own, program, query, frontier, catalog_state)
        stale = follow_commit(own, after.backing)
    engine.programs.put(program)
    notices = program.plan.bound.notices if program.plan is not None else ()
    reason = "; ".join((alteration.reason, how_refreshed(after, alteration.defect), *notices))
    if not state.populated:
        return f"{reason}; it was created WITH NO DATA and is empty still"
    timed = started_at, started
    return record_alteration(
        engine, session, alteration, RanMode.FULL, ReasonCode.DEFINITION_CHANGED, reason, applied, timed, stale
    )


def _next_frontier(session: SparkSession, alteration: Alteration, program: Program, started_at: str) -> Frontier:
    after, state = alteration.after, alteration.state
    pins = Pins(CatalogLookup(session))
    positions = pinned_positions(session, pins, after, counted=state.populated)
    pins.require_found()
    return Frontier(
        stream_table_id=after.id,
        refresh_number=state.last_number + 1 if state.populated else 0,
        definition_version=after.version,
        positions=positions,
        mode=RanMode.FULL.value,
        reason=alteration.reason,
        changed_rows=None,
        costs=state.costs,
        started_at=started_at,
        instant_us=pins.instant_us if program.plan is not None and program.plan.uses_now else None,
        code=ReasonCode.DEFINITION_CHANGED.name,
        inputs=filling_inputs(pins, after),
    )
