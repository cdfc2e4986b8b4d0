"""CREATE STREAM TABLE."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timezone
from uuid import uuid4

from streamtables.catalog.ran_mode import RanMode
from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.defining.create import create_stream_table
from streamtables.engine.defining.schedule import schedule_notice
from streamtables.engine.immediate.catch_up import follow_definition
from streamtables.engine.refreshing.report import record
from streamtables.engine.result import RESULT_COLUMNS
from streamtables.engine.triggers.loops import loop_of
from streamtables_grammar.statements import CreateStreamTable


def run(statement: CreateStreamTable, context: CommandContext) -> Rows:
    """Create the stream table and report its first refresh."""
    started_at = datetime.now(timezone.utc).isoformat()
    result = create_stream_table(context.engine, context.session, statement, context.text)
    notice = schedule_notice(context.engine, statement.schedule)
    if notice is not None and result.mode is RanMode.INITIAL:
        result = replace(result, reason=f"{result.reason}; {notice}")
    if result.mode is RanMode.INITIAL:
        record(context.engine, result, started_at, uuid4().hex)
        behind = follow_definition(context.engine, context.session, statement.name)
        loop = loop_of(context.engine, context.session, statement.name) if statement.or_replace else None
        for told in filter(None, (behind, loop)):
            result = replace(result, reason=f"{result.reason}; {told}")
    return (result.as_row(),)


COMMAND = Command(RESULT_COLUMNS, run)
