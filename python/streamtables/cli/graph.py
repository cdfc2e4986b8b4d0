"""``streamtables graph``: what reads what."""

from __future__ import annotations

from enum import Enum
from typing import Annotated

import typer

from streamtables.cli.console import print_lines
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse
from streamtables.graph import read_graph


class Picture(str, Enum):
    """How the graph is written."""

    TREE = "tree"
    MERMAID = "mermaid"
    DOT = "dot"
    SVG = "svg"


def graph(
    name: Annotated[
        str | None,
        typer.Argument(help="Only what this table reads and what reads it; schema and table.", show_default=False),
    ] = None,
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    picture: Annotated[
        Picture, typer.Option("--format", "-f", help="A tree, or text for Mermaid, Graphviz or a browser.")
    ] = Picture.TREE,
) -> None:
    """Show which stream tables read which tables, with their status and last refresh."""
    with open_warehouse(warehouse) as spark:
        found = read_graph(lambda statement: spark.sql(statement).collect())
    if name is not None:
        found = found.around(name)
        if not found.nodes:
            raise typer.BadParameter(f"no stream table reads {name} or is called so in {warehouse}")
    if not found.nodes and picture is Picture.TREE:
        print_lines([f"No stream tables in {warehouse}."])
        return
    write = {
        Picture.TREE: found.__str__,
        Picture.MERMAID: found.to_mermaid,
        Picture.DOT: found.to_dot,
        Picture.SVG: found.to_svg,
    }[picture]
    print_lines(write().splitlines())
