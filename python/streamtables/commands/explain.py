"""EXPLAIN CREATE STREAM TABLE and EXPLAIN REFRESH STREAM TABLE."""

from __future__ import annotations

from streamtables.commands.context import Command, CommandContext, Rows
from streamtables.engine.explain import explain_create, explain_refresh
from streamtables_grammar.statements import CreateStreamTable, Explain


def run(statement: Explain, context: CommandContext) -> Rows:
    """Tell what the statement would do."""
    inner = statement.statement
    if isinstance(inner, CreateStreamTable):
        return tuple(explain_create(context.engine, context.session, inner, context.text))
    rows: list[tuple[str, str]] = []
    for name in inner.names:
        if len(inner.names) > 1:
            rows.append(("stream table", str(name)))
        rows += explain_refresh(context.engine, context.session, name, inner.mode)
    return tuple(rows)


COMMAND = Command((("item", "string"), ("value", "string")), run)
