"""Steps: small results that several places read are computed once, in an order in which each finds what it reads."""

from __future__ import annotations

from functools import partialmethod

import sqlglot
from tests.rewriter.at_once import SlowCalls, at_once
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.templates.materialized_ctes import find_common_subexpressions, take_steps
from streamtables_rewriter.templates.staging import Staging
from streamtables_rewriter.templates.step_roles import StepRole

READ_TWICE = (
    "WITH a AS (SELECT t.x FROM t JOIN u ON t.x = u.x), b AS (SELECT a.x FROM a), "
    "c AS (SELECT /*+ BROADCAST(a) */ a.x, b.x AS y FROM a JOIN b ON a.x = b.x), d AS (SELECT x FROM v) "
    "SELECT /*+ BROADCAST(some) */ some.x FROM c AS some JOIN c AS others ON some.x = others.y JOIN d ON d.x = some.x"
)


def _steps(query, changes=()):
    return find_common_subexpressions(sqlglot.parse_one(query, dialect="spark"), lambda table: table in changes)


def test_changes_are_small_so_that_reading_them_again_costs_little():
    query = "WITH a AS (SELECT x FROM t) SELECT /*+ BROADCAST(a) */ 1 FROM a JOIN a AS b ON a.x = b.x JOIN a AS c"
    assert (_steps(query), _steps(query, changes=("t",))) == (("a",), ())


def test_what_spares_most_reads_is_computed_first():
    # ``a`` is read twice by ``c``, and that twice: three times two reads are spared. Then ``c`` reads a result only.
    assert _steps(READ_TWICE) == ("a",)


def test_steps_are_taken_out_with_what_they_need():
    steps, rest = take_steps(sqlglot.parse_one(READ_TWICE, dialect="spark"), ("a", "c"))
    written = [(step.name, step.query.sql("spark")) for step in steps]
    a, c = "__st_step_a AS a", "__st_step_c"
    assert written == [
        ("__st_step_a", "SELECT t.x FROM t JOIN u ON t.x = u.x"),
        (
            "__st_step_c",
            f"WITH b AS (SELECT a.x FROM {a}) SELECT /*+ BROADCAST(a) */ a.x, b.x AS y FROM {a} JOIN b ON a.x = b.x",
        ),
    ]
    assert rest.sql("spark") == (
        f"WITH d AS (SELECT x FROM v) SELECT /*+ BROADCAST(some) */ some.x FROM {c} AS some "
        f"JOIN {c} AS others ON some.x = others.y JOIN d ON d.x = some.x"
    )


def test_what_is_not_sent_around_may_be_large_and_is_no_step():
    assert "a" not in _steps(READ_TWICE.replace("(a) */", "(b) */"))


def test_a_query_of_one_level_has_no_steps(shop):
    table = StreamTable(shop, "SELECT sku, sum(amount) AS s FROM orders JOIN items ON id = order_id GROUP BY sku")
    assert table.plan.delta(frozenset({0, 1}), False).steps == ()


def test_deep_queries_are_refreshed_in_steps(numbers):
    query = """
        SELECT k, v FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.k = t.k AND u.v > (SELECT avg(x.v) FROM t x
        WHERE x.k = u.k)) AND NOT EXISTS (SELECT 1 FROM u JOIN t y ON y.k = u.k WHERE u.v = t.v AND y.v < u.v)
    """
    table = StreamTable(numbers, query, ranges=True)
    seen = set()
    for row in range(6):
        numbers.insert("t", ("ab"[row % 2], row, None), ("c", row - 1, None))
        numbers.insert("u", ("abc"[row % 3], row + 1, None))
        if row > 2:
            numbers.delete("u", ("abc"[(row - 1) % 3], row, None))
        table.refresh_and_compare()
        seen.add(table.steps)
    assert max(seen) > 1


def test_a_query_is_what_its_role_says_and_not_what_its_name_looks_like():
    tree = sqlglot.parse_one("WITH all_groups AS (SELECT x FROM t), a AS (SELECT x FROM u) SELECT 1 FROM all_groups, a")
    assert find_common_subexpressions(tree, lambda _: False) == ()
    StepRole.ALL_GROUPS.give_to(tree.args["with_"].expressions[1].this)
    copy = tree.copy()
    assert find_common_subexpressions(copy, lambda _: False) == ("a",)
    steps, _ = take_steps(copy, ("all_groups", "a"))
    assert [step.role for step in steps] == [None, StepRole.ALL_GROUPS]


def test_threads_that_ask_for_statements_at_once_get_the_same_ones(shop, monkeypatch):
    template = StreamTable(shop, "SELECT id FROM orders").plan.delta(frozenset({0}), True)
    write = SlowCalls(Staging._write)
    monkeypatch.setattr(Staging, "_write", partialmethod(write))
    written = at_once(template.staging.statements)
    assert write.count == 1
    assert len(set(map(id, written))) == 1
