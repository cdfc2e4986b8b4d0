"""Every kind of expression as an operand of every other, without parentheses in the tree."""

from __future__ import annotations

from collections.abc import Iterator

import sqlglot
from sqlglot import exp

from streamtables_rewriter.sql.dialect import FaithfulSpark

KINDS = (
    *("a", "-1", "~a", "NOT a", "abs(a)", "CAST(a AS INT)", "CASE WHEN a THEN b END"),
    *("a + b", "a - b", "a * b", "a / b", "a DIV b", "a || b", "a & b", "a | b", "a ^ b"),
    *("a = b", "a <> b", "a < b", "a <=> b", "a IS DISTINCT FROM b", "a AND b", "a OR b"),
    *("a IS NULL", "a IS NOT NULL", "a IS TRUE", "a IN (1, 2)", "a NOT IN (1, 2)", "a BETWEEN b AND c"),
    *("a NOT LIKE b", "a LIKE b ESCAPE '!'", "a RLIKE b", "a COLLATE UTF8_LCASE", "a[b]", "EXISTS (SELECT 1)"),
)
"""One or two of each kind that Spark's grammar tells apart."""
_SLOTS = ("this", "expression", "low", "high")


def nested_operands() -> Iterator[tuple[exp.Expr, exp.Expr]]:
    """Put each kind in the place of each operand of each other.

    Yields:
        The tree as it is, and the same with parentheses around that operand.
    """
    for outer in map(_parsed, KINDS):
        for inner in map(_parsed, KINDS):
            for name in _SLOTS:
                operand = _holder(outer).args.get(name)
                if isinstance(operand, exp.Column):
                    yield _with(outer, name, inner), _with(outer, name, exp.Paren(this=inner.copy()))


def same_shape(node: object) -> object:
    """Describe a tree without its parentheses; AND and OR are the same in whichever order they are read."""
    if isinstance(node, list):
        return [same_shape(part) for part in node]
    if not isinstance(node, exp.Expr):
        return node
    if isinstance(node, exp.Paren):
        return same_shape(node.this)
    if isinstance(node, exp.And | exp.Or):
        return (node.key, [same_shape(part) for part in _flat(node, type(node))])
    return (node.key, {name: same_shape(value) for name, value in node.args.items() if value})


def _flat(node: exp.Expr, kind: type[exp.Expr]) -> list[exp.Expr]:
    bare = node.unnest()
    return [*_flat(bare.this, kind), *_flat(bare.expression, kind)] if isinstance(bare, kind) else [bare]


def _parsed(text: str) -> exp.Expr:
    (item,) = sqlglot.parse_one(f"SELECT {text}", dialect=FaithfulSpark).expressions
    return item


def _holder(outer: exp.Expr) -> exp.Expr:
    """Find the operator that has the operands: NOT and ESCAPE stand around it."""
    inner = outer.this if isinstance(outer, exp.Not | exp.Escape) else outer
    return inner if isinstance(inner, exp.Predicate) else outer


def _with(outer: exp.Expr, name: str, operand: exp.Expr) -> exp.Expr:
    tree = outer.copy()
    _holder(tree).set(name, operand.copy())
    return tree
