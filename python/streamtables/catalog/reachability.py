"""What can be reached in a graph."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def reachable(start: Iterable[str], edges: Mapping[str, Iterable[str]]) -> set[str]:
    """Follow edges as far as they go.

    Args:
        start: Nodes.
        edges: The nodes that edges lead to, by the node that they leave.

    Returns:
        The start and every node that can be reached from it.

    Examples:
        >>> sorted(reachable(["b"], {"a": ["b"], "b": ["c"], "c": ["b"]}))
        ['b', 'c']
    """
    reached: set[str] = set()
    pending = list(start)
    while pending:
        name = pending.pop()
        if name not in reached:
            reached.add(name)
            pending.extend(edges.get(name, ()))
    return reached
