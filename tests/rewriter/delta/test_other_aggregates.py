"""Aggregates whose groups are recomputed, counts in disguise, and values that depend on the order of rows."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.plan.relations import FunctionKind, UserFunction

MY_TOTAL = UserFunction(("my_total",), FunctionKind.AGGREGATE)
PEAK = UserFunction(("lake", "sales", "peak"), FunctionKind.AGGREGATE)


def bound(numbers, select, tail="GROUP BY k"):
    """A table whose own template is the yardstick: DuckDB does not read the text as Spark does."""
    return StreamTable(numbers, numbers.bind(f"SELECT k, {select} FROM t {tail}"))


def test_distinct_value_goes_with_its_last_copy(numbers):
    table = StreamTable(numbers, "SELECT k, count(DISTINCT v) AS n, sum(DISTINCT v) AS s FROM t GROUP BY k")
    numbers.insert("t", ("a", 1, None), ("a", 1, None), ("a", 2, None), ("a", None, None))
    assert table.refresh_and_compare() == [("a", 2, 3)]
    numbers.delete("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 2, 3)]
    numbers.delete("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 1, 2)]
    numbers.delete("t", ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 0, None)]


def test_distinct_tuples_without_null_are_counted(numbers):
    table = bound(numbers, "count(DISTINCT v, f) AS n")
    numbers.insert("t", ("a", 1, 1.0), ("a", 1, 1.0), ("a", 1, 2.0), ("a", 1, None), ("a", None, 1.0))
    assert table.refresh_and_compare() == [("a", 2)]
    numbers.delete("t", ("a", 1, 2.0))
    assert table.refresh_and_compare() == [("a", 1)]


def test_variance_survives_a_large_offset(numbers):
    table = StreamTable(numbers, "SELECT k, var_samp(f) AS v, stddev_pop(f) AS s FROM t GROUP BY k")
    for i in range(5):
        numbers.insert("t", ("a", i, 1e8 + i))
    table.refresh_and_compare()
    for i in range(3):
        numbers.update("t", ("a", i, 1e8 + i), ("a", i, 1e8 - i))
        table.refresh_and_compare()
    numbers.delete("t", ("a", 4, 1e8 + 4))
    table.refresh_and_compare()


@pytest.mark.parametrize("call", ["count_if(v > 1)", "bool_and(v > 1)", "bool_or(v > 1)", "regr_count(v, f)"])
def test_counts_in_disguise_are_merged_without_reading_the_source(numbers, call):
    table = bound(numbers, f"{call} AS x, {call} FILTER (WHERE f > 0) AS y")
    numbers.insert("t", ("a", 1, 1.0), ("a", 2, None), ("b", None, 1.0))
    table.refresh_and_compare()
    numbers.update("t", ("a", 2, None), ("a", None, 2.0))
    template = table.refresh()
    assert template is not None
    assert not template.recomputes_groups
    table.refresh_and_compare()
    numbers.delete("t", ("a", 1, 1.0))
    assert table.refresh_and_compare()[0][0] == "a"


def test_any_first_and_last_take_the_smallest_value_and_find_it_again(numbers):
    table = bound(numbers, "any_value(v) AS a, first(v, true) AS b, last(v) IGNORE NULLS AS c, min(v) AS m")
    numbers.insert("t", ("a", 3, None), ("a", None, None), ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 2, 2, 2, 2)]
    numbers.delete("t", ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 3, 3, 3, 3)]


def test_row_with_the_extremum_is_one_choice_on_ties(numbers):
    table = bound(numbers, "max_by(v, f) AS x, min_by(v, f) AS y")
    numbers.insert("t", ("a", 3, 1.0), ("a", 5, 1.0), ("a", 9, None))
    assert table.refresh_and_compare() == [("a", 5, 3)]
    numbers.delete("t", ("a", 5, 1.0))
    assert table.refresh_and_compare() == [("a", 3, 3)]


def test_listagg_follows_its_order_and_a_fixed_one_without(numbers):
    table = StreamTable(
        numbers,
        numbers.bind(
            "SELECT listagg(k, ',') AS a, string_agg(k, '-') WITHIN GROUP (ORDER BY v DESC) AS b, "
            "listagg(DISTINCT k) WITHIN GROUP (ORDER BY k) FILTER (WHERE v > 0) AS c FROM t"
        ),
    )
    numbers.insert("t", ("b", 1, None), ("a", 2, None), ("a", 1, None), ("c", 0, None))
    assert table.refresh_and_compare() == [("a,a,b,c", "a-a-b-c", "a,b")]
    numbers.delete("t", ("a", 2, None))
    assert table.refresh_and_compare() == [("a,b,c", "a-b-c", "a,b")]


def test_collected_values_are_those_of_the_group(numbers):
    table = bound(numbers, "array_sort(collect_list(v)) AS a, collect_set(f) AS b, size(collect_list(v)) AS n")
    assert table.plan.nondeterministic_values.unordered == (2,)
    numbers.insert("t", ("a", 2, None), ("a", 1, None), ("b", 1, None))
    table.refresh()
    assert table.rows()[0][1] == [1, 2]
    numbers.delete("t", ("a", 2, None))
    table.refresh()
    assert [row[1] for row in table.rows()] == [[1], [1]]


def test_approximations_are_told_from_exact_values(numbers):
    numbers.connection.execute("CREATE MACRO percentile_approx(x, p) AS quantile_disc(x, p)")
    plan = StreamTable(
        numbers, numbers.bind("SELECT percentile(v, 0.5) AS a, percentile_approx(v, 0.5) + 1 AS b FROM t")
    ).plan
    assert plan.nondeterministic_values.approximate == (1,)
    assert plan.nondeterministic_values.unordered == ()


@pytest.mark.parametrize(
    "query",
    [
        "SELECT percentile_approx(v, 0.5) AS x FROM t GROUP BY k HAVING x > 1",
        "SELECT g.x FROM (SELECT k, percentile_approx(v, 0.5) AS x FROM t GROUP BY k) g JOIN u ON u.k = g.k",
    ],
)
def test_value_that_depends_on_the_order_of_rows_is_refused_where_it_matters(numbers, query):
    for macro in ("percentile_approx(x, p) AS quantile_disc(x, p)", "element_at(x, i) AS x[i]"):
        numbers.connection.execute(f"CREATE OR REPLACE MACRO {macro}")
    with pytest.raises(UnsupportedQueryError) as caught:
        StreamTable(numbers, numbers.bind(query))
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.ORDER_DEPENDENT"
    assert caught.value.span is not None


@pytest.mark.parametrize("call", ["vector_sum(array(f))", "vector_avg(array(f))"])
def test_sums_of_vectors_below_another_operator_are_refused(numbers, call):
    numbers.connection.execute("CREATE OR REPLACE MACRO vector_avg(x) AS list(x)")
    numbers.connection.execute("CREATE OR REPLACE MACRO vector_sum(x) AS list(x)")
    text = f"SELECT a.s FROM (SELECT k, {call} AS s FROM t GROUP BY k) a JOIN u ON a.k = u.k"
    with pytest.raises(UnsupportedQueryError) as caught:
        StreamTable(numbers, text)
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.NESTED_FLOAT_AGGREGATE"
    assert caught.value.span is not None


def test_users_own_aggregate_is_recomputed_where_it_is_known(numbers):
    text = "SELECT k, my_total(v) AS s, lake.sales.peak(v) AS p FROM t GROUP BY k"
    query = bind_query(text, numbers.relations, functions=[MY_TOTAL, PEAK])
    aggregate = query.root if hasattr(query.root, "calls") else query.root.input
    assert [call.function for call in aggregate.calls] == ["my_total", "lake.sales.peak"]
    numbers.connection.execute("CREATE MACRO my_total(x) AS sum(x)")
    one = bind_query("SELECT k, my_total(v) AS s FROM t GROUP BY k", numbers.relations, functions=[MY_TOTAL])
    table = StreamTable(numbers, one)
    numbers.insert("t", ("a", 1, None), ("a", 2, None))
    template = table.refresh()
    assert template is not None
    assert template.recomputes_groups
    numbers.delete("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 2)]


@pytest.mark.parametrize("value", ["min(day)", "max(word)", "min(flag)"])
def test_extreme_value_of_all_rows_that_is_no_number(value):
    columns = [("k", "int"), ("day", "date"), ("word", "string"), ("flag", "boolean")]
    database = Database({"e": columns, "f": [("k", "int")]})
    table = StreamTable(database, f"SELECT count(*) AS n, {value} AS x FROM e JOIN f ON e.k = f.k")
    database.insert("e", (1, date(2024, 1, 2), "b", True))
    assert table.refresh_and_compare() == [(0, None)]
    database.insert("e", (2, date(2024, 1, 1), "c", False), (3, None, None, None))
    database.insert("f", (1,), (2,), (3,))
    assert table.refresh_and_compare()[0][0] == 3
