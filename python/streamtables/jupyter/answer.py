"""What a statement has answered, as far as it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Column:
    """A column of an answer.

    Attributes:
        name: Its name, which others may have, too.
        type: Its type in SQL.
    """

    name: str
    type: str

    @property
    def is_number(self) -> bool:
        """Whether its values stand on the right."""
        return self.type.partition("(")[0] in _NUMBERS


@dataclass(frozen=True, slots=True)
class Answer:
    """An answer.

    Attributes:
        columns: Its columns; none of a statement without a result.
        rows: The first rows, as many as are shown.
        has_more: Whether there are others.
        seconds: How long it took; None where that was not measured.
        is_ours: Whether it is the answer of a statement on stream tables.
    """

    columns: Sequence[Column]
    rows: Sequence[Sequence[Any]]
    has_more: bool
    seconds: float | None
    is_ours: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns."""
        return tuple(column.name for column in self.columns)

    @property
    def note(self) -> str:
        """How many rows are shown, and how long they took."""
        rows = f"{len(self.rows):,} {'row' if len(self.rows) == 1 else 'rows'}"
        if not self.columns:
            shown = "done"
        elif self.has_more:
            shown = f"the first {rows}; there are more (--limit shows them)"
        else:
            shown = rows
        return shown if self.seconds is None else f"{shown}, {duration(1000 * self.seconds)}"


def duration(milliseconds: float) -> str:
    """Write a time as people read it.

    Args:
        milliseconds: The time.

    Returns:
        Milliseconds below one second, seconds with one digit below a minute, minutes and seconds.
    """
    if milliseconds < 1000:
        return f"{milliseconds:.0f} ms"
    if milliseconds < 60_000:
        return f"{milliseconds / 1000:.1f} s"
    minutes, seconds = divmod(round(milliseconds / 1000), 60)
    return f"{minutes} min {seconds} s"


_NUMBERS = frozenset({"tinyint", "smallint", "int", "bigint", "float", "double", "decimal"})
