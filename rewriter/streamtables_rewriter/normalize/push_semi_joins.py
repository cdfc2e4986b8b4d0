"""A semi join over an inner join asks the one input that it speaks of, before that is joined with the others.

``(a JOIN b) SEMI JOIN c ON f(b, c) = a JOIN (b SEMI JOIN c ON f(b, c))``: whether a row of ``b`` has a partner does not
depend on what it is joined with. Few rows have one as a rule, and what changes then meets the other inputs for these
alone. Where the inner join leaves rows out by a condition of its own, it is as well asked first: there, and for
anti joins, which keep most rows, nothing is moved. Source: Galindo-Legaria and Joshi, "Orthogonal Optimization of
Subqueries and Aggregation" (2001), section 3.
"""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.plan.nodes import InnerJoin, Node, Project, Scan, SemiJoin
from streamtables_rewriter.plan.tree import rewritten
from streamtables_rewriter.sql.columns import conjuncts, references


def push_semi_joins(root: Node) -> Node:
    """Move semi joins below inner joins.

    Args:
        root: The root of a tree.

    Returns:
        A tree of the same rows; an operator that was read twice still is one.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> from streamtables_rewriter.plan.render import render_node
        >>> text = "SELECT day FROM orders o JOIN customers c ON c.id = o.id WHERE customer IN (SELECT id FROM orders)"
        >>> bound = bind_query(text, relations)
        >>> print(render_node(push_semi_joins(bound.root), bound.sources))
        Project day_3 = day
          InnerJoin on id_2 = id
            SemiJoin on customer = id_3
              Scan orders: id, customer, day
              Scan orders: id_3 = id
            Scan customers: id_2 = id
    """
    return rewritten(root, _push)


def _push(node: Node) -> Node:
    if not isinstance(node, SemiJoin):
        return node
    join, partners = node.inputs
    if not isinstance(join, InnerJoin):
        return node
    asked = frozenset[str]().union(*map(references, conjuncts(node.condition))) & frozenset(join.output)
    place = next((i for i, child in enumerate(join.inputs) if asked and asked <= frozenset(child.output)), None)
    if place is None or not all(map(_only_connects, conjuncts(join.condition))):
        return node
    if not all(_is_full_scan(child) for i, child in enumerate(join.inputs) if i != place):
        return node
    inputs = list(join.inputs)
    inputs[place] = _push(replace(node, inputs=(inputs[place], partners)))
    return replace(join, inputs=tuple(inputs))


def _only_connects(condition: exp.Expr) -> bool:
    """Return whether a condition is an equality of two columns, which every row of a foreign key meets."""
    sides = (condition.this, condition.args.get("expression"))
    return isinstance(condition, exp.EQ) and all(isinstance(side, exp.Column) for side in sides)


def _is_full_scan(node: Node) -> bool:
    """Return whether an operator has all rows of a source."""
    return isinstance(node, Scan) or (isinstance(node, Project) and _is_full_scan(node.input))
