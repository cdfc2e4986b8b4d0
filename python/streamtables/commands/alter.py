"""ALTER STREAM TABLE."""

from __future__ import annotations

from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.altering.alter import alter_stream_table
from streamtables.engine.altering.alteration import AlterationKind
from streamtables.engine.defining.schedule import schedule_notice
from streamtables.engine.immediate.catch_up import follow_definition
from streamtables.engine.triggers.loops import loop_of
from streamtables_grammar.statements import AlterStreamTable, SetQuery, SetSchedule


def run(statement: AlterStreamTable, context: CommandContext) -> Rows:
    """Alter the stream table and tell how much of it changed."""
    altered = alter_stream_table(context.engine, context.session, statement, context.text)
    reason = altered.reason
    if isinstance(statement.action, SetSchedule):
        reason = "; ".join(filter(None, (reason, schedule_notice(context.engine, statement.action.schedule))))
    if altered.kind not in (AlterationKind.NONE, AlterationKind.NAME):
        reason = "; ".join(filter(None, (reason, follow_definition(context.engine, context.session, statement.name))))
    if isinstance(statement.action, SetQuery):
        reason = "; ".join(filter(None, (reason, loop_of(context.engine, context.session, statement.name))))
    return ((altered.stream_table, altered.kind.name, f"{altered.kind.value}: {reason}"),)


COMMAND = Command((("stream_table", "string"), ("change", "string"), ("reason", "string")), run)
