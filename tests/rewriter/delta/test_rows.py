"""What goes wrong with rows that have no key: copies, transient rows, values that look alike."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.sql.columns import ROWS, WEIGHT


@pytest.fixture
def plain(numbers):
    return StreamTable(numbers, "SELECT k, v FROM t")


def test_exact_duplicate_is_a_second_row(numbers, plain):
    numbers.insert("t", ("a", 1, None))
    plain.refresh_and_compare()
    numbers.insert("t", ("a", 1, None))
    assert plain.refresh_and_compare() == [("a", 1), ("a", 1)]


def test_delete_of_one_of_two_duplicates_leaves_one(numbers, plain):
    numbers.insert("t", ("a", 1, None), ("a", 1, None))
    plain.refresh_and_compare()
    numbers.delete("t", ("a", 1, None))
    assert plain.refresh_and_compare() == [("a", 1)]


def test_netting_keeps_the_number_of_copies(numbers, plain):
    numbers.change("t", ("a", 1, None), 5)
    numbers.delete("t", ("a", 1, None), ("a", 1, None))
    numbers.insert("t", ("a", 1, None))
    assert plain.refresh_and_compare() == [("a", 1)] * 4
    numbers.change("t", ("a", 1, None), -3)
    assert plain.refresh_and_compare() == [("a", 1)]


def test_row_inserted_and_deleted_in_one_refresh_leaves_nothing(numbers, plain):
    numbers.insert("t", ("a", 1, None))
    numbers.delete("t", ("a", 1, None))
    assert plain.refresh_and_compare() == []


def test_insert_and_update_give_the_last_value_only(numbers, plain):
    numbers.insert("t", ("a", 1, None))
    numbers.update("t", ("a", 1, None), ("a", 2, None))
    assert plain.refresh_and_compare() == [("a", 2)]


def test_update_and_delete_take_the_first_value(numbers, plain):
    numbers.insert("t", ("a", 1, None))
    plain.refresh_and_compare()
    numbers.update("t", ("a", 1, None), ("a", 2, None))
    numbers.delete("t", ("a", 2, None))
    assert plain.refresh_and_compare() == []


def test_row_updated_many_times_goes_from_first_to_last_value(numbers, plain):
    numbers.insert("t", ("a", 0, None))
    plain.refresh_and_compare()
    for value in range(5):
        numbers.update("t", ("a", value, None), ("a", value + 1, None))
    assert plain.refresh_and_compare() == [("a", 5)]


@pytest.mark.parametrize("new", [("a", 1, None), ("a", 1, 2.5)], ids=["same values", "unused column"])
def test_update_that_shows_nowhere_changes_nothing(numbers, plain, new):
    numbers.insert("t", ("a", 1, None))
    plain.refresh_and_compare()
    numbers.update("t", ("a", 1, None), new)
    plain.refresh_and_compare()
    assert plain.connection.execute("SELECT count(*) FROM __changes").fetchone() == (0,)


def test_key_change_with_null_in_one_part(numbers, plain):
    numbers.insert("t", ("a", None, None), (None, 1, None))
    plain.refresh_and_compare()
    numbers.update("t", ("a", None, None), ("b", None, None))
    numbers.update("t", (None, 1, None), (None, None, None))
    assert plain.refresh_and_compare() == [("b", None), (None, None)]


def test_update_crosses_the_filter_each_way_on_a_column_that_is_not_shown(numbers):
    table = StreamTable(numbers, "SELECT k FROM t WHERE v > 10")
    numbers.insert("t", ("a", 1, None), ("b", 20, None), ("c", None, None))
    assert table.refresh_and_compare() == [("b",)]
    numbers.update("t", ("a", 1, None), ("a", 30, None))
    numbers.update("t", ("b", 20, None), ("b", 2, None))
    numbers.update("t", ("c", None, None), ("c", 11, None))
    assert table.refresh_and_compare() == [("a",), ("c",)]
    numbers.update("t", ("c", 11, None), ("c", None, None))
    assert table.refresh_and_compare() == [("a",)]


def test_values_that_hold_a_delimiter_and_null_against_empty_are_different_rows(shop):
    table = StreamTable(shop, "SELECT name, boss FROM regions")
    shop.insert("regions", ("a|b", "c"), ("a", "b|c"), (None, ""), ("", None))
    table.refresh_and_compare()
    shop.delete("regions", ("a", "b|c"), ("", None))
    rows = table.refresh_and_compare()
    assert ("a|b", "c") in rows
    assert (None, "") in rows
    assert len(rows) == 4


def test_quoted_reserved_and_non_ascii_names_and_many_columns():
    columns = [("select", "int"), ("größe", "int"), ("two words", "int"), ("Date", "int")]
    columns += [(f"c{i}", "int") for i in range(70)]
    database = Database({"table": columns})
    listed = ", ".join(f"`{name}`" for name, _ in columns)
    bound = database.bind(f"SELECT {listed}, `select` + 1 AS `a;b` FROM `table` AS `group`")
    table = StreamTable(database, bound)
    row = tuple(range(len(columns)))
    database.insert("table", row, row)
    assert table.refresh_and_compare() == [(*row, 1), (*row, 1)]
    database.update("table", row, (None, *row[1:]))
    assert len(table.refresh_and_compare()) == 2


def test_delete_and_insert_of_one_key_with_new_values(numbers, plain):
    numbers.insert("t", ("a", 1, None))
    plain.refresh_and_compare()
    numbers.delete("t", ("a", 1, None))
    numbers.insert("t", ("a", 2, None))
    assert plain.refresh_and_compare() == [("a", 2)]


def test_union_all_keeps_the_copy_of_the_other_branch(numbers):
    table = StreamTable(numbers, "SELECT v FROM t UNION ALL SELECT v FROM u")
    numbers.insert("t", ("a", 1, None))
    numbers.insert("u", ("a", 1, None))
    assert table.refresh_and_compare() == [(1,), (1,)]
    numbers.delete("u", ("a", 1, None))
    assert table.refresh_and_compare() == [(1,)]


def test_change_of_one_branch_has_the_types_of_the_whole_union(numbers):
    table = StreamTable(
        numbers, "SELECT CAST(x AS STRING) AS s FROM (SELECT v AS x FROM t UNION ALL SELECT f AS x FROM u) w"
    )
    numbers.insert("t", ("a", 1, None))
    numbers.insert("u", ("a", 1, 2.5))
    table.refresh_and_compare()
    numbers.insert("t", ("a", 7, None))
    assert table.refresh_and_compare() == [("1.0",), ("2.5",), ("7.0",)]


def test_cte_used_twice_equals_its_inline_form(numbers):
    with_cte = (
        "WITH c(x, y) AS (SELECT k, sum(v) FROM t GROUP BY k) SELECT a.x AS p, b.y AS q FROM c a JOIN c b ON a.y = b.y"
    )
    inline = (
        "SELECT a.x AS p, b.y AS q FROM (SELECT k AS x, sum(v) AS y FROM t GROUP BY k) a "
        "JOIN (SELECT k AS x, sum(v) AS y FROM t GROUP BY k) b ON a.y = b.y"
    )
    for text in (with_cte, inline):
        numbers.clear()
        table = StreamTable(numbers, text)
        numbers.insert("t", ("a", 1, None), ("b", 1, None), ("c", 2, None))
        assert len(table.refresh_and_compare()) == 5
        numbers.insert("t", ("a", 1, None))
        assert len(table.refresh_and_compare()) == 5
        numbers.delete("t", ("b", 1, None), ("c", 2, None))
        assert table.refresh_and_compare() == [("a", 2)]


@pytest.mark.parametrize(
    "text", ["SELECT k, v FROM t", "SELECT k, sum(v) AS s, min(v) AS m, count(*) AS n FROM t GROUP BY k"]
)
def test_changes_in_one_refresh_or_in_many_give_one_result(numbers, text):
    steps = [("a", 1, 1), ("a", 1, 1), ("b", 2, 1), ("a", 1, -1), ("c", 3, 2), ("b", 2, -1), ("c", 3, -2), ("a", 5, 1)]
    results = []
    for many in (False, True):
        numbers.clear()
        table = StreamTable(numbers, text)
        for key, value, weight in steps:
            numbers.change("t", (key, value, None), weight)
            if many:
                table.refresh_and_compare()
        results.append((table.refresh_and_compare(), table.stored()))
    assert results[0] == results[1]


def test_weights_and_copies_are_never_visible(numbers):
    table = StreamTable(numbers, "SELECT * FROM t")
    names = [d[0] for d in table.connection.execute(table.shown()).description]
    assert names == ["k", "v", "f"]
    assert not {WEIGHT, ROWS} & set(names)
