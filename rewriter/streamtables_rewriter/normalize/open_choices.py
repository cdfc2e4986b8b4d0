"""Queries whose text leaves a choice open.

Which of the tied rows come first, which value of a group is any value, and in which order floating-point numbers are
added, or values collected, before something is done with the outcome: Spark may choose otherwise each time. What is
maintained is settled: by all columns of the tied rows, by the smallest value of the group, by ascending order.
"""

from __future__ import annotations

from streamtables_rewriter.aggregate_functions import ANY_VALUE, EXTREMUM_BY, IN_ORDER
from streamtables_rewriter.plan.nodes import Aggregate, Node, TopK, Window
from streamtables_rewriter.plan.tree import walk


def leaves_choices(root: Node) -> bool:
    """Tell whether another evaluation of a query may rightly give other rows.

    Args:
        root: The root of its tree, before or after it was settled.

    Returns:
        True for an order among which rows are chosen or numbered, for a choice within a group, and for
        values taken in ascending order.
    """
    chosen = EXTREMUM_BY.union({ANY_VALUE}, IN_ORDER.values())
    return any(
        isinstance(node, TopK | Window)
        or (isinstance(node, Aggregate) and any(call.function in chosen for call in node.calls))
        for node in walk(root)
    )
