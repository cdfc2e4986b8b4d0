"""The instant that a filter on time compares with.

A query that reads the clock in WHERE means the instant of its refresh. In a tree that instant is a call without
arguments; in a template it is one of two placeholders, the instant of this refresh or that of the one before.
"""

from __future__ import annotations

from typing import Final

from sqlglot import exp

from streamtables_rewriter.sql.columns import RESERVED_PREFIX

CLOCK: Final = -1
"""The index under which the clock counts as a source that changed."""

INSTANT: Final = f"{RESERVED_PREFIX}instant"
"""The name of the call that stands for the instant of a refresh."""
_FUNCTIONS: Final = {
    "current_timestamp": "timestamp",
    "now": "timestamp",
    "getdate": "timestamp",
    "current_date": "date",
    "curdate": "date",
    "localtimestamp": "timestamp_ntz",
}


def instant(function: str) -> exp.Expr | None:
    """Write what a function that reads the clock gives.

    Args:
        function: Its lower-case name.

    Returns:
        An expression over the instant of the refresh, or None for another function.
    """
    type_ = _FUNCTIONS.get(function)
    if type_ is None:
        return None
    now = exp.Anonymous(this=INSTANT, expressions=[])
    return now if type_ == "timestamp" else exp.Cast(this=now, to=exp.DataType.build(type_, dialect="spark"))


def reads_clock(expression: exp.Expr) -> bool:
    """Return whether an expression reads the clock.

    Args:
        expression: Any expression.

    Returns:
        True if the instant stands in it.

    Examples:
        >>> reads_clock(instant("current_date")), reads_clock(exp.column("day"))
        (True, False)
    """
    return any(call.name == INSTANT for call in expression.find_all(exp.Anonymous))
