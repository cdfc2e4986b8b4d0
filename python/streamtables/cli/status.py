"""``streamtables status``: the stream tables of a warehouse."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.console import print_table
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse


def status(
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    schema: Annotated[str | None, typer.Option("--in", help="Only the stream tables of this schema.")] = None,
) -> None:
    """List the stream tables."""
    with open_warehouse(warehouse) as spark:
        result = spark.sql("SHOW STREAM TABLES" + (f" IN {schema}" if schema else ""))
        print_table(result.columns, result.collect())
