"""CALL streamtables.rebuild_registry()."""

from __future__ import annotations

from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.defining.reconcile import rebuild_registry
from streamtables_grammar.statements import CallProcedure


def run(_statement: CallProcedure, context: CommandContext) -> Rows:
    """Make the registry again from the tables, and tell how many stream tables there are."""
    with context.engine.open_session({}) as own:
        return ((rebuild_registry(context.engine, own),),)


COMMAND = Command((("stream_tables", "int"),), run)
