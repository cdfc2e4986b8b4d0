"""Rows that a rule wants of a few keys only: the keys meet the sources, and no row is missed."""

from __future__ import annotations

import pytest
from sqlglot import exp
from tests.rewriter.duckdb_engine import Database, StreamTable

SCHEMA = {
    "people": [("id", "int"), ("name", "string"), ("code", "string")],
    "orders": [("id", "int"), ("person", "int"), ("amount", "int")],
}
TOTALS = "(SELECT person, sum(amount) AS total, max(amount) AS most FROM orders GROUP BY person)"

COUNTS = "SELECT p.id, count(o.id) AS n FROM people p LEFT JOIN orders o ON o.person = p.id GROUP BY p.id"
BOTH = "SELECT id, person FROM orders UNION ALL SELECT o.id, o.person FROM orders o WHERE amount > 3"


@pytest.fixture
def database():
    database = Database(SCHEMA)
    database.insert("people", (1, "a", "1"), (2, "b", "2"), (3, "c", "3"), (None, "d", None))
    database.insert("orders", (1, 1, 5), (2, 1, 7), (3, 2, 1), (4, None, 9), (5, 4, 2))
    return database


def sources_with_keys(table, *changed):
    """Name the sources that are read for some keys only, with the keys' columns."""
    found = set()
    for select in table.plan.delta(frozenset(changed), False).changes.tree.find_all(exp.Select):
        for part in select.find_all(exp.NullSafeEQ):
            if part.expression.table.startswith("wanted"):
                found.add(part.this.sql())
    return found


@pytest.mark.parametrize(
    ("query", "changed", "read"),
    [
        (
            f"SELECT p.name, t.total FROM people p JOIN {TOTALS} t ON t.person = p.id",
            (0,),
            {"orders.person"},
        ),
        (
            f"SELECT p.name, t.most FROM people p LEFT JOIN {TOTALS} t ON t.person = p.id",
            (0,),
            {"orders.person"},
        ),
        (
            f"SELECT name FROM people p WHERE EXISTS (SELECT 1 FROM {TOTALS} t WHERE t.person = p.id AND t.most > 4)",
            (0,),
            {"orders.person"},
        ),
        (
            f"SELECT n, count(*) AS c FROM ({COUNTS}) GROUP BY n",
            (1,),
            {"people.id", "orders.person"},
        ),
        (
            "SELECT p.id, max(o.amount) AS m FROM people p LEFT JOIN orders o ON o.person = p.id GROUP BY p.id",
            (1,),
            {"people.id", "orders.person"},
        ),
        (
            f"SELECT id, row_number() OVER (PARTITION BY person ORDER BY id) AS n FROM ({BOTH})",
            (0,),
            {"orders.person", "orders_2.person"},
        ),
        # Other rows decide about these.
        (
            "SELECT o.person, max(p.id) AS m FROM people p FULL JOIN orders o ON o.person = p.id GROUP BY o.person",
            (1,),
            set(),
        ),
        (
            "SELECT o.person, max(p.id) AS m FROM people p LEFT JOIN orders o ON o.person = p.id GROUP BY o.person",
            (1,),
            set(),
        ),
        # A cast could fail for a row that the query leaves out.
        (
            f"SELECT p.name, t.total FROM people p JOIN {TOTALS} t ON t.person = p.code",
            (0,),
            set(),
        ),
    ],
)
def test_keys_are_handed_down_to_the_sources(database, query, changed, read):
    assert sources_with_keys(StreamTable(database, query), *changed) == read


@pytest.mark.parametrize("kind", ["", "LEFT", "RIGHT", "FULL", "SEMI", "ANTI"])
@pytest.mark.parametrize("other", [TOTALS, "(SELECT DISTINCT person, amount AS total, amount AS most FROM orders)"])
def test_no_row_is_missed(database, kind, other):
    shown = "p.id, p.name" if kind in ("SEMI", "ANTI") else "p.id, p.name, t.total, t.most"
    table = StreamTable(database, f"SELECT {shown} FROM people p {kind} JOIN {other} t ON t.person = p.id")
    database.insert("people", (4, "e", None), (2, "b", "2"))
    table.refresh_and_compare()
    database.delete("orders", (3, 2, 1), (4, None, 9))
    database.insert("orders", (6, 3, 3), (7, None, 1))
    table.refresh_and_compare()
    database.update("people", (1, "a", "1"), (None, "a", "1"))
    database.update("orders", (2, 1, 7), (2, 4, 7))
    table.refresh_and_compare()


def test_a_source_that_is_narrowed_twice_is_read_for_both_sets_of_keys(database):
    inner = f"SELECT p.id, p.name, t.total FROM people p LEFT JOIN {TOTALS} t ON t.person = p.id"
    query = f"SELECT a.name, b.name AS other, a.total FROM ({inner}) a JOIN ({inner}) b ON a.id = b.id"
    table = StreamTable(database, query)
    database.insert("people", (3, "f", None))
    database.delete("orders", (1, 1, 5))
    table.refresh_and_compare()
