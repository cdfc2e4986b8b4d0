"""Filters over an inner join become part of its condition, so that the join knows what connects its inputs.

Filters on time stay filters, below the join where they read one input only.
"""

from __future__ import annotations

from dataclasses import replace

from streamtables_rewriter.plan.nodes import Filter, InnerJoin, Node
from streamtables_rewriter.plan.tree import rewritten
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.sql.columns import conjunction, conjuncts, references


def merge_filters(root: Node) -> Node:
    """Move the conditions of filters into the inner joins below them.

    Args:
        root: The root of a tree.

    Returns:
        A tree of the same rows; an operator that was read twice still is one.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> from streamtables_rewriter.plan.render import render_node
        >>> bound = bind_query("SELECT o.id FROM orders o, customers c WHERE o.customer = c.id", relations)
        >>> print(render_node(merge_filters(bound.root), bound.sources))
        Project id_3 = id
          InnerJoin on customer = id_2
            Scan orders: id, customer
            Scan customers: id_2 = id
    """
    return rewritten(root, _merge)


def _merge(node: Node) -> Node:
    if not (isinstance(node, Filter) and isinstance(node.input, InnerJoin)):
        return node
    join, above, inside = node.input, [], list(conjuncts(node.input.condition))
    inputs = list(join.inputs)
    for condition in conjuncts(node.condition):
        if not reads_clock(condition):
            inside.append(condition)
            continue
        # Time passes for a filter only, best for one that reads little.
        reading = [index for index, source in enumerate(inputs) if references(condition) <= frozenset(source.output)]
        if reading:
            inputs[reading[0]] = Filter(inputs[reading[0]], condition)
        else:
            above.append(condition)
    joined = replace(join, inputs=tuple(inputs), condition=conjunction(c.copy() for c in inside))
    rest = conjunction(c.copy() for c in above)
    return joined if rest is None else Filter(joined, rest)
