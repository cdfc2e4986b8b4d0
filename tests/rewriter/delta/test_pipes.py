"""Pipes, kept through random changes: each stays equal to the same query without pipes."""

from __future__ import annotations

import random

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable
from tests.rewriter.properties.random_changes import change, fill

from streamtables_rewriter.bind.queries import pipes
from streamtables_rewriter.errors import InvalidQueryError, UnsupportedQueryError

PIPES = {
    "filters, further columns and a choice of columns": (
        ("FROM t |> WHERE t.v > 0 |> EXTEND v + 1 AS n, n * 2 AS m |> WHERE t.k <> 'b' AND m > 2 |> SELECT t.k, m"),
        "SELECT k, (v + 1) * 2 AS m FROM t WHERE v > 0 AND k <> 'b' AND (v + 1) * 2 > 2",
    ),
    "set, drop and a new name": (
        "TABLE t |> SET v = v + 1, k = k || CAST(v AS STRING) |> DROP f |> AS s |> WHERE s.v > 1",
        "SELECT k || (v + 1)::TEXT, v + 1 FROM t WHERE v + 1 > 1",
    ),
    "groups of groups": (
        ("FROM t |> AGGREGATE sum(v) AS s GROUP BY k, v % 2 AS odd |> AGGREGATE max(s) AS m, count(*) AS n GROUP BY 1"),
        "SELECT k, max(s), count(*) FROM (SELECT k, sum(v) AS s FROM t GROUP BY k, v % 2) GROUP BY k",
    ),
    "groups filtered and joined by the names of their relations": (
        (
            "FROM t |> AGGREGATE count(*) AS n GROUP BY t.k |> WHERE n > 1 |> LEFT JOIN u ON u.k = t.k |> "
            "SELECT t.k, u.v, n"
        ),
        (
            "SELECT g.k, u.v, n FROM (SELECT k, count(*) AS n FROM t GROUP BY k HAVING count(*) > 1) g LEFT "
            "JOIN u ON u.k = g.k"
        ),
    ),
    "keys of a full join with USING by their qualified names": (
        (
            "FROM t |> FULL JOIN u USING (k) |> EXTEND 1 AS one |> WHERE u.k IS NULL OR t.k IS NULL |> SELECT "
            "k, u.k AS r, one"
        ),
        ("SELECT coalesce(t.k, u.k), u.k, 1 FROM t FULL JOIN u ON t.k = u.k WHERE u.k IS NULL OR t.k IS NULL"),
    ),
    "semi join of a pipe": (
        (
            "FROM t |> SEMI JOIN (FROM u |> AGGREGATE max(v) AS m GROUP BY k) AS g ON g.k = t.k AND g.m > t.v "
            "|> SELECT k, v"
        ),
        ("SELECT k, v FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k GROUP BY u.k HAVING max(u.v) > t.v)"),
    ),
    "pipes in subqueries": (
        (
            "FROM t |> WHERE v IN (FROM u |> SELECT v) |> EXTEND (FROM u |> WHERE u.k = t.k |> AGGREGATE "
            "count(*)) AS n |> WHERE EXISTS (TABLE u |> WHERE v > 0 |> LIMIT 1) AND EXISTS (FROM u |> WHERE "
            "u.v = t.v) |> SELECT k, n"
        ),
        (
            "SELECT k, (SELECT count(*) FROM u WHERE u.k = t.k) FROM t WHERE v IN (SELECT v FROM u) AND "
            "(SELECT max(v) FROM u) > 0"
        ),
    ),
    "set operations bind tighter than a stage": (
        (
            "SELECT k, v FROM t UNION ALL SELECT k, v FROM u |> WHERE v > 0 |> EXCEPT (SELECT k, v FROM u "
            "WHERE v = 1) |> SELECT k"
        ),
        (
            "SELECT k FROM ((SELECT k, v FROM (SELECT k, v FROM t UNION ALL SELECT k, v FROM u) WHERE v > 0) "
            "EXCEPT SELECT k, v FROM u WHERE v = 1)"
        ),
    ),
    "distinct rows, intersected": (
        "FROM t |> SELECT DISTINCT k, v % 3 AS m |> INTERSECT SELECT k, v FROM u |> SELECT t.k, m",
        "SELECT k, v % 3 FROM t INTERSECT SELECT k, v FROM u",
    ),
    "first rows, filtered afterwards": (
        "FROM t |> ORDER BY v DESC NULLS LAST, k NULLS FIRST |> LIMIT 4 |> WHERE v > 1 |> SELECT k, v",
        ("SELECT k, v FROM (SELECT k, v FROM t ORDER BY v DESC NULLS LAST, k NULLS FIRST LIMIT 4) WHERE v > 1"),
    ),
    "first rows, filtered and computed before": (
        (
            "FROM t |> ORDER BY v + 1 DESC NULLS LAST, k NULLS FIRST |> WHERE v < 3 |> SET v = 0 - v |> "
            "SELECT k, v |> LIMIT 4 |> OFFSET 1"
        ),
        "SELECT k, 0 - v FROM t WHERE v < 3 ORDER BY v DESC NULLS LAST, k NULLS FIRST LIMIT 3 OFFSET 1",
    ),
    "windows over groups": (
        (
            "FROM t |> AGGREGATE count(*) AS n GROUP BY k, v |> EXTEND rank() OVER (PARTITION BY k ORDER BY n "
            "DESC) AS r |> WHERE r = 1 |> SELECT k, v"
        ),
        "SELECT k, v FROM t GROUP BY k, v QUALIFY rank() OVER (PARTITION BY k ORDER BY count(*) DESC) = 1",
    ),
    "pivoted and unpivoted rows": (
        ("FROM t |> SELECT k, v |> PIVOT (max(v) FOR k IN ('a' AS a, 'b' AS b)) |> UNPIVOT (m FOR name IN (a, b))"),
        (
            "SELECT name, m FROM (SELECT 'a' AS name, max(v) FILTER (k = 'a') AS m FROM t UNION ALL SELECT "
            "'b', max(v) FILTER (k = 'b') FROM t) WHERE m IS NOT NULL"
        ),
    ),
    "common tables in pipes": (
        (
            "WITH c AS (FROM t |> AGGREGATE sum(v) AS s GROUP BY k) FROM c |> JOIN c AS d USING (k) |> SELECT "
            "c.k, c.s + d.s AS s"
        ),
        "SELECT k, 2 * sum(v) FROM t WHERE k IS NOT NULL GROUP BY k",
    ),
}


