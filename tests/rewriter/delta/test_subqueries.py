"""What goes wrong with subqueries: first and last matches, NULLs, missing groups, several levels."""

from __future__ import annotations

import pytest
from sqlglot import exp
from tests.rewriter.duckdb_engine import StreamTable


def _rounds(numbers, query, spelt_otherwise=None):
    """Keep a query over ``t`` and ``u`` through changes of either table, of both, and of none of its rows."""
    table = StreamTable(numbers, query)
    table.text = spelt_otherwise or query
    numbers.insert("t", ("a", 1, 0.5), ("a", 2, 1.5), ("b", 1, None), (None, None, None))
    numbers.insert("u", ("a", 1, 0.5), ("c", 2, 1.5))
    table.refresh_and_compare()
    numbers.insert("u", ("a", 1, 0.5), ("b", 3, None), (None, 1, None))
    table.refresh_and_compare()
    numbers.delete("u", ("a", 1, 0.5))
    numbers.update("t", ("b", 1, None), ("c", 3, None))
    table.refresh_and_compare()
    numbers.update("u", ("b", 3, None), ("b", None, None))
    numbers.insert("t", ("b", 3, 0.5), ("b", 3, 0.5))
    table.refresh_and_compare()
    numbers.truncate("u")
    table.refresh_and_compare()
    numbers.truncate("t")
    numbers.insert("u", ("b", 3, 0.5), ("a", 2, None))
    table.refresh_and_compare()
    numbers.insert("t", ("b", 3, 0.5), ("a", None, None))
    table.refresh_and_compare()
    return table


def test_exists_with_the_first_and_the_last_match(numbers):
    table = StreamTable(numbers, "SELECT k, v FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)")
    numbers.insert("t", ("a", 1, None))
    assert table.refresh_and_compare() == []
    numbers.insert("u", ("a", 1, None), ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 1)]
    numbers.delete("u", ("a", 1, None))
    assert table.refresh_and_compare() == [("a", 1)]
    numbers.delete("u", ("a", 2, None))
    numbers.insert("t", ("a", 5, None))
    assert table.refresh_and_compare() == []


def test_not_exists_with_the_first_and_the_last_match(numbers):
    table = StreamTable(numbers, "SELECT k, v FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k)")
    numbers.insert("t", ("a", 1, None), (None, 2, None))
    assert table.refresh_and_compare() == [("a", 1), (None, 2)]
    numbers.insert("u", ("a", 1, None), (None, 2, None))
    assert table.refresh_and_compare() == [(None, 2)]
    numbers.delete("u", ("a", 1, None))
    numbers.insert("t", ("a", 5, None))
    assert table.refresh_and_compare() == [("a", 1), ("a", 5), (None, 2)]


def test_not_in_with_a_null_in_the_set_is_empty_until_the_null_leaves(numbers):
    table = StreamTable(numbers, "SELECT v FROM t WHERE v NOT IN (SELECT v FROM u)")
    numbers.insert("t", ("a", 1, None), ("a", 2, None), ("a", None, None))
    assert table.refresh_and_compare() == [(1,), (2,), (None,)]
    numbers.insert("u", ("a", 1, None))
    assert table.refresh_and_compare() == [(2,)]
    numbers.insert("u", ("a", None, None), ("b", None, None))
    assert table.refresh_and_compare() == []
    numbers.delete("u", ("a", None, None))
    assert table.refresh_and_compare() == []
    numbers.delete("u", ("b", None, None))
    assert table.refresh_and_compare() == [(2,)]


def test_in_and_not_in_over_two_columns_compare_both(numbers):
    inside = numbers.bind("SELECT k, v FROM t WHERE (k, v) IN (SELECT k, v FROM u)")
    outside = numbers.bind("SELECT k, v FROM t WHERE (k, v) NOT IN (SELECT k, v FROM u)")
    numbers.insert("t", ("a", 1, None), ("a", 2, None), ("b", 1, None), ("c", None, None))
    numbers.settle()
    table = StreamTable(numbers, inside)
    numbers.insert("u", ("a", 1, None), ("b", 2, None))
    assert table.refresh_and_compare() == [("a", 1)]
    table = StreamTable(numbers, outside)
    assert table.rows() == [("a", 2), ("b", 1), ("c", None)]
    numbers.insert("u", ("c", 7, None))
    assert table.refresh_and_compare() == [("a", 2), ("b", 1)]
    numbers.insert("u", ("b", None, None))
    assert table.refresh_and_compare() == [("a", 2)]
    numbers.delete("u", ("c", 7, None))
    assert table.refresh_and_compare() == [("a", 2), ("c", None)]


