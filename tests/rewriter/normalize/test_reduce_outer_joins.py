"""Outer joins whose padded rows are dropped again are inner joins; all others stay what they are."""

from __future__ import annotations

import pytest
import sqlglot
from tests.rewriter.rounds_of_changes import maintained_through_rounds

from streamtables_rewriter.normalize.reduce_outer_joins import null_rejected_columns
from streamtables_rewriter.plan.nodes import FullJoin, InnerJoin, LeftJoin
from streamtables_rewriter.plan.tree import walk

SUM = "(SELECT sum(v) AS s FROM u WHERE u.k = t.k)"
LEFT = "t LEFT JOIN u ON t.k = u.k"
FULL = "t FULL JOIN u ON t.k = u.k"


def _rounds(numbers, query):
    table = maintained_through_rounds(numbers, query)
    return [type(node) for node in walk(table.plan.bound.root)]


@pytest.mark.parametrize(
    "query",
    [
        f"SELECT k, v FROM t WHERE v > 0.5 * {SUM}",
        f"SELECT k, sum(v) AS n FROM t WHERE -v < {SUM} - 3 GROUP BY k",
        f"SELECT t.k, u.v FROM {LEFT} WHERE u.v BETWEEN 1 AND 3",
        f"SELECT t.k, u.v FROM {LEFT} WHERE u.v IN (2, 4) AND t.v > 0",
        f"SELECT t.k, u.v FROM {LEFT} WHERE u.v > 1 OR u.v = t.v",
        f"SELECT t.k, u.v FROM {LEFT} WHERE u.k IS NOT NULL",
        f"SELECT q.k FROM (SELECT t.k, u.v + 1 AS w FROM {LEFT}) q WHERE q.w > 2",
        f"SELECT q.w, count(*) AS n FROM (SELECT u.v AS w FROM {LEFT}) q GROUP BY q.w HAVING q.w > 2",
        f"SELECT q.k FROM (SELECT t.k, u.v FROM {LEFT}) q JOIN t AS t_2 ON t_2.v = q.v",
        f"SELECT t.k, u.v FROM {FULL} WHERE t.v < u.v",
        f"SELECT q.k FROM (SELECT t.k, u.v FROM {LEFT}) q WHERE EXISTS (SELECT 1 FROM t AS t_2 WHERE t_2.v = q.v)",
    ],
)
def test_padded_rows_that_are_dropped_are_not_maintained(numbers, query):
    joins = _rounds(numbers, query)
    assert LeftJoin not in joins
    assert FullJoin not in joins


def test_full_join_that_keeps_one_sides_padded_rows_is_a_left_join(numbers):
    joins = _rounds(numbers, f"SELECT t.k, u.v FROM {FULL} WHERE t.v < 9")
    assert LeftJoin in joins
    assert FullJoin not in joins


def test_inner_joins_that_come_together_are_one(numbers):
    joins = _rounds(
        numbers, f"SELECT t.k, u.v FROM t JOIN t AS t_2 ON t.k = t_2.k LEFT JOIN u ON t.k = u.k WHERE u.v > {SUM} - 9"
    )
    assert joins.count(InnerJoin) == 1


@pytest.mark.parametrize(
    "condition",
    [
        "coalesce(u.v, 0) < 3",
        "u.v IS NULL",
        "u.v > 1 OR t.v > 1",
        "u.v IS NOT DISTINCT FROM t.v",
        "NOT (u.v > 1 AND t.v > 1)",
        "CASE WHEN u.v > 1 THEN 0 ELSE 1 END = 1",
        "t.v > 1",
        "(u.v > 1) IS NOT TRUE",
    ],
)
def test_padded_rows_that_pass_are_kept(numbers, condition):
    assert LeftJoin in _rounds(numbers, f"SELECT t.k, t.v, u.v AS w FROM {LEFT} WHERE {condition}")


def test_count_of_nothing_is_not_null(numbers):
    count = "(SELECT count(v) FROM u WHERE u.k = t.k)"
    assert LeftJoin in _rounds(numbers, f"SELECT k, v FROM t WHERE v > {count}")


@pytest.mark.parametrize(
    ("condition", "columns"),
    [
        ("a > b + 1 AND c = 1", {"a", "b", "c"}),
        ("a LIKE 'x%'", {"a"}),
        ("a = 1 OR a = 2 AND b = 1", {"a"}),
        ("CAST(a AS INT) <> -b", {"a", "b"}),
        ("abs(a) > 1", set()),
        ("a IN (SELECT 1)", set()),
        ("NOT a IS NULL", {"a"}),
    ],
)
def test_columns_that_are_not_null_where_a_condition_is_true(condition, columns):
    assert null_rejected_columns(sqlglot.parse_one(condition, dialect="spark")) == columns
