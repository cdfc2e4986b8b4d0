"""``streamtables explain``: how the next refresh would run, and why."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.console import OutputFormat, print_rows
from streamtables.cli.formats import FormatOption
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse


def explain(
    name: Annotated[str, typer.Argument(help="A stream table.", show_default=False)],
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    output_format: FormatOption = OutputFormat.TABLE,
) -> None:
    """Show the mode of the next refresh, its reason and the SQL it would run."""
    with open_warehouse(warehouse) as spark:
        result = spark.sql(f"EXPLAIN REFRESH STREAM TABLE {name}")
        print_rows(result.columns, result.collect(), output_format)
