"""REFRESH STREAM TABLE and REFRESH STREAM TABLES."""

from __future__ import annotations

from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.commands.schemas import require_schema
from streamtables.engine.refreshing.refresh_run import refresh_schema, refresh_stream_tables
from streamtables.engine.result import RESULT_COLUMNS
from streamtables_grammar.statements import RefreshStreamTable, RefreshStreamTables


def run(statement: RefreshStreamTable, context: CommandContext) -> Rows:
    """Refresh the named stream tables, with what they read."""
    results = refresh_stream_tables(
        context.engine,
        context.session,
        statement.names,
        statement.mode,
        upstream=statement.upstream,
        cascade=statement.cascade,
    )
    return tuple(result.as_row() for result in results)


def run_all(statement: RefreshStreamTables, context: CommandContext) -> Rows:
    """Refresh every stream table, or those of a schema."""
    if statement.schema is not None:
        require_schema(context.session, statement.schema)
    results = refresh_schema(context.engine, context.session, statement.schema)
    return tuple(result.as_row() for result in results)


COMMAND = Command(RESULT_COLUMNS, run)
COMMAND_ALL = Command(RESULT_COLUMNS, run_all)
