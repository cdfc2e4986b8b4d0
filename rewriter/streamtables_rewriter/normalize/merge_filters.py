"""Filters over an inner join become part of its condition, so that the join knows what connects its inputs."""

from __future__ import annotations

from dataclasses import replace

from streamtables_rewriter.columns import conjunction, conjuncts
from streamtables_rewriter.plan.nodes import Filter, InnerJoin, Node, Scan, UnionAll


def merge_filters(node: Node) -> Node:
    """Move the conditions of filters into the inner joins below them.

    Args:
        node: The root of a tree.

    Returns:
        A tree of the same rows.
    """
    if isinstance(node, Scan):
        return node
    if isinstance(node, InnerJoin | UnionAll):
        return replace(node, inputs=tuple(map(merge_filters, node.inputs)))
    source = merge_filters(node.input)
    if isinstance(node, Filter) and isinstance(source, InnerJoin):
        both = (*conjuncts(source.condition), *conjuncts(node.condition))
        return replace(source, condition=conjunction(c.copy() for c in both))
    return replace(node, input=source)
