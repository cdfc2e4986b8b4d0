"""A small catalog to bind queries against."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import pytest

from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.plan.nodes import BoundQuery
from streamtables_rewriter.plan.relations import ColumnType, Table, View

_TABLES = {
    "orders": (
        "id bigint, customer_id bigint, amount decimal(12,2), day date, note string, tags array<string>, "
        "place struct<city:string,geo:struct<lat:double>>"
    ),
    "customers": "id bigint, region string, name string",
    "items": "order_id bigint, sku string, qty int",
    "odd": "größe `x` struct<a b:int>",
}
_VIEWS = {
    "recent": ("SELECT customer_id, sum(amount) FROM orders GROUP BY customer_id", ("buyer", "worth")),
    "counts": ("SELECT count(*) FROM recent", ("n",)),
    "broken": ("SELECT id\nFROM orders TABLESAMPLE (5 ROWS)", ("id",)),
    "lucky": ("SELECT id, rand() AS luck FROM orders", ("id", "luck")),
    "luckier": ("SELECT id, luck + 1 FROM sales.lucky", ("id", "luck")),
    "loop": ("SELECT id FROM sales.loop2", ("id",)),
    "loop2": ("SELECT id FROM sales.loop", ("id",)),
}


def _columns(text: str) -> tuple[ColumnType, ...]:
    """Read ``name type, name type``; commas inside of a type's brackets do not separate."""
    parts, depth = [""], 0
    for character in text:
        depth += (character in "(<") - (character in ")>")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    split = [part.strip().rsplit(" ", 1) if "struct<a b" not in part else ("größe `x`", "struct") for part in parts]
    return tuple(ColumnType(name, kind) for name, kind in split)


@dataclass(frozen=True)
class SmallCatalog:
    """Answers for names in schema ``sales`` of catalog ``lake``, which is the current one."""

    def resolve(self, parts: Sequence[str], namespace: Sequence[str] | None = None) -> Table | View | None:
        full = (*(namespace or ("lake", "sales")), *parts) if len(parts) == 1 else ("lake", *parts)[-3:]
        name = full[-1].lower()
        if tuple(p.lower() for p in full[:2]) != ("lake", "sales"):
            return None
        if name in _VIEWS:
            query, columns = _VIEWS[name]
            return View(("lake", "sales", name), query, columns, ("lake", "sales"))
        if name == "logs":
            return Table(("lake", "sales", name), _columns("line string"), maintainable="text table")
        if name == "counted":
            return Table(("lake", "sales", name), _columns("id bigint, __st_rows bigint"), multiplicity="__st_rows")
        if name == "collated":
            return Table(("lake", "sales", name), (ColumnType("word", "string collate UTF8_LCASE"),))
        if name == "hidden":
            return Table(("lake", "sales", name), _columns("id bigint, __st_state bigint"))
        return Table(("lake", "sales", name), _columns(_TABLES[name])) if name in _TABLES else None


Bind = Callable[..., BoundQuery]


@pytest.fixture
def bind() -> Bind:
    """Binds a query against the small catalog."""

    def run(text: str, **options: object) -> BoundQuery:
        return bind_query(text, SmallCatalog(), **options)

    return run
