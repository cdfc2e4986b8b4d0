"""PIVOT, UNPIVOT, VALUES and queries without FROM."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.errors import UnsupportedQueryError


def test_pivoted_cell_comes_moves_and_goes(numbers):
    table = StreamTable(
        numbers, "SELECT * FROM (SELECT k, v, f FROM t) PIVOT (sum(f) FOR v IN (1 AS one, 2 AS two)) AS p"
    )
    numbers.insert("t", ("a", 1, 2.0), ("a", 3, 1.0), (None, 2, 1.0))
    assert table.refresh_and_compare() == [("a", 2.0, None), (None, None, 1.0)]
    numbers.update("t", ("a", 1, 2.0), ("a", 2, 4.0))
    assert table.refresh_and_compare() == [("a", None, 4.0), (None, None, 1.0)]
    numbers.delete("t", (None, 2, 1.0))
    numbers.delete("t", ("a", 3, 1.0))
    assert table.refresh_and_compare() == [("a", None, 4.0)]


def test_pivoted_columns_are_named_as_in_spark(numbers):
    bound = numbers.bind("SELECT * FROM t PIVOT (sum(f) AS s, max(f) FOR v IN (1, 2 AS two, NULL, -3))")
    names = ["1_s", "1_max(f)", "two_s", "two_max(f)", "null_s", "null_max(f)", "-3_s", "-3_max(f)"]
    assert [o.name for o in bound.outputs] == ["k", *names]
    bound = numbers.bind("SELECT * FROM t PIVOT (min(f) AS s FOR (k, v) IN (('a', 1), ('b', 2) AS b2))")
    assert [o.name for o in bound.outputs] == ["{a, 1}", "b2"]


def test_count_of_a_cell_without_rows_is_null_as_in_spark(numbers):
    query = "SELECT * FROM (SELECT k, v FROM t) PIVOT (count(*) FOR v IN (1 AS one, 2 AS two))"
    table = StreamTable(numbers, numbers.bind(query))
    numbers.insert("t", ("a", 1, None), ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 2, None)]


@pytest.mark.parametrize(
    "pivot",
    [
        "PIVOT (count(*), max(f) FOR v IN (1))",
        "PIVOT (sum(f) FOR v IN (1 + 1))",
        "PIVOT (sum(f) FOR k IN (1))",
        "PIVOT (size(collect_list(f)) FOR v IN (1))",
    ],
)
def test_pivot_that_cannot_be_read_for_certain_is_refused(numbers, pivot):
    with pytest.raises(UnsupportedQueryError) as caught:
        numbers.bind(f"SELECT * FROM t {pivot}")
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.PIVOT"


def test_unpivoted_nulls_are_left_out_unless_included(numbers):
    without = StreamTable(numbers, "SELECT * FROM (SELECT k, v, v + 1 AS id FROM t) UNPIVOT (x FOR c IN (v, id))")
    numbers.insert("t", ("a", 1, None), ("b", None, None))
    assert without.refresh_and_compare() == [("a", "id", 2), ("a", "v", 1)]
    numbers.update("t", ("b", None, None), ("b", 5, None))
    assert len(without.refresh_and_compare()) == 4
    included = StreamTable(numbers, "SELECT * FROM (SELECT k, v FROM t) UNPIVOT INCLUDE NULLS (x FOR c IN (v))")
    numbers.update("t", ("b", 5, None), ("b", None, None))
    assert included.refresh_and_compare() == [("a", "v", 1), ("b", "v", None)]


def test_lists_of_columns_are_unpivoted_together(numbers):
    query = (
        "SELECT * FROM (SELECT k, v, f, v + 1 AS w, f AS g FROM t) UNPIVOT ((x, y) FOR c IN ((v, f) AS first, (w, g)))"
    )
    table = StreamTable(numbers, numbers.bind(query))
    numbers.insert("t", ("a", 1, None), (None, None, None))
    assert table.refresh_and_compare() == [("a", "first", 1, None), ("a", "w_g", 2, None)]


def test_inline_table_is_joined_and_never_changes(numbers):
    table = StreamTable(
        numbers,
        "SELECT t.v, s.name FROM t JOIN (VALUES (1, 'one'), (1, 'uno'), (NULL, 'none')) AS s(n, name) ON s.n = t.v",
    )
    numbers.insert("t", ("a", 1, None), ("a", None, None))
    assert table.refresh_and_compare() == [(1, "one"), (1, "uno")]
    numbers.insert("t", ("a", 1, None))
    numbers.delete("t", ("a", None, None))
    assert len(table.refresh_and_compare()) == 4


@pytest.mark.parametrize(
    ("query", "rows"),
    [
        ("SELECT 1 AS a, 'x' AS b", [(1, "x")]),
        ("VALUES (1, 'a'), (1, 'a')", [(1, "a"), (1, "a")]),
        ("SELECT count(*) AS n", [(1,)]),
        ("SELECT sum(a) AS s FROM (SELECT 1 AS a WHERE FALSE) AS z", [(None,)]),
        ("WITH c AS (VALUES (1), (2)) SELECT col1 + 1 AS x FROM c", [(2,), (3,)]),
    ],
)
def test_query_without_sources_has_its_rows(numbers, query, rows):
    table = StreamTable(numbers, numbers.bind(query))
    assert table.bound.sources == ()
    assert table.refresh_and_compare() == rows


def test_constant_branch_of_a_union_stays_once(numbers):
    table = StreamTable(numbers, "SELECT v FROM t UNION ALL SELECT 0")
    numbers.insert("t", ("a", 0, None))
    assert table.refresh_and_compare() == [(0,), (0,)]
    numbers.delete("t", ("a", 0, None))
    assert table.refresh_and_compare() == [(0,)]