@pytest.mark.parametrize(
    "condition",
    [
        "EXISTS (SELECT 1 FROM u WHERE u.k = t.k)",
        "NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND u.v > t.v)",
        "EXISTS (SELECT 1 FROM u WHERE u.v > t.v)",
        "EXISTS (SELECT * FROM u)",
        "NOT EXISTS (SELECT * FROM u WHERE u.v = 3)",
        "EXISTS (SELECT 1 FROM u WHERE u.k = t.k) OR t.v > 1",
        "NOT (EXISTS (SELECT 1 FROM u WHERE u.k = t.k) OR t.v > 1)",
        "NOT (v IN (SELECT v FROM u) AND v > 0)",
        "NOT NOT v IN (SELECT v FROM u)",
        "v IN (SELECT v FROM u WHERE u.k = t.k)",
        "v NOT IN (SELECT v FROM u WHERE u.k = t.k)",
        "v NOT IN (SELECT v FROM u WHERE u.f = t.f)",
        "v + 1 IN (SELECT v + 1 FROM u WHERE v IS NOT NULL)",
        "v NOT IN (SELECT v FROM u) OR k = 'b'",
        "v > 1 AND (k IN (SELECT k FROM u) OR v IN (SELECT v FROM u WHERE u.f > 1))",
        "CASE WHEN k IS NULL THEN TRUE ELSE EXISTS (SELECT 1 FROM u WHERE u.k = t.k) END",
        "EXISTS (SELECT k FROM u GROUP BY k HAVING count(*) > 1)",
        "EXISTS (SELECT max(v) FROM u WHERE u.k = t.k)",
        "EXISTS (SELECT max(v) FROM u WHERE u.k = t.k HAVING count(*) > 1)",
        "EXISTS (SELECT max(v) FROM u WHERE u.k = t.k HAVING count(*) = 0)",
        "NOT EXISTS (SELECT count(*) FROM u WHERE u.k = t.k HAVING count(*) = 0)",
        "EXISTS (SELECT u.k FROM u WHERE u.v = t.v GROUP BY u.k HAVING count(*) > 1)",
        "EXISTS (SELECT u.k FROM u WHERE u.v > t.v GROUP BY u.k HAVING count(*) > 1)",
        "v IN (SELECT count(*) FROM u WHERE u.k = t.k)",
        "v NOT IN (SELECT count(*) FROM u WHERE u.k = t.k)",
        "v IN (SELECT max(u.v) FROM u GROUP BY u.k)",
        "v IN (SELECT max(u.v) FROM u WHERE u.k = t.k GROUP BY u.f)",
        "EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND EXISTS (SELECT 1 FROM t x WHERE x.v = u.v AND x.f = t.f))",
        "NOT EXISTS (SELECT 1 FROM u WHERE NOT EXISTS (SELECT 1 FROM t x WHERE x.k = u.k AND x.v = t.v))",
        "EXISTS (SELECT 1 FROM u JOIN t x ON x.k = u.k WHERE x.v = t.v)",
        "EXISTS (SELECT 1 FROM u LEFT JOIN t x ON x.k = u.k WHERE u.v = t.v AND x.v IS NULL)",
        "EXISTS (SELECT 1 FROM (SELECT k, v FROM u UNION ALL SELECT k, v FROM t) x WHERE x.k = t.k AND x.v <> t.v)",
        "EXISTS (SELECT u.v FROM u WHERE u.k = t.k UNION ALL SELECT x.v FROM t x WHERE x.v = t.v AND x.k <> t.k)",
        "v > (SELECT min(v) FROM u)",
        "v = (SELECT max(v) FROM t)",
        "v >= (SELECT max(v) FROM t x WHERE x.k = t.k)",
        "v >= (SELECT max(v) FROM u WHERE u.f < t.f)",
        "(SELECT count(*) FROM u WHERE u.k = t.k) = 0",
        "(SELECT count(*) FROM u WHERE u.v < t.v) < 2",
        "v + 1 > (SELECT avg(u.v) FROM u WHERE u.k = t.k AND t.v > 1)",
        "(SELECT sum(u.v * t.v) FROM u WHERE u.k = t.k) > 1",
    ],
)
def test_condition_with_subqueries(numbers, condition):
    _rounds(numbers, f"SELECT k, v FROM t WHERE {condition}")


