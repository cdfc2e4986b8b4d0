"""Migrating a stream table to another query: its rows are made from those that are stored, at the same frontier."""

from __future__ import annotations

import time
from dataclasses import replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from streamtables.catalog.frontier import Frontier
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import RequestedBy, SourceVersions
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.altering.alteration import Alteration
from streamtables.engine.altering.history import record_alteration
from streamtables.engine.context import Engine
from streamtables.engine.defining import storage
from streamtables.engine.defining.create import store
from streamtables.engine.defining.reconcile import observe, register, show
from streamtables.engine.programs.bind_versions import table_at
from streamtables.engine.programs.bindings import Bindings
from streamtables.engine.programs.program import Program
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.writing.apply import Applied
from streamtables.engine.writing.row_counts import NO_ROWS
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.lookup.analysis import analyse
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.sessions.recorded_settings import with_meaning
from streamtables.spark.tables.shared_cache import follow_commit
from streamtables_rewriter.adaptation.adapt import Adaptation, Unadaptable, adapt

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def plan_migration(engine: Engine, state: StoredState, program: Program) -> Adaptation | Unadaptable:
    """Find out whether the rows of another query can be made from those that are stored. When in doubt, they cannot.

    Args:
        engine: The engine.
        state: The stream table as it is stored.
        program: The new definition, compiled.

    Returns:
        How they are made, or why they are to be computed anew.
    """
    before, after = state.definition, program.definition
    old = engine.programs.get(before)
    frontier = state.frontier
    if old.plan is None or program.plan is None:
        return Unadaptable("a query that can only be recomputed tells nothing of its rows")
    if not state.populated or frontier is None:
        return Unadaptable("the table was never filled")
    if state.problem is not None:
        return Unadaptable(state.problem.value)
    settings, wanted_settings = with_meaning(before.settings), with_meaning(after.settings)
    changed = sorted(k for k in {*settings, *wanted_settings} if settings.get(k) != wanted_settings.get(k))
    if changed:
        return Unadaptable(f"it is read under another {changed[0]}")
    known = [called for called in before.functions if called.meaning]
    if any(called not in known for called in after.functions):
        return Unadaptable("a user's function is another one, or cannot be compared")
    if set(after.base_tables) != frontier.positions.keys():
        return Unadaptable("it reads other tables")
    wanted = [column.name for column in old.plan.stored if column.name not in old.plan.computed]
    if wanted != state.snapshot.schema.names:
        return Unadaptable("the rows are stored in other columns than are needed")
    found = adapt(old.plan, program.plan)
    if isinstance(found, Unadaptable):
        return found
    with engine.open_session(after.settings) as own:
        types = [column.type for column in analyse(own, migrated_rows_sql(state, found)).columns]
    needed = [column.type for column in program.plan.stored if column.name not in program.plan.computed]
    return found if types == needed else Unadaptable("what is stored has other types")


def described(state: StoredState, program: Program, adaptation: Adaptation) -> str:
    """Tell what of a stream table a migration changes.

    Args:
        state: The stream table as it is stored.
        program: The new definition, compiled.
        adaptation: How its rows are made.

    Returns:
        A clause for a result's reason.
    """
    before, after = ([c.name for c in d.columns] for d in (state.definition, program.definition))
    came, went = ([n for n in one if n not in other] for one, other in ((after, before), (before, after)))
    parts = [
        *([f"columns that come: {', '.join(came)}"] if came else []),
        *([f"columns that go: {', '.join(went)}"] if went else []),
        *(["a filter leaves fewer rows"] if adaptation.filtered else []),
        *(["only what is shown changes, and no row is written"] if adaptation.keeps_rows else []),
    ]
    return "; ".join([*parts, "it is as up to date as it was"])


def migrate(engine: Engine, session: SparkSession, alteration: Alteration, program: Program, found: Adaptation) -> str:
    """Write the rows of the new query and its definition in one commit, then the view and the registry.

    Args:
        engine: The engine.
        session: The user's session.
        alteration: What is to be done.
        program: The new definition, compiled.
        found: How its rows are made.

    Returns:
        Why, and what the user has to know of it.
    """
    after, reason = alteration.after, alteration.reason
    started_at, started = datetime.now(timezone.utc).isoformat(), time.perf_counter()
    with engine.open_session(after.settings) as own:
        if found.keeps_rows:
            applied = _replace_view(engine, own, alteration, program)
        else:
            frontier = _same_frontier(alteration, started_at)
            catalog_state = observe(CatalogLookup(own), after.name)
            applied = store(engine, own, program, migrated_rows_sql(alteration.state, found), frontier, catalog_state)
        stale = follow_commit(own, after.backing)
    engine.programs.put(program)
    timed = started_at, started
    return record_alteration(
        engine, session, alteration, RanMode.NO_CHANGE, ReasonCode.MIGRATED, reason, applied, timed, stale
    )


def migrated_rows_sql(state: StoredState, adaptation: Adaptation) -> str:
    """Write the query for the rows of another query, over those that are stored.

    Args:
        state: The stream table as it is stored.
        adaptation: How the rows are made.

    Returns:
        SQL text.
    """
    return Bindings(table_at(state.definition.backing, state.snapshot.version)).sql(adaptation.rows)


def _replace_view(engine: Engine, session: SparkSession, alteration: Alteration, program: Program) -> Applied:
    """Write the definition in a commit without rows: those that are stored are right."""
    after = alteration.after
    storage.set_definition(session, alteration.state.definition_text, after)
    FAULT_POINTS.reach("alter.backing")
    engine.programs.put(program)
    show(engine, after)
    FAULT_POINTS.reach("alter.view")
    register(engine, session, after)
    FAULT_POINTS.reach("alter.registry")
    return Applied(alteration.state.log.latest().version, NO_ROWS, wrote=False)


def _same_frontier(alteration: Alteration, started_at: str) -> Frontier:
    state = alteration.state
    assert state.frontier is not None
    positions = state.frontier.positions.items()
    sources = tuple(SourceVersions(name, position.version, position.version) for name, position in positions)
    inputs = replace(state.frontier.inputs, requested_by=RequestedBy.MANUAL.name, sources=sources, prediction=None)
    return replace(
        state.frontier,
        refresh_number=state.last_number + 1,
        definition_version=alteration.after.version,
        mode=RanMode.NO_CHANGE.value,
        reason=alteration.reason,
        changed_rows=None,
        changed_bytes=0,
        started_at=started_at,
        parts=None,
        costs=state.costs,
        touched=None,
        code=ReasonCode.MIGRATED.name,
        inputs=inputs,
        follows=state.snapshot.version,
    )
