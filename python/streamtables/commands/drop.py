"""DROP STREAM TABLE."""

from __future__ import annotations

from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.defining.drop import drop_stream_table
from streamtables_grammar.statements import DropStreamTable


def run(statement: DropStreamTable, context: CommandContext) -> Rows:
    """Drop the stream table, and with CASCADE those that read it."""
    dropped = drop_stream_table(
        context.engine,
        context.session,
        statement.name,
        if_exists=statement.if_exists,
        cascade=statement.cascade,
    )
    return tuple((name,) for name in dropped)


COMMAND = Command((("dropped", "string"),), run)
