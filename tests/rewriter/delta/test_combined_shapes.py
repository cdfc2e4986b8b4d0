"""Query shapes in and around each other, kept through random changes of all their sources."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import date
from types import SimpleNamespace

import duckdb
import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable
from tests.rewriter.properties.random_changes import change, fill

from streamtables_rewriter import bind
from streamtables_rewriter.bind.queries import query_blocks
from streamtables_rewriter.bind.subqueries import decorrelate, subquery_shapes
from streamtables_rewriter.errors import InternalRewriterError, UnsupportedQueryError
from streamtables_rewriter.plan.tree import inputs_of, with_inputs

DAYS = tuple(f"2024-01-0{day} 12:00:00" for day in range(1, 5))


@pytest.fixture
def database():
    columns = [("k", "string"), ("v", "int")]
    schema = {
        "t": [*columns, ("d", "date")],
        "u": [*columns, ("w", "decimal(8,2)")],
        "x": [("v", "int"), ("d", "date")],
    }
    database = Database(schema)
    yield database
    database.connection.close()


def keep(database: Database, query: str, *, rounds: int = 8, seed: int = 0) -> int:
    """Keep a query through random changes; return how many rows it ever showed."""
    chance = random.Random(seed)
    database.clear()
    fill(chance, database)
    table = StreamTable(database, query, clock=True)
    names = [source.table.name[-1] for source in table.bound.sources]
    shown = 0
    for _ in range(rounds):
        change(chance, database, names)
        table.pass_time(chance.choice(DAYS))
        shown += len(table.refresh_and_compare())
    return shown


SHAPES = {
    # DISTINCT.
    "distinct rows are ordered by their own columns": (
        "SELECT DISTINCT t.k, v + 1 AS n FROM t ORDER BY v + 1 DESC NULLS LAST, t.k NULLS FIRST LIMIT 3"
    ),
    "distinct rows are numbered before they are made distinct": (
        "SELECT DISTINCT k, rank() OVER (PARTITION BY k ORDER BY v NULLS FIRST) AS r FROM t"
    ),
    "distinct rows of groups": "SELECT DISTINCT count(*) AS n, min(v) AS m FROM t GROUP BY k",
    "distinct rows of grouping sets": "SELECT DISTINCT count(*) AS n FROM t GROUP BY ROLLUP (k, v) HAVING count(*) > 0",
    "distinct values are counted of distinct rows": (
        "SELECT k, count(DISTINCT v) AS n FROM (SELECT DISTINCT k, v, d FROM t) AS s GROUP BY k"
    ),
    "distinct rows that a qualified window leaves": (
        "SELECT DISTINCT k FROM t QUALIFY row_number() OVER (PARTITION BY v ORDER BY k NULLS FIRST, d NULLS FIRST) = 1"
    ),
    # Subqueries around groups and windows.
    "groups are compared with a subquery": (
        "SELECT k, count(*) AS n FROM t GROUP BY k HAVING count(*) > (SELECT count(*) / 4 FROM u)"
    ),
    "groups ask whether their key is known": "SELECT k, sum(v) AS s FROM t GROUP BY k HAVING k IN (SELECT k FROM u)",
    "groups ask for their key and their sum": (
        "SELECT k, sum(v) AS s FROM t GROUP BY k HAVING NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k)"
    ),
    "a grouped row has a value of another table": (
        "SELECT k, max(v) AS m, (SELECT sum(v) FROM u WHERE u.k = t.k) AS other FROM t GROUP BY k"
    ),
    "totals of grouping sets beside a subquery": (
        "SELECT k, count(*) AS n, (SELECT max(v) FROM u) AS m FROM t GROUP BY CUBE (k, v) HAVING count(*) > 0"
    ),
    "grouping sets over rows with a partner": (
        "SELECT k, v, count(*) AS n FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k) GROUP BY GROUPING SETS (k, v)"
    ),
    "subquery in the select list beside a window function": (
        "SELECT k, (SELECT max(v) FROM u WHERE u.k = t.k) AS m, sum(v) OVER (PARTITION BY k) AS s FROM t"
    ),
    "window function over a value of a subquery": (
        "SELECT k, sum((SELECT count(*) FROM u WHERE u.k = t.k)) OVER (PARTITION BY v) AS s FROM t"
    ),
    "rows are chosen by a window function and a subquery": (
        "SELECT k, v FROM t QUALIFY rank() OVER (PARTITION BY k ORDER BY v NULLS FIRST) <= (SELECT count(*) / 3 FROM u)"
    ),
    "first rows by the value of a subquery": (
        "SELECT k, v, d FROM t "
        "ORDER BY (SELECT count(*) FROM u WHERE u.k = t.k) DESC, k NULLS FIRST, v NULLS FIRST, d NULLS FIRST LIMIT 3"
    ),
    "window function over an aggregate of rows with a partner": (
        "SELECT k, sum(count(*)) OVER (ORDER BY k NULLS FIRST) AS s FROM t WHERE v IN (SELECT v FROM x) GROUP BY k"
    ),
    # What stands inside of subqueries.
    "set of the first rows": "SELECT k, v FROM t WHERE v IN (SELECT v FROM u ORDER BY v DESC NULLS LAST LIMIT 2)",
    "first rows of each outer row": (
        "SELECT k, v FROM t WHERE v IN (SELECT u.v FROM u WHERE u.k = t.k ORDER BY u.v DESC NULLS LAST LIMIT 2)"
    ),
    "rows of each outer row behind an offset": (
        "SELECT k, v FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k ORDER BY u.v NULLS FIRST LIMIT 1 OFFSET 1)"
    ),
    "largest of the first rows of each outer row": (
        "SELECT k, v, (SELECT max(f.v) FROM (SELECT u.v FROM u WHERE u.k = t.k ORDER BY u.v NULLS FIRST LIMIT 2) AS f) "
        "AS m FROM t"
    ),
    "one row of each outer row": (
        "SELECT k, v, (SELECT u.v FROM u WHERE u.k = t.k AND u.v < t.v ORDER BY u.v DESC, u.w LIMIT 1) AS before FROM t"
    ),
    "window function inside of a correlated subquery": (
        "SELECT k, v FROM t WHERE v IN (SELECT u.v FROM u WHERE u.k <= t.k "
        "QUALIFY rank() OVER (PARTITION BY u.k ORDER BY u.w NULLS FIRST) = 1)"
    ),
    "window function in a derived table inside of a subquery": (
        "SELECT k, v FROM t WHERE v NOT IN "
        "(SELECT r FROM (SELECT u.k, rank() OVER (ORDER BY v NULLS FIRST) AS r FROM u) AS n WHERE n.k = t.k)"
    ),
    "distinct rows inside of a subquery": (
        "SELECT k, (SELECT count(DISTINCT u.v) FROM u WHERE u.k = t.k) AS n FROM t "
        "WHERE v IN (SELECT DISTINCT v FROM u)"
    ),
    "grouping sets inside of a subquery": (
        "SELECT k FROM t WHERE v IN (SELECT count(*) FROM u GROUP BY ROLLUP (k) HAVING count(*) > 0)"
    ),
    "grouping sets inside of a correlated subquery": (
        "SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k GROUP BY ROLLUP (u.v) HAVING count(*) > 1)"
    ),
    "set operation inside of a correlated subquery": (
        "SELECT k FROM t WHERE EXISTS (SELECT u.v FROM u WHERE u.k = t.k INTERSECT ALL SELECT v FROM x)"
    ),
    "any aggregate of the inner rows": (
        "SELECT k, (SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY u.w) FROM u WHERE u.v = t.v) AS l, "
        "(SELECT bit_xor(u.v) FROM u WHERE u.k = t.k) AS b FROM t"
    ),
    "inner rows that no outer row may have": (
        "SELECT k, (SELECT count(*) FROM u WHERE u.v > t.v AND u.k <> t.k) AS n FROM (SELECT * FROM t ORDER BY v NULLS "
        "FIRST, k NULLS FIRST, d NULLS FIRST LIMIT 4) AS t"
    ),
    # Outer, semi and anti joins with the rest.
    "window function over an outer join": (
        "SELECT t.k, u.w, count(u.w) OVER (PARTITION BY u.v) AS n, "
        "rank() OVER (PARTITION BY t.v ORDER BY u.w NULLS FIRST) AS r FROM t LEFT JOIN u ON u.k = t.k"
    ),
    "first rows of a full join": (
        "SELECT t.k AS a, t.v, u.k AS b, u.v AS c FROM t FULL JOIN u ON u.k = t.k AND u.v = t.v "
        "ORDER BY t.k NULLS FIRST, u.k NULLS FIRST, t.v NULLS FIRST, u.v NULLS LAST LIMIT 4"
    ),
    "outer join of first rows with numbered rows": (
        "SELECT a.k, b.n FROM (SELECT k, v FROM t ORDER BY v DESC NULLS LAST, k NULLS FIRST LIMIT 3) AS a "
        "LEFT JOIN (SELECT k, row_number() OVER (PARTITION BY k ORDER BY v NULLS FIRST) AS n FROM u) AS b ON b.k = a.k"
    ),
    "grouping sets over a full join": (
        "SELECT t.k AS a, u.k AS b, count(*) AS n, sum(w) AS s FROM t FULL JOIN u ON u.v = t.v "
        "GROUP BY CUBE (t.k, u.k) HAVING count(*) > 0"
    ),
    "any aggregate below a semi join": (
        "SELECT k, n FROM (SELECT k, median(v) AS n, count(DISTINCT d) AS c FROM t GROUP BY k) AS s "
        "SEMI JOIN u ON u.k = s.k AND u.v >= s.c"
    ),
    "any aggregate of rows without a partner": (
        "SELECT k, bit_or(v) AS b, max_by(v, d) IS NULL AS m FROM t ANTI JOIN u ON u.v = t.v GROUP BY k"
    ),
    "unpivoted and pivoted rows meet in an outer join": (
        "SELECT p.v, p.a, x.d FROM "
        "(SELECT * FROM (SELECT k, v FROM t) PIVOT (max(v) FOR k IN ('a' AS a, 'b' AS b))) AS q "
        "RIGHT JOIN (SELECT v, v AS a FROM u) AS p ON p.a = q.a LEFT JOIN x ON x.v = p.v"
    ),
    "inline table joined from outside": (
        "SELECT n.v, t.k FROM (VALUES (1), (2), (9)) AS n(v) LEFT JOIN t ON t.v = n.v "
        "WHERE n.v NOT IN (SELECT v FROM x WHERE v IS NOT NULL)"
    ),
    # Set operations.
    "first rows of each branch": (
        "(SELECT k, v FROM t ORDER BY v NULLS FIRST, k NULLS FIRST LIMIT 3) EXCEPT ALL "
        "(SELECT k, v FROM u ORDER BY k NULLS FIRST, v NULLS FIRST LIMIT 2)"
    ),
    "first rows of an intersection": (
        "SELECT k, v FROM t INTERSECT SELECT k, v FROM u ORDER BY v DESC NULLS LAST, k NULLS FIRST LIMIT 2"
    ),
    "windows and groups are branches": (
        "SELECT k, rank() OVER (ORDER BY v NULLS FIRST) AS n FROM t UNION SELECT k, count(*) FROM u GROUP BY k"
    ),
    # Filters on time.
    "rows that time lets in below an outer join": (
        "SELECT u.k, s.d FROM u LEFT JOIN (SELECT * FROM t WHERE d <= current_date) AS s ON s.k = u.k"
    ),
    "rows that time lets go above an outer join": (
        "SELECT u.k, t.d, x.v FROM u LEFT JOIN t ON t.k = u.k FULL JOIN x ON x.v = u.v "
        "WHERE t.d > current_date OR t.d IS NULL"
    ),
    "rows of now without a partner of now": (
        "SELECT k FROM t WHERE d >= current_date "
        "AND NOT EXISTS (SELECT 1 FROM x WHERE x.v = t.v AND x.d < current_date)"
    ),
    "correlated subquery whose condition on the outer row reads the clock": (
        "SELECT k FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND t.d <= current_date)"
    ),
    "membership in the rows of now, or the day": (
        "SELECT k FROM t WHERE v IN (SELECT v FROM x WHERE d = current_date) OR d > current_date"
    ),
    "scalar subquery over the rows of now": "SELECT k FROM t WHERE v >= (SELECT max(v) FROM x WHERE d <= current_date)",
    "best row of each key among those of now": (
        "SELECT k, v, d FROM t WHERE d <= current_date "
        "QUALIFY row_number() OVER (PARTITION BY k ORDER BY v DESC NULLS LAST, d NULLS FIRST) = 1"
    ),
    "grouping sets over the rows of now": (
        "SELECT k, count(*) AS n FROM t WHERE d <= current_date GROUP BY ROLLUP (k) HAVING count(*) > 0"
    ),
    # Names.
    "common table with column aliases, twice under other names": (
        "WITH c(a, b) AS (SELECT k, sum(v) FROM t GROUP BY k) "
        "SELECT p.a, q.b FROM c AS p LEFT JOIN c AS q ON q.b > p.b WHERE p.a IN (SELECT a FROM c WHERE b > 0)"
    ),
    "left join of extrema by key": (
        "WITH a AS (SELECT k, min(v) AS lo FROM t GROUP BY k), b AS (SELECT k, max(w) AS hi FROM u GROUP BY k) "
        "SELECT a.k, lo, hi FROM a LEFT JOIN b ON b.k = a.k"
    ),
}


@pytest.mark.parametrize("query", SHAPES.values(), ids=SHAPES.keys())
def test_shape_equals_its_query_after_every_change(database, query):
    assert sum(keep(database, query, seed=seed) for seed in range(2)) > 0


NUMBERED = (
    "SELECT s.k, s.n FROM (SELECT k, d, row_number() OVER (ORDER BY v) AS n FROM t) AS s "
    "WHERE (SELECT count(*) FROM u WHERE u.v < s.n AND u.k <> CAST(s.d AS STRING)) > 0"
)
"""The subquery is evaluated for the values of two columns of the numbered rows; a third one breaks their ties."""


def numbered_rows(database: Database) -> list[tuple[object, ...]]:
    table = StreamTable(database, database.bind(NUMBERED))
    database.insert("t", ("a", 0, date(2024, 1, 2)), ("b", 0, date(2024, 1, 1)))
    database.insert("u", ("z", 0, None))
    return table.refresh_and_compare()


def test_rows_that_are_evaluated_twice_are_numbered_alike(database):
    assert numbered_rows(database) == [("a", 1), ("b", 2)]


def test_a_second_evaluation_with_other_columns_is_noticed(database, monkeypatch):
    def apart(node):
        return with_inputs(replace(node), tuple(apart(child) for child in inputs_of(node)))

    original = bind.prune_columns
    monkeypatch.setattr(bind, "prune_columns", lambda bound: original(replace(bound, root=apart(bound.root))))
    assert numbered_rows(database) != [("a", 1), ("b", 2)]


def forget_the_outer_rows_in_windows(patch):
    def window(domain, node, source, names, original=decorrelate._window_of_each):
        return original(SimpleNamespace(context=domain.context, columns=()), node, source, names)

    patch.setattr(decorrelate, "_window_of_each", window)


def forget_the_offset_of_each_outer_row(patch):
    def first(domain, node, source, names, original=decorrelate._first_of_each):
        plain = SimpleNamespace(input=node.input, order=node.order, limit=node.limit, offset=0)
        return original(domain, plain, source, names)

    patch.setattr(decorrelate, "_first_of_each", first)


def look_through_filters_on_time(patch):
    patch.setattr(decorrelate, "reads_clock", lambda expression: False)
    patch.setattr(subquery_shapes, "reads_clock", lambda expression: False)


def order_before_rows_are_distinct(patch):
    patch.setattr(query_blocks, "distinct", lambda context, relation: relation)


BREAKS = {
    forget_the_outer_rows_in_windows: "first rows of each outer row",
    forget_the_offset_of_each_outer_row: "rows of each outer row behind an offset",
    look_through_filters_on_time: "correlated subquery whose condition on the outer row reads the clock",
    order_before_rows_are_distinct: "distinct rows are ordered by their own columns",
}


@pytest.mark.parametrize("break_rule", BREAKS, ids=lambda b: b.__name__)
def test_broken_combination_is_found(monkeypatch, database, break_rule):
    break_rule(monkeypatch)
    with pytest.raises((AssertionError, duckdb.Error, InternalRewriterError)):
        keep(database, SHAPES[BREAKS[break_rule]], rounds=100)


GENERATED = {
    "first elements of each row": (
        "SELECT t.k, e.n FROM t, LATERAL (SELECT x.v AS n FROM x WHERE x.d = t.d ORDER BY x.v NULLS FIRST LIMIT 2) AS e"
    ),
    "numbered elements of each row": (
        "SELECT t.k, e.n, e.r FROM t LEFT JOIN LATERAL "
        "(SELECT u.v AS n, rank() OVER (ORDER BY u.w NULLS FIRST) AS r FROM u WHERE u.k = t.k) AS e ON TRUE"
    ),
    "totals of each row": (
        "SELECT t.k, e.n, e.s FROM t, LATERAL (SELECT count(*) AS n, sum(u.w) AS s FROM u WHERE u.k = t.k) AS e"
    ),
}


@pytest.mark.parametrize("query", GENERATED.values(), ids=GENERATED.keys())
def test_lateral_rows_equal_their_query_after_every_change(database, query):
    assert sum(keep(database, query, seed=seed) for seed in range(2)) > 0


def test_elements_are_numbered_and_chosen():
    database = Database({"t": [("k", "string"), ("a", "array<int>")]})
    query = (
        "SELECT k, n, r FROM (SELECT k, n, rank() OVER (PARTITION BY k ORDER BY n) AS r FROM t "
        "LATERAL VIEW explode(a) e AS n) AS s WHERE r <= 2"
    )
    table = StreamTable(database, database.bind(query))
    database.insert("t", ("x", [3, 1, 2]), ("y", [5]), ("z", None))
    assert table.refresh_and_compare() == [("x", 1, 1), ("x", 2, 2), ("y", 5, 1)]
    database.update("t", ("x", [3, 1, 2]), ("x", [3, 2]))
    database.update("t", ("y", [5]), ("y", []))
    assert table.refresh_and_compare() == [("x", 2, 1), ("x", 3, 2)]
    database.connection.close()


def test_equal_branches_of_an_ordered_union_are_limited_by_an_expression(database):
    query = "SELECT k, v FROM t UNION ALL SELECT k, v FROM u ORDER BY COALESCE(v, 0) DESC, k NULLS FIRST LIMIT 3"
    table = StreamTable(database, database.bind(query))
    database.insert("t", ("a", 1, None), ("b", 5, None))
    database.insert("u", ("a", 1, None), ("c", None, None), ("d", 0, None))
    assert table.refresh_and_compare() == [("a", 1), ("a", 1), ("b", 5)]
    database.delete("t", ("a", 1, None), ("b", 5, None))
    assert table.refresh_and_compare() == [("a", 1), ("c", None), ("d", 0)]


@pytest.mark.parametrize(
    ("query", "condition"),
    [
        ("SELECT k FROM t WHERE current_date IN (SELECT d FROM x)", "NON_DETERMINISTIC_FUNCTION"),
        ("SELECT k FROM t, LATERAL (SELECT rand() AS r FROM u WHERE u.k = t.k) AS e", "NON_DETERMINISTIC_FUNCTION"),
        ("SELECT k, (SELECT max(uuid()) FROM u) AS r FROM t", "NON_DETERMINISTIC_FUNCTION"),
        ("SELECT k FROM t WHERE v IN (SELECT v FROM u LIMIT 2)", "LIMIT"),
        ("SELECT k FROM t WHERE v > ALL (SELECT v FROM u)", "SUBQUERY"),
        ("SELECT k FROM t WHERE v = ANY (SELECT v FROM u)", "SUBQUERY"),
    ],
)
def test_what_cannot_be_told_for_certain_inside_of_subqueries_is_refused(database, query, condition):
    with pytest.raises(UnsupportedQueryError) as caught:
        StreamTable(database, query, clock=True)
    assert caught.value.getCondition() == f"UNSUPPORTED_QUERY.{condition}"