def keep(database: Database, pipe: str, same: str, *, rounds: int = 8, seed: int = 0) -> int:
    """Keep a pipe through random changes; return how many rows it ever showed."""
    chance = random.Random(seed)
    database.clear()
    fill(chance, database)
    table = StreamTable(database, database.bind(pipe))
    table.text = same
    names = [source.table.name[-1] for source in table.bound.sources]
    shown = 0
    for _ in range(rounds):
        change(chance, database, names)
        shown += len(table.refresh_and_compare())
    return shown


@pytest.mark.parametrize(("pipe", "same"), PIPES.values(), ids=PIPES.keys())
def test_pipe_equals_the_query_without_pipes_after_every_change(numbers, pipe, same):
    assert sum(keep(numbers, pipe, same, seed=seed) for seed in range(3)) > 0


def forget_what_rows_are_sorted_by(patch):
    patch.setattr(pipes, "sort_columns", lambda context, text, order, relation: (relation, ()))


def lose_the_hidden_columns(patch):
    patch.setattr(pipes._PipeBinder, "_carry", lambda self, hidden, after: setattr(self, "relation", after))


BREAKS = {
    forget_what_rows_are_sorted_by: "first rows, filtered and computed before",
    lose_the_hidden_columns: "keys of a full join with USING by their qualified names",
}


@pytest.mark.parametrize("break_rule", BREAKS, ids=lambda b: b.__name__)
def test_broken_stage_is_found(monkeypatch, numbers, break_rule):
    break_rule(monkeypatch)
    with pytest.raises((AssertionError, UnsupportedQueryError, InvalidQueryError)):
        keep(numbers, *PIPES[BREAKS[break_rule]])
