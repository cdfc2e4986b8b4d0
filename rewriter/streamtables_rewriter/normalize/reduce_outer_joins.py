"""Outer joins whose padded rows are dropped again above become inner joins, whose changes cost far less.

A condition such as ``quantity > 0.5 * total`` is not true where ``total`` is NULL, so that rows without a partner from
which ``total`` would come never pass it. That is how most correlated scalar subqueries are used. The columns that must
not be NULL are pushed down from where they are asked for; inner joins that come together become one.
Source: Galindo-Legaria and Rosenthal, *Outerjoin Simplification and Reordering for Query Optimization*, 1997.
"""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AntiJoin,
    Filter,
    FullJoin,
    InnerJoin,
    LeftJoin,
    MarkJoin,
    Node,
    Project,
    SemiJoin,
)
from streamtables_rewriter.plan.tree import inputs_of, with_inputs
from streamtables_rewriter.sql.columns import conjunction, conjuncts

NullRejected = frozenset[str]
"""Columns such that a row with NULL in one of them does not matter."""

_NOTHING: NullRejected = frozenset()
_COMPARISONS = (exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE)
_ARITHMETIC = (exp.Add, exp.Sub, exp.Mul, exp.Div)


def reduce_outer_joins(root: Node) -> Node:
    """Turn outer joins into inner ones where no row shows the difference.

    Args:
        root: The root of a tree.

    Returns:
        A tree of the same rows; an operator that was read twice for the same still is one.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> from streamtables_rewriter.plan.render import render_node
        >>> text = "SELECT o.id FROM orders o LEFT JOIN customers c ON o.customer = c.id WHERE c.region > 'n'"
        >>> bound = bind_query(text, relations)
        >>> print(render_node(reduce_outer_joins(bound.root), bound.sources))
        Project id_3 = id
          Filter region > 'n'
            InnerJoin on customer = id_2
              Scan orders: id, customer
              Scan customers: id_2 = id, region
    """
    done: dict[tuple[int, NullRejected], Node] = {}

    def reduced(node: Node, needed: NullRejected) -> Node:
        key = id(node), needed & frozenset(node.output)
        if key not in done:
            kind = _kind(node, key[1])
            below = zip(inputs_of(kind), _pushed_down(kind, key[1]), strict=True)
            done[key] = _flat(with_inputs(kind, tuple(reduced(child, handed) for child, handed in below)))
        return done[key]

    return reduced(root, _NOTHING)


def null_rejected_columns(condition: exp.Expr | None) -> NullRejected:
    """Find columns that are not NULL where a condition is true.

    Args:
        condition: A condition, or None for none.

    Returns:
        The names of columns; perhaps not all.

    Examples:
        >>> import sqlglot
        >>> sorted(null_rejected_columns(sqlglot.condition("a + b > 1 AND NOT c IS NULL AND (d = 1 OR e = 1)")))
        ['a', 'b', 'c']
    """
    found: NullRejected = _NOTHING
    for part in conjuncts(condition):
        if isinstance(part, _COMPARISONS):
            found |= _passing_null(part.this) | _passing_null(part.expression)
        elif isinstance(part, exp.Or):
            found |= null_rejected_columns(part.this) & null_rejected_columns(part.expression)
        elif isinstance(part, exp.Between | exp.Like) or (isinstance(part, exp.In) and part.expressions):
            found |= _passing_null(part.this)
        elif isinstance(part, exp.Not) and isinstance(part.this, exp.Is) and isinstance(part.this.expression, exp.Null):
            found |= _passing_null(part.this.this)
    return found


def _passing_null(expression: exp.Expr) -> NullRejected:
    """Find columns whose NULL makes an expression NULL."""
    if isinstance(expression, exp.Column):
        return frozenset({expression.name})
    if isinstance(expression, exp.Paren | exp.Neg | exp.Cast):
        return _passing_null(expression.this)
    if isinstance(expression, _ARITHMETIC):
        return _passing_null(expression.this) | _passing_null(expression.expression)
    return _NOTHING


def _kind(node: Node, needed: NullRejected) -> Node:
    """Choose the kind of join that drops the padded rows that do not matter."""
    if not isinstance(node, LeftJoin | FullJoin):
        return node
    left, right = node.inputs
    if isinstance(node, FullJoin) and needed & frozenset(left.output):
        node = LeftJoin(node.inputs, node.condition)
    if isinstance(node, LeftJoin) and needed & frozenset(right.output):
        return InnerJoin(node.inputs, node.condition)
    return node


def _pushed_down(node: Node, needed: NullRejected) -> tuple[NullRejected, ...]:
    """Tell for each input which columns of a row that matters are not NULL."""
    if isinstance(node, Filter):
        return (needed | null_rejected_columns(node.condition),)
    if isinstance(node, Project):
        return (frozenset[str]().union(*(_passing_null(p.expression) for p in node.projections if p.name in needed)),)
    if isinstance(node, Aggregate):
        return (frozenset[str]().union(*(_passing_null(key.expression) for key in node.keys if key.name in needed)),)
    if isinstance(node, InnerJoin):
        return (needed | null_rejected_columns(node.condition),) * len(node.inputs)
    if isinstance(node, SemiJoin):
        met = null_rejected_columns(node.condition)
        return needed | met, met
    if isinstance(node, LeftJoin | AntiJoin | MarkJoin):
        return needed, null_rejected_columns(node.condition)
    return (_NOTHING,) * len(inputs_of(node))


def _flat(node: Node) -> Node:
    """Make one join of an inner join over inner joins."""
    if not isinstance(node, InnerJoin) or not any(isinstance(child, InnerJoin) for child in node.inputs):
        return node
    inputs: list[Node] = []
    conditions = list(conjuncts(node.condition))
    for child in node.inputs:
        inputs += child.inputs if isinstance(child, InnerJoin) else (child,)
        conditions += conjuncts(child.condition) if isinstance(child, InnerJoin) else ()
    return replace(node, inputs=tuple(inputs), condition=conjunction(c.copy() for c in conditions))
