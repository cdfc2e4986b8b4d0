"""The 22 queries of TPC-H with the substitution parameters of its validation run."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_FOLDER = Path(__file__).parent / "queries"
_TABLES = ("customer", "lineitem", "nation", "orders", "part", "partsupp", "region", "supplier")


@dataclass(frozen=True, slots=True)
class TpchQuery:
    """A query of TPC-H.

    Attributes:
        name: Such as ``q05``.
        text: Its text.
        tables: The tables that it reads.
    """

    name: str
    text: str
    tables: frozenset[str]

    @property
    def stored(self) -> str:
        """The query as a stream table can store it.

        A table's rows have no order: ORDER BY without LIMIT says nothing about them and is left out.
        """
        if re.search(r"^LIMIT\b", self.text, re.MULTILINE):
            return self.text
        return re.sub(r"^ORDER BY .*\Z", "", self.text, flags=re.MULTILINE | re.DOTALL).strip()


def read_queries(names: tuple[str, ...] = ()) -> tuple[TpchQuery, ...]:
    """Read the queries.

    Args:
        names: Which; all if empty.

    Returns:
        The queries in the order of their numbers.
    """
    queries = []
    for path in sorted(_FOLDER.glob("q*.sql")):
        if not names or path.stem in names:
            text = path.read_text(encoding="utf-8").strip()
            tables = frozenset(table for table in _TABLES if re.search(rf"\b{table}\b", text))
            queries.append(TpchQuery(path.stem, text, tables))
    return tuple(queries)
