"""The graph in Graphviz's language: https://graphviz.org/doc/info/lang.html."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamtables.graph.stream_graph import GraphNode


def dot_text(nodes: Mapping[str, GraphNode], edges: Iterable[tuple[str, str]]) -> str:
    """Write a directed graph from left to right.

    Args:
        nodes: The tables, by name.
        edges: Pairs of a table and a stream table that reads it.

    Returns:
        Lines of text; what is not well is coloured.
    """
    lines = ["digraph stream_tables {", "  rankdir=LR;", '  node [fontname="sans-serif"];']
    for name, node in nodes.items():
        label = _quoted("\n".join(node.lines))
        look = "shape=cylinder" if node.is_source else "shape=box, style=rounded"
        if node.is_troubled:
            look += ', color="#b3261e"'
        lines.append(f"  {_quoted(name)} [label={label}, {look}];")
    lines += [f"  {_quoted(read)} -> {_quoted(reader)};" for read, reader in edges]
    return "\n".join([*lines, "}"])


def _quoted(text: str) -> str:
    """Quote as JSON does, which is what Graphviz reads in names and labels."""
    return json.dumps(text, ensure_ascii=False)
