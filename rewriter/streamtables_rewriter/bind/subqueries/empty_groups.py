"""What aggregates are over no rows: what a correlated subquery gives for an outer row without inner ones."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.plan.nodes import AggregateCall

_ZERO = frozenset({"count", "count_if", "approx_count_distinct", "regr_count"})
_EMPTY_ARRAY = frozenset({"array_agg", "collect_list", "collect_set"})


_OTHERS = frozenset({"bitmap_and_agg", "bitmap_construct_agg", "bitmap_or_agg", "count_min_sketch"})


def is_known_without_rows(call: AggregateCall) -> bool:
    """Return whether the value of an aggregate over no rows can be written.

    Args:
        call: The aggregate call.

    Returns:
        False for the summaries that are not NULL then, and for users' functions.
    """
    return call.users is None and call.function not in _OTHERS


def value_of_no_rows(call: AggregateCall, column: exp.Expr) -> exp.Expr:
    """Write the value of an aggregate whose group may be missing.

    Args:
        call: The aggregate call.
        column: The column that holds it, NULL where the group is missing; becomes part of the result.

    Returns:
        An expression that is right for missing groups, too.
    """
    if call.function in _ZERO:
        return exp.Coalesce(this=column, expressions=[exp.Literal.number(0)])
    if call.function in _EMPTY_ARRAY:
        return exp.Coalesce(this=column, expressions=[exp.Anonymous(this="array", expressions=[])])
    return column
