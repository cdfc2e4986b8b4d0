"""``streamtables graph``: what reads what."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Annotated

import typer

from streamtables.cli.connection import open_target
from streamtables.cli.console import print_lines, print_object
from streamtables.cli.formats import JsonOption
from streamtables.cli.option_groups import with_option_groups
from streamtables.cli.target import Target

if TYPE_CHECKING:
    from streamtables.graph import StreamGraph


class Picture(str, Enum):
    """How the graph is written."""

    TREE = "tree"
    MERMAID = "mermaid"
    DOT = "dot"
    SVG = "svg"
    JSON = "json"


@with_option_groups
def graph(
    name: Annotated[
        str | None,
        typer.Argument(help="Only what this table reads and what reads it; schema and table.", show_default=False),
    ] = None,
    picture: Annotated[
        Picture, typer.Option("--format", help="A tree, or text for Mermaid, Graphviz, a browser or a program.")
    ] = Picture.TREE,
    json: JsonOption = False,
    *,
    target: Target,
) -> None:
    """Show which stream tables read which tables, with their status and last refresh."""
    # Definitions are behind it, and with them what reads queries.
    from streamtables.graph import read_graph

    picture = Picture.JSON if json else picture
    with open_target(target) as connection:
        found = read_graph(lambda statement: connection.ask(statement).rows)
    if name is not None:
        found = found.around(name)
        if not found.nodes:
            raise typer.BadParameter(f"no stream table reads {name} or is called so in {target.shown}")
    if picture is Picture.JSON:
        print_object(_as_object(found))
        return
    if not found.nodes and picture is Picture.TREE:
        print_lines([f"No stream tables in {target.shown}."])
        return
    write = {
        Picture.TREE: found.__str__,
        Picture.MERMAID: found.to_mermaid,
        Picture.DOT: found.to_dot,
        Picture.SVG: found.to_svg,
    }[picture]
    print_lines(write().splitlines())


def _as_object(graph: StreamGraph) -> dict[str, object]:
    """Return a graph as JSON has it: tables, and pairs of a table and one that reads it."""
    tables = [
        {
            "name": node.name,
            "is_source": node.is_source,
            "status": node.status,
            "maintained": node.maintained,
            "last_mode": node.last_mode,
            "last_refresh": node.last_refresh,
        }
        for node in graph.nodes.values()
    ]
    return {"tables": tables, "edges": [{"source": read, "reader": reader} for read, reader in graph.edges]}
