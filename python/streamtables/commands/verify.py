"""VERIFY STREAM TABLE."""

from __future__ import annotations

from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.verify import verify_stream_table
from streamtables_grammar.statements import VerifyStreamTable


def run(statement: VerifyStreamTable, context: CommandContext) -> Rows:
    """Recompute the query at the frontier and compare."""
    found = verify_stream_table(context.engine, context.session, statement.name)
    return ((found.stream_table, found.equal, found.missing_rows, found.extra_rows),)


COMMAND = Command(
    (("stream_table", "string"), ("equal", "boolean"), ("missing_rows", "bigint"), ("extra_rows", "bigint")), run
)
