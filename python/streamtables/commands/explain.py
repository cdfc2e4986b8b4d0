"""EXPLAIN CREATE, REFRESH and ALTER STREAM TABLE."""

from __future__ import annotations

from streamtables.catalog.definition import dotted
from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.explain import examination_rows, explain_alter, explain_create
from streamtables.engine.refreshing.dry_run import dry_run
from streamtables.spark.accelerators.chosen import chosen_by
from streamtables_grammar.statements import AlterStreamTable, CreateStreamTable, Explain


def run(statement: Explain, context: CommandContext) -> Rows:
    """Return what the statement would do."""
    inner = statement.statement
    if isinstance(inner, CreateStreamTable):
        return tuple(explain_create(context.engine, context.session, inner, context.text))
    if isinstance(inner, AlterStreamTable):
        return tuple(explain_alter(context.engine, context.session, inner, context.text))
    accelerators = chosen_by(context.session)
    rows: list[tuple[str, str]] = []
    for one in dry_run(context.engine, context.session, inner):
        shown = dotted(one.name[1:])
        if one.place is not None:
            rows.append((f"{one.place} {shown}", f"{one.mode}: {one.reason}"))
            continue
        if len(inner.names) > 1:
            rows.append(("stream table", shown))
        rows += examination_rows(one, accelerators)
    return tuple(rows)


COMMAND = Command((("item", "string"), ("value", "string")), run)
