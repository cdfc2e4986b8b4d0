"""What is stored for a query, under which names and types."""

from __future__ import annotations

from decimal import Decimal

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.compile import compile_query
from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.semantics.column_types import is_comparable
from streamtables_rewriter.sql.columns import storable_names


class FixedTypes:
    """An oracle that answers as Spark would for one query, by name of the plan column."""

    def __init__(self, database, **types):
        self.database, self.given = database, types

    def types(self, query):
        names = [column.this.name if hasattr(column, "this") else "" for column in query.selects]
        answers = self.database.oracle.types(query)
        return tuple(self.given.get(name, answer) for name, answer in zip(names, answers, strict=True))


def stored(table):
    return [(c.name, c.type, c.hidden, c.output) for c in table.plan.stored]


def test_states_that_are_visible_are_not_stored_twice(numbers):
    table = StreamTable(numbers, "SELECT k, count(*) AS n, sum(v) AS s, count(v) AS c, avg(v) AS a FROM t GROUP BY k")
    assert stored(table) == [
        ("k", "string", False, 0),
        ("n", "bigint", False, 1),
        ("s", "bigint", False, 2),
        ("c", "bigint", False, 3),
        ("a", "double", False, 4),
    ]
    assert table.plan.keys == ("k",)


def test_hidden_keys_counts_and_visibility(numbers):
    table = StreamTable(numbers, "SELECT sum(v) + 1 AS s FROM t GROUP BY k, upper(k) HAVING count(*) > 1")
    names = [name for name, _, hidden, _ in stored(table) if hidden]
    assert names == ["__st_key_1", "__st_key_2", "__st_rows", "__st_sum_4", "__st_count_5", "__st_visible"]
    assert table.plan.keys == ("__st_key_1", "__st_key_2")


def test_aggregate_that_is_always_recomputed_needs_no_state(numbers):
    database = Database({"t": [("k", "string"), ("d", "decimal(38,8)")]})
    table = StreamTable(database, "SELECT k, sum(d) AS s, avg(d) AS a, count(d) AS c FROM t GROUP BY k")
    assert [name for name, _, hidden, _ in stored(table) if hidden] == ["__st_rows"]
    assert table.plan.delta(frozenset({0}), insert_only=True).recomputes_groups


@pytest.mark.parametrize(
    ("type_", "call", "recomputes"),
    [
        ("decimal(27,2)", "sum", False),
        ("decimal(27,9)", "sum", False),
        ("decimal(38,6)", "sum", False),
        ("decimal(28,7)", "sum", True),
        ("decimal(15,2)", "avg", False),
        ("decimal(16,2)", "avg", True),
        ("bigint", "avg", False),
        ("double", "sum", True),
        ("int", "min", True),
    ],
)
def test_which_aggregates_are_merged_with_any_change(type_, call, recomputes):
    database = Database({"t": [("k", "string"), ("x", type_)]})
    table = StreamTable(database, f"SELECT k, {call}(x) AS a FROM t GROUP BY k")
    assert table.plan.delta(frozenset({0}), insert_only=False).recomputes_groups is recomputes


def test_sums_of_the_widest_decimals_keep_every_digit():
    database = Database({"t": [("k", "string"), ("x", "decimal(38,6)")]})
    table = StreamTable(database, "SELECT k, sum(x) AS s FROM t GROUP BY k")
    big, small = Decimal("12345678901234567890123456789.345678"), Decimal("0.000001")
    twice_and_little = Decimal("24691357802469135780246913578.691357")
    database.change("t", ("a", big), 2)
    database.insert("t", ("a", small), ("b", big))
    assert table.refresh_and_compare() == [("a", twice_and_little), ("b", big)]
    database.change("t", ("a", big), -2)
    database.update("t", ("b", big), ("b", None))
    assert table.refresh_and_compare() == [("a", small), ("b", None)]


def test_decimal_sums_are_recomputed_where_an_overflow_is_null():
    database = Database({"t": [("k", "string"), ("x", "decimal(10,2)"), ("i", "int")]})
    for column, recomputes in (("x", True), ("i", False)):
        bound = database.bind(f"SELECT k, sum({column}) AS s FROM t GROUP BY k")
        plan = compile_query(bound, database.oracle, ansi=False)
        assert plan.delta(frozenset({0}), insert_only=True).recomputes_groups is recomputes


