"""Window functions: rows at the front, ties, moving rows, several partitionings, frames, values inside expressions."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.templates.affected_partitions import affected_partitions


def test_row_at_the_front_of_a_partition_moves_all_others(numbers):
    table = StreamTable(numbers, "SELECT k, v, row_number() OVER (PARTITION BY k ORDER BY v) AS r FROM t")
    numbers.insert("t", ("a", 2, None), ("a", 3, None), ("b", 1, None))
    table.refresh_and_compare()
    numbers.insert("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 1, 1), ("a", 2, 2), ("a", 3, 3), ("b", 1, 1)]
    numbers.delete("t", ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 1, 1), ("a", 3, 2), ("b", 1, 1)]


def test_only_the_partitions_that_changed_are_read(numbers):
    table = StreamTable(numbers, "SELECT k, v, rank() OVER (PARTITION BY k ORDER BY v) AS r FROM t")
    text = table.plan.delta(frozenset({0}), insert_only=False).changes.tree.sql("spark")
    assert text.count("JOIN __st_new_0") == text.count("JOIN __st_old_0") == 1
    assert "BROADCAST(affected_partitions)" in text


def test_null_is_a_partition_like_others(numbers):
    table = StreamTable(numbers, "SELECT k, v, count(*) OVER (PARTITION BY k) AS n FROM t")
    numbers.insert("t", (None, 1, None), (None, 2, None))
    assert table.refresh_and_compare() == [(None, 1, 2), (None, 2, 2)]
    numbers.update("t", (None, 2, None), ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 2, 1), (None, 1, 1)]


def test_row_that_moves_changes_both_partitions(numbers):
    table = StreamTable(numbers, "SELECT k, v, sum(v) OVER (PARTITION BY k) AS s FROM t")
    numbers.insert("t", ("a", 1, None), ("a", 2, None), ("b", 4, None))
    table.refresh_and_compare()
    numbers.update("t", ("a", 2, None), ("b", 2, None))
    assert table.refresh_and_compare() == [("a", 1, 1), ("b", 2, 6), ("b", 4, 6)]


def test_ties_are_broken_by_the_other_columns_in_every_evaluation(numbers):
    select = (
        "SELECT f, row_number() OVER (PARTITION BY k ORDER BY v) AS r, lag(f) OVER (PARTITION BY k ORDER BY v) AS l"
    )
    table = StreamTable(numbers, numbers.bind(f"{select} FROM t"))
    numbers.insert("t", ("a", 1, 2.0), ("a", 1, 1.0), ("a", 1, 1.0))
    assert table.refresh_and_compare() == [(1.0, 1, None), (1.0, 2, 1.0), (2.0, 3, 1.0)]
    numbers.insert("t", ("a", 1, 0.5))
    numbers.delete("t", ("a", 1, 1.0))
    assert table.refresh_and_compare() == [(1.0, 2, 0.5), (2.0, 3, 1.0), (0.5, 1, None)]


def test_ranks_and_range_frames_keep_their_ties(numbers):
    table = StreamTable(
        numbers,
        "SELECT v, rank() OVER (ORDER BY v) AS r, percent_rank() OVER (ORDER BY v) AS p, "
        "sum(v) OVER (ORDER BY v) AS s, sum(v) OVER (ORDER BY v RANGE BETWEEN 1 PRECEDING AND CURRENT ROW) AS near "
        "FROM t",
    )
    numbers.insert("t", ("a", 1, None), ("b", 1, None), ("c", 3, None))
    assert table.refresh_and_compare() == [(1, 1, 0.0, 2, 2), (1, 1, 0.0, 2, 2), (3, 3, 1.0, 5, 3)]
    numbers.insert("t", ("c", 2, None))
    table.refresh_and_compare()
    numbers.truncate("t")
    assert table.refresh_and_compare() == []


def test_partitionings_are_operators_on_top_of_each_other(numbers):
    table = StreamTable(
        numbers,
        "SELECT k, v, count(*) OVER (PARTITION BY k) AS a, count(*) OVER (PARTITION BY v) AS b, count(*) OVER () AS c "
        "FROM t",
    )
    numbers.insert("t", ("a", 1, None), ("a", 2, None), ("b", 1, None))
    assert table.refresh_and_compare() == [("a", 1, 2, 2, 3), ("a", 2, 2, 1, 3), ("b", 1, 1, 2, 3)]
    numbers.update("t", ("b", 1, None), ("b", 2, None))
    numbers.insert("t", ("c", 9, None))
    assert table.refresh_and_compare()[0] == ("a", 1, 2, 1, 4)


def test_window_over_an_aggregate_follows_its_groups(numbers):
    table = StreamTable(
        numbers,
        "SELECT k, sum(v) AS s, sum(sum(v)) OVER () AS total, rank() OVER (ORDER BY sum(v)) AS r FROM t GROUP BY k",
    )
    numbers.insert("t", ("a", 1, None), ("b", 2, None))
    assert table.refresh_and_compare() == [("a", 1, 3, 1), ("b", 2, 3, 2)]
    numbers.insert("t", ("a", 5, None))
    assert table.refresh_and_compare() == [("a", 6, 8, 2), ("b", 2, 8, 1)]
    numbers.delete("t", ("b", 2, None))
    assert table.refresh_and_compare() == [("a", 6, 6, 1)]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT k, v FROM (SELECT k, v, row_number() OVER (PARTITION BY k ORDER BY v DESC) AS r FROM t) WHERE r <= 2",
        "SELECT k, v FROM t QUALIFY row_number() OVER (PARTITION BY k ORDER BY v DESC) <= 2",
        "SELECT k, v FROM t WINDOW w AS (PARTITION BY k ORDER BY v DESC) QUALIFY row_number() OVER w <= 2",
    ],
)
def test_best_rows_of_each_key(numbers, query):
    table = StreamTable(numbers, query)
    numbers.insert("t", ("a", 1, None), ("a", 2, None), ("a", 3, None), ("b", 1, None))
    assert table.refresh_and_compare() == [("a", 2), ("a", 3), ("b", 1)]
    numbers.delete("t", ("a", 3, None))
    assert table.refresh_and_compare() == [("a", 1), ("a", 2), ("b", 1)]


def test_floating_sums_cancel_exactly_over_frames_of_rows_and_whole_partitions(numbers):
    table = StreamTable(
        numbers,
        numbers.bind(
            "SELECT k, sum(f) OVER (PARTITION BY k) AS s, first_value(f) OVER (PARTITION BY k ORDER BY v) AS g, "
            "avg(f) OVER (ORDER BY v ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS m FROM t"
        ),
    )
    for i in range(12):
        numbers.insert("t", ("a", i, 0.1 * i), ("b", i, 1e16 / 3))
    table.refresh_and_compare()
    for i in range(5):
        numbers.delete("t", ("a", i, 0.1 * i))
        table.refresh_and_compare()


@pytest.mark.parametrize(
    "call",
    [
        "last_value(v) OVER (ORDER BY f RANGE BETWEEN 1 PRECEDING AND CURRENT ROW)",
        "first_value(v) OVER (ORDER BY f RANGE BETWEEN CURRENT ROW AND 1 FOLLOWING)",
    ],
)
def test_value_over_a_range_frame_that_depends_on_the_order_of_ties_is_refused(numbers, call):
    with pytest.raises(UnsupportedQueryError) as caught:
        StreamTable(numbers, numbers.bind(f"SELECT k, {call} AS x FROM t"))
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.ORDER_DEPENDENT"


def test_tied_rows_share_a_running_sum_of_floating_point_numbers(numbers):
    select = "SELECT v, sum(f) OVER (PARTITION BY k ORDER BY v) AS s, count(*) OVER (PARTITION BY k ORDER BY v) AS n"
    table = StreamTable(numbers, numbers.bind(f"{select} FROM t"))
    numbers.insert("t", ("a", 1, 0.5), ("a", 1, 0.25), ("a", 1, 0.25), ("a", 2, 8.0), ("b", 1, 4.0), ("a", None, None))
    assert table.refresh_and_compare() == [
        (1, 1.0, 4),
        (1, 1.0, 4),
        (1, 1.0, 4),
        (1, 4.0, 1),
        (2, 9.0, 5),
        (None, None, 1),
    ]
    numbers.delete("t", ("a", 1, 0.25))
    numbers.update("t", ("a", None, None), ("a", None, 16.0))
    assert table.refresh_and_compare() == [(1, 16.75, 3), (1, 16.75, 3), (1, 4.0, 1), (2, 24.75, 4), (None, 16.0, 1)]


def test_columns_that_only_an_unused_window_needs_are_not_read(numbers):
    bound = numbers.bind("SELECT k FROM (SELECT k, row_number() OVER (ORDER BY v, f) AS r FROM t)")
    assert bound.sources[0].used == ("k",)


def test_equal_rows_get_one_combination_of_values_under_two_orders(numbers):
    table = StreamTable(
        numbers,
        numbers.bind(
            "SELECT k, row_number() OVER (ORDER BY v) AS a, row_number() OVER (ORDER BY v DESC, f) AS b FROM t"
        ),
    )
    # The values of the first order complete the second one.
    assert '"a" NULLS FIRST) AS "b"' in table.sql(table.plan.query)
    for _ in range(3):
        numbers.insert("t", ("a", 1, 1.0), ("a", 1, 1.0), ("b", 2, None))
        table.refresh_and_compare()
    numbers.delete("t", ("a", 1, 1.0))
    table.refresh_and_compare()


ONE = "SELECT k, v, rank() OVER (PARTITION BY k ORDER BY v) AS r FROM t"
BOTH = "SELECT k, v FROM t UNION ALL SELECT k, v FROM u"
THIRDS = "SELECT k, v, v % 3 AS w FROM t"
TOTALS = "SELECT k, v % 3 AS w, count(*) AS n FROM t GROUP BY k, v % 3"


@pytest.mark.parametrize(
    ("query", "keys"),
    [
        (ONE, {"k"}),
        ("SELECT k, v, row_number() OVER (PARTITION BY k, v ORDER BY f) AS r FROM t", {"k, v"}),
        ("SELECT k, v, rank() OVER (PARTITION BY v % 3, k ORDER BY v) AS r FROM t", {"v % 3, k"}),
        ("SELECT k, v, rank() OVER (ORDER BY v) AS r FROM t", {""}),
        (
            "SELECT rank() OVER (PARTITION BY k ORDER BY v), sum(v) OVER (PARTITION BY f ORDER BY v) FROM t",
            {"k", "f", ""},
        ),
        ("SELECT rank() OVER (PARTITION BY k ORDER BY v), sum(v) OVER (PARTITION BY f, k) FROM t", {"k", "f, k"}),
        ("SELECT k, v, rank() OVER (PARTITION BY bit_length(k) ORDER BY v) AS r FROM t", {"BIT_LENGTH(k)"}),
        (f"SELECT k, v, sum(v) OVER (PARTITION BY r ORDER BY v) AS s FROM ({ONE})", {"k", ""}),
        (f"SELECT k, rank() OVER (PARTITION BY w + 1 ORDER BY v) AS r FROM ({THIRDS})", {"(v % 3) + 1"}),
        (f"SELECT k, w, rank() OVER (PARTITION BY w ORDER BY n) AS r FROM ({TOTALS})", set()),
        ("SELECT a.k, rank() OVER (PARTITION BY a.v, u.v ORDER BY a.f) AS r FROM t a JOIN u ON a.k = u.k", {"v"}),
        ("SELECT a.k, rank() OVER (PARTITION BY u.v ORDER BY a.f) AS r FROM t a JOIN u ON a.k = u.k", set()),
        (f"SELECT k, rank() OVER (PARTITION BY v ORDER BY k) AS r FROM ({BOTH})", {"v"}),
        ("SELECT k, max(v) AS m FROM t GROUP BY k", set()),
        ("SELECT k, v FROM t ORDER BY v LIMIT 3", set()),
        ("SELECT a.k, a.v FROM t a JOIN t b ON a.k = b.k AND a.v < b.v", set()),
    ],
)
def test_what_window_functions_are_evaluated_over_is_known(numbers, query, keys):
    template = StreamTable(numbers, query).plan.delta(frozenset({0}), insert_only=False)
    found = affected_partitions(template)
    assert {one.source for one in found} <= {0}
    assert {", ".join(key.sql("spark").replace("`", "") for key in one.keys) for one in found} == keys


@pytest.mark.parametrize(
    "key",
    [
        *(
            "v IS NULL",
            "v IN (1, 2)",
            "v BETWEEN 1 AND 2",
            "k LIKE 'a%'",
            "(v = 1) IS TRUE",
            "NOT v = 1",
            "v = 1 OR f > 1",
        ),
        *(
            "v IS DISTINCT FROM 1",
            "v + 1",
            "-v",
            "CASE WHEN v = 1 THEN k END",
            "v IS NOT NULL AND f > 1",
            "(v = 1) = (f = 1)",
        ),
    ],
)
def test_condition_as_a_partition_key(numbers, key):
    query = f"SELECT k, count(*) OVER (PARTITION BY {key}) AS n FROM t"
    numbers.insert("t", ("a", 1, 1.0), ("b", 2, 2.0), (None, None, None))
    table = StreamTable(numbers, query)
    numbers.insert("t", ("ab", 3, 1.0), (None, None, 1.0))
    table.refresh_and_compare()
    numbers.update("t", ("a", 1, 1.0), ("a", None, 2.0))
    numbers.delete("t", ("b", 2, 2.0))
    table.refresh_and_compare()
