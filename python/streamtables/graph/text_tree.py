"""The graph as trees of text, one for each source."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamtables.graph.stream_graph import GraphNode

_SHOWN_ABOVE = "(its readers are shown above)"


def tree_lines(nodes: Mapping[str, GraphNode], edges: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Write what reads each table below it.

    Args:
        nodes: The tables, by name.
        edges: Pairs of a table and a stream table that reads it.

    Yields:
        Lines; a stream table with several sources stands below each, its own readers below it only once.
    """
    readers: dict[str, list[str]] = {name: [] for name in nodes}
    for read, reader in sorted(edges):
        readers[read].append(reader)
    reading = {reader for found in readers.values() for reader in found}
    seen: set[str] = set()
    # Behind the sources what reads itself in a circle, which begins nowhere.
    for name in sorted(nodes, key=reading.__contains__):
        if name not in reading or name not in seen:
            seen.add(name)
            yield _line(nodes[name])
            yield from _below(name, "", nodes, readers, seen)


def _below(
    name: str, before: str, nodes: Mapping[str, GraphNode], readers: Mapping[str, list[str]], seen: set[str]
) -> Iterator[str]:
    for reader in readers[name]:
        is_last = reader == readers[name][-1]
        again = bool(readers[reader]) and reader in seen
        mark = f" {_SHOWN_ABOVE}" if again else ""
        yield f"{before}{'└── ' if is_last else '├── '}{_line(nodes[reader])}{mark}"
        if not again:
            seen.add(reader)
            yield from _below(reader, before + ("    " if is_last else "│   "), nodes, readers, seen)


def _line(node: GraphNode) -> str:
    return f"{node.name}  [{node.note}]" if node.note else node.name
