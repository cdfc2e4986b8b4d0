"""What goes wrong with DISTINCT and set operations: copies, sides, types, positions."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.errors import InvalidQueryError


def test_distinct_keeps_a_row_until_its_last_copy_goes(numbers):
    table = StreamTable(numbers, "SELECT DISTINCT k AS a, v FROM t")
    numbers.insert("t", ("a", 1, 0.5), ("a", 1, 1.5), (None, None, 1.5), (None, None, None))
    assert table.refresh_and_compare() == [("a", 1), (None, None)]
    assert table.plan.layout == "groups"
    numbers.delete("t", ("a", 1, 0.5))
    assert table.refresh_and_compare() == [("a", 1), (None, None)]
    numbers.delete("t", ("a", 1, 1.5))
    numbers.delete("t", (None, None, None))
    assert table.refresh_and_compare() == [(None, None)]


def test_union_keeps_a_row_that_one_branch_still_has(numbers):
    table = StreamTable(numbers, "SELECT k, v FROM t UNION SELECT k, v FROM u")
    numbers.insert("t", ("a", 1, 0.5), ("a", 1, 0.5))
    numbers.insert("u", ("a", 1, 2.5))
    assert table.refresh_and_compare() == [("a", 1)]
    numbers.truncate("t")
    assert table.refresh_and_compare() == [("a", 1)]
    numbers.truncate("u")
    assert table.refresh_and_compare() == []


@pytest.mark.parametrize(
    ("operation", "rows"),
    [
        ("INTERSECT", [1, 1, 1, 0]),
        ("INTERSECT ALL", [2, 1, 1, 0]),
        ("EXCEPT", [0, 0, 0, 1]),
        ("EXCEPT ALL", [1, 2, 0, 1]),
    ],
)
def test_multiplicities_of_both_sides(numbers, operation, rows):
    table = StreamTable(numbers, f"SELECT k, v FROM t {operation} SELECT k, v FROM u")
    numbers.insert("t", *[("a", None, float(i)) for i in range(3)])
    numbers.insert("u", ("a", None, 0.5), ("a", None, 1.5))
    assert len(table.refresh_and_compare()) == rows[0]
    numbers.delete("u", ("a", None, 0.5))
    assert len(table.refresh_and_compare()) == rows[1]
    numbers.delete("t", ("a", None, 0.0), ("a", None, 1.0))
    assert len(table.refresh_and_compare()) == rows[2]
    numbers.update("u", ("a", None, 1.5), ("b", None, 1.5))
    assert len(table.refresh_and_compare()) == rows[3]


@pytest.mark.parametrize("operation", ["UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"])
def test_branches_are_matched_by_position_and_widened(operation):
    database = Database({"t": [("a", "int"), ("b", "string")], "u": [("b", "decimal(8,2)"), ("a", "string")]})
    table = StreamTable(
        database,
        f"SELECT CAST(q.a AS STRING) AS x, q.b AS y FROM (SELECT a, b FROM t {operation} SELECT b, a FROM u) q",
    )
    database.insert("t", (1, "p"), (2, "p"), (1, "p"))
    assert all(row[0] in ("1.00", "2.00") for row in table.refresh_and_compare())
    database.insert("u", (1, "p"), (3, "q"))
    table.refresh_and_compare()
    database.delete("t", (1, "p"))
    database.insert("u", (2, "p"))
    table.refresh_and_compare()


def test_except_below_a_projection_keeps_counts(numbers):
    table = StreamTable(numbers, "SELECT q.k FROM (SELECT k, v FROM t EXCEPT SELECT k, v FROM u) q")
    numbers.insert("t", ("a", 1, None), ("a", 2, None), ("a", 2, 0.5))
    assert table.refresh_and_compare() == [("a",), ("a",)]
    numbers.insert("u", ("a", 1, None))
    assert table.refresh_and_compare() == [("a",)]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT k FROM t UNION SELECT k FROM u UNION ALL SELECT k FROM t",
        "SELECT k FROM t UNION ALL SELECT k FROM u UNION SELECT k FROM t EXCEPT SELECT k FROM u WHERE v = 1",
        "(SELECT k, v FROM t EXCEPT ALL SELECT k, v FROM u) INTERSECT ALL SELECT k, v FROM u",
        "SELECT k, count(*) AS n FROM (SELECT DISTINCT k, v FROM t) q GROUP BY k HAVING count(*) > 1",
        "SELECT DISTINCT count(*) AS n FROM t GROUP BY k",
        "SELECT DISTINCT t.k AS a, q.k AS b FROM t LEFT JOIN (SELECT k FROM u INTERSECT SELECT k FROM t) q USING (k)",
        "SELECT DISTINCT 1 AS one FROM t",
        "SELECT v FROM t WHERE k IN (SELECT k FROM u EXCEPT SELECT k FROM t WHERE v = 2)",
        "WITH c AS (SELECT DISTINCT k FROM t UNION SELECT k FROM u) SELECT c.k, d.k AS l FROM c JOIN c d ON c.k < d.k",
    ],
)
def test_nested_set_operations(numbers, query):
    table = StreamTable(numbers, query)
    numbers.insert("t", ("a", 1, None), ("a", 2, None), ("b", 1, None), (None, 1, None), ("a", 1, None))
    numbers.insert("u", ("a", 1, None), ("c", 2, None), (None, 1, None))
    table.refresh_and_compare()
    numbers.delete("t", ("a", 1, None), ("b", 1, None))
    numbers.insert("u", ("a", 1, None), ("b", 1, None))
    table.refresh_and_compare()
    numbers.truncate("u")
    table.refresh_and_compare()
    numbers.insert("t", ("c", 2, None), ("c", 2, None))
    numbers.insert("u", ("c", 2, None))
    table.refresh_and_compare()


def test_union_by_name_takes_the_order_of_the_first_branch(numbers):
    table = StreamTable(numbers, "SELECT k, v FROM t UNION ALL BY NAME SELECT v, k FROM u")
    numbers.insert("t", ("a", 1, None))
    numbers.insert("u", ("b", 2, None))
    assert table.refresh_and_compare() == [("a", 1), ("b", 2)]


def test_branches_of_different_width_are_wrong(numbers):
    for operation in ("UNION", "INTERSECT", "EXCEPT ALL"):
        with pytest.raises(InvalidQueryError):
            numbers.bind(f"SELECT k FROM t {operation} SELECT k, v FROM u")
