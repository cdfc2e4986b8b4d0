"""Checking a trigger before it is stored: Spark reads its condition and its statement over views without rows."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.triggers import TRIGGERS_PROPERTY, Trigger
from streamtables.engine.changes.net_change import visible_key
from streamtables.engine.context import Engine
from streamtables.engine.programs.program import Program
from streamtables.engine.triggers.loops import loop_behind
from streamtables.engine.triggers.trigger_session import condition_query, show_rows, trigger_session
from streamtables.errors import TriggerError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup, is_path
from streamtables.spark.statements.dry_analysis import analyse_statement, parsed_targets
from streamtables.spark.statements.plan_targets import Target
from streamtables_grammar.quoting import quote_name
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import CreateTrigger, RefreshMode, TriggerEvent
from streamtables_rewriter.sql.columns import RESERVED_PREFIX

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_WRITES = ("INSERT", "UPDATE", "DELETE", "MERGE")
_NEW = (TriggerEvent.INSERT, TriggerEvent.UPDATE)
_OLD = (TriggerEvent.DELETE, TriggerEvent.UPDATE)


def check_names(statement: CreateTrigger) -> None:
    """Refuse names that a trigger cannot have, and a transition table that would never have rows.

    Args:
        statement: The statement.

    Raises:
        TriggerError: ``INVALID_TRIGGER``.
    """
    if len(statement.name.parts) > 1:
        invalid = _invalid(statement, "it belongs to its stream table, so its name has one part", statement.name.span)
        raise invalid
    for table, word, events in ((statement.old_table, "OLD", _OLD), (statement.new_table, "NEW", _NEW)):
        if table is not None and not set(events) & set(statement.events):
            wanted = " or ".join(event.value for event in events)
            invalid = _invalid(statement, f"{word} TABLE has rows after {wanted} only", statement.span)
            raise invalid
    given = [name.lower() for name in (statement.old_table, statement.new_table) if name is not None]
    if len(given) > len(set(given)):
        invalid = _invalid(statement, "OLD TABLE and NEW TABLE have one name", statement.span)
        raise invalid
    if any(name.startswith(RESERVED_PREFIX) for name in given):
        invalid = _invalid(statement, f"names that begin with {RESERVED_PREFIX} are reserved", statement.span)
        raise invalid


def check_texts(
    engine: Engine,
    statement: CreateTrigger,
    text: str,
    trigger: Trigger,
    stream_table: tuple[str, ...],
    protect: Callable[[Target], None],
) -> Target:
    """Have Spark analyse condition and statement as they will be run.

    Args:
        engine: The engine.
        statement: The statement.
        text: The text it was read from, so that Spark's positions are those in it.
        trigger: The trigger.
        stream_table: Full name of its stream table.
        protect: Raises if ordinary SQL must not write to a name.

    Returns:
        What the trigger's statement writes to.

    Raises:
        TriggerError: ``INVALID_TRIGGER``: the condition is not boolean, or the statement not one that writes.
        pyspark.errors.PySparkException: Spark does not accept one of them.
    """
    with trigger_session(engine, trigger) as session:
        rows = session.sql(f"SELECT * FROM {quote_name(stream_table)} WHERE false")
        show_rows(trigger, rows, rows)
        body = _placed(text, statement.body.span.start) + trigger.statement
        targets = parsed_targets(session, body)
        if len(targets) != 1 or targets[0].action not in _WRITES:
            reason = f"it has to run one statement that writes to one table: {', '.join(_WRITES)}"
            invalid = _invalid(statement, reason, statement.body.span)
            raise invalid
        protect(targets[0])
        analyse_statement(session, body)
        if trigger.condition is not None and statement.condition is not None:
            _check_condition(session, statement, text, trigger.condition)
    return targets[0]


def check_target(
    engine: Engine, session: SparkSession, statement: CreateTrigger, program: Program, target: Target
) -> str | None:
    """Refuse a statement that writes to what its own stream table is computed from, at any distance.

    Args:
        engine: The engine.
        session: The user's session, whose current schema completes the name.
        statement: The statement.
        program: The stream table's compiled definition.
        target: What the trigger writes to.

    Returns:
        What the user should know of the target, or None.

    Raises:
        TriggerError: ``TRIGGER_WRITES_SOURCE``, or ``TRIGGER_LOOP`` where triggers of others come between.
    """
    definition, lookup = program.definition, CatalogLookup(session)
    with engine.open_session({}) as own:
        entries = engine.registry.entries(own)
    upstream = DependencyGraph(entries).upstream([table_key(definition.name)])
    sources = {source.lower() for entry in entries if table_key(entry.name) in upstream for source in entry.sources}
    sources |= {source.lower() for source in definition.base_tables}
    parts = target.name.parts
    name = tuple(parts) if is_path(parts) else lookup.full_name(parts)
    is_source = table_key(name) in sources
    entry = None if is_path(name) else lookup.find(name)
    if is_path(name):
        folder = lookup.log(name).path
        own_sources = (definition.relations[source].name for source in definition.base_tables)
        is_source = folder in {lookup.log(source).path for source in own_sources}
    if is_source:
        parameters = {
            "name": str(statement.name),
            "target": str(target.name),
            "stream_table": definition.display_name,
        }
        raise TriggerError("TRIGGER_WRITES_SOURCE", parameters, span=statement.body.span)
    if not is_path(name):
        with engine.open_session({}) as own:
            through = loop_behind(engine, own, table_key(name), definition.name)
        if through is not None:
            parameters = {
                "name": str(statement.name),
                "target": str(target.name),
                "stream_table": definition.display_name,
                "through": through,
            }
            raise TriggerError("TRIGGER_LOOP", parameters, span=statement.body.span)
    if is_path(name) or (entry is not None and entry.provider == "delta"):
        return None
    return f"{dotted(name[-2:])} is no Delta table: after a crash the statement may run a second time"


def notices(trigger: Trigger, program: Program) -> list[str]:
    """Return what the creator of a trigger should know of the stream table.

    Args:
        trigger: The trigger.
        program: The stream table's compiled definition.

    Returns:
        Sentences without a full stop.
    """
    definition, key = program.definition, visible_key(program)
    found = []
    if TriggerEvent.UPDATE in trigger.events and (key is None or len(key) == len(definition.columns)):
        found.append("its rows have no key among other columns, so nothing is an UPDATE: rows are deleted and inserted")
    if definition.full_only is not None or definition.mode is RefreshMode.FULL:
        found.append("each refresh writes all rows, and all of both versions are read to find those that changed")
    if definition.properties.get(TRIGGERS_PROPERTY, "auto").lower() == "off":
        found.append(f"{TRIGGERS_PROPERTY} is off: no trigger of the table runs")
    return found


def _check_condition(session: SparkSession, statement: CreateTrigger, text: str, condition: str) -> None:
    assert statement.condition is not None
    opening, start = "SELECT(", statement.span.start
    place = _placed(text, statement.condition.span.start)
    # Line and column of the condition are those in the user's text.
    query = place[:start] + opening + place[start + len(opening) :] + f"{condition}\n)"
    analyse_statement(session, query)
    (column,) = session.sql(condition_query(condition)).schema.fields
    if column.dataType.simpleString() != "boolean":
        reason = f"its condition is of type {column.dataType.simpleString()}, not boolean"
        invalid = _invalid(statement, reason, statement.condition.span)
        raise invalid


def _placed(text: str, start: int) -> str:
    return "".join("\n" if character == "\n" else " " for character in text[:start])


def _invalid(statement: CreateTrigger, reason: str, span: SourceSpan | None) -> TriggerError:
    return TriggerError("INVALID_TRIGGER", {"name": str(statement.name), "reason": reason}, span=span)
