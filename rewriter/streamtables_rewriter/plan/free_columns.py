"""Which columns a tree reads without producing them: those of an outer query."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields

from sqlglot import exp

from streamtables_rewriter.plan.nodes import AggregateCall, Named, Node
from streamtables_rewriter.plan.tree import inputs_of


def expressions_of(node: Node) -> tuple[exp.Expr, ...]:
    """Return the expressions that an operator computes."""
    return tuple(e for f in fields(node) if f.name not in ("input", "inputs") for e in _within(getattr(node, f.name)))


def _within(value: object) -> Iterator[exp.Expr]:
    if isinstance(value, exp.Expr):
        yield value
    elif isinstance(value, (Named, AggregateCall)):
        for field in fields(value):
            yield from _within(getattr(value, field.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from _within(part)


def columns_in(expressions: Iterable[exp.Expr]) -> frozenset[str]:
    """Return the names of the columns in expressions."""
    return frozenset(column.name for e in expressions for column in e.find_all(exp.Column))


def free_columns(node: Node) -> frozenset[str]:
    """Return the columns that a tree reads without producing them.

    Args:
        node: The root.

    Returns:
        Their names.
    """
    own = columns_in(expressions_of(node)).difference(*(child.output for child in inputs_of(node)))
    return own.union(*(free_columns(child) for child in inputs_of(node)))
