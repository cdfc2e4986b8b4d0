"""The stream tables that have schedules, as the registry and their definitions tell."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.registry import RegisteredTable
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.context import Engine
from streamtables.engine.refreshing.examine import is_tracked
from streamtables.errors import StreamTableNotFoundError
from streamtables.scheduler.agenda import ScheduledTable
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.parse import parse_statement
from streamtables_grammar.statements import AlterStreamTable, Schedule, ScheduleNone, ScheduleOnChange, SetSchedule
from streamtables_rewriter.plan.relations import View

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_TIME_ZONE = "spark.sql.session.timeZone"


def scheduled_tables(
    engine: Engine, session: SparkSession, tables: Sequence[RegisteredTable]
) -> tuple[list[ScheduledTable], list[str]]:
    """Return the stream tables that are refreshed at times of their own.

    IMMEDIATE ones count as ``ON CHANGE``: what streams and other processes write nobody else notices.

    Args:
        engine: The engine.
        session: A session of our own.
        tables: All stream tables.

    Returns:
        The tables, and the names of those that have a schedule and cannot be read.
    """
    graph = DependencyGraph(tables)
    by_name = {table_key(table.name): table for table in tables}
    found, missing = [], []
    for key, table in by_name.items():
        if table.suspended or not table.keeps_time:
            continue
        try:
            state = engine.folders.load_state(session, table.id, QualifiedName(table.name))
        except StreamTableNotFoundError:
            missing.append(".".join(table.name[1:]))
            continue
        if table.is_immediate and not state.populated:
            continue
        schedule = ScheduleOnChange() if table.is_immediate else parsed_schedule(table.schedule)
        found.append(_scheduled(engine, graph, by_name, key, schedule, state))
    return found, missing


def _scheduled(
    engine: Engine,
    graph: DependencyGraph,
    by_name: Mapping[str, RegisteredTable],
    key: str,
    schedule: Schedule,
    state: StoredState,
) -> ScheduledTable:
    definition, started = state.definition, None
    if state.frontier is not None and state.populated:
        started = datetime.fromisoformat(state.frontier.started_at)
    carried = {name for name in graph.carried_along([key]) if name == key or not by_name[name].suspended}
    return ScheduledTable(
        key=key,
        id=definition.id,
        schedule=schedule,
        time_zone=definition.settings.get(_TIME_ZONE, "UTC"),
        sources=frozenset(map(str.lower, graph.base_sources(carried))),
        fills=table_key(definition.backing),
        always=not is_tracked(definition) or _is_timed(engine, definition),
        last_started=started,
    )


def _is_timed(engine: Engine, definition: Definition) -> bool:
    """Return whether rows come and go as time passes; a query that names no clock is not compiled to find out."""
    views = [relation.query for relation in definition.relations.values() if isinstance(relation, View)]
    text = " ".join((definition.query, *views)).lower()
    if not any(word in text for word in ("current_", "now", "localtimestamp", "unix_timestamp", "curdate")):
        return False
    plan = engine.programs.get(definition).plan
    return plan is not None and plan.uses_now


@lru_cache(256)
def parsed_schedule(text: str) -> Schedule:
    """Read a schedule as the registry has it.

    Args:
        text: What stands behind SCHEDULE.

    Returns:
        The schedule; none where a newer release has written one that this release does not know.
    """
    statement = parse_statement(f"ALTER STREAM TABLE t SET SCHEDULE {text}")
    if isinstance(statement, AlterStreamTable) and isinstance(statement.action, SetSchedule):
        return statement.action.schedule
    return ScheduleNone()
