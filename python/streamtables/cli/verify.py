"""``streamtables verify``: compare stream tables with their queries recomputed."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.chosen_tables import chosen_tables
from streamtables.cli.console import OutputFormat, print_lines, print_rows
from streamtables.cli.formats import FormatOption
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse


def verify(
    names: Annotated[
        list[str] | None, typer.Argument(help="Stream tables; all of them if none is named.", show_default=False)
    ] = None,
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    schema: Annotated[str | None, typer.Option("--in", help="All stream tables of this schema.")] = None,
    sample: Annotated[
        float | None, typer.Option("--sample", help="Compare this percentage of the groups, the same ones each time.")
    ] = None,
    output_format: FormatOption = OutputFormat.TABLE,
) -> None:
    """Recompute stream tables at their frontiers and compare; the exit code is 1 if one differs."""
    chosen = chosen_tables(names, schema)
    with open_warehouse(warehouse) as spark:
        result = spark.sql(f"VERIFY STREAM {chosen}" + ("" if sample is None else f" SAMPLE {sample:g} PERCENT"))
        rows = result.collect()
        if not rows and output_format is OutputFormat.TABLE:
            print_lines(["No stream tables to verify."])
            return
        print_rows(result.columns, rows, output_format)
    # That of a table which was never filled is NULL.
    if any(row["equal"] is False for row in rows):
        raise typer.Exit(1)
