"""What a ``%sql`` line or a ``%%sql`` cell asks for."""

from __future__ import annotations

import re
from dataclasses import dataclass

_OPTION = re.compile(r"\s*--(?P<name>session|limit)(?:\s*=\s*|\s+)(?P<value>\S+)")
_TARGET = re.compile(r"\s*(?P<name>[^\W\d]\w*)\s*<<(?!<)")


@dataclass(frozen=True, slots=True)
class Request:
    """A request.

    Attributes:
        text: The SQL, without what stands before it.
        first_line: Which line of the cell the text begins in, counted from 1.
        session: The session's variable, or a server's URL; None for the one in use.
        limit: How many rows are shown, as it was written; None for the setting.
        target: The variable for the result; None if it is to be shown.
    """

    text: str
    first_line: int
    session: str | None = None
    limit: str | None = None
    target: str | None = None


def read_request(line: str, cell: str | None) -> Request:
    """Read a request.

    Args:
        line: What stands behind ``%sql`` or ``%%sql``: options, ``name <<`` and, of a line, the SQL.
        cell: The lines below ``%%sql``; None of ``%sql``.

    Returns:
        The request.

    Examples:
        >>> read_request("--limit 5 late << SELECT 1", None)
        Request(text='SELECT 1', first_line=1, session=None, limit='5', target='late')
    """
    chosen: dict[str, str] = {}
    position = 0
    while (option := _OPTION.match(line, position)) is not None:
        chosen[option["name"]] = option["value"]
        position = option.end()
    target = _TARGET.match(line, position)
    rest = line[position if target is None else target.end() :].strip()
    first_line = 1
    if cell is None:
        text = rest
    elif rest:
        text = f"{rest}\n{cell}"
    else:
        text, first_line = cell, 2
    if target is None and (below := _TARGET.match(text)) is not None:
        target = below
        first_line += text.count("\n", 0, below.end())
        text = text[below.end() :].lstrip(" \t")
    name = None if target is None else target["name"]
    return Request(text, first_line, chosen.get("session"), chosen.get("limit"), name)
