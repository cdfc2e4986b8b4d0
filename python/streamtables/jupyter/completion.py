"""What TAB offers in a cell: SQL where there is some, and variables behind a colon."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from streamtables.completion.names import CatalogNames
from streamtables.completion.suggestions import is_code, suggest
from streamtables.spark.sessions.found_sessions import is_session

if TYPE_CHECKING:
    from streamtables.jupyter.session_choice import SessionChoice

_WORD = re.compile(r":?[\w.`]*\Z")
_LINE = re.compile(r"\s*(?:[\w, ]+=\s*)?%sql\b")
_CELL = re.compile(r"\s*%%sql\b[^\n]*(?:\n|\Z)")
_BEFORE_SQL = re.compile(r"(?:\s*--(?:session|limit)(?:\s*=\s*|\s+)\S+)*(?:\s*[^\W\d]\w*\s*<<)?")
_GRAPH = re.compile(r"\s*(?:\w+\s*=\s*)?%stream_graph\s")


class Completion:
    """Finds what can be written.

    Args:
        sessions: Where the names come from; no session is started for them.
        variables: The user's variables.
    """

    def __init__(self, sessions: SessionChoice, variables: Callable[[], Mapping[str, object]]) -> None:
        self._sessions = sessions
        self._variables = variables
        self._names = CatalogNames(self._select)

    def follow(self, statement: str) -> None:
        """Look the names up again when they are needed next, if a statement may have changed them.

        Args:
            statement: A statement that was run.
        """
        self._names.follow(statement)

    def forget(self) -> None:
        """Look the names up again when they are needed next: they are another session's."""
        self._names.forget()

    def offers(self, cell: str, cursor: int) -> tuple[str, list[str]] | None:
        """Return what fits where the cursor stands.

        Args:
            cell: All text of the cell.
            cursor: Offset of the cursor.

        Returns:
            The part of a word that is there, and whole words that begin with it; None where there is no SQL.
        """
        before = sql_before(cell, cursor)
        if before is None:
            line = cell[cell.rfind("\n", 0, cursor) + 1 : cursor]
            return _fitting(_word(line), self._names.qualified_tables()) if _GRAPH.match(line) else None
        word = _word(before)
        if word.startswith(":") and is_code(before):
            usable = (name for name, value in self._variables().items() if _is_value(name, value))
            return _fitting(word, (f":{name}" for name in sorted(usable)))
        found = list(suggest(before, _sql_after(cell, cursor), self._names))
        # All of them are told with the same part that is there: that of the longest.
        length = max([len(word), *(one.written for one in found)])
        word = before[len(before) - length :]
        return word, list(dict.fromkeys(word[: length - one.written] + one.text for one in found))

    def _select(self, statement: str) -> Sequence[Any] | None:
        spark = self._sessions.current()
        return None if spark is None else spark.sql(statement).collect()


def sql_before(cell: str, cursor: int) -> str | None:
    """Return the SQL that stands before the cursor.

    Args:
        cell: All text of a cell.
        cursor: Offset of the cursor.

    Returns:
        The SQL; None where there is none.
    """
    head = _CELL.match(cell)
    if head is not None:
        if cursor < head.end():
            line = cell[:cursor]
            start = line.index("%%sql") + len("%%sql")
        else:
            return cell[head.end() : cursor]
    else:
        begin = cell.rfind("\n", 0, cursor) + 1
        line = cell[begin:cursor]
        found = _LINE.match(line)
        if found is None:
            return None
        start = found.end()
    rest = line[start:]
    before = _BEFORE_SQL.match(rest)
    return rest if before is None else rest[before.end() :]


def _sql_after(cell: str, cursor: int) -> str:
    """Return the SQL behind a cursor that stands in SQL: up to the end of the cell, or of the line."""
    head = _CELL.match(cell)
    if head is not None and cursor >= head.end():
        return cell[cursor:]
    return cell[cursor:].partition("\n")[0]


def _fitting(word: str, offered: Iterable[str]) -> tuple[str, list[str]]:
    return word, [text for text in offered if text.lower().startswith(word.lower())]


def _word(text: str) -> str:
    found = _WORD.search(text)
    return "" if found is None else found.group()


def _is_value(name: str, value: object) -> bool:
    """Return whether a variable is one that SQL can take: none of IPython's own, no module, no session."""
    if name.startswith("_") or callable(value) or is_session(value):
        return False
    return (
        isinstance(value, (bool, int, float, str, bytes, list, tuple))
        or hasattr(value, "isoformat")
        or (hasattr(value, "item") or type(value).__name__ == "Decimal")
    )
