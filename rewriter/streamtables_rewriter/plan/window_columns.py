"""Which columns hold time windows, and which of them sessions, so that Spark merges them wherever rows are grouped.

Spark marks the columns that ``window`` and ``session_window`` give. The mark goes with a column through projections,
joins, unions (of the first branch) and groups; every GROUP BY of a column of sessions merges those that touch each
other.
"""

from __future__ import annotations

from enum import Enum

from sqlglot import exp

from streamtables_rewriter.plan.nodes import Aggregate, Generate, Named, Node, Project, Sessions, UnionAll
from streamtables_rewriter.plan.tree import inputs_of, walk


class _Windows(Enum):
    """Where the time windows in a column come from."""

    FIXED = "window"
    SESSIONS = "session_window"
    MERGED = "merged"
    """Sessions that were merged for the groups right above."""


_CALLS = {kind.value: kind for kind in (_Windows.FIXED, _Windows.SESSIONS)}


def holds_windows(node: Node, column: str) -> bool:
    """Return whether a column of an operator's output holds time windows.

    Args:
        node: The operator.
        column: The column's name.

    Returns:
        Whether Spark takes it for one.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> root = bind_query("SELECT window(day, '1 hour') AS w FROM orders", relations).root
        >>> holds_windows(root, root.output[0])
        True
    """
    return _windows(node, column) is not None


def holds_sessions(node: Node, column: str) -> bool:
    """Return whether a column of an operator's output holds sessions.

    Args:
        node: The operator.
        column: The column's name.

    Returns:
        Whether Spark would merge its values in a GROUP BY.
    """
    return _windows(node, column) in (_Windows.SESSIONS, _Windows.MERGED)


def unmerged_sessions(root: Node) -> str | None:
    """Find a group key that holds sessions which are not merged for these groups.

    Args:
        root: A tree.

    Returns:
        The name of the key, or None if there is none.
    """
    for node in walk(root):
        if not isinstance(node, Aggregate):
            continue
        for key in node.keys:
            plain = isinstance(key.expression, exp.Column)
            if plain and _windows(node.input, key.expression.name) is _Windows.SESSIONS:
                return key.name
    return None


def _windows(node: Node, column: str) -> _Windows | None:
    if isinstance(node, Generate) and column in node.columns:
        return _CALLS.get(node.generator.name) if isinstance(node.generator, exp.Anonymous) else None
    if isinstance(node, Sessions) and column == node.name:
        return _Windows.MERGED
    if isinstance(node, UnionAll):
        return _windows(node.inputs[0], node.inputs[0].output[node.columns.index(column)])
    if isinstance(node, Project):
        return _of_named(node.input, node.projections, column)
    if isinstance(node, Aggregate):
        found = _of_named(node.input, node.keys, column)
        return _Windows.SESSIONS if found is _Windows.MERGED else found
    below = next((child for child in inputs_of(node) if column in child.output), None)
    return None if below is None else _windows(below, column)


def _of_named(node: Node, named: tuple[Named, ...], column: str) -> _Windows | None:
    expression = next((n.expression for n in named if n.name == column), None)
    return _windows(node, expression.name) if isinstance(expression, exp.Column) else None
