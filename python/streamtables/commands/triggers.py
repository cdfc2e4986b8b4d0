"""CREATE TRIGGER, DROP TRIGGER and SHOW TRIGGERS."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from streamtables.commands import protect
from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.triggers.store_triggers import create_trigger, drop_trigger, list_triggers
from streamtables.spark.statements.plan_targets import Target
from streamtables_grammar.statements import CreateTrigger, DropTrigger, ShowTriggers


def run_create(statement: CreateTrigger, context: CommandContext) -> Rows:
    """Store a trigger, and tell what to know of it."""

    def check(target: Target) -> None:
        protect.check_target(target.action, replace(target.name, span=statement.body.span), context.session)

    stream_table, reason = create_trigger(context.engine, context.session, statement, context.text, check)
    return ((statement.name.parts[0], stream_table, reason),)


def run_drop(statement: DropTrigger, context: CommandContext) -> Rows:
    """Drop a trigger."""
    dropped = drop_trigger(context.engine, context.session, statement)
    return () if dropped is None else ((dropped,),)


def run_show(statement: ShowTriggers, context: CommandContext) -> Rows:
    """List triggers in the order in which those of a stream table run."""
    return tuple(
        (
            listed.trigger.name,
            listed.stream_table,
            " OR ".join(event.value for event in listed.trigger.events),
            listed.trigger.old_table,
            listed.trigger.new_table,
            listed.trigger.condition,
            listed.trigger.statement,
            datetime.fromisoformat(listed.trigger.created_at),
            listed.done,
        )
        for listed in list_triggers(context.engine, context.session, statement.table)
    )


CREATE = Command((("trigger", "string"), ("stream_table", "string"), ("reason", "string")), run_create)
DROP = Command((("dropped", "string"),), run_drop)
SHOW = Command(
    (
        ("trigger", "string"),
        ("stream_table", "string"),
        ("events", "string"),
        ("old_table", "string"),
        ("new_table", "string"),
        ("condition", "string"),
        ("statement", "string"),
        ("created_at", "timestamp_ltz"),
        ("done_version", "bigint"),
    ),
    run_show,
)
