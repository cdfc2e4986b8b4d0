"""``streamtables explain``: how the next refresh would run, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.console import print_table
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse


def explain(
    name: Annotated[str, typer.Argument(help="A stream table.", show_default=False)],
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
) -> None:
    """Show the mode of the next refresh, its reason and the SQL it would run."""
    with open_warehouse(warehouse) as spark:
        result = spark.sql(f"EXPLAIN REFRESH STREAM TABLE {name}")
        print_table(result.columns, result.collect())
