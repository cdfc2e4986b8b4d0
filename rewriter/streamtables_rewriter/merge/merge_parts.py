"""MERGE statements as trees, and the guards in them.

A guard raises an error where a stored row and its change do not fit together. It stands in the value of the column that
counts rows: Spark evaluates the values of an action for the rows that the action applies to, and for no others.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlglot import exp

from streamtables_rewriter.sql.columns import column
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind

STORED = "stored"
CHANGES = "changes"
STATE_CORRUPTED = "STREAM_TABLE_STATE_CORRUPTED"
"""Every message of a guard begins with this."""

MERGE_TARGET = Placeholder(PlaceholderKind.BACKING)
MERGE_SOURCE = Placeholder(PlaceholderKind.CHANGES)


def guarded(value: exp.Expr, wrong: exp.Expr, problem: str) -> exp.Expr:
    """Write a value that fails the statement where a condition holds.

    Args:
        value: The value; becomes part of the result.
        wrong: When to fail; becomes part of the result.
        problem: What is wrong then, in words.

    Returns:
        A new expression.
    """
    return exp.Case(ifs=[exp.If(this=wrong, true=failure(problem))], default=value)


def failure(problem: str) -> exp.Expr:
    """Write an expression that fails the statement.

    Args:
        problem: What is wrong, in words.

    Returns:
        A new expression.
    """
    message = exp.Literal.string(f"{STATE_CORRUPTED}: {problem}; rebuild it with REFRESH STREAM TABLE ... FULL")
    return exp.Anonymous(this="raise_error", expressions=[message])


def delete_when(condition: exp.Expr | None) -> exp.When:
    """Delete matched rows.

    Args:
        condition: Which of them, None for all; becomes part of the result.

    Returns:
        The action.
    """
    return exp.When(matched=True, source=False, condition=condition, then=exp.Var(this="DELETE"))


def update_with(values: Mapping[str, exp.Expr], condition: exp.Expr | None = None) -> exp.When:
    """Update matched rows.

    Args:
        values: The new value of each stored column that changes; they become part of the result.
        condition: Which of them, None for all.

    Returns:
        The action.
    """
    assignments = [exp.EQ(this=column(name), expression=value) for name, value in values.items()]
    return exp.When(matched=True, source=False, condition=condition, then=exp.Update(expressions=assignments))


def insert_with(values: Mapping[str, exp.Expr], condition: exp.Expr | None = None) -> exp.When:
    """Insert changes that no stored row matches.

    Args:
        values: The value of each stored column; they become part of the result.
        condition: Which changes, None for all.

    Returns:
        The action.
    """
    columns = exp.Tuple(expressions=[column(name) for name in values])
    row = exp.Tuple(expressions=list(values.values()))
    return exp.When(matched=False, source=False, condition=condition, then=exp.Insert(this=columns, expression=row))


def merge(condition: exp.Expr, actions: Sequence[exp.When], source: exp.Subquery | None = None) -> exp.Merge:
    """Write the MERGE of CHANGES into BACKING.

    Args:
        condition: Which change belongs to which stored row; becomes part of the result.
        actions: What to do, the first action that applies to a row.
        source: A query over CHANGES that takes its place and name; becomes part of the result.

    Returns:
        The statement.
    """
    return exp.Merge(
        this=MERGE_TARGET.table(STORED),
        using=source or MERGE_SOURCE.table(CHANGES),
        on=condition,
        whens=exp.Whens(expressions=list(actions)),
    )
