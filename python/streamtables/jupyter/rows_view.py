"""Rows as a table, of any statement."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from streamtables.jupyter.answer import Answer, Column
from streamtables.jupyter.badges import badge_of
from streamtables.jupyter.page import Html, View, element, page, table
from streamtables.values import plain_text

_LONGEST_TEXT = 2000
_WIDEST_TERMINAL = 250
_NULL = "NULL"


def rows_view(answer: Answer) -> View:
    """Show rows.

    Args:
        answer: The answer.

    Returns:
        A table with what is told below it; only the latter, where there are no columns.
    """
    note = element("div", answer.note, kind="note")
    if not answer.columns:
        return View(page(note), answer.note)
    return View(page(html_table(answer), note), f"{text_table(answer.names, text_rows(answer))}\n{answer.note}")


def html_table(answer: Answer) -> Html:
    """Build the table of an answer.

    Args:
        answer: The answer.

    Returns:
        The table; modes and states that we name have badges.
    """
    head = [
        element("th", column.name, kind="number" if column.is_number else "", title=column.type)
        for column in answer.columns
    ]
    return table(head, ([cell(answer, *part) for part in zip(answer.columns, row, strict=True)] for row in answer.rows))


def cell(answer: Answer, column: Column, value: Any) -> Html:
    """Build a cell.

    Args:
        answer: The answer.
        column: The cell's column.
        value: The cell's value.

    Returns:
        The cell.
    """
    if value is None:
        return element("td", element("span", _NULL, kind="dim"), kind="number" if column.is_number else "")
    badge = badge_of(column.name, value) if answer.is_ours else None
    if badge is not None:
        return element("td", badge)
    return element("td", shortened(value), kind="number" if column.is_number else "")


def shortened(value: Any) -> str:
    """Write a value, and no more of it than can be read.

    Args:
        value: The value.

    Returns:
        Text; where it ends early it says how long the value is.
    """
    text = plain_text(value)
    if len(text) <= _LONGEST_TEXT:
        return text
    return f"{text[:_LONGEST_TEXT]}… ({len(text):,} characters)"


def text_rows(answer: Answer) -> list[list[str]]:
    """Write the values of all rows.

    Args:
        answer: The answer.

    Returns:
        Texts, row by row.
    """
    return [[_NULL if value is None else shortened(value) for value in row] for row in answer.rows]


def text_table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table for terminals.

    Args:
        names: The columns' names.
        rows: The texts of each row.

    Returns:
        Lines with borders; of what is too wide for them, a line for each value.
    """
    if sum(_width(names, rows)) + 3 * len(names) + 1 > _WIDEST_TERMINAL:
        return "\n".join(_records(names, rows))
    drawn = Table()
    for name in names:
        drawn.add_column(Text(name), overflow="fold")
    for row in rows:
        drawn.add_row(*map(Text, row))
    written = StringIO()
    console = Console(file=written, width=_WIDEST_TERMINAL, color_system=None, highlight=False, force_jupyter=False)
    console.print(drawn)
    return "\n".join(line.rstrip() for line in written.getvalue().splitlines())


def _width(names: Sequence[str], rows: Sequence[Sequence[str]]) -> list[int]:
    texts = [[name, *(row[place] for row in rows)] for place, name in enumerate(names)]
    return [max(len(line) for text in column for line in text.splitlines() or [""]) for column in texts]


def _records(names: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    longest = max(map(len, names))
    for number, row in enumerate(rows, start=1):
        yield f"--- row {number}"
        yield from (f"{name:<{longest}}  {text}" for name, text in zip(names, row, strict=True))
