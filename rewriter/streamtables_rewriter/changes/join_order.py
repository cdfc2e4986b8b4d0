"""The order in which the inputs of a join are folded into its change: those that changed first.

What is joined before the last input that changed is joined once for each term; what comes behind it is joined once.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

Link = tuple[frozenset[int], bool]
"""The inputs that a condition reads, and whether it is an equality."""


def changes_first(changed: Sequence[bool], links: Iterable[Link]) -> list[int]:
    """Order the inputs of a join.

    Args:
        changed: Of each input, whether it changed; at least one did.
        links: Of each condition, what it reads.

    Returns:
        The indexes of the inputs. The first one changed. Each other one that changed is connected by an equality to
        one before it, if need be by way of inputs that did not change; those that are not needed for that come last, in
        their order.
    """
    neighbours: dict[int, list[int]] = {index: [] for index in range(len(changed))}
    for inputs, is_equality in links:
        if is_equality and len(inputs) == 2:
            for one in inputs:
                neighbours[one] += inputs - {one}
    placed = [list(changed).index(True)]
    while True:
        wanted = [index for index, is_changed in enumerate(changed) if is_changed and index not in placed]
        if not wanted:
            return placed + [index for index in neighbours if index not in placed]
        placed += _shortest_way(neighbours, placed, wanted) or wanted[:1]


def _shortest_way(neighbours: Mapping[int, Sequence[int]], start: Collection[int], ends: Collection[int]) -> list[int]:
    """Find the inputs on the shortest way to one of the ends, the end included; none if there is no way."""
    ways: dict[int, list[int]] = {index: [] for index in start}
    reached = list(start)
    for index in reached:
        if index in ends:
            return ways[index]
        for beside in sorted(neighbours[index]):
            if beside not in ways:
                ways[beside] = [*ways[index], beside]
                reached.append(beside)
    return []