def test_outer_join_inside_a_subquery_whose_condition_reads_the_outer_query(numbers):
    padded = "LEFT JOIN u ON x.k = u.k AND u.v = t.v WHERE u.v IS NULL AND x.v = t.v"
    # DuckDB cannot run it.
    same = "WHERE x.v = t.v AND NOT EXISTS (SELECT 1 FROM u WHERE x.k = u.k AND u.v = t.v)"
    query = "SELECT k, v FROM t WHERE EXISTS (SELECT 1 FROM t x {})"
    _rounds(numbers, query.format(padded), query.format(same))


@pytest.mark.parametrize(
    "expression",
    [
        "EXISTS (SELECT 1 FROM u WHERE u.k = t.k)",
        "NOT EXISTS (SELECT 1 FROM u WHERE u.v > t.v)",
        "COALESCE(v IN (SELECT v FROM u), FALSE)",
        "COALESCE(v NOT IN (SELECT v FROM u), FALSE)",
        "CASE WHEN v IN (SELECT v FROM u) THEN 1 WHEN EXISTS (SELECT 1 FROM u WHERE u.k = t.k) THEN 2 ELSE 3 END",
        "(SELECT max(v) FROM u)",
        "(SELECT max(v) FROM u) + (SELECT count(*) FROM t)",
        "(SELECT count(*) FROM u WHERE u.k = t.k)",
        "(SELECT count(*) + 1 FROM u WHERE u.k = t.k)",
        "(SELECT COALESCE(sum(v), 0) + t.v FROM u WHERE u.k = t.k)",
        "(SELECT count(*) FROM u WHERE u.k = t.k HAVING count(*) > 1)",
        "(SELECT count(*) FROM u WHERE u.k = t.k HAVING count(*) < 1)",
        "(SELECT count(*) FROM u WHERE u.v >= t.v)",
        "(SELECT sum(x.v) FROM (SELECT v, k FROM u UNION ALL SELECT v, k FROM t) x WHERE x.k = t.k)",
        "(SELECT max(x.n) FROM (SELECT u.k, count(*) AS n FROM u WHERE u.v = t.v GROUP BY u.k) x)",
        "(SELECT max(n) FROM (SELECT count(*) AS n FROM u WHERE u.v = t.v) x)",
        "(SELECT count(*) FROM u WHERE u.k = t.k AND u.v = (SELECT max(v) FROM t x WHERE x.k = t.k))",
        "(SELECT sum((SELECT count(*) FROM t x WHERE x.k = u.k)) FROM u WHERE u.v = t.v)",
        "COALESCE((SELECT CAST(sum(u.v) AS STRING) FROM u WHERE CAST(u.v AS STRING) = CAST(t.v AS STRING)), 'none')",
    ],
)
def test_subquery_in_the_select_list(numbers, expression):
    _rounds(numbers, f"SELECT k, v, {expression} AS x FROM t")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT k, count(*) AS n FROM t GROUP BY k HAVING count(*) > (SELECT count(*) FROM u WHERE u.k = t.k)",
        "SELECT k, sum(v) AS s FROM t GROUP BY k HAVING sum(v) >= (SELECT max(v) FROM u)",
        "SELECT k, sum(v) AS s FROM t GROUP BY k HAVING EXISTS (SELECT 1 FROM u WHERE u.k = t.k)",
        "SELECT k, sum(v) AS s FROM t GROUP BY k HAVING sum(v) IN (SELECT v FROM u) OR k = 'b'",
        "SELECT k, (SELECT max(v) FROM u WHERE u.k = t.k) AS m, count(*) AS n FROM t GROUP BY k",
        "SELECT sum((SELECT count(*) FROM u WHERE u.k = t.k)) AS s FROM t",
        "SELECT sum(v) FILTER (WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k)) AS s, count(*) AS n FROM t",
        "SELECT count(*) AS n, (SELECT max(v) FROM u) AS m FROM t",
        "SELECT t.k AS k, x.v AS v FROM t JOIN u x ON x.k = t.k AND EXISTS (SELECT 1 FROM u WHERE u.v = t.v)",
        "SELECT t.k AS k, x.v AS v FROM t LEFT JOIN u x ON x.k = t.k AND x.v IN (SELECT v FROM t)",
        (
            "WITH c AS (SELECT k, max(v) AS v FROM u GROUP BY k) SELECT k, v FROM t WHERE v >= (SELECT avg(v) FROM c) "
            "AND EXISTS (SELECT 1 FROM c WHERE c.k = t.k)"
        ),
        "SELECT q.k, q.v FROM (SELECT k, v FROM t WHERE v IN (SELECT v FROM u)) q LEFT JOIN u ON u.k = q.k",
    ],
)
def test_subquery_elsewhere(numbers, query):
    _rounds(numbers, query)


