"""Queries whose text leaves a choice open: which of the tied rows come first, and which value of a group is any value.

Spark may choose otherwise each time. What is maintained is settled: by all columns of the tied rows, by the smallest
value of the group.
"""

from __future__ import annotations

from streamtables_rewriter.aggregate_functions import ANY_VALUE, EXTREMUM_BY
from streamtables_rewriter.plan.nodes import Aggregate, Node, TopK, Window
from streamtables_rewriter.plan.tree import walk


def leaves_choices(root: Node) -> bool:
    """Tell whether another evaluation of a query may rightly give other rows.

    Args:
        root: The root of its tree, before anything in it is settled.

    Returns:
        True for an order among which rows are chosen or numbered, and for a choice within a group.
    """
    chosen = EXTREMUM_BY | {ANY_VALUE}
    return any(
        isinstance(node, TopK | Window)
        or (isinstance(node, Aggregate) and any(call.function in chosen for call in node.calls))
        for node in walk(root)
    )
