"""One file an operator: queries, what is stored, and the SQL of a change; rewritten with UPDATE_GOLDEN=1."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.operators import RULES

_FILES = sorted(Path(__file__).parent.glob("*.sql"))
_SCHEMA = {
    "orders": [("id", "int"), ("customer", "int"), ("amount", "decimal(12,2)"), ("day", "date")],
    "customers": [("id", "int"), ("region", "string")],
    "regions": [("name", "string"), ("boss", "string")],
}


def _blocks(path: Path) -> list[tuple[str, str]]:
    """Return the head of each case, up to its query's semicolon, and the rest."""
    cases = path.read_text(encoding="utf-8").strip().split("\n\n\n")
    return [(head.strip() + ";", rest.strip()) for head, _, rest in (case.partition(";") for case in cases)]


def _expectation(head: str) -> str:
    options = {
        k: v.split() for k, _, v in (line[3:].partition(": ") for line in head.splitlines() if line[:3] == "-- ")
    }
    query = "\n".join(line for line in head.rstrip(";").splitlines() if not line.startswith("--"))
    database = Database(_SCHEMA)
    table = StreamTable(database, query)
    names = [source.table.name[-1] for source in table.bound.sources]
    changed = frozenset(names.index(name) for name in options["changed"])
    template = table.plan.delta(changed, options.get("rows", ["any"]) == ["came"])
    stored = ", ".join(f"{c.name} {c.type}{' (hidden)' if c.hidden else ''}" for c in table.plan.stored)
    parts = [f"-- stored as {table.plan.layout}: {stored}"]
    parts += [
        template.changes.tree.sql("spark", pretty=True) + ";",
        *([] if template.alternative is None else [template.alternative.tree.sql("spark", pretty=True) + ";"]),
        template.merge.tree.sql("spark", pretty=True) + ";",
    ]
    database.connection.close()
    return "\n".join(parts)


@pytest.mark.parametrize("path", _FILES, ids=lambda path: path.stem)
def test_delta_sql_of_an_operator(path):
    blocks = [(head, _expectation(head)) for head, _ in _blocks(path)]
    if os.environ.get("UPDATE_GOLDEN"):
        path.write_text("\n\n\n".join(f"{head}\n{rest}" for head, rest in blocks) + "\n", encoding="utf-8")
    for (head, expected), (_, found) in zip(blocks, _blocks(path), strict=True):
        assert found == expected, head


def test_each_operator_has_a_spec():
    def snake(name: str) -> str:
        return "".join(f"_{c.lower()}" if c.isupper() else c for c in name).lstrip("_")

    assert {snake(node.__name__) for node in RULES} <= {path.stem for path in _FILES}
