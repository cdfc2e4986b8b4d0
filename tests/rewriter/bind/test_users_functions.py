"""Functions of users: found by their names as Spark finds them, refused where they are no function of their rows."""

from __future__ import annotations

import pytest

from streamtables_rewriter.compile import Apply, compile_query
from streamtables_rewriter.errors import InvalidQueryError, UnsupportedQueryError
from streamtables_rewriter.plan.nodes import Aggregate
from streamtables_rewriter.plan.relations import FunctionKind, UserFunction
from streamtables_rewriter.plan.tree import walk

HERE = ("lake", "sales")
TOTAL = UserFunction(("total",), FunctionKind.AGGREGATE)
PEAK = UserFunction((*HERE, "peak"), FunctionKind.AGGREGATE)
SPREAD = UserFunction(("spread",), FunctionKind.LONE_AGGREGATE)
PLUS = UserFunction(("plus",), FunctionKind.SCALAR)
TWICE = UserFunction((*HERE, "twice"), FunctionKind.SCALAR)
DICE = UserFunction(("dice",), FunctionKind.SCALAR, deterministic=False)
READER = UserFunction((*HERE, "reader"), FunctionKind.SCALAR, reads_tables=True)
SPLIT = UserFunction(("split_up",), FunctionKind.GENERATOR)
ALL = (TOTAL, PEAK, SPREAD, PLUS, TWICE, DICE, READER, SPLIT)


@pytest.fixture
def users(bind):
    """Binds a query that may call the functions."""
    return lambda text: bind(text, namespace=HERE, functions=ALL)


class _Types:
    """Gives every column one type."""

    def __init__(self, type_):
        self._type = type_

    def types(self, query):
        return (self._type,) * len(query.expressions)


def _calls(query):
    return [call for node in walk(query.root) if isinstance(node, Aggregate) for call in node.calls]


@pytest.mark.parametrize(
    ("call", "function", "users_function"),
    [
        ("TOTAL(id)", "total", TOTAL),
        ("session.total(id)", "session.total", TOTAL),
        ("system.session.total(DISTINCT id)", "system.session.total", TOTAL),
        ("peak(id)", "lake.sales.peak", PEAK),
        ("Sales.Peak(id) FILTER (WHERE id > 1)", "lake.sales.peak", PEAK),
        ("lake.sales.peak(DISTINCT id)", "lake.sales.peak", PEAK),
        ("builtin.sum(id)", "sum", None),
    ],
)
def test_an_aggregate_is_found_by_its_names(users, call, function, users_function):
    (found,) = _calls(users(f"SELECT note, {call} AS s FROM orders GROUP BY note"))
    assert (found.function, found.users) == (function, users_function)


def test_a_scalar_function_of_a_schema_is_called_by_its_full_name(users):
    query = users("SELECT twice(id) AS a, plus(id) AS b FROM orders")
    sql = compile_query(query, _Types("int")).initial.tree.sql("spark")
    assert "`lake`.`sales`.TWICE(" in sql.replace("twice", "TWICE")
    assert query.functions == (TWICE, PLUS)


def test_a_name_of_spark_s_own_is_never_a_user_s(bind):
    own = UserFunction(("sum",), FunctionKind.AGGREGATE)
    (found,) = _calls(bind("SELECT sum(id) AS s FROM orders", functions=[own]))
    assert found.users is None


@pytest.mark.parametrize(
    ("query", "condition", "construct"),
    [
        ("SELECT dice(id) AS x FROM orders", "NON_DETERMINISTIC_FUNCTION", "dice(id)"),
        ("SELECT id FROM orders WHERE sales.reader(id) > 1", "FUNCTION_READS_TABLES", "sales.reader(id)"),
        ("SELECT split_up(id) AS x FROM orders", "GENERATOR", "split_up(id)"),
        ("SELECT spread(id) AS s, sum(id) AS b FROM orders", "AGGREGATE", "sum(id)"),
        ("SELECT spread(DISTINCT id) AS s FROM orders", "AGGREGATE", None),
        ("SELECT plus(id) FILTER (WHERE id > 1) AS s FROM orders", "AGGREGATE", None),
        ("SELECT plus(id) OVER (PARTITION BY note) AS s FROM orders", "WINDOW", None),
        ("SELECT id FROM orders WHERE total(id) > 1", "AGGREGATE", "total(id)"),
        ("SELECT id FROM orders o WHERE id = (SELECT total(qty) FROM items WHERE order_id = o.id)", "SUBQUERY", None),
    ],
)
def test_what_is_not_maintained_is_named(users, query, condition, construct):
    with pytest.raises(UnsupportedQueryError) as caught:
        users(query)
    assert caught.value.getCondition() == f"UNSUPPORTED_QUERY.{condition}"
    if construct is not None:
        span = caught.value.span
        assert query[span.start : span.stop] in construct


def test_an_aggregate_in_python_counts_no_rows_beside_it_and_has_no_row_over_none(users):
    query = users("SELECT spread(id) AS s FROM orders")
    plan = compile_query(query, _Types("bigint"))
    assert plan.keys != ()
    assert "COUNT(" not in plan.initial.tree.sql("spark").upper()
    assert "COUNT(" not in plan.delta(frozenset({0}), insert_only=False).changes.tree.sql("spark").upper()


@pytest.mark.parametrize(
    ("type_", "condition"),
    [("bigint", None), ("string", None), ("double", "NESTED_FLOAT_AGGREGATE"), ("array<int>", "ORDER_DEPENDENT")],
)
@pytest.mark.parametrize(
    "query",
    [
        "SELECT i.qty, g.s FROM items i JOIN (SELECT note, total(id) AS s FROM orders GROUP BY 1) g ON g.note = i.sku",
        "SELECT total(id) OVER (PARTITION BY note ORDER BY id RANGE 1 PRECEDING) AS s FROM orders",
    ],
)
def test_below_other_operators_and_over_ties_only_what_any_order_gives(users, query, type_, condition):
    bound = users(query)
    if condition is None:
        compile_query(bound, _Types(type_))
        return
    with pytest.raises(UnsupportedQueryError) as caught:
        compile_query(bound, _Types(type_))
    expected = "ORDER_DEPENDENT" if " OVER " in query else condition
    assert caught.value.getCondition() == f"UNSUPPORTED_QUERY.{expected}"


@pytest.mark.parametrize("type_", ["bigint", "double", "array<int>"])
def test_over_all_rows_up_to_the_tied_ones_any_function_is_settled(users, type_):
    compile_query(users("SELECT total(id) OVER (PARTITION BY note ORDER BY day) AS s FROM orders"), _Types(type_))


@pytest.mark.parametrize("call", ["plus(CAST(sum(id) AS INT))", "twice(CAST(sum(id) AS INT))"])
def test_a_view_calls_no_function_of_a_session(users, call):
    query = users(f"SELECT note, {call} AS s FROM orders GROUP BY note")
    plan = compile_query(query, _Types("bigint"), apply=Apply.AUTO)
    assert plan.layout == ("groups" if call.startswith("plus") else "parts")
    if call.startswith("plus"):
        with pytest.raises(InvalidQueryError, match="only this session knows"):
            compile_query(query, _Types("bigint"), apply=Apply.APPEND)
