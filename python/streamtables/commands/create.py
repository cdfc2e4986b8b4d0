"""CREATE STREAM TABLE."""

from __future__ import annotations

from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.create import create_stream_table
from streamtables.engine.result import RESULT_COLUMNS
from streamtables_grammar.statements import CreateStreamTable


def run(statement: CreateStreamTable, context: CommandContext) -> Rows:
    """Create the stream table and report its first refresh."""
    return (create_stream_table(context.engine, context.session, statement, context.text).as_row(),)


COMMAND = Command(RESULT_COLUMNS, run)
