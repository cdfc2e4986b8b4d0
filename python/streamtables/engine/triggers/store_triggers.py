"""CREATE TRIGGER, DROP TRIGGER, and which triggers there are: each is a property of the table that holds the rows."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING, TypeVar

from streamtables.catalog.definition import dotted
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.catalog.trigger_log import TriggerLog
from streamtables.catalog.triggers import Trigger, triggers_in
from streamtables.engine.concurrency.conflicts import Backoff, lost_race
from streamtables.engine.context import Engine
from streamtables.engine.defining.define import engine_text
from streamtables.engine.defining.reconcile import reconcile_all, require
from streamtables.engine.triggers.check_trigger import check_names, check_target, check_texts, notices
from streamtables.engine.writing.committing import on_definition
from streamtables.errors import TriggerError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.sessions.recorded_settings import recorded_settings
from streamtables.spark.statements.plan_targets import Target
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.quoting import quote_name, quote_properties, quote_string
from streamtables_grammar.statements import CreateTrigger, DropTrigger, TriggerEvent

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_Result = TypeVar("_Result")


@dataclass(frozen=True, slots=True)
class ListedTrigger:
    """A trigger, and how far it has got.

    Attributes:
        stream_table: Schema and name of its stream table.
        trigger: The trigger.
        done: The version of the stream table's backing table up to which it is done.
    """

    stream_table: str
    trigger: Trigger
    done: int


def create_trigger(
    engine: Engine,
    session: SparkSession,
    statement: CreateTrigger,
    text: str,
    protect: Callable[[Target], None],
) -> tuple[str, str]:
    """Create a trigger, or replace one.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The statement.
        text: The text it was read from.
        protect: Raises if ordinary SQL must not write to a name.

    Returns:
        Schema and name of the stream table, and what the user should know.

    Raises:
        TriggerError: It cannot be so, or there is one of that name; nothing is stored.
        StreamTableNotFoundError: There is no such stream table.
        pyspark.errors.PySparkException: Spark does not accept its condition or its statement.
    """
    check_names(statement)
    full = require(engine, session, statement.table)
    trigger = Trigger(
        id=str(uuid.uuid4()),
        name=statement.name.parts[0],
        events=tuple(event for event in TriggerEvent if event in statement.events),
        statement=engine_text(session, statement.body.text),
        condition=None if statement.condition is None else engine_text(session, statement.condition.text),
        old_table=statement.old_table,
        new_table=statement.new_table,
        namespace=CatalogLookup(session).current_namespace(),
        settings=recorded_settings(session),
        created_at=datetime.now(timezone.utc).isoformat(),
        since=0,
    )
    target = check_texts(engine, statement, text, trigger, full, protect)
    with engine.open_session({}) as own:
        engine.registry.ensure(own)
        log = TriggerLog(own)

        def store(state: StoredState) -> list[str]:
            program = engine.programs.get(state.definition)
            notice = check_target(engine, session, statement, program, target)
            known = {one.name.lower() for one in triggers_in(state.snapshot.properties)}
            if trigger.name.lower() in known and not statement.or_replace:
                parameters = {"name": trigger.name, "stream_table": state.definition.display_name}
                hint = "CREATE OR REPLACE TRIGGER replaces it"
                raise TriggerError("TRIGGER_EXISTS", parameters, span=statement.name.span, hint=hint)
            stored = trigger.counting_from(state.snapshot.version)
            pairs = quote_properties({stored.property_name: stored.to_json()})
            with on_definition(own, state.definition_text):
                own.sql(f"ALTER TABLE {quote_name(state.definition.backing)} SET TBLPROPERTIES {pairs}")
            log.list(stored, state.definition.id)
            return [*([] if notice is None else [notice]), *notices(stored, program)]

        state, told = _on_table(engine, session, own, full, store)
    events = " OR ".join(event.value for event in trigger.events)
    return state.definition.display_name, "; ".join((f"runs after {events}", *told))


def drop_trigger(engine: Engine, session: SparkSession, statement: DropTrigger) -> str | None:
    """Drop a trigger.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The statement.

    Returns:
        Its name; None if there was none, and that is no error.

    Raises:
        TriggerError: ``TRIGGER_NOT_FOUND``.
        StreamTableNotFoundError: There is no such stream table.
    """
    full, wanted = require(engine, session, statement.table), str(statement.name)
    with engine.open_session({}) as own:

        def drop(state: StoredState) -> Trigger | None:
            triggers = triggers_in(state.snapshot.properties)
            found = next((one for one in triggers if (one.name.lower(),) == _lower(statement.name)), None)
            if found is None:
                return None
            name = quote_string(found.property_name)
            with on_definition(own, state.definition_text):
                own.sql(f"ALTER TABLE {quote_name(state.definition.backing)} UNSET TBLPROPERTIES ({name})")
            TriggerLog(own).drop(found, state.definition.id)
            return found

        state, dropped = _on_table(engine, session, own, full, drop)
    if dropped is None and not statement.if_exists:
        parameters = {"name": wanted, "stream_table": state.definition.display_name}
        raise TriggerError("TRIGGER_NOT_FOUND", parameters, span=statement.name.span)
    return None if dropped is None else dropped.name


def list_triggers(engine: Engine, session: SparkSession, name: QualifiedName | None) -> list[ListedTrigger]:
    """Return the triggers of a stream table, or of all.

    Args:
        engine: The engine.
        session: The user's session.
        name: The stream table; None for all.

    Returns:
        The triggers, by stream table and name.

    Raises:
        StreamTableNotFoundError: There is no such stream table.
    """
    with engine.open_session({}) as own:
        if name is None:
            reconcile_all(engine, own)
            names = [entry.name for entry in engine.registry.entries(own)]
        else:
            names = [require(engine, session, name)]
        states = [load_state(CatalogLookup(own), QualifiedName(full)) for full in names]
        found = [(state, one) for state in states for one in triggers_in(state.snapshot.properties)]
        if not found:
            return []
        log = TriggerLog(own)
        return [ListedTrigger(state.definition.display_name, one, log.progress(one).done) for state, one in found]


def _on_table(
    engine: Engine,
    session: SparkSession,
    own: SparkSession,
    full: tuple[str, ...],
    act: Callable[[StoredState], _Result],
) -> tuple[StoredState, _Result]:
    """Do something to a stream table while nobody else in this process does, and again where others commit first."""
    backoff = Backoff.of(session)
    while True:
        with engine.locks.hold([dotted(full)]):
            state = load_state(CatalogLookup(own), QualifiedName(full))
            try:
                return state, act(state)
            except Exception as error:
                if not lost_race(error):
                    raise
                lost = error
        backoff.wait(state.definition.display_name, lost)


def _lower(name: QualifiedName) -> tuple[str, ...]:
    return tuple(part.lower() for part in name.parts)
