"""First rows in order: the next one moves in, ties, offsets, fewer rows than asked for, orders without effect."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.compile import Apply
from streamtables_rewriter.templates.placeholders import PlaceholderKind


def test_next_row_moves_in_when_a_first_one_goes(numbers):
    table = StreamTable(numbers, "SELECT k, v FROM t ORDER BY v DESC NULLS LAST, k LIMIT 2")
    numbers.insert("t", ("a", 1, None), ("b", 2, None), ("c", 3, None))
    assert table.refresh_and_compare() == [("b", 2), ("c", 3)]
    numbers.delete("t", ("c", 3, None))
    assert table.refresh_and_compare() == [("a", 1), ("b", 2)]
    numbers.delete("t", ("b", 2, None))
    assert table.refresh_and_compare() == [("a", 1)]
    numbers.insert("t", ("d", 9, None), ("e", None, None))
    assert table.refresh_and_compare() == [("a", 1), ("d", 9)]


def test_tie_at_the_limit_is_broken_by_the_other_columns(numbers):
    table = StreamTable(numbers, numbers.bind("SELECT k, v FROM t ORDER BY v LIMIT 2"))
    numbers.insert("t", ("c", 1, None), ("b", 1, None), ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 1), ("b", 1)]
    numbers.delete("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("b", 1), ("c", 1)]


def test_equal_rows_at_the_limit_count_one_by_one(numbers):
    table = StreamTable(numbers, "SELECT v FROM t ORDER BY v LIMIT 2")
    numbers.change("t", ("a", 1, None), 3)
    assert table.refresh_and_compare() == [(1,), (1,)]
    numbers.change("t", ("a", 1, None), -2)
    assert table.refresh_and_compare() == [(1,)]


def test_offset_passes_over_rows_with_and_without_a_limit(numbers):
    table = StreamTable(numbers, "SELECT v FROM t ORDER BY v NULLS FIRST LIMIT 2 OFFSET 1")
    numbers.insert("t", ("a", 1, None), ("a", 2, None), ("a", 3, None), ("a", 4, None))
    assert table.refresh_and_compare() == [(2,), (3,)]
    numbers.insert("t", ("a", 0, None), ("a", None, None))
    assert table.refresh_and_compare() == [(0,), (1,)]
    rest = StreamTable(numbers, "SELECT v FROM t ORDER BY v NULLS FIRST OFFSET 4")
    numbers.delete("t", ("a", 0, None))
    assert rest.refresh_and_compare() == [(4,)]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT u.k, x.v FROM u JOIN (SELECT v FROM t ORDER BY v DESC LIMIT 1) x ON u.v <= x.v",
        "SELECT count(*) AS n, sum(v) AS s FROM (SELECT v FROM t ORDER BY v DESC LIMIT 2)",
        "WITH best AS (SELECT k, sum(v) AS s FROM t GROUP BY k ORDER BY s DESC, k LIMIT 1) SELECT k FROM best",
        "(SELECT k, v FROM t ORDER BY v, k LIMIT 1) UNION ALL SELECT k, v FROM u",
    ],
)
def test_first_rows_inside_other_queries(numbers, query):
    table = StreamTable(numbers, query)
    numbers.insert("t", ("a", 1, None), ("b", 5, None))
    numbers.insert("u", ("x", 1, None), ("y", 4, None))
    table.refresh_and_compare()
    numbers.update("t", ("b", 5, None), ("b", 2, None))
    numbers.insert("u", ("z", 2, None))
    table.refresh_and_compare()
    numbers.truncate("t")
    table.refresh_and_compare()


def test_order_without_limit_has_no_effect_and_the_user_is_told(numbers):
    query = "SELECT k FROM (SELECT k, v FROM t ORDER BY v DESC) ORDER BY k"
    bound = numbers.bind(query)
    assert [notice.split(" has ")[0] for notice in bound.notices] == ["ORDER BY v", "ORDER BY k"]
    table = StreamTable(numbers, query)
    numbers.insert("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("a",)]
    assert numbers.bind("SELECT k FROM t ORDER BY k LIMIT 1").notices == ()


def test_the_user_is_told_what_first_and_any_value_choose(numbers):
    (notice,) = numbers.bind("SELECT k, first(v) AS f, any_value(v) AS a FROM t GROUP BY k").notices
    assert notice.startswith("first, last and any_value give the smallest value")
    assert numbers.bind("SELECT k, min(v) AS f FROM t GROUP BY k").notices == ()
    assert numbers.bind("SELECT DISTINCT k FROM t").notices == ()


def test_stored_and_changed_rows_tell_first_rows_until_too_many_went(numbers):
    table = StreamTable(numbers, "SELECT k, v FROM t ORDER BY v, k LIMIT 3")
    numbers.insert("t", *((name, value, None) for value, name in enumerate("abcdef")))
    table.refresh_and_compare()
    numbers.insert("t", ("x", -1, None), ("y", 1, None), ("z", 9, None))
    numbers.delete("t", ("a", 0, None), ("f", 5, None))
    assert table.refresh_and_compare() == [("b", 1), ("x", -1), ("y", 1)]
    assert not table.untold
    numbers.delete("t", ("b", 1, None))
    assert table.refresh_and_compare() == [("c", 2), ("x", -1), ("y", 1)]
    assert table.untold
    numbers.update("t", ("x", -1, None), ("x", -2, None))
    assert table.refresh_and_compare() == [("c", 2), ("x", -2), ("y", 1)]
    assert not table.untold


def test_rows_that_are_fewer_than_the_limit_always_tell(numbers):
    table = StreamTable(numbers, "SELECT k, v FROM t ORDER BY v DESC NULLS FIRST, k LIMIT 5")
    numbers.insert("t", ("a", 1, None), ("b", None, None), ("b", None, None))
    table.refresh_and_compare()
    numbers.delete("t", ("b", None, None))
    numbers.insert("t", ("c", 2, None))
    assert len(table.refresh_and_compare()) == 3
    assert not table.untold


@pytest.mark.parametrize(
    ("query", "is_told"),
    [
        ("SELECT v + 1 AS w FROM t ORDER BY w LIMIT 2", True),
        ("SELECT v, v AS again, k FROM t ORDER BY v LIMIT 2", True),
        ("SELECT k, count(*) AS n FROM t GROUP BY k ORDER BY n DESC LIMIT 2", False),
        ("SELECT t.k, u.v FROM t LEFT JOIN u ON t.k = u.k ORDER BY u.v NULLS LAST LIMIT 2", True),
        ("SELECT k, v FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k) ORDER BY v LIMIT 2", False),
        ("SELECT t.k, u.v FROM t JOIN u ON t.k = u.k ORDER BY u.v LIMIT 2", True),
        ("SELECT k FROM t ORDER BY v LIMIT 2", False),
        ("SELECT k, v FROM t ORDER BY v LIMIT 2 OFFSET 1", False),
        ("SELECT k, v FROM t ORDER BY v OFFSET 1", False),
        ("SELECT k, v FROM t ORDER BY v LIMIT 0", False),
        ("SELECT w + 1 AS w FROM (SELECT v AS w FROM t ORDER BY v LIMIT 2) AS x", False),
    ],
)
def test_stored_rows_tell_where_every_column_of_the_order_is_stored(numbers, query, is_told):
    table = StreamTable(numbers, query)
    assert (table.plan.delta(frozenset({0}), insert_only=False).alternative is not None) is is_told
    numbers.insert("t", ("a", 1, None), ("b", 2, None), ("b", 2, None))
    numbers.insert("u", ("a", 1, None), ("b", 0, None))
    table.refresh_and_compare()
    numbers.update("t", ("b", 2, None), ("c", 0, None))
    table.refresh_and_compare()


@pytest.mark.parametrize(
    ("query", "layout"),
    [
        ("SELECT k, sum(v) AS s FROM t GROUP BY k ORDER BY s DESC NULLS LAST, k LIMIT 2", "parts"),
        ("SELECT k FROM t GROUP BY k ORDER BY count(v) DESC, sum(v) + 1 NULLS FIRST LIMIT 2", "parts"),
        ("SELECT k, 7 AS c FROM t GROUP BY k HAVING count(v) > 0 ORDER BY c, avg(v), k DESC LIMIT 2 OFFSET 1", "parts"),
        ("SELECT max(v) - min(v) AS width, k FROM t GROUP BY k ORDER BY max(v) DESC, 2 LIMIT 2", "groups"),
        ("SELECT k, max(v) AS m FROM t GROUP BY k HAVING max(v) > 1 ORDER BY m OFFSET 1", "groups"),
        ("SELECT DISTINCT v % 3 AS r FROM t ORDER BY r DESC LIMIT 2", "groups"),
        ("SELECT sum(v) AS s FROM t ORDER BY s LIMIT 1", "parts"),
        ("SELECT count(*) AS n FROM t ORDER BY 1 LIMIT 0", "parts"),
    ],
)
def test_first_groups_are_found_when_they_are_read(numbers, query, layout):
    table = StreamTable(numbers, query, apply=Apply.AUTO)
    assert (table.plan.layout, table.plan.shows_top_k) == (layout, True)
    numbers.insert("t", ("a", 1, None), ("b", 5, None), ("c", 3, None), ("c", None, None), (None, 4, None))
    table.refresh_and_compare()
    numbers.update("t", ("b", 5, None), ("b", 2, None))
    numbers.insert("t", ("d", 9, None), ("a", 6, None))
    table.refresh_and_compare()
    numbers.delete("t", ("d", 9, None))
    table.refresh_and_compare()
    numbers.truncate("t")
    table.refresh_and_compare()


def test_the_change_of_first_groups_reads_the_changed_rows_alone(numbers):
    query = "SELECT k, count(v) AS n FROM t GROUP BY k ORDER BY n DESC, k LIMIT 3"
    changes = StreamTable(numbers, query, apply=Apply.APPEND).plan.delta(frozenset({0}), False).changes
    assert [placeholder.kind for placeholder in changes.placeholders] == [PlaceholderKind.DELTA]
    # Who asks for MERGE has the first rows stored, which are read fastest.
    merged = StreamTable(numbers, query, apply=Apply.MERGE)
    assert (merged.plan.layout, merged.plan.shows_top_k) == ("rows", False)


@pytest.mark.parametrize("query", ["SELECT k FROM t ORDER BY v LIMIT 1", "SELECT DISTINCT k FROM t JOIN u USING (k)"])
def test_other_queries_show_all_that_they_store(numbers, query):
    assert not StreamTable(numbers, query, apply=Apply.AUTO).plan.shows_top_k


def test_a_condition_on_first_groups_leaves_them_stored_as_rows(numbers):
    query = "SELECT k FROM (SELECT k, sum(v) AS s FROM t GROUP BY k ORDER BY s DESC, k LIMIT 2) WHERE s > 3"
    table = StreamTable(numbers, query, apply=Apply.AUTO)
    assert (table.plan.layout, table.plan.shows_top_k) == ("rows", False)
    numbers.insert("t", ("a", 1, None), ("b", 5, None), ("c", 7, None), ("d", 6, None))
    assert table.refresh_and_compare() == [("c",), ("d",)]


def test_which_groups_are_the_first_does_not_depend_on_rounding(numbers):
    query = "SELECT k, sum(f) AS s FROM t GROUP BY k ORDER BY s DESC NULLS LAST LIMIT 2"
    table = StreamTable(numbers, query, apply=Apply.AUTO)
    assert table.plan.shows_top_k
    numbers.insert("t", ("a", 1, 0.5), ("b", 2, 0.25), ("c", 3, 8.0), ("c", 3, None))
    assert table.refresh_and_compare() == [("a", 0.5), ("c", 8.0)]
    numbers.delete("t", ("c", 3, 8.0))
    assert table.refresh_and_compare() == [("a", 0.5), ("b", 0.25)]
    spread = StreamTable(
        numbers, "SELECT k, var_pop(f) AS s FROM t GROUP BY k ORDER BY s NULLS FIRST LIMIT 1", apply=Apply.AUTO
    )
    assert "COLLECT_LIST" in spread.plan.initial.tree.sql("spark")
    assert spread.refresh_and_compare() == [("c", None)]
