"""What goes wrong with groups: NULLs, groups that empty and come back, extrema, filters, conditions on groups."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable


def by_key(select: str, tail: str = "") -> str:
    return f"SELECT k, {select} FROM t GROUP BY k {tail}"


def test_null_group_key_comes_goes_and_moves(numbers):
    table = StreamTable(numbers, by_key("count(*) AS n, sum(v) AS s"))
    numbers.insert("t", (None, 1, None), (None, 2, None))
    assert table.refresh_and_compare() == [(None, 2, 3)]
    numbers.update("t", (None, 1, None), ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 1, 1), (None, 1, 2)]
    numbers.update("t", ("a", 1, None), (None, 1, None))
    assert table.refresh_and_compare() == [(None, 2, 3)]
    numbers.delete("t", (None, 1, None), (None, 2, None))
    assert table.refresh_and_compare() == []


def test_sum_is_null_when_the_last_value_that_is_not_null_went(numbers):
    table = StreamTable(numbers, by_key("sum(v) AS s"))
    numbers.insert("t", ("a", None, None))
    assert table.refresh_and_compare() == [("a", None)]
    numbers.insert("t", ("a", 3, None))
    assert table.refresh_and_compare() == [("a", 3)]
    numbers.update("t", ("a", 3, None), ("a", None, None))
    assert table.refresh_and_compare() == [("a", None)]


def test_value_that_came_and_went_beside_a_null_leaves_a_new_group_without_sum(numbers):
    table = StreamTable(numbers, by_key("sum(v) AS s, avg(v) AS m"))
    numbers.insert("t", ("a", None, None), ("a", 3, None))
    numbers.delete("t", ("a", 3, None))
    assert table.refresh_and_compare() == [("a", None, None)]


def test_count_of_a_column_count_of_rows_and_average_after_partial_changes(numbers):
    table = StreamTable(numbers, by_key("count(v) AS c, count(*) AS n, avg(v) AS m"))
    numbers.insert("t", ("a", 1, None), ("a", None, None), ("a", 4, None))
    assert table.refresh_and_compare() == [("a", 2, 3, 2.5)]
    numbers.update("t", ("a", 4, None), ("a", None, None))
    assert table.refresh_and_compare() == [("a", 1, 3, 1.0)]


def test_group_that_lost_its_last_row_is_removed(numbers):
    table = StreamTable(numbers, by_key("count(*) AS n"))
    numbers.insert("t", ("a", 1, None), ("b", 1, None))
    table.refresh_and_compare()
    numbers.delete("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("b", 1)]


def test_group_that_empties_and_comes_back_in_one_refresh(numbers):
    table = StreamTable(numbers, by_key("count(*) AS n, sum(v) AS s"))
    numbers.insert("t", ("a", 1, None))
    table.refresh_and_compare()
    numbers.delete("t", ("a", 1, None))
    numbers.insert("t", ("a", 9, None))
    assert table.refresh_and_compare() == [("a", 1, 9)]


def test_row_that_moves_empties_the_group_it_left(numbers):
    table = StreamTable(numbers, by_key("sum(v) AS s"))
    numbers.insert("t", ("a", 1, None), ("b", 2, None))
    table.refresh_and_compare()
    numbers.update("t", ("a", 1, None), ("b", 1, None))
    assert table.refresh_and_compare() == [("b", 3)]


def test_global_aggregate_keeps_its_row_over_an_empty_source(numbers):
    table = StreamTable(numbers, "SELECT count(*) AS n, sum(v) AS s, min(v) AS low FROM t")
    assert table.rows() == [(0, None, None)]
    numbers.insert("t", ("a", 2, None))
    assert table.refresh_and_compare() == [(1, 2, 2)]
    numbers.delete("t", ("a", 2, None))
    assert table.refresh_and_compare() == [(0, None, None)]
    numbers.insert("t", ("a", 2, None))
    numbers.delete("t", ("a", 2, None))
    assert table.refresh_and_compare() == [(0, None, None)]


@pytest.mark.parametrize("function", ["min", "max"])
def test_extremum_deleted_updated_tied_and_all_null(numbers, function):
    table = StreamTable(numbers, by_key(f"{function}(v) AS m"))
    numbers.insert("t", ("a", 1, None), ("a", 5, None), ("a", 9, None), ("a", 9, None), ("a", 1, None))
    table.refresh_and_compare()
    for value in (1, 9):
        numbers.delete("t", ("a", value, None))
    table.refresh_and_compare()
    numbers.update("t", ("a", 1, None), ("a", 6, None))
    numbers.update("t", ("a", 9, None), ("a", 4, None))
    table.refresh_and_compare()
    for value in (4, 5, 6):
        numbers.update("t", ("a", value, None), ("a", None, None))
    assert table.refresh_and_compare() == [("a", None)]


def test_extrema_are_merged_without_reading_the_source_when_rows_only_came(numbers):
    table = StreamTable(numbers, by_key("min(v) AS low, max(v) AS high"))
    numbers.insert("t", ("a", None, None))
    table.refresh_and_compare()
    numbers.insert("t", ("a", 3, None), ("b", None, None))
    template = table.refresh()
    assert template is not None
    assert not template.recomputes_groups
    assert [p.kind.value for p in template.reads] == ["delta", "backing"]
    numbers.insert("t", ("a", 7, None), ("b", 1, None), ("a", None, None))
    assert table.refresh_and_compare() == [("a", 3, 7), ("b", 1, 1)]


def test_update_that_flips_the_condition_of_a_conditional_sum(shop):
    table = StreamTable(
        shop,
        "SELECT c.region, sum(CASE WHEN o.note = 'a' THEN o.amount ELSE 0 END) AS s, count(*) AS n "
        "FROM orders o JOIN customers c ON c.id = o.customer GROUP BY c.region",
    )
    shop.update("orders", (11, 1, 7, None), (11, 1, 7, "a"))
    shop.update("orders", (10, 1, 5, "a"), (10, 1, 5, "z"))
    assert [int(row[1]) for row in table.refresh_and_compare()] == [7, 0]


def test_group_crosses_having_upward_with_full_values_and_downward(numbers):
    table = StreamTable(numbers, by_key("sum(v) AS s", "HAVING count(*) > 2"))
    numbers.insert("t", ("a", 1, None), ("a", 2, None))
    assert table.refresh_and_compare() == []
    numbers.insert("t", ("a", 4, None))
    assert table.refresh_and_compare() == [("a", 7)]
    numbers.delete("t", ("a", 1, None))
    assert table.refresh_and_compare() == []


def test_having_on_an_aggregate_that_is_not_shown_and_is_null(numbers):
    table = StreamTable(numbers, by_key("count(*) AS n", "HAVING max(v) > 5 AND avg(v) < 100"))
    numbers.insert("t", ("a", None, None))
    assert table.refresh_and_compare() == []
    numbers.insert("t", ("a", 6, None))
    assert table.refresh_and_compare() == [("a", 2)]
    numbers.update("t", ("a", 6, None), ("a", 5, None))
    assert table.refresh_and_compare() == []


def test_output_of_a_hidden_group_is_not_computed(numbers):
    table = StreamTable(
        numbers, by_key("CAST(upper(concat(k, CAST(sum(v) AS STRING))) AS INT) AS x", "HAVING sum(v) > 0")
    )
    numbers.insert("t", ("abc", 0, None))
    assert table.refresh_and_compare() == []
    numbers.insert("t", ("12", 3, None))
    assert table.refresh_and_compare() == [("12", 123)]


@pytest.mark.parametrize(
    "text",
    [
        "SELECT year(day) AS y, count(*) AS n FROM d GROUP BY year(day)",
        "SELECT year(day) AS y, count(*) AS n FROM d GROUP BY y",
        "SELECT year(day) AS y, count(*) AS n FROM d GROUP BY 1",
        "SELECT count(*) AS n FROM d GROUP BY year(day)",
        "SELECT 'x' AS c, count(*) AS n FROM d GROUP BY 'x'",
        "SELECT 7 AS c, count(*) AS n FROM d GROUP BY 1",
    ],
)
def test_group_by_expression_alias_ordinal_and_constant(text):
    database = Database({"d": [("day", "date"), ("v", "int")]})
    table = StreamTable(database, database.bind(text))
    assert table.refresh_and_compare() == []
    from datetime import date

    database.insert("d", (date(2024, 1, 1), 1), (date(2024, 5, 1), 1), (date(2025, 1, 1), 1), (None, 1))
    table.refresh_and_compare()
    database.delete("d", (date(2025, 1, 1), 1), (None, 1))
    assert sum(row[-1] for row in table.refresh_and_compare()) == 2
    database.truncate("d")
    assert table.refresh_and_compare() == []


def test_float_sums_do_not_drift_over_many_refreshes(numbers):
    table = StreamTable(numbers, by_key("sum(f) AS s, avg(f) AS m"))
    numbers.insert("t", ("a", 1, 0.1), ("a", 2, 1e16))
    table.refresh_and_compare()
    for step in range(60):
        numbers.insert("t", ("a", 3, 0.1 * step))
        table.refresh()
        numbers.delete("t", ("a", 3, 0.1 * step))
        table.refresh()
    numbers.delete("t", ("a", 2, 1e16))
    assert table.refresh_and_compare() == [("a", 0.1, 0.1)]


def test_infinity_that_left_a_float_sum_leaves_a_number(numbers):
    table = StreamTable(numbers, by_key("sum(f) AS s"))
    numbers.insert("t", ("a", 1, float("inf")), ("a", 2, 1.0))
    table.refresh()
    numbers.delete("t", ("a", 1, float("inf")))
    assert table.refresh_and_compare() == [("a", 1.0)]


def test_algebraic_float_sums_are_added_and_taken_out_where_asked_for(numbers):
    table = StreamTable(numbers, by_key("sum(f) AS s"), algebraic_floats=True)
    numbers.insert("t", ("a", 1, 0.1), ("a", 1, 0.2), ("b", 1, 0.3))
    table.refresh_and_compare()
    numbers.delete("t", ("a", 1, 0.2))
    numbers.insert("t", ("c", 1, 0.1), ("c", 1, 0.7))
    numbers.delete("t", ("c", 1, 0.7), ("c", 1, 0.1))
    template = table.refresh()
    assert template is not None
    assert not template.recomputes_groups
    assert [row[0] for row in table.rows()] == ["a", "b"]


def test_aggregates_with_and_without_an_algebra_in_one_query_with_filters(numbers):
    table = StreamTable(
        numbers,
        by_key(
            "count(*) FILTER (WHERE v > 1) AS c, sum(v) FILTER (WHERE v > 1) AS s, max(v) FILTER (WHERE f > 0) AS m, "
            "avg(v) FILTER (WHERE f IS NULL) AS a, count(v) AS n"
        ),
    )
    numbers.insert("t", ("a", 1, 1.0), ("a", 2, None), ("a", 3, 2.0), ("b", None, 1.0))
    table.refresh_and_compare()
    numbers.update("t", ("a", 3, 2.0), ("a", 3, -2.0))
    numbers.delete("t", ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 1, 3, 1, None, 2), ("b", 0, None, None, None, 0)]


def test_aggregate_of_an_aggregate_follows_moving_groups(numbers):
    table = StreamTable(
        numbers,
        "SELECT n, count(*) AS groups, sum(s) AS total "
        "FROM (SELECT k, count(*) AS n, sum(v) AS s FROM t GROUP BY k) g GROUP BY n",
    )
    numbers.insert("t", ("a", 1, None), ("b", 2, None), ("b", 3, None))
    assert table.refresh_and_compare() == [(1, 1, 1), (2, 1, 5)]
    numbers.insert("t", ("a", 1, None))
    assert table.refresh_and_compare() == [(2, 2, 7)]
    numbers.truncate("t")
    assert table.refresh_and_compare() == []


def test_global_aggregate_below_a_join_always_has_a_row(numbers):
    table = StreamTable(numbers, "SELECT u.k, c.n FROM u CROSS JOIN (SELECT count(*) AS n FROM t) c")
    numbers.insert("u", ("x", 1, None))
    assert table.refresh_and_compare() == [("x", 0)]
    numbers.insert("t", ("a", 1, None))
    numbers.insert("u", ("y", 1, None))
    assert table.refresh_and_compare() == [("x", 1), ("y", 1)]
    numbers.truncate("t")
    assert table.refresh_and_compare() == [("x", 0), ("y", 0)]


def test_decimal_sums_keep_every_digit_when_values_come_go_and_weigh_more_than_one():
    from decimal import Decimal

    database = Database({"t": [("k", "string"), ("x", "decimal(20,4)")]})
    table = StreamTable(database, "SELECT k, sum(x) AS s, count(x) AS n FROM t GROUP BY k")
    large, small = Decimal("9999999999999999.9999"), Decimal("0.0001")
    database.change("t", ("a", large), 3)
    database.insert("t", ("a", small), ("b", small))
    assert table.refresh_and_compare() == [("a", Decimal("30000000000000000.0000") - 2 * small, 4), ("b", small, 1)]
    database.change("t", ("a", large), -2)
    template = table.refresh()
    assert template is not None
    assert not template.recomputes_groups
    assert table.rows() == [("a", Decimal("10000000000000000.0000"), 2), ("b", small, 1)]


def test_sum_that_overflows_its_type_fails_the_refresh_and_leaves_the_rows():
    import duckdb

    database = Database({"t": [("k", "string"), ("x", "bigint")]})
    table = StreamTable(database, "SELECT k, sum(x) AS s FROM t GROUP BY k")
    database.insert("t", ("a", 2**62))
    before = table.refresh_and_compare()
    database.insert("t", ("a", 2**62))
    with pytest.raises(duckdb.Error, match=r"out of range|Overflow"):
        table.refresh()
    assert table.rows() == before


def test_grouping_by_a_float_treats_nan_as_one_value():
    database = Database({"t": [("f", "double"), ("v", "int")]})
    table = StreamTable(database, "SELECT f, count(*) AS n FROM t GROUP BY f")
    nan = float("nan")
    database.insert("t", (nan, 1), (nan, 2), (0.5, 1))
    table.refresh()
    database.change("t", (nan, 3), 1)
    table.refresh()
    assert sorted(row[1] for row in table.rows()) == [1, 3]


def test_count_of_several_columns_counts_rows_in_which_none_is_null(numbers):
    table = StreamTable(numbers, numbers.bind("SELECT k, count(v, f) AS n FROM t GROUP BY k"))
    numbers.insert("t", ("a", 1, None), ("a", None, 1.0), ("a", 1, 1.0))
    assert table.refresh_and_compare() == [("a", 1)]
    numbers.update("t", ("a", 1, None), ("a", 1, 2.0))
    assert table.refresh_and_compare() == [("a", 2)]


def test_sum_and_count_of_constants_follow_the_number_of_rows(numbers):
    table = StreamTable(numbers, by_key("sum(2) AS s, count(1) AS n, count(NULL) AS z"))
    numbers.change("t", ("a", 1, None), 3)
    assert table.refresh_and_compare() == [("a", 6, 3, 0)]
    numbers.change("t", ("a", 1, None), -2)
    assert table.refresh_and_compare() == [("a", 2, 1, 0)]
