"""The rows that ``count`` counts."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.sql.columns import conjunction


def all_present(arguments: Sequence[exp.Expr]) -> exp.Expr | None:
    """Write the condition under which ``count`` counts a row.

    Args:
        arguments: The arguments of ``count``; copied.

    Returns:
        That none of them is NULL; None if that is certain.

    Examples:
        >>> import sqlglot
        >>> all_present([sqlglot.column("a"), sqlglot.column("b")]).sql()
        'NOT a IS NULL AND NOT b IS NULL'
    """
    doubtful = [a for a in arguments if not isinstance(a, exp.Literal | exp.Boolean | exp.Star)]
    return conjunction(exp.Not(this=exp.Is(this=_operand(a), expression=exp.Null())) for a in doubtful)


def _operand(argument: exp.Expr) -> exp.Expr:
    return argument.copy() if isinstance(argument, exp.Column) else exp.Paren(this=argument.copy())
