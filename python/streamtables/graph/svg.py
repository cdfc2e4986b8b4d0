"""The graph as an SVG document, one column for each layer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING
from xml.etree.ElementTree import Element, SubElement, tostring

from streamtables.graph.layered_layout import BOX_HEIGHT, MARGIN, Box, lay_out

if TYPE_CHECKING:
    from streamtables.graph.stream_graph import GraphNode

_NARROWEST, _CHARACTER, _NOTE_SHARE = 120.0, 7.2, 0.85
"""Pixels; a character's is the width of a digit, which most letters do not reach; a note is smaller."""
_FILLS = {"source": "#eef2f6", "ok": "#e3f4e6", "trouble": "#fde2e1"}
_STROKES = {"source": "#7b8794", "ok": "#2f7d3b", "trouble": "#b3261e"}
_NOTE = "#4a5560"
_ARROW = (7, 4)


def svg_text(nodes: Mapping[str, GraphNode], edges: Iterable[tuple[str, str]], layers: Sequence[Sequence[str]]) -> str:
    """Draw boxes with curves between them.

    Args:
        nodes: The tables, by name.
        edges: Pairs of a table and a stream table that reads it.
        layers: The names, column by column.

    Returns:
        An SVG document. Sources are grey, stream tables green, those that are not well red; each says so in words, too.
    """
    layout = lay_out(layers, edges, lambda name: _width(nodes[name]))
    width, height = f"{layout.width:g}", f"{layout.height:g}"
    size = {"width": width, "height": height, "viewBox": f"0 0 {width} {height}"}
    look = {"xmlns": "http://www.w3.org/2000/svg", "font-family": "sans-serif", "role": "img"}
    picture = Element("svg", look | size)
    SubElement(picture, "title").text = "Stream tables and their sources"
    for route in layout.routes.values():
        _curve(picture, route)
    for name, box in layout.boxes.items():
        _box(picture, nodes[name], box)
    return tostring(picture, encoding="unicode")


def _width(node: GraphNode) -> float:
    longest = max(len(node.name), round(len(node.note) * _NOTE_SHARE))
    return max(_NARROWEST, longest * _CHARACTER + 2 * MARGIN)


def _box(picture: Element, node: GraphNode, box: Box) -> None:
    kind = "trouble" if node.is_troubled else "source" if node.is_source else "ok"
    area = {"x": f"{box.x:g}", "y": f"{box.y:g}", "width": f"{box.width:g}", "height": f"{BOX_HEIGHT:g}", "rx": "6"}
    SubElement(picture, "rect", {**area, "fill": _FILLS[kind], "stroke": _STROKES[kind]})
    middle = {"x": f"{box.x + box.width / 2:g}", "text-anchor": "middle"}
    base = box.y + BOX_HEIGHT / 2 + (-3 if node.note else 5)
    SubElement(picture, "text", {**middle, "y": f"{base:g}", "font-size": "13"}).text = node.name
    if node.note:
        below = {**middle, "y": f"{base + 16:g}", "font-size": "11", "fill": _NOTE}
        SubElement(picture, "text", below).text = node.note


def _curve(picture: Element, route: Sequence[tuple[float, float]]) -> None:
    """Draw an arrow that runs level through its points and bends between them."""
    parts = [f"M {route[0][0]:g} {route[0][1]:g}"]
    for (x, y), (u, v) in pairwise(route):
        middle = (x + u) / 2
        parts.append(f"C {middle:g} {y:g}, {middle:g} {v:g}, {u:g} {v:g}")
    (x, y), (long, high) = route[-1], _ARROW
    parts += [f"M {x - long:g} {y - high:g}", f"L {x:g} {y:g}", f"L {x - long:g} {y + high:g}"]
    look = {"fill": "none", "stroke": _STROKES["source"], "stroke-width": "1.5"}
    SubElement(picture, "path", {"d": " ".join(parts), **look})
