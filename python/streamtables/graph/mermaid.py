"""The graph in Mermaid's language: https://mermaid.js.org/syntax/flowchart.html."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamtables.graph.stream_graph import GraphNode

_TROUBLE = "fill:#fde2e1,stroke:#b3261e"


def mermaid_text(nodes: Mapping[str, GraphNode], edges: Iterable[tuple[str, str]]) -> str:
    """Write a flowchart from left to right.

    Args:
        nodes: The tables, by name.
        edges: Pairs of a table and a stream table that reads it.

    Returns:
        Lines of text; what is not well is coloured.
    """
    numbers = {name: f"n{number}" for number, name in enumerate(nodes)}
    lines = ["flowchart LR"]
    for name, node in nodes.items():
        label = json.dumps("<br/>".join(map(_escaped, node.lines)), ensure_ascii=False)
        lines.append(f"  {numbers[name]}[({label})]" if node.is_source else f"  {numbers[name]}[{label}]")
    lines += [f"  {numbers[read]} --> {numbers[reader]}" for read, reader in edges]
    troubled = [numbers[name] for name, node in nodes.items() if node.is_troubled]
    if troubled:
        lines += [f"  classDef trouble {_TROUBLE}", f"  class {','.join(troubled)} trouble"]
    return "\n".join(lines)


def _escaped(text: str) -> str:
    """Write characters that would end a label as entities, which Mermaid marks with ``#`` and a number."""
    return "".join(f"#{ord(character)};" if character in '"<>#&`\\' else character for character in text)
