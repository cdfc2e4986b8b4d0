"""``streamtables history``: what refreshes did."""

from __future__ import annotations

from typing import Annotated

import typer

from streamtables.cli.console import OutputFormat, print_lines, print_rows, print_table
from streamtables.cli.formats import FormatOption
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse

_SHOWN = ("started_at", "stream_table", "mode", "changed_rows", "duration_ms", "reason")
_SECONDS = 19
"""Characters of a time without fractions."""


def history(
    name: Annotated[str | None, typer.Argument(help="Only of this stream table.", show_default=False)] = None,
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    limit: Annotated[int, typer.Option("--limit", "-n", min=1, help="At most so many refreshes.")] = 20,
    output_format: FormatOption = OutputFormat.TABLE,
) -> None:
    """List refreshes, newest first; CSV and JSON have all columns of SHOW REFRESH HISTORY."""
    with open_warehouse(warehouse) as spark:
        result = spark.sql(f"SHOW REFRESH HISTORY{f' FOR {name}' if name else ''} LIMIT {limit}")
        rows = result.collect()
        if output_format is not OutputFormat.TABLE:
            print_rows(result.columns, rows, output_format)
        elif not rows:
            print_lines(["No refreshes."])
        else:
            named = [dict(zip(result.columns, row, strict=True)) for row in rows]
            shown = [[_text(column, row.get(column)) for column in _SHOWN] for row in named]
            print_table([column.replace("_", " ") for column in _SHOWN], shown)


def _text(column: str, value: object) -> object:
    return str(value)[:_SECONDS] if column == "started_at" else value
