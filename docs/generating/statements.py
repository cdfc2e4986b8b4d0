"""The diagrams of the SQL reference, and the block that a statement's page shows of each."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from docs.generating.syntax import Syntax

_CLAUSE, _SCHEDULE, _UNIT, _ACTION = (
    ("clause", "clause"),
    ("schedule", "schedule"),
    ("timeUnit", "unit"),
    ("alterAction", "action"),
)
_WHOLE = (
    *("refresh", "refreshAll", "drop", "showTables", "describeTable", "showCreate", "explain", "showHistory"),
    *("verify", "verifyAll", "createTrigger", "dropTrigger", "showTriggers", "call"),
)
DIAGRAMS: Mapping[str, Syntax] = MappingProxyType(
    {
        "create": Syntax("create", apart=(_CLAUSE,)),
        "clause": Syntax("clause", "clause", apart=(_SCHEDULE,)),
        "schedule": Syntax("schedule", "schedule", apart=(_UNIT,)),
        "timeUnit": Syntax("timeUnit", "unit"),
        "alter": Syntax("alter", apart=(_ACTION,)),
        "alterAction": Syntax("alterAction", "action", apart=(_SCHEDULE,)),
        **{rule: Syntax(rule) for rule in _WHOLE},
    }
)
"""By the rule of the grammar, or the label of an alternative, that each shows."""


def syntax_block(name: str) -> str:
    """Write the syntax of a statement, or of a part, for its page.

    Args:
        name: A key of ``DIAGRAMS``.

    Returns:
        Markdown: the diagram, and the same as text.
    """
    syntax = DIAGRAMS[name]
    heading = f"*{syntax.title}*\n\n" if syntax.title else ""
    words = syntax.title or "the statement"
    text = f"{syntax.title}:\n{syntax.text()}" if syntax.title else syntax.text()
    return f"{heading}![Syntax diagram of {words}](diagrams/{syntax.file}){{ .syntax }}\n\n```syntax\n{text}\n```"
