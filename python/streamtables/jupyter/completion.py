"""What TAB offers in SQL: keywords, names of stream tables and of what they read, and variables behind a colon."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from streamtables.jupyter.statements import statement_spans
from streamtables.spark.sessions.found_sessions import is_session
from streamtables_grammar.completion import NAME, QUERY, STATEMENT, expected_behind
from streamtables_grammar.pieces import PieceKind, pieces

if TYPE_CHECKING:
    from streamtables.jupyter.session_choice import SessionChoice

_WORD = re.compile(r":?[\w.`]*\Z")
_LINE = re.compile(r"\s*(?:[\w, ]+=\s*)?%sql\b")
_CELL = re.compile(r"\s*%%sql\b[^\n]*(?:\n|\Z)")
_BEFORE_SQL = re.compile(r"(?:\s*--(?:session|limit)(?:\s*=\s*|\s+)\S+)*(?:\s*[^\W\d]\w*\s*<<)?")
_GRAPH = re.compile(r"\s*(?:\w+\s*=\s*)?%stream_graph\s")
_OURS = re.compile(
    r"\s*(?:EXPLAIN\s+)?(?:CREATE(?:\s+OR\s+REPLACE)?\s+(?:STREAM|TRIGGER)|ALTER\s+STREAM|(?:DROP|SHOW)\s+(?:STREAM|TRIGGERS?)|"
    r"DESC(?:RIBE)?\s+STREAM|REFRESH\s+STREAM|VERIFY\s+STREAM|SHOW\s+(?:CREATE\s+STREAM|REFRESH\s+HISTORY))\b",
    re.IGNORECASE,
)
_IN_QUERY = re.compile(r"\bAS\s+(?:\(\s*)?(?:SELECT|WITH|FROM|VALUES|INSERT|UPDATE|DELETE|MERGE)\b", re.IGNORECASE)
_BEGINNINGS = (
    *("ALTER STREAM TABLE", "CALL", "CREATE OR REPLACE STREAM TABLE", "CREATE STREAM TABLE", "CREATE TABLE"),
    *("CREATE TRIGGER", "DELETE FROM", "DESCRIBE STREAM TABLE", "DROP STREAM TABLE", "DROP TRIGGER"),
    *("EXPLAIN ALTER STREAM TABLE", "EXPLAIN CREATE STREAM TABLE", "EXPLAIN REFRESH STREAM TABLE", "INSERT INTO"),
    *("MERGE INTO", "REFRESH STREAM TABLE", "REFRESH STREAM TABLES", "SELECT", "SHOW CREATE STREAM TABLE"),
    *("SHOW REFRESH HISTORY", "SHOW STREAM TABLES", "SHOW TABLES", "SHOW TRIGGERS", "UPDATE", "USE"),
    *("VERIFY STREAM TABLE", "VERIFY STREAM TABLES", "WITH"),
)
_QUERY_WORDS = (
    *("ALL", "AND", "ANTI", "AS", "ASC", "BETWEEN", "BY", "CASE", "CAST", "CROSS", "DESC", "DISTINCT", "ELSE", "END"),
    *("EXCEPT", "EXISTS", "FALSE", "FROM", "FULL", "GROUP", "HAVING", "IN", "INNER", "INTERSECT", "INTERVAL", "INTO"),
    *("IS", "JOIN", "LATERAL", "LEFT", "LIKE", "LIMIT", "MATCHED", "NOT", "NULL", "ON", "OR", "ORDER", "OUTER", "OVER"),
    *("PARTITION", "RIGHT", "SELECT", "SEMI", "SET", "THEN", "TRUE", "UNION", "USING", "VALUES", "WHEN", "WHERE"),
    *("WINDOW", "WITH", "avg", "coalesce", "count", "current_date", "date_trunc", "max", "min", "round", "sum"),
)
_QUERIES, _WRITING = ("SELECT", "WITH"), ("DELETE FROM", "INSERT INTO", "MERGE INTO", "UPDATE")
_SEVERAL: Mapping[str, tuple[str, ...]] = {"WITH [NO] DATA": ("WITH DATA", "WITH NO DATA")}
_KEPT_SECONDS = 60.0
_NAMES = "SELECT stream_table, source FROM streamtables.dependencies"


class Completion:
    """Finds what can be written.

    Args:
        sessions: Where the names come from; no session is started for them.
        variables: The user's variables.
    """

    def __init__(self, sessions: SessionChoice, variables: Callable[[], Mapping[str, object]]) -> None:
        self._sessions = sessions
        self._variables = variables
        self._names: tuple[str, ...] = ()
        self._stream_tables: tuple[str, ...] = ()
        self._known_until = 0.0

    def forget(self) -> None:
        """Look the names up again when they are needed next: a statement may have changed them."""
        self._known_until = 0.0

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
            return (
                (_word(cell[:cursor]), self._fitting(_word(cell[:cursor]), self._table_names()))
                if (_GRAPH.match(cell[cell.rfind("\n", 0, cursor) + 1 : cursor]))
                else None
            )
        word = _word(before)
        last = list(pieces(before))[-1:]
        if last and last[0].kind in {PieceKind.COMMENT, PieceKind.TEXT} and not word:
            return "", []
        if word.startswith(":"):
            usable = (name for name, value in self._variables().items() if _is_value(name, value))
            return word, self._fitting(word, (f":{name}" for name in sorted(usable)))
        return word, self._fitting(word, self._words(before[: len(before) - len(word)]))

    def _words(self, before: str) -> Iterable[str]:
        """Return keywords and names that can follow a text."""
        spans = statement_spans(before)
        ended = before.rstrip().endswith(";")
        statement = spans[-1].of(before) + " " if spans and not ended else ""
        if not statement.strip():
            return _BEGINNINGS
        if not _OURS.match(statement) or _IN_QUERY.search(statement):
            begun = [text for text in _BEGINNINGS if text.startswith(" ".join(statement.upper().split()) + " ")]
            rest = [text[len(" ".join(statement.split())) + 1 :] for text in begun]
            return rest or (*self._table_names(), *_QUERY_WORDS)
        words: list[str] = []
        for expected in expected_behind(statement):
            if expected == NAME:
                self._table_names()
                words += self._stream_tables
            elif expected in {QUERY, STATEMENT}:
                words += _QUERIES if expected == QUERY else _WRITING
            else:
                words += _SEVERAL.get(expected, (expected,) if expected.replace(" ", "").isupper() else ())
        return words

    @staticmethod
    def _fitting(word: str, offered: Iterable[str]) -> list[str]:
        """Return what begins with a word, keywords in the case in which it is written."""
        low = word.isalpha() and word.islower()
        cased = (text.lower() if low and text.isupper() else text for text in offered)
        fitting = (text for text in cased if text.lower().startswith(word.lower()))
        return list(dict.fromkeys(fitting))

    def _table_names(self) -> tuple[str, ...]:
        if time.monotonic() >= self._known_until:
            spark = self._sessions.current()
            if spark is None:
                return ()
            try:
                rows: list[Any] = spark.sql(_NAMES).collect()
            except Exception:  # noqa: BLE001 - where nobody has made a stream table, there is no such list: TAB offers none
                rows = []
            found = {str(name).removeprefix("spark_catalog.") for row in rows for name in row}
            self._names = tuple(sorted(found))
            self._stream_tables = tuple(sorted({str(row[0]).removeprefix("spark_catalog.") for row in rows}))
            self._known_until = time.monotonic() + _KEPT_SECONDS
        return self._names


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
