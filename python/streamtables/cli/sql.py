"""``streamtables sql``: one statement, its rows printed."""

from __future__ import annotations

from itertools import islice
from typing import Annotated

import typer

from streamtables.cli.console import OutputFormat, print_notice, print_rows, print_table
from streamtables.cli.formats import FormatOption
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, is_there, open_warehouse
from streamtables.spark.sessions.warehouse_place import WarehousePlace


def run_sql(
    statement: Annotated[str, typer.Argument(help="The statement: ours, Delta's or Spark's.", show_default=False)],
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    output_format: FormatOption = OutputFormat.TABLE,
    max_rows: Annotated[int, typer.Option(min=1, help="Rows that a table shows; CSV and JSON have all.")] = 100,
) -> None:
    """Run a SQL statement and print its rows; a warehouse that is not there is made."""
    place = WarehousePlace.of(warehouse)
    if not is_there(place):
        print_notice(f"making a warehouse in {place.location}")
    with open_warehouse(warehouse, make=True) as spark:
        result = spark.sql(statement)
        if not result.columns:
            return
        if output_format is not OutputFormat.TABLE:
            print_rows(result.columns, result.toLocalIterator(), output_format)
            return
        # One row more than is shown tells whether there are more.
        rows = list(islice(result.toLocalIterator(), max_rows + 1))
        note = f"The first {max_rows} rows; --max-rows shows more." if len(rows) > max_rows else None
        print_table(result.columns, rows[:max_rows], note=note)
