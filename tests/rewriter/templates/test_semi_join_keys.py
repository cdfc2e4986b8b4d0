"""Which rows of its sources a query for a change can use, told by the keys that all of its uses ask for."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

SCHEMA = {
    "people": [("id", "int"), ("name", "string")],
    "orders": [("id", "int"), ("person", "int"), ("amount", "int")],
}
ASKED = "SELECT name FROM people p WHERE EXISTS (SELECT 1 FROM orders o WHERE o.person = p.id AND o.amount > 4)"
MOST = "SELECT p.id, max(o.amount) AS m FROM people p LEFT JOIN orders o ON o.person = p.id GROUP BY p.id"


@pytest.fixture
def database():
    database = Database(SCHEMA)
    database.insert("people", (1, "a"), (2, "b"), (3, "c"), (None, "d"))
    database.insert("orders", (1, 1, 5), (2, 1, 7), (3, 2, 1), (4, None, 9), (5, 4, 2))
    return database


def needed(database, query, changed):
    template = StreamTable(database, query).plan.delta(frozenset(changed), False)
    return {
        source: {(keys.column, tuple(sorted(map(str, keys.changes))), keys.or_null) for keys in ways}
        for source, ways in template.semi_join_keys.items()
    }


@pytest.mark.parametrize(
    ("query", "changed", "expected"),
    [
        (
            "SELECT p.name, o.amount FROM people p JOIN orders o ON o.person = p.id",
            (0, 1),
            {0: {("id", ("1.person",), False)}, 1: {("person", ("0.id",), False)}},
        ),
        # The keys that orders touch are those of people, which are those of changed orders.
        (ASKED, (1,), {0: {("id", ("1.person",), True)}, 1: {("person", ("1.person",), False)}}),
        (ASKED, (0, 1), {0: {("id", ("1.person",), True)}, 1: {("person", ("0.id", "1.person"), False)}}),
        # A group may have no key.
        (
            "SELECT person, max(amount) AS m FROM orders GROUP BY person HAVING max(amount) > 3",
            (0,),
            {0: {("person", ("0.person",), True)}},
        ),
        (
            f"SELECT m, count(*) AS n FROM ({MOST}) GROUP BY m",
            (0,),
            {0: {("id", ("0.id",), True)}, 1: {("person", ("0.id",), True)}},
        ),
        # Rows that are kept without a partner are needed whatever their key.
        (
            "SELECT o.person, max(p.id) AS m FROM people p LEFT JOIN orders o ON o.person = p.id GROUP BY o.person",
            (1,),
            {},
        ),
        ("SELECT p.name, o.amount FROM people p JOIN orders o ON o.person > p.id", (0, 1), {}),
        ("SELECT p.name, o.amount FROM people p JOIN orders o ON o.person + 1 = p.id", (0, 1), {}),
    ],
)
def test_needed_keys(database, query, changed, expected):
    assert needed(database, query, changed) == expected


@pytest.mark.parametrize("kind", ["", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"])
def test_no_row_is_missed(database, kind):
    shown = "p.id, p.name" if kind in ("SEMI", "ANTI") else "p.id, p.name, t.m"
    inner = "(SELECT person, max(amount) AS m FROM orders GROUP BY person)"
    query = f"SELECT {shown} FROM people p {kind} JOIN {inner} t ON t.person = p.id"
    table = StreamTable(database, query, ranges=True)
    for step in (
        lambda: database.insert("people", (4, "e"), (2, "b")),
        lambda: (database.delete("orders", (3, 2, 1), (4, None, 9)), database.insert("orders", (6, 3, 3))),
        lambda: (database.update("people", (1, "a"), (None, "a")), database.update("orders", (2, 1, 7), (2, 4, 7))),
    ):
        step()
        table.refresh_and_compare()
