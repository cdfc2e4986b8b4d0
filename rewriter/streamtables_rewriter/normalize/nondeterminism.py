"""Queries whose text leaves a choice open.

Which of the tied rows come first, which value of a group is any value, and in which order floating-point numbers are
added, or values collected, before something is done with the outcome: Spark may choose otherwise each time. What is
maintained is settled: by all columns of the tied rows, by the smallest value of the group, by ascending order.
"""

from __future__ import annotations

from streamtables_rewriter.plan.nodes import Aggregate, AggregateCall, Node, TopK, Window
from streamtables_rewriter.plan.tree import walk
from streamtables_rewriter.semantics.aggregate_functions import ANY_VALUE, EXTREMUM_BY, IN_ORDER

_CHOOSING = EXTREMUM_BY.union(IN_ORDER.values())


def is_nondeterministic(root: Node) -> bool:
    """Return whether another evaluation of a query may rightly give other rows.

    Args:
        root: The root of its tree, before or after it was settled.

    Returns:
        True for an order among which rows are chosen or numbered, for a choice within a group, and for
        values taken in ascending order.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> is_nondeterministic(bind_query("SELECT id FROM orders ORDER BY amount LIMIT 3", relations).root)
        True
    """
    return any(
        isinstance(node, TopK | Window) or (isinstance(node, Aggregate) and any(map(_chooses, node.calls)))
        for node in walk(root)
    )


def _chooses(call: AggregateCall) -> bool:
    if call.function == ANY_VALUE:
        return not call.is_only_value
    return call.function in _CHOOSING
