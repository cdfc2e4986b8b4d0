"""``streamtables status``: the stream tables of a warehouse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, Any

import typer

from streamtables.cli.console import OutputFormat, print_lines, print_rows, print_table
from streamtables.cli.formats import FormatOption
from streamtables.cli.warehouse import DEFAULT_WAREHOUSE, WarehouseOption, open_warehouse

_SHOWN = ("stream table", "maintained", "last refresh", "ran", "status")


def status(
    warehouse: WarehouseOption = DEFAULT_WAREHOUSE,
    schema: Annotated[str | None, typer.Option("--in", help="Only the stream tables of this schema.")] = None,
    output_format: FormatOption = OutputFormat.TABLE,
) -> None:
    """List the stream tables; CSV and JSON have all columns of SHOW STREAM TABLES."""
    with open_warehouse(warehouse) as spark:
        result = spark.sql("SHOW STREAM TABLES" + (f" IN {schema}" if schema else ""))
        rows = result.collect()
        if output_format is not OutputFormat.TABLE:
            print_rows(result.columns, rows, output_format)
            return
        named = [dict(zip(result.columns, row, strict=True)) for row in rows]
        if not named:
            print_lines([f"No stream tables in {f'the schema {schema} of ' if schema else ''}{warehouse}."])
            return
        print_table(_SHOWN, [_short(row) for row in named])
        print_lines([f"{_name(row)}: {row['reason']}" for row in named if row.get("reason")])


def _name(row: Mapping[str, Any]) -> str:
    return f"{row['schema']}.{row['stream_table']}"


def _short(row: Mapping[str, Any]) -> Sequence[Any]:
    """Return what fits into 80 columns."""
    when = row.get("last_refresh")
    shown = when.isoformat(sep=" ", timespec="seconds") if isinstance(when, datetime) else when
    return (_name(row), row.get("maintained"), shown, row.get("last_mode"), row.get("status"))
