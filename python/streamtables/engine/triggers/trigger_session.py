"""The session in which a trigger's texts are read: with its creator's settings and schema, and two temporary views."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from streamtables.catalog.triggers import Trigger
from streamtables.engine.changes.row_changes import Kind
from streamtables.engine.context import Engine
from streamtables_grammar.quoting import quote_identifier, quote_name
from streamtables_grammar.statements import TriggerEvent

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

NEW_ROWS = {TriggerEvent.INSERT: Kind.INSERTED, TriggerEvent.UPDATE: Kind.UPDATED_NEW}
OLD_ROWS = {TriggerEvent.DELETE: Kind.DELETED, TriggerEvent.UPDATE: Kind.UPDATED_OLD}


def new_kinds(trigger: Trigger) -> tuple[Kind, ...]:
    """Return the rows that NEW TABLE shows."""
    return tuple(NEW_ROWS[event] for event in trigger.events if event in NEW_ROWS)


def old_kinds(trigger: Trigger) -> tuple[Kind, ...]:
    """Return the rows that OLD TABLE shows."""
    return tuple(OLD_ROWS[event] for event in trigger.events if event in OLD_ROWS)


@contextmanager
def trigger_session(engine: Engine, trigger: Trigger) -> Iterator[SparkSession]:
    """Open a session as it was when a trigger was created.

    No temporary function of a user is there: what it means would depend on who refreshes.

    Args:
        engine: The engine.
        trigger: The trigger.

    Yields:
        A session of our own.
    """
    with engine.lend_session(trigger.settings, None) as session:
        session.sql(f"USE {quote_name(trigger.namespace)}")
        yield session


def show_rows(trigger: Trigger, old: DataFrame, new: DataFrame) -> None:
    """Show the rows that went and came under the names that a trigger gives them.

    Args:
        trigger: The trigger.
        old: The rows that went, as a frame of the trigger's session.
        new: The rows that came.
    """
    for name, rows in ((trigger.old_table, old), (trigger.new_table, new)):
        if name is not None:
            rows.createOrReplaceTempView(quote_identifier(name))


def condition_query(condition: str) -> str:
    """Return the query for the value of a condition: it may end with a comment."""
    return f"SELECT (\n{condition}\n)"