def test_scalar_maximum_that_moves_takes_the_old_winner_away(numbers):
    table = StreamTable(numbers, "SELECT k FROM t WHERE v = (SELECT max(v) FROM t)")
    numbers.insert("t", ("a", 1, None), ("b", 2, None))
    assert table.refresh_and_compare() == [("b",)]
    numbers.insert("t", ("c", 3, None))
    assert table.refresh_and_compare() == [("c",)]
    numbers.delete("t", ("c", 3, None))
    assert table.refresh_and_compare() == [("b",)]


def test_count_of_no_rows_is_zero_and_not_null(numbers):
    table = StreamTable(numbers, "SELECT k, (SELECT count(*) FROM u WHERE u.k = t.k) AS n FROM t")
    numbers.insert("t", ("a", 1, None), (None, 1, None))
    assert table.refresh_and_compare() == [("a", 0), (None, 0)]
    numbers.insert("u", ("a", 1, None), (None, 1, None))
    assert table.refresh_and_compare() == [("a", 1), (None, 0)]


def test_scalar_subquery_of_at_most_one_row(numbers):
    table = StreamTable(numbers, "SELECT k, (SELECT v FROM u WHERE u.k = t.k) AS x, (SELECT v FROM u) AS y FROM t")
    numbers.insert("t", ("a", 1, None), ("b", 2, None))
    assert table.refresh_and_compare() == [("a", None, None), ("b", None, None)]
    numbers.insert("u", ("a", 7, None))
    assert table.refresh_and_compare() == [("a", 7, 7), ("b", None, 7)]
    numbers.update("u", ("a", 7, None), ("b", None, None))
    assert table.refresh_and_compare() == [("a", None, None), ("b", None, None)]


@pytest.mark.parametrize("correlated", ["", " WHERE u.k = t.k"])
def test_scalar_subquery_of_more_than_one_row_fails_the_refresh(numbers, correlated):
    table = StreamTable(numbers, f"SELECT k, (SELECT v FROM u{correlated}) AS x FROM t")
    raised = [
        call
        for call in table.plan.delta(frozenset({0}), False).changes.tree.find_all(exp.Anonymous)
        if call.name == "raise_error"
    ]
    assert any("SCALAR_SUBQUERY_TOO_MANY_ROWS" in call.expressions[0].name for call in raised)
    numbers.connection.execute("CREATE OR REPLACE MACRO raise_error(message) AS error(message)")
    numbers.insert("t", ("a", 1, None))
    numbers.insert("u", ("a", 1, None), ("a", 2, None))
    with pytest.raises(Exception, match="SCALAR_SUBQUERY_TOO_MANY_ROWS"):
        table.refresh()


def test_order_and_limit_inside_exists_do_not_matter(numbers):
    bound = numbers.bind("SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k ORDER BY u.v LIMIT 1)")
    table = StreamTable(numbers, bound)
    numbers.insert("t", ("a", 1, None))
    numbers.insert("u", ("a", 1, None), ("a", 2, None))
    assert table.refresh_and_compare() == [("a",)]
    for limit, found in (("LIMIT 0", []), ("LIMIT 1 OFFSET 1", [("a",)]), ("LIMIT 1 OFFSET 2", [])):
        table = StreamTable(numbers, f"SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u ORDER BY v {limit})")
        numbers.insert("t", ("b", 1, None))
        numbers.delete("t", ("b", 1, None))
        assert table.refresh_and_compare() == found
