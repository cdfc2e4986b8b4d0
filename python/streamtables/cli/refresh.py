"""``streamtables refresh``: bring stream tables up to date."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.chosen_tables import chosen_tables
from streamtables.cli.console import OutputFormat, print_lines, print_rows
from streamtables.cli.formats import FormatOption
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse


def refresh(
    names: Annotated[
        list[str] | None, typer.Argument(help="Stream tables; all of them if none is named.", show_default=False)
    ] = None,
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    schema: Annotated[str | None, typer.Option("--in", help="All stream tables of this schema.")] = None,
    full: Annotated[bool, typer.Option("--full", help="Recompute, whatever changed.")] = False,
    differential: Annotated[bool, typer.Option("--differential", help="From what changed, or fail.")] = False,
    output_format: FormatOption = OutputFormat.TABLE,
) -> None:
    """Refresh stream tables and print what each refresh did."""
    if full and differential:
        raise typer.BadParameter("--full and --differential exclude each other")
    if not names and (full or differential):
        raise typer.BadParameter("--full and --differential need the names of stream tables")
    chosen = chosen_tables(names, schema)
    mode = " FULL" if full else " DIFFERENTIAL" if differential else ""
    with open_warehouse(warehouse) as spark:
        result = spark.sql(f"REFRESH STREAM {chosen}{mode}")
        rows = result.collect()
        if not rows and output_format is OutputFormat.TABLE:
            print_lines(["No stream tables to refresh."])
            return
        print_rows(result.columns, rows, output_format)
