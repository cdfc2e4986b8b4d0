"""``streamtables verify``: compare stream tables with their queries recomputed."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.console import OutputFormat, print_rows
from streamtables.cli.formats import FormatOption
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse


def verify(
    names: Annotated[list[str], typer.Argument(help="Stream tables.", show_default=False)],
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    output_format: FormatOption = OutputFormat.TABLE,
) -> None:
    """Recompute stream tables at their frontiers and compare; the exit code is 1 if one differs."""
    with open_warehouse(warehouse) as spark:
        results = [spark.sql(f"VERIFY STREAM TABLE {name}") for name in names]
        rows = [row for result in results for row in result.collect()]
        print_rows(results[0].columns, rows, output_format)
    if not all(row["equal"] for row in rows):
        raise typer.Exit(1)
