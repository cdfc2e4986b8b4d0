"""What the sub-commands print: rows on standard output, errors on standard error."""

from __future__ import annotations

import csv
import json
import sys
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from enum import Enum
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from streamtables_grammar.errors import StreamTableError


class OutputFormat(str, Enum):
    """How rows are written."""

    TABLE = "table"
    CSV = "csv"
    JSON = "json"


def print_error(message: str) -> None:
    """Print one line in red to standard error.

    Args:
        message: The line.
    """
    Console(stderr=True, soft_wrap=True, highlight=False).print(Text(message, style="red"))


def error_line(error: BaseException) -> str:
    """Reduce an error to its first line: Spark appends the statement and its plan to its messages.

    Args:
        error: Any error.

    Returns:
        One line; the error's class if it has no message. Of an error of ours all lines: each says something.
    """
    if isinstance(error, StreamTableError):
        return error.message
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    return lines[0].removesuffix(";") if lines else type(error).__name__


def print_rows(columns: Sequence[str], rows: Iterable[Sequence[Any]], output_format: OutputFormat) -> None:
    """Print rows.

    Args:
        columns: The columns' names, which may repeat.
        rows: The values of each row, in the columns' order.
        output_format: A bordered table, CSV with a header line, or a JSON array of one object a row.
    """
    if output_format is OutputFormat.CSV:
        _print_csv(columns, rows)
    elif output_format is OutputFormat.JSON:
        _print_json(columns, rows)
    else:
        print_table(columns, rows)


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, note: str | None = None) -> None:
    """Print rows as a bordered table, numbers to the right.

    Args:
        columns: The columns' names.
        rows: The values of each row.
        note: A line below the table.
    """
    kept = [list(row) for row in rows]
    table = Table()
    for position, column in enumerate(columns):
        values = [row[position] for row in kept if row[position] is not None]
        table.add_column(Text(column), justify="right" if values and all(map(_is_number, values)) else "left")
    for row in kept:
        table.add_row(*(_cell(value) for value in row))
    # A table wider than a pipe's 80 columns would lose its cells' ends.
    console = Console(width=None if sys.stdout.isatty() else _width_for(columns, kept), highlight=False)
    console.print(table)
    if note:
        console.print(Text(note, style="dim"))


def _print_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if value is None else _plain(value) for value in row] for row in rows)


def _print_json(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    out = sys.stdout
    separator = "[\n  "
    for row in rows:
        record = dict(zip(columns, row, strict=True))
        out.write(separator + json.dumps(record, default=_plain, ensure_ascii=False))
        separator = ",\n  "
    out.write("[]\n" if separator.startswith("[") else "\n]\n")


def _is_number(value: object) -> bool:
    return hasattr(value, "__float__") and not isinstance(value, bool)


def _cell(value: object) -> Text:
    return Text("NULL", style="dim") if value is None else Text(_plain(value))


def _plain(value: object) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (datetime, date)):
        return value.isoformat(sep=" ") if isinstance(value, datetime) else value.isoformat()
    return str(value)


def _width_for(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> int:
    widths = [
        max([len(column), *(max(map(len, _plain(row[position]).splitlines()), default=0) for row in rows)])
        for position, column in enumerate(columns)
    ]
    return max(80, sum(widths) + 3 * len(widths) + 1)
