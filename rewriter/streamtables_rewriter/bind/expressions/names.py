"""How names in expressions are resolved: columns first, then functions written without parentheses."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import Resolve, follow_fields, plan_column
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import Scope, unknown_column
from streamtables_rewriter.semantics import function_kinds

Fallback = Callable[[Sequence[str], exp.Expr], exp.Expr | None]
"""Looks for a name that no column has; None if it is not there either."""


def column_resolver(text: QueryText, scope: Scope, fallback: Fallback | None = None) -> Resolve:
    """Build the resolver of a clause.

    Args:
        text: The text the clause stands in.
        scope: The columns in scope.
        fallback: Where to look for names that no column has.

    Returns:
        The resolver.
    """

    def resolve(parts: Sequence[str], node: exp.Expr) -> exp.Expr:
        found = scope.find(parts, lambda: text.locate(node))
        if found is not None:
            return follow_fields(plan_column(found.column.column), found.fields)
        other = fallback(parts, node) if fallback is not None else None
        if other is not None:
            return other
        for around in scope.outer:
            found = around.find(parts, lambda: text.locate(node))
            if found is not None:
                return follow_fields(plan_column(found.column.column), found.fields)
        if len(parts) == 1 and parts[0].lower() in function_kinds.KEYWORD_FUNCTIONS:
            raise text.unsupported("NON_DETERMINISTIC_FUNCTION", node)
        if any(part.lower() == "_metadata" for part in parts[:-1] or parts):
            raise text.unsupported("EXPRESSION", node)
        raise unknown_column(parts, scope.columns, text.locate(node))

    return resolve
