"""Which rows of a source matter, told by the conditions that stand over every reading of it."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

SCHEMA = {
    "people": [("id", "int"), ("name", "string"), ("born", "date")],
    "orders": [("id", "int"), ("person", "int"), ("amount", "int"), ("paid", "boolean")],
}


@pytest.fixture
def database():
    return Database(SCHEMA)


def filters(database, query):
    plan = StreamTable(database, query).plan
    names = {source.index: source.table.name[-1] for source in plan.bound.sources}
    return {names[index]: condition.sql(dialect="spark") for index, condition in plan.filters.items()}


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT id FROM orders WHERE amount > 3 AND paid", {"orders": "amount > 3 AND paid"}),
        (
            "SELECT p.name, o.amount FROM people p JOIN orders o ON o.person = p.id AND o.amount > 3 WHERE p.id < 9",
            {"people": "id < 9", "orders": "amount > 3"},
        ),
        ("SELECT person, sum(amount) AS s FROM orders WHERE NOT paid GROUP BY person", {"orders": "NOT paid"}),
        (
            "SELECT a FROM (SELECT amount AS a, amount + 1 AS b FROM orders) WHERE a > 3 AND b > 4",
            {"orders": "amount > 3"},
        ),
        # A group, a window and the first rows are decided by rows that a condition above them leaves out.
        ("SELECT person, sum(amount) AS s FROM orders GROUP BY person HAVING person > 3", {}),
        (
            "SELECT * FROM (SELECT id, person, count(*) OVER (PARTITION BY person) AS n FROM orders) WHERE person > 3",
            {},
        ),
        ("SELECT * FROM (SELECT id, amount FROM orders ORDER BY amount LIMIT 3) WHERE amount > 3", {}),
        # What one of two readings needs, the source has to give.
        (
            "SELECT a.id FROM orders a JOIN orders b ON a.id = b.person WHERE a.amount > 3 AND a.paid AND b.amount > 3",
            {"orders": "amount > 3"},
        ),
        ("SELECT id FROM orders WHERE amount > 3 UNION ALL SELECT person FROM orders", {}),
        (
            "SELECT x FROM (SELECT id AS x FROM people UNION ALL SELECT amount FROM orders) WHERE x > 3",
            {"people": "id > 3", "orders": "amount > 3"},
        ),
        # A row that fails the condition of an outer join stays without a partner; a row that is none goes.
        (
            (
                "SELECT p.id, o.id AS o FROM people p LEFT JOIN orders o"
                " ON o.person = p.id AND o.amount > 3 AND p.id > 1"
                " WHERE p.name LIKE 'a%'"
            ),
            {"people": "name LIKE 'a%'", "orders": "amount > 3"},
        ),
        ("SELECT p.id, o.id AS o FROM people p FULL JOIN orders o ON o.person = p.id AND o.amount > 3", {}),
        (
            "SELECT name FROM people p WHERE EXISTS (SELECT 1 FROM orders o WHERE o.person = p.id AND o.amount > 3)",
            {"orders": "amount > 3"},
        ),
        (
            "SELECT name FROM people p WHERE NOT EXISTS (SELECT 1 FROM orders o WHERE o.person = p.id AND p.id > 3)",
            {},
        ),
        # An OR tells of one table what both of its sides tell of it.
        (
            (
                "SELECT p.id FROM people p JOIN orders o ON p.id = o.person"
                " WHERE (p.name = 'a' AND o.amount > 3 AND o.paid)"
                " OR (p.name = 'b' AND o.amount < 1)"
            ),
            {
                "people": "((name = 'a') OR (name = 'b'))",
                "orders": "((amount > 3 AND paid) OR (amount < 1))",
            },
        ),
        ("SELECT p.id FROM people p JOIN orders o ON p.id = o.person WHERE p.name = 'a' OR o.amount > 3", {}),
        # What may fail for a row is not asked of rows that another condition leaves out.
        (
            "SELECT id FROM orders WHERE amount > 3 AND 10 / amount > 1 AND CAST(paid AS INT) = 1",
            {"orders": "amount > 3"},
        ),
        ("SELECT id FROM people WHERE name = 3 AND name > 'a' AND CAST(name AS INT) > 3", {"people": "name > 'a'"}),
        (
            "SELECT id FROM orders WHERE amount > 2147483647 + 1 AND amount > 2 + 1 AND amount < 999999999 + 999999999",
            {"orders": "amount > 2 + 1 AND amount < 999999999 + 999999999"},
        ),
        ("SELECT id FROM people WHERE born > '20200101' AND born > '2020-W01-1' AND born > '2020-1-1'", {}),
        (
            (
                "SELECT id FROM people WHERE born >= '2020-01-01' AND born < DATE '2020-01-01' + INTERVAL '1' YEAR"
                " AND born <> 'x' AND name IN ('a', 'b') AND id IS NOT NULL"
            ),
            {
                "people": "born >= '2020-01-01' AND born < CAST('2020-01-01' AS DATE) + INTERVAL '1' YEAR"
                " AND name IN ('a', 'b') AND NOT id IS NULL"
            },
        ),
    ],
)
def test_a_source_is_asked_what_all_of_its_readings_ask(database, query, expected):
    assert filters(database, query) == expected


def test_rows_that_fail_are_no_change(database):
    database.insert("orders", (1, 1, 5, True), (2, 1, 1, True))
    table = StreamTable(
        database, "SELECT person, sum(amount) AS s FROM orders WHERE amount > 3 GROUP BY person", ranges=True
    )
    database.update("orders", (2, 1, 1, True), (2, 1, 2, True))
    assert table.refresh() is None
    database.update("orders", (2, 1, 2, True), (2, 1, 9, True))
    database.delete("orders", (1, 1, 5, True))
    assert table.refresh_and_compare() == [(1, 9)]
    assert table.filtered == 3
