"""Which table is read by which stream table, with what is known of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from graphlib import CycleError, TopologicalSorter
from typing import Any

from streamtables.catalog.definition import backing_name, dotted, table_key
from streamtables.catalog.reachability import reachable
from streamtables.graph.dot import dot_text
from streamtables.graph.mermaid import mermaid_text
from streamtables.graph.svg import svg_text
from streamtables.graph.text_tree import tree_lines

_OWN_CATALOG = "spark_catalog."


@dataclass(frozen=True, slots=True)
class GraphNode:
    """A table of the graph.

    Attributes:
        name: Schema and table; with its catalog where that is not Spark's own.
        status: Of a stream table as in SHOW STREAM TABLES: ``ok``, ``failed``, ``suspended``, ...; None of a source.
        maintained: DIFFERENTIAL or FULL; None of a source.
        last_mode: How the last refresh ran that succeeded; None where there was none.
        last_refresh: When that began; None where there was none.
    """

    name: str
    status: str | None = None
    maintained: str | None = None
    last_mode: str | None = None
    last_refresh: datetime | None = None

    @property
    def is_source(self) -> bool:
        """Whether it is no stream table."""
        return self.status is None

    @property
    def is_troubled(self) -> bool:
        """Whether it is a stream table that is not up to date as it should be."""
        return self.status not in (None, "ok")

    @property
    def lines(self) -> tuple[str, ...]:
        """What a picture says of it."""
        return (self.name, self.note) if self.note else (self.name,)

    @property
    def note(self) -> str:
        """What a picture says below the name; empty of a source."""
        if self.is_source:
            return ""
        when = None if self.last_refresh is None else self.last_refresh.isoformat(sep=" ", timespec="seconds")
        return ", ".join(filter(None, (self.status, self.last_mode, when)))


@dataclass(frozen=True, slots=True)
class StreamGraph:
    """Stream tables and their sources. In Jupyter it shows itself as a picture, elsewhere as a tree.

    Attributes:
        nodes: Every table, by name.
        edges: Pairs of a table and a stream table that reads it.
    """

    nodes: Mapping[str, GraphNode]
    edges: tuple[tuple[str, str], ...]

    def around(self, name: str) -> StreamGraph:
        """Return the part of the graph that one table's rows come from and go to.

        Args:
            name: A table, whatever its case.

        Returns:
            The table, what it reads, and what reads it, at any distance; an empty graph where there is none.
        """
        start = {node for node in self.nodes if node.lower() == name.lower()}
        readers: dict[str, list[str]] = {}
        sources: dict[str, list[str]] = {}
        for read, reader in self.edges:
            readers.setdefault(read, []).append(reader)
            sources.setdefault(reader, []).append(read)
        near = reachable(start, readers) | reachable(start, sources)
        edges = tuple(edge for edge in self.edges if near.issuperset(edge))
        return StreamGraph({node: known for node, known in self.nodes.items() if node in near}, edges)

    def layers(self) -> list[list[str]]:
        """Return the names so that each stands in a later list than all that it reads, and no later than it must."""
        reads: dict[str, set[str]] = {name: set() for name in self.nodes}
        for read, reader in self.edges:
            reads[reader].add(read)
        depths: dict[str, int] = {}
        for name in _in_order(reads):
            depths[name] = 1 + max((depths[read] for read in reads[name]), default=-1)
        found: list[list[str]] = [[] for _ in range(1 + max(depths.values(), default=-1))]
        for name in sorted(depths):
            found[depths[name]].append(name)
        return found

    def to_mermaid(self) -> str:
        """Return the picture as text for Mermaid, which Markdown of many places draws."""
        return mermaid_text(self.nodes, self.edges)

    def to_dot(self) -> str:
        """Return the picture as text for Graphviz."""
        return dot_text(self.nodes, self.edges)

    def to_svg(self) -> str:
        """Return the picture as an SVG document: sources on the left, readers on the right."""
        return svg_text(self.nodes, self.edges, self.layers())

    def __str__(self) -> str:
        """Return a tree for each source, in lines of text."""
        return "\n".join(tree_lines(self.nodes, self.edges))

    def __repr__(self) -> str:
        return f"StreamGraph({len(self.nodes)} tables, {len(self.edges)} edges)"

    def _repr_svg_(self) -> str:
        return self.to_svg()


def read_graph(select: Callable[[str], Sequence[Any]]) -> StreamGraph:
    """Read the graph of all stream tables.

    Args:
        select: Runs a statement and returns its rows, which are read by column.

    Returns:
        The graph; empty where there are no stream tables.
    """
    shown = select("SHOW STREAM TABLES")
    nodes = {node.name: node for node in map(_node, shown)}
    if not nodes:
        return StreamGraph({}, ())
    names = [(row["schema"], row["stream_table"]) for row in shown]
    behind = {table_key(backing_name(name)): dotted(name) for name in names}
    edges = []
    for row in select("SELECT stream_table, source FROM streamtables.dependencies"):
        read, reader = _short(row["source"]), _short(row["stream_table"])
        if reader not in nodes:
            continue
        read = behind.get(read.lower(), read)
        nodes.setdefault(read, GraphNode(read))
        edges.append((read, reader))
    return StreamGraph(dict(sorted(nodes.items())), tuple(sorted(set(edges))))


def _in_order(reads: Mapping[str, set[str]]) -> list[str]:
    """Return names behind those they read; a circle, which two processes can close unseen, is opened somewhere."""
    while True:
        try:
            return list(TopologicalSorter(reads).static_order())
        except CycleError as error:
            read, reader, *_ = error.args[1]
            reads[reader].discard(read)


def _node(row: Any) -> GraphNode:
    name = dotted((row["schema"], row["stream_table"]))
    return GraphNode(name, row["status"], row["maintained"], row["last_mode"], row["last_refresh"])


def _short(name: str) -> str:
    return name.removeprefix(_OWN_CATALOG)
