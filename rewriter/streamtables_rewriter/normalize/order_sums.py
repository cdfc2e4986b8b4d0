"""Sums of floating-point numbers below other operators, made a function of their rows.

The last bits of such a sum depend on the order in which the rows are met, so that a row which goes would not be the one
that came. Here the numbers of a group are added in ascending order: the same rows give the same bits, whenever and by
whomever they are added. It is one of the sums that the query itself could give. At the top nothing has to be found
again by its value, and the group is summed as it comes.
"""

from __future__ import annotations

from dataclasses import replace

from streamtables_rewriter.aggregate_functions import SUMS_IN_ORDER
from streamtables_rewriter.column_types import Family, is_floating, kind_of
from streamtables_rewriter.plan.nodes import Aggregate, AggregateCall, Node
from streamtables_rewriter.plan.tree import inputs_of, with_inputs
from streamtables_rewriter.typing_questions import ColumnTypes


def order_sums(root: Node, types: ColumnTypes, top: Aggregate | None) -> Node:
    """Let the sums and averages of FLOAT and DOUBLE add up in ascending order.

    Args:
        root: The root of a tree.
        types: The types in it.
        top: The aggregate whose groups are stored, if there is one; it is left as it is.

    Returns:
        A tree of the same rows but for the last bits; an operator that was read twice still is one.
    """
    done: dict[int, Node] = {}

    def ordered(node: Node) -> Node:
        if id(node) not in done:
            below = with_inputs(node, tuple(map(ordered, inputs_of(node))))
            if isinstance(below, Aggregate) and node is not top:
                below = replace(below, calls=tuple(_ordered(call, types) for call in below.calls))
            done[id(node)] = below
        return done[id(node)]

    return ordered(root)


def _ordered(call: AggregateCall, types: ColumnTypes) -> AggregateCall:
    if call.users is not None or call.function not in SUMS_IN_ORDER:
        return call
    argument, result = types.arguments[call.name][0], types.columns[call.name]
    # Texts are added as the numbers that they show.
    text = kind_of(argument).family is Family.OTHER and is_floating(result)
    return replace(call, function=SUMS_IN_ORDER[call.function]) if text or is_floating(argument) else call
