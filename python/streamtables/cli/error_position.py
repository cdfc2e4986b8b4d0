"""Where in a statement an error is, shown below its line."""

from __future__ import annotations

import re

from streamtables_grammar.errors import StreamTableError

# Ours, and one of Spark's, count columns from 1; Spark's two other ways count from 0.
_OURS = re.compile(r"\(line (?P<line>\d+), (?:column|position) (?P<column>\d+)\)")
_SPARKS = re.compile(r"\bline (?P<line>\d+),? pos (?P<position>\d+)")


def position_of(error: BaseException, text: str) -> list[str]:
    """Return the line of a statement that an error speaks of, and a mark below the place.

    Args:
        error: What the statement raised.
        text: The statement.

    Returns:
        Two lines; none where the error tells no place, or one that is not there.
    """
    place = _place(error)
    lines = text.splitlines()
    if place is None or not (0 < place[0] <= len(lines)):
        return []
    line, column = lines[place[0] - 1], place[1]
    if column > len(line) + 1:
        return []
    return [line, " " * (column - 1) + "^"]


def _place(error: BaseException) -> tuple[int, int] | None:
    """Return line and column, both from 1."""
    if isinstance(error, StreamTableError):
        return None if error.span is None else (error.span.line, error.span.column)
    ours, sparks = _OURS.search(str(error)), _SPARKS.search(str(error))
    if ours is not None:
        return int(ours["line"]), int(ours["column"])
    return None if sparks is None else (int(sparks["line"]), int(sparks["position"]) + 1)
