"""Which table is read by which stream table, with what is known of each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from graphlib import CycleError, TopologicalSorter
from typing import Any

from streamtables.catalog.definition import BACKING_SUFFIX, dotted
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
        near = _reach(start, self.edges) | _reach(start, [(reader, read) for read, reader in self.edges])
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
    edges = []
    for row in select("SELECT stream_table, source FROM streamtables.dependencies"):
        read, reader = _short(row["source"]), _short(row["stream_table"])
        if reader not in nodes:
            continue
        behind = _unquoted_suffix(read)
        read = behind if behind in nodes else read
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


def _unquoted_suffix(backing: str) -> str:
    """Return the stream table that a table would be behind."""
    quote = "`" if backing.endswith("`") else ""
    return backing.removesuffix(quote).removesuffix(BACKING_SUFFIX) + quote


def _reach(start: set[str], edges: Iterable[tuple[str, str]]) -> set[str]:
    following: dict[str, set[str]] = {}
    for one, other in edges:
        following.setdefault(one, set()).add(other)
    reached, pending = set(start), list(start)
    while pending:
        for name in following.get(pending.pop(), set()) - reached:
            reached.add(name)
            pending.append(name)
    return reached
