"""What the sub-commands print: rows on standard output, notices and errors on standard error."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from streamtables.values import distinct_names, json_text, plain_text
from streamtables_grammar.errors import StreamTableError, load_conditions

_NARROWEST = 80
_WIDEST = 10_000
"""Where no terminal breaks lines."""
_STACK_TRACE = "\n\nJVM stacktrace:"
_PACKAGES = ("streamtables", "streamtables_grammar", "streamtables_rewriter")


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


def print_notice(message: str) -> None:
    """Print one line to standard error, where it is not taken for a result.

    Args:
        message: The line.
    """
    Console(stderr=True, soft_wrap=True, highlight=False).print(Text(message, style="dim"))


def print_lines(lines: Iterable[str]) -> None:
    """Print lines to standard output as they are, however long.

    Args:
        lines: The lines.
    """
    console = Console(soft_wrap=True, highlight=False)
    for line in lines:
        console.print(Text(line))


def error_line(error: BaseException) -> str:
    """Reduce an error to its first line: Spark appends the statement and its plan to its messages.

    Args:
        error: Any error.

    Returns:
        One line; the error's class if it has no message. Of an error of ours all lines: each says something.
    """
    if isinstance(error, StreamTableError):
        return error.message
    # What came from a server bears what Java was doing there.
    said = str(error).split(_STACK_TRACE, 1)[0]
    lines = [line.rstrip() for line in said.splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    return "\n".join(lines) if _is_ours(error) else lines[0].strip().removesuffix(";")


def _is_ours(error: BaseException) -> bool:
    """Whether a server that has stream tables raised it for one of our reasons."""
    condition = getattr(error, "getCondition", lambda: None)()
    return any(condition in load_conditions(package) for package in _PACKAGES)


def output_width() -> int | None:
    """Return how many columns lines may have that go to standard output; None for those of the terminal."""
    return None if sys.stdout.isatty() else _WIDEST


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


def print_object(value: object) -> None:
    """Print a value as JSON, in one line.

    Args:
        value: Objects, arrays and what rows hold.
    """
    sys.stdout.write(json_text(value) + "\n")


def print_table(columns: Sequence[str], rows: Iterable[Sequence[Any]], *, note: str | None = None) -> None:
    """Print rows as a bordered table, numbers to the right; on a terminal that is too narrow for it, row by row.

    Args:
        columns: The columns' names.
        rows: The values of each row.
        note: A line below the table.
    """
    kept = [list(row) for row in rows]
    needed = _width_for(columns, kept)
    console = Console(highlight=False)
    if not sys.stdout.isatty():
        # A table wider than a pipe's 80 columns would lose its cells' ends.
        console = Console(width=needed, highlight=False)
    elif needed > max(console.width, _NARROWEST) and kept:
        _print_records(console, columns, kept)
        _print_note(console, note)
        return
    table = Table()
    for position, column in enumerate(columns):
        values = [row[position] for row in kept if row[position] is not None]
        table.add_column(Text(column), justify="right" if values and all(map(_is_number, values)) else "left")
    for row in kept:
        table.add_row(*(_cell(value) for value in row))
    console.print(table)
    _print_note(console, note)


def _print_records(console: Console, columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> None:
    """Print each row as lines of a name and a value."""
    longest = max(len(column) for column in columns)
    for number, row in enumerate(rows, start=1):
        console.print(Text(f"--- row {number}", style="dim"))
        for column, value in zip(columns, row, strict=True):
            console.print(Text.assemble((f"{column:<{longest}}  ", "bold"), _cell(value)))


def _print_note(console: Console, note: str | None) -> None:
    if note:
        console.print(Text(note, style="dim"))


def _print_csv(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(columns)
    writer.writerows(["" if value is None else plain_text(value) for value in row] for row in rows)


def _print_json(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    names = distinct_names(columns)
    separator = "[\n  "
    for row in rows:
        sys.stdout.write(separator + json_text(dict(zip(names, row, strict=True))))
        separator = ",\n  "
    sys.stdout.write("[]\n" if separator.startswith("[") else "\n]\n")


def _is_number(value: object) -> bool:
    return hasattr(value, "__float__") and not isinstance(value, bool)


def _cell(value: object) -> Text:
    return Text("NULL", style="dim") if value is None else Text(plain_text(value))


def _width_for(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> int:
    widths = [
        max([len(column), *(max(map(len, plain_text(row[position]).splitlines()), default=0) for row in rows)])
        for position, column in enumerate(columns)
    ]
    return max(_NARROWEST, sum(widths) + 3 * len(widths) + 1)
