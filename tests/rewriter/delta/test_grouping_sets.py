"""ROLLUP, CUBE, GROUPING SETS: NULL in the data beside NULL for a key that is left out, empty sets, repeated sets."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.errors import UnsupportedQueryError


def test_null_in_the_data_stays_apart_from_null_for_a_key_that_is_left_out(numbers):
    table = StreamTable(
        numbers, "SELECT k, v, grouping_id(k, v) AS g, count(*) AS n FROM t GROUP BY ROLLUP (k, v) HAVING count(*) > 0"
    )
    numbers.insert("t", (None, None, None), ("a", None, None), ("a", 1, None))
    assert table.refresh_and_compare() == [
        ("a", 1, 0, 1),
        ("a", None, 0, 1),
        ("a", None, 1, 2),
        (None, None, 0, 1),
        (None, None, 1, 1),
        (None, None, 3, 3),
    ]
    numbers.delete("t", (None, None, None))
    assert (None, None, 3, 2) in table.refresh_and_compare()
    numbers.truncate("t")
    assert table.refresh_and_compare() == []


def test_groups_of_all_sets_are_merged_without_reading_the_source(numbers):
    table = StreamTable(numbers, "SELECT k, sum(v) AS s FROM t GROUP BY CUBE (k, v) HAVING count(*) > 0")
    numbers.insert("t", ("a", 1, None), ("b", 2, None))
    table.refresh_and_compare()
    numbers.update("t", ("a", 1, None), ("b", 1, None))
    template = table.refresh()
    assert template is not None
    assert not template.recomputes_groups
    assert {p.kind.value for p in template.reads} == {"delta", "backing"}


def test_total_over_no_rows_is_no_row_beside_other_sets_and_one_row_alone(numbers):
    several = StreamTable(numbers, numbers.bind("SELECT k, count(*) AS n FROM t GROUP BY GROUPING SETS ((k), ())"))
    assert several.rows() == []
    numbers.insert("t", ("a", 1, None))
    assert several.refresh_and_compare() == [("a", 1), (None, 1)]
    numbers.truncate("t")
    assert several.refresh_and_compare() == []
    alone = StreamTable(numbers, numbers.bind("SELECT count(*) AS n FROM t GROUP BY GROUPING SETS (())"))
    assert alone.rows() == [(0,)]


@pytest.mark.parametrize(
    ("sets", "totals"),
    [
        ("GROUPING SETS ((), ())", 2),
        ("GROUPING SETS ((), (), ())", 3),
        ("GROUPING SETS ((), ()), GROUPING SETS ((), ())", 4),
        ("k GROUPING SETS ((), ())", 2),
        ("GROUPING SETS ((), ()) HAVING count(*) > 1", 2),
    ],
)
def test_each_of_several_empty_sets_gives_a_total_and_none_over_no_rows(numbers, sets, totals):
    table = StreamTable(numbers, numbers.bind(f"SELECT count(*) AS n, sum(v) AS s FROM t GROUP BY {sets}"))
    assert table.rows() == []
    numbers.insert("t", ("a", 1, None), ("b", 2, None))
    assert table.refresh_and_compare() == [(2, 3)] * totals
    numbers.update("t", ("b", 2, None), ("b", 5, None))
    assert table.refresh_and_compare() == [(2, 6)] * totals
    numbers.truncate("t")
    assert table.refresh_and_compare() == []


def test_constant_beside_empty_sets_is_a_row_for_each(numbers):
    table = StreamTable(
        numbers, numbers.bind("SELECT 'x' AS c, grouping_id() AS g FROM t GROUP BY GROUPING SETS ((), ())")
    )
    assert table.rows() == []
    numbers.insert("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("x", 0), ("x", 0)]


def test_repeated_set_gives_its_rows_twice(numbers):
    table = StreamTable(numbers, numbers.bind("SELECT k, count(*) AS n FROM t GROUP BY GROUPING SETS ((k), k, ())"))
    numbers.insert("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 1), ("a", 1), (None, 1)]


def test_aggregate_of_a_key_reads_the_value_and_not_its_padding(numbers):
    table = StreamTable(numbers, "SELECT v, sum(v) AS s FROM t GROUP BY ROLLUP (v) HAVING count(*) > 0")
    numbers.insert("t", ("a", 2, None), ("a", 3, None))
    assert table.refresh_and_compare() == [(2, 2), (3, 3), (None, 5)]


@pytest.mark.parametrize(
    ("written", "sets"),
    [
        ("ROLLUP (k, v)", {0, 1, 3}),
        ("CUBE (k, v)", {0, 1, 2, 3}),
        ("k, v WITH ROLLUP", {0, 1, 3}),
        ("k, v WITH CUBE", {0, 1, 2, 3}),
        ("k, v GROUPING SETS ((k), v)", {1, 2}),
        ("k, ROLLUP (v)", {0, 1}),
        ("ROLLUP (k), CUBE (v)", {0, 1, 2, 3}),
        ("ROLLUP ((k, v))", {0, 3}),
        ("GROUPING SETS (ROLLUP (k, v), GROUPING SETS ((v)))", {0, 1, 2, 3}),
        ("GROUPING SETS ((1, v), ())", {0, 3}),
    ],
)
def test_every_form_names_its_sets(numbers, written, sets):
    query = f"SELECT k, v, grouping_id() AS g, grouping(k) AS a, grouping(v) AS b FROM t GROUP BY {written}"
    table = StreamTable(numbers, numbers.bind(query))
    numbers.insert("t", ("a", 1, None), ("b", None, None))
    rows = table.refresh_and_compare()
    assert {row[2] for row in rows} == sets
    assert all(row[2] == 2 * row[3] + row[4] for row in rows)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT grouping(k) AS g FROM t",
        "SELECT grouping(k) AS g FROM t GROUP BY k",
        "SELECT grouping(f) AS g FROM t GROUP BY ROLLUP (k)",
        "SELECT grouping_id(v) AS g FROM t GROUP BY ROLLUP (k, v)",
    ],
)
def test_grouping_of_what_is_no_key_is_refused(numbers, query):
    with pytest.raises(UnsupportedQueryError) as caught:
        numbers.bind(query)
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.GROUPING_SETS"


def test_thousands_of_sets_are_refused(numbers):
    with pytest.raises(UnsupportedQueryError) as caught:
        numbers.bind("SELECT count(*) AS n FROM t GROUP BY " + ", ".join(f"CUBE (k, v, v + {i})" for i in range(5)))
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.TOO_DEEP"


def test_set_leaves_out_one_of_two_names_of_a_column(numbers):
    doubled = "(SELECT v AS one, v AS two FROM t)"
    table = StreamTable(
        numbers, f"SELECT one, two, count(*) AS n FROM {doubled} GROUP BY GROUPING SETS ((one, two), (two))"
    )
    numbers.insert("t", ("a", 1, None), ("b", 2, None))
    assert table.refresh_and_compare() == [(1, 1, 1), (2, 2, 1), (None, 1, 1), (None, 2, 1)]
