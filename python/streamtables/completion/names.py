"""The names that a prompt completes: schemas, tables and columns, asked of the catalog when they are needed."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Sequence
from typing import Any

from streamtables_grammar.quoting import quote_identifier

_BACKING_SUFFIX = "__stream"
_CHANGING = re.compile(r"\s*(?:CREATE|DROP|ALTER|USE|CALL|REPLACE)\b", re.IGNORECASE)


class CatalogNames:
    """Asks once and keeps the answers, until a statement may have changed them.

    Args:
        select: Runs a statement and returns its rows.
    """

    def __init__(self, select: Callable[[str], Sequence[Any]]) -> None:
        self._select = select
        self._kept: dict[str, list[str]] = {}
        self._lock = threading.Lock()

    def schemas(self) -> list[str]:
        """Return the names of all schemas."""
        return self._ask("SHOW SCHEMAS", 0)

    def tables(self, schema: str | None = None) -> list[str]:
        """Return the tables and views of a schema; those that hold the rows of stream tables are left out.

        Args:
            schema: The schema; None for the current one.
        """
        found = self._ask(f"SHOW TABLES{'' if schema is None else f' IN {quote_identifier(schema)}'}", 1)
        known = set(found)
        return [
            name
            for name in found
            if not (name.endswith(_BACKING_SUFFIX) and name.removesuffix(_BACKING_SUFFIX) in known)
        ]

    def columns(self, table: str) -> list[str]:
        """Return a table's columns; none if there is no such table.

        Args:
            table: Its name, as a statement has it.
        """
        return [name for name in self._ask(f"DESCRIBE {table}", 0) if name and not name.startswith("#")]

    def follow(self, statement: str) -> None:
        """Forget what a statement that was run may have changed."""
        if _CHANGING.match(statement):
            with self._lock:
                self._kept.clear()

    def _ask(self, statement: str, column: int) -> list[str]:
        with self._lock:
            known = self._kept.get(statement)
            if known is None:
                try:
                    known = [str(row[column]) for row in self._select(statement)]
                except Exception:  # noqa: BLE001 - there is nothing to complete where there is no such name
                    known = []
                self._kept[statement] = known
            return known
