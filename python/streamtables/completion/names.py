"""The names that are completed: schemas, tables and columns, asked of the catalog when they are needed."""

from __future__ import annotations

import re
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any

from streamtables_grammar.quoting import quote_identifier

_BACKING_SUFFIX = "__stream"
_SESSION_CATALOG = "spark_catalog."
_DEPENDENCIES = "SELECT stream_table, source FROM streamtables.dependencies"
_CHANGING = re.compile(r"\s*(?:ALTER|BEGIN|CALL|CREATE|DROP|EXECUTE|REPLACE|SET|USE)\b", re.IGNORECASE)
_KEPT_SECONDS = 60.0
"""Other sessions, and programs in this one, make tables, too."""


class CatalogNames:
    """Asks once and keeps the answers for a while, until a statement may have changed them.

    Args:
        select: Runs a statement and returns its rows; None where nothing can be asked yet.
    """

    def __init__(self, select: Callable[[str], Sequence[Any] | None]) -> None:
        self._select = select
        self._kept: dict[str, tuple[float, list[tuple[str, ...]]]] = {}
        self._lock = threading.Lock()

    def schemas(self) -> list[str]:
        """Return the names of all schemas."""
        return self._column("SHOW SCHEMAS", 0)

    def tables(self, schema: str | None = None) -> list[str]:
        """Return the tables and views of a schema; those that hold the rows of stream tables are left out.

        Args:
            schema: The schema; None for the current one.

        Returns:
            Their names, without the schema's.
        """
        found = self._tables(schema)
        backing = {_backing(name) for name in found}
        return [name for name in found if name not in backing]

    def stream_tables(self, schema: str | None = None) -> list[str]:
        """Return the stream tables of a schema.

        Args:
            schema: The schema; None for the current one.

        Returns:
            Their names, without the schema's.
        """
        found = self._tables(schema)
        known = set(found)
        return [name for name in found if _backing(name) in known]

    def qualified_stream_tables(self) -> list[str]:
        """Return the names, with their schemas', of all stream tables that read a table."""
        return sorted({row[0] for row in self._dependencies()})

    def qualified_tables(self) -> list[str]:
        """Return the names, with their schemas', of stream tables and of what they read."""
        return sorted({name for row in self._dependencies() for name in row})

    def triggers(self) -> list[str]:
        """Return the names of all triggers."""
        return self._column("SHOW TRIGGERS", 0)

    def columns(self, table: str) -> list[str]:
        """Return a table's columns.

        Args:
            table: Its name, as a statement has it.

        Returns:
            Their names; none if there is no such table.
        """
        return [name for name in self._column(f"DESCRIBE {table}", 0) if name and not name.startswith("#")]

    def follow(self, statement: str) -> None:
        """Forget what a statement that was run may have changed.

        Args:
            statement: The statement.
        """
        if _CHANGING.match(statement):
            self.forget()

    def forget(self) -> None:
        """Ask for all names again when they are needed next."""
        with self._lock:
            self._kept.clear()

    def _tables(self, schema: str | None) -> list[str]:
        return self._column(f"SHOW TABLES{'' if schema is None else f' IN {quote_identifier(schema)}'}", 1)

    def _dependencies(self) -> list[tuple[str, ...]]:
        return [tuple(name.removeprefix(_SESSION_CATALOG) for name in row) for row in self._ask(_DEPENDENCIES)]

    def _column(self, statement: str, column: int) -> list[str]:
        return [row[column] for row in self._ask(statement)]

    def _ask(self, statement: str) -> list[tuple[str, ...]]:
        with self._lock:
            now = time.monotonic()
            until, known = self._kept.get(statement, (now, []))
            if now < until:
                return known
            try:
                rows = self._select(statement)
            except Exception:  # noqa: BLE001 - there is nothing to complete where there is no such name
                rows = []
            if rows is None:
                return []
            known = [tuple(map(str, row)) for row in rows]
            self._kept[statement] = (now + _KEPT_SECONDS, known)
            return known


def _backing(name: str) -> str:
    """Return the name of the table that holds a stream table's rows."""
    return f"{name}{_BACKING_SUFFIX}"