def test_average_of_decimals_has_the_querys_own_type_and_a_sum_that_keeps_the_scale():
    database = Database({"t": [("k", "string"), ("x", "decimal(10,2)")]})
    bound = database.bind("SELECT k, avg(x) AS a FROM t GROUP BY k")
    call = bound.root.calls[0].name if hasattr(bound.root, "calls") else bound.root.input.calls[0].name
    plan = compile_query(bound, FixedTypes(database, **{call: "decimal(14,6)"}))
    assert [(c.name, c.type) for c in plan.stored][1:] == [
        ("a", "decimal(14,6)"),
        ("__st_rows", "bigint"),
        ("__st_sum_2", "decimal(20,2)"),
        ("__st_count_3", "bigint"),
    ]
    template = plan.delta(frozenset({0}), insert_only=False)
    assert "AS DECIMAL(14, 6))" in template.merge.tree.sql("spark")
    assert "t.x * CAST(t.__st_weight AS DECIMAL(19, 0))" in template.changes.tree.sql("spark")


def test_average_of_bigint_is_summed_beyond_bigint():
    database = Database({"t": [("k", "string"), ("x", "bigint")]})
    table = StreamTable(database, "SELECT k, avg(x) AS a FROM t GROUP BY k")
    assert ("__st_sum_2", "decimal(38,0)", True, None) in stored(table)
    big = 9_000_000_000_000_000_000
    database.insert("t", ("a", big), ("a", big), ("a", big))
    assert table.refresh_and_compare() == [("a", float(big))]


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (("a", "b_1", "größe"), ("a", "b_1", "größe")),
        (("count(1)", "sum(x)"), ("count_1", "sum_x")),
        (("a b", "a;b", "a_b"), ("a_b_2", "a_b_3", "a_b")),
        (("__st_rows", "=", "A", "a"), ("c___st_rows", "column", "A", "a_2")),
    ],
)
def test_stored_names_are_the_own_names_where_delta_takes_them(names, expected):
    assert storable_names(names) == tuple(e.replace("c___st_rows", storable_names(["__st_rows"])[0]) for e in expected)
    assert not any(name.startswith("__st_") for name in storable_names(names))


@pytest.mark.parametrize(
    ("type_", "comparable"),
    [
        ("struct<map:int,variant:string>", True),
        ("array<struct<a:map<string,int>>>", False),
        ("map<string,int>", False),
        ("variant", False),
        ("struct<v:variant>", False),
        ("string collate UTF8_LCASE", False),
        ("string collate UTF8_BINARY", True),
        ("array<decimal(10,2)>", True),
    ],
)
def test_types_whose_values_can_be_told_apart(type_, comparable):
    assert is_comparable(type_) is comparable


@pytest.mark.parametrize(
    ("type_", "reason"),
    [
        ("struct<a b:variant>", "it holds a VARIANT that cannot be told from the type's spelling"),
        ("string collate UTF8_LCASE", "different texts are equal"),
        ("struct<a b:map<string,int>>", "its parts cannot be sorted"),
        ("map<string,interval>", "its parts cannot be sorted"),
    ],
)
def test_row_that_cannot_be_found_again_is_refused_with_the_reason(numbers, type_, reason):
    bound = numbers.bind("SELECT k, v FROM t")
    with pytest.raises(UnsupportedQueryError, match=reason) as caught:
        compile_query(bound, FixedTypes(numbers, **{bound.outputs[1].column: type_}))
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.ROW_IDENTITY"


def test_view_shows_the_users_names_in_order(numbers):
    table = StreamTable(numbers, "SELECT sum(v), k AS `a key`, count(1) FROM t GROUP BY k")
    names = [d[0] for d in table.connection.execute(table.shown()).description]
    assert names == [output.name for output in table.bound.outputs]
    assert [c.name for c in table.plan.stored[:3]] == ["sum_v", "a_key", "count_1"]
