"""Aggregates below other operators whose value depends on the order of rows, made a function of their rows.

The last bits of a sum of floating-point numbers depend on the order in which the rows are met, and so do the elements
of a collection, so that a row which goes would not be the one that came. Here the values of a group are taken in
ascending order: the same rows give the same bits, whenever and by whomever they are computed. It is one of the values
that the query itself could give. At the top nothing has to be found again by its value, and the group is computed as it
comes, unless something is computed from its collection.
"""

from __future__ import annotations

from dataclasses import replace

from streamtables_rewriter.plan.nodes import Aggregate, AggregateCall, Node
from streamtables_rewriter.plan.tree import inputs_of, with_inputs
from streamtables_rewriter.plan.typed_columns import ColumnTypes
from streamtables_rewriter.semantics.aggregate_functions import COLLECTIONS, IN_ORDER, SUMS
from streamtables_rewriter.semantics.column_types import Family, is_comparable, is_floating, is_orderable, kind_of


def order_values(
    root: Node, types: ColumnTypes, top: Aggregate | None, looked_into: frozenset[str] = frozenset()
) -> Node:
    """Let the aggregates that depend on the order of rows take their values in ascending order.

    Args:
        root: The root of a tree.
        types: The types in it.
        top: The aggregate whose groups are stored, if there is one; it is left as it is.
        looked_into: Names of its calls that are ordered all the same: something is computed from their values.

    Returns:
        A tree of rows that the query could give; an operator that was read twice still is one.
    """
    done: dict[int, Node] = {}

    def ordered(node: Node) -> Node:
        if id(node) not in done:
            below = with_inputs(node, tuple(map(ordered, inputs_of(node))))
            if isinstance(below, Aggregate):
                calls = (_ordered(c, types) if node is not top or c.name in looked_into else c for c in below.calls)
                below = replace(below, calls=tuple(calls))
            done[id(node)] = below
        return done[id(node)]

    return ordered(root)


def depends_on_order(function: str, argument: str, result: str) -> bool:
    """Return whether one of Spark's functions has to take its values in ascending order, and can.

    Args:
        function: The name of an aggregate function.
        argument: The type of its first argument.
        result: The type of its value.

    Returns:
        True for sums of floating-point numbers and of texts, for moments, and for collections of what can be sorted.

    Examples:
        >>> depends_on_order("sum", "double", "double"), depends_on_order("sum", "int", "bigint")
        (True, False)
    """
    if function in SUMS:
        # Texts are added as the numbers that they show.
        text = kind_of(argument).family is Family.OTHER and is_floating(result)
        return text or is_floating(argument)
    if function in COLLECTIONS:
        return is_orderable(argument) and is_comparable(argument)
    return function in IN_ORDER


def _ordered(call: AggregateCall, types: ColumnTypes) -> AggregateCall:
    if call.users is not None or call.function not in IN_ORDER:
        return call
    needed = depends_on_order(call.function, types.arguments[call.name][0], types.columns[call.name])
    return replace(call, function=IN_ORDER[call.function]) if needed else call
