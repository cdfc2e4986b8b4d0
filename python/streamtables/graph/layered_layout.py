"""Places for the boxes and curves of a graph in layers.

An edge over several layers has a place of its own in each of those between, so that it is seen to pass; the order in a
layer follows the barycentre of what is read (Sugiyama, Tagawa and Toda, 1981).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

BOX_HEIGHT, MARGIN = 44.0, 16.0
"""Pixels, as all lengths here."""
_GAP = 72.0
_BELOW_BOX, _PASSING_HEIGHT = 20.0, 20.0
_Passing = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Box:
    """Where a table is drawn: its upper left corner and its width."""

    x: float
    y: float
    width: float


@dataclass(frozen=True, slots=True)
class Layout:
    """Where all is drawn.

    Attributes:
        boxes: By table.
        routes: For each edge the points that its curve runs through, two and two: where it enters a column, where it
            leaves it.
        width: Of the whole picture.
        height: Of the whole picture.
    """

    boxes: Mapping[str, Box]
    routes: Mapping[tuple[str, str], tuple[tuple[float, float], ...]]
    width: float
    height: float


def lay_out(
    layers: Sequence[Sequence[str]], edges: Iterable[tuple[str, str]], width_of: Callable[[str], float]
) -> Layout:
    """Place tables and edges.

    Args:
        layers: The names, column by column.
        edges: Pairs of a table and a stream table that reads it.
        width_of: How wide a table's box is.

    Returns:
        The layout: no two boxes, and no box and passing edge, are in the same place.
    """
    edges = list(edges)
    depth = {name: number for number, layer in enumerate(layers) for name in layer}
    columns = _ordered(layers, edges, depth)
    boxes: dict[str, Box] = {}
    passed: dict[_Passing, list[tuple[float, float]]] = {edge: [] for edge in edges}
    x, height = MARGIN, 0.0
    for column in columns:
        width = max((width_of(item) for item in column if isinstance(item, str)), default=0.0)
        y = MARGIN
        for item in column:
            if isinstance(item, str):
                boxes[item] = Box(x, y, width)
                y += BOX_HEIGHT + _BELOW_BOX
            else:
                middle = y + _PASSING_HEIGHT / 2 - _BELOW_BOX / 2
                passed[item] += [(x, middle), (x + width, middle)]
                y += _PASSING_HEIGHT
        x, height = x + width + _GAP, max(height, y)
    routes = {}
    for edge in edges:
        read, reader = boxes[edge[0]], boxes[edge[1]]
        start = (read.x + read.width, read.y + BOX_HEIGHT / 2)
        routes[edge] = (start, *passed[edge], (reader.x, reader.y + BOX_HEIGHT / 2))
    return Layout(boxes, routes, max(x - _GAP, MARGIN) + MARGIN, height + MARGIN)


def _ordered(
    layers: Sequence[Sequence[str]], edges: Sequence[tuple[str, str]], depth: Mapping[str, int]
) -> list[list[str | _Passing]]:
    """Order each layer's tables and passing edges by the middle of what they come from."""
    sources: dict[str, list[str]] = {}
    for read, reader in edges:
        sources.setdefault(reader, []).append(read)
    rows: dict[str | _Passing, float] = {}
    columns = []
    for number, layer in enumerate(layers):
        passing = [edge for edge in edges if depth[edge[0]] < number < depth[edge[1]]]
        middles: dict[str | _Passing, float] = {edge: rows.get(edge, rows[edge[0]]) for edge in passing}
        for name in layer:
            # What closes a circle stands in no earlier column.
            above = [rows.get((read, name), rows[read]) for read in sources.get(name, ()) if read in rows]
            middles[name] = sum(above) / len(above) if above else 0.0
        column = sorted(middles, key=lambda item: (middles[item], str(item)))
        rows |= {item: float(row) for row, item in enumerate(column)}
        columns.append(column)
    return columns
