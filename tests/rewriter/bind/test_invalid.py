"""Queries that are wrong in every mode, and names given by the caller."""

from __future__ import annotations

import pytest

from streamtables_rewriter.errors import InternalRewriterError, InvalidQueryError

_INVALID = [
    ("SELECT x FROM orders", "UNKNOWN_COLUMN", "42703", "x"),
    ("SELECT o.x FROM orders o", "UNKNOWN_COLUMN", "42703", "o.x"),
    ("SELECT orders.id FROM orders o", "UNKNOWN_COLUMN", "42703", "orders.id"),
    ("SELECT id FROM orders WHERE nothing > 1", "UNKNOWN_COLUMN", "42703", "nothing"),
    ("SELECT amount + 1 AS x FROM orders WHERE x > 1", "UNKNOWN_COLUMN", "42703", "x"),
    ("SELECT later + 1 AS x, id AS later FROM orders", "UNKNOWN_COLUMN", "42703", "later"),
    ("SELECT o.id FROM orders o JOIN items i ON i.id = o.id", "UNKNOWN_COLUMN", "42703", "i.id"),
    ("SELECT id FROM orders JOIN customers USING (region)", "UNKNOWN_COLUMN", "42703", "region"),
    ("SELECT sum(id) AS s FROM orders GROUP BY x", "UNKNOWN_COLUMN", "42703", "x"),
    ("SELECT sum(id) AS s FROM orders HAVING x > 1", "UNKNOWN_COLUMN", "42703", "x"),
    ("SELECT * EXCEPT (x) FROM orders", "UNKNOWN_COLUMN", "42703", "x"),
    ("SELECT o.* EXCEPT (c.id) FROM orders o, customers c", "UNKNOWN_COLUMN", "42703", "c.id"),
    ("SELECT * EXCEPT (id) FROM orders o, customers c", "AMBIGUOUS_COLUMN", "42704", "id"),
    (
        "SELECT x.sku FROM (items JOIN orders ON items.order_id = id) x WHERE orders.id > 1",
        "UNKNOWN_COLUMN",
        "42703",
        None,
    ),
    ("SELECT __st_rows FROM counted", "UNKNOWN_COLUMN", "42703", "__st_rows"),
    ("SELECT id FROM orders, customers", "AMBIGUOUS_COLUMN", "42704", "id"),
    ("SELECT a.id FROM orders a, customers a", "AMBIGUOUS_COLUMN", "42704", "a.id"),
    ("SELECT sku FROM items JOIN orders JOIN customers ON id = order_id", "AMBIGUOUS_COLUMN", "42704", "id"),
    ("SELECT id AS x, note AS x, x AS y FROM orders", "AMBIGUOUS_COLUMN", "42704", "x"),
    ("SELECT id FROM nowhere", "UNKNOWN_RELATION", "42P01", "nowhere"),
    ("SELECT id FROM other.orders", "UNKNOWN_RELATION", "42P01", "other.orders"),
    ("WITH t AS (SELECT id FROM orders) SELECT id FROM sales.t", "UNKNOWN_RELATION", "42P01", "sales.t"),
    ("SELECT id FROM (WITH t AS (SELECT id FROM orders) SELECT id FROM t) JOIN t", "UNKNOWN_RELATION", "42P01", "t"),
    ("SELECT id, note AS ID FROM orders", "DUPLICATE_OUTPUT_NAME", "42711", "note AS ID"),
    ("SELECT count(*), count(1) FROM orders", "DUPLICATE_OUTPUT_NAME", "42711", "count(1)"),
    ("SELECT * FROM orders JOIN customers ON orders.id = customers.id", "DUPLICATE_OUTPUT_NAME", "42711", None),
    ("SELECT id AS __st_id FROM orders", "RESERVED_NAME", "42939", "id AS __st_id"),
    ("SELECT * FROM hidden", "RESERVED_NAME", "42939", None),
    ("SELECT id FROM orders LIMIT 10", "LIMIT_WITHOUT_ORDER_BY", "42601", "LIMIT 10"),
    ("SELECT id FROM orders OFFSET 10", "LIMIT_WITHOUT_ORDER_BY", "42601", "OFFSET 10"),
    ("SELECT id FROM orders ORDER BY 2 LIMIT 1", "ORDER_BY_POSITION", "42805", "2"),
    ("SELECT id AS a, note AS a FROM orders ORDER BY a LIMIT 1", "AMBIGUOUS_COLUMN", "42704", None),
    ("SELECT id FROM orders GROUP BY 2", "GROUP_BY_POSITION", "42805", "2"),
    ("SELECT a FROM items AS t(a, b)", "COLUMN_ALIAS_COUNT", "42826", "t(a, b)"),
    ("WITH t(a, b) AS (SELECT id FROM orders) SELECT a FROM t", "COLUMN_ALIAS_COUNT", "42826", None),
    ("SELECT id FROM orders UNION ALL SELECT id, name FROM customers", "UNION_COLUMN_COUNT", "42826", None),
    ("SELECT id FROM loop", "VIEW_CYCLE", "42K0H", "loop"),
]


@pytest.mark.parametrize(("query", "condition", "state", "place"), _INVALID, ids=[f"{i[1]}: {i[0]}" for i in _INVALID])
def test_wrong_query_is_refused_in_every_mode(bind, query, condition, state, place):
    with pytest.raises(InvalidQueryError) as caught:
        bind(query)
    assert caught.value.getCondition() == condition
    assert caught.value.getSqlState() == state
    assert caught.value.span is not None
    if place is not None:
        assert caught.value.span.of(query) == place


@pytest.mark.parametrize(
    ("query", "hint"),
    [
        ("SELECT ammount FROM orders", "did you mean amount?"),
        ("SELECT qty_ FROM items", "did you mean qty?"),
        ("SELECT zzz FROM items", "columns here: order_id, sku, qty"),
        ("SELECT id FROM orders, customers", "qualify it with one relation's name: customers.id, orders.id"),
        ("WITH totals AS (SELECT id FROM orders) SELECT id FROM total", "did you mean totals?"),
    ],
)
def test_hint_names_what_could_be_meant(bind, query, hint):
    with pytest.raises(InvalidQueryError) as caught:
        bind(query)
    assert caught.value.hint == hint


def test_names_from_spark_override_the_guessed_ones(bind):
    bound = bind("SELECT count(*), sum(id) + 1 FROM orders", column_names=["count(1)", "(sum(id) + 1)"])
    assert [output.name for output in bound.outputs] == ["count(1)", "(sum(id) + 1)"]


def test_guessed_names_follow_spark_where_that_is_simple(bind):
    bound = bind("SELECT count(*), sum(amount), (note), place.city FROM orders GROUP BY note, place.city")
    assert [output.name for output in bound.outputs] == ["count(1)", "sum(amount)", "note", "city"]


def test_another_number_of_names_from_spark_is_our_defect(bind):
    with pytest.raises(InternalRewriterError) as caught:
        bind("SELECT id FROM orders", column_names=["id", "extra"])
    assert caught.value.getCondition() == "OUTPUT_COLUMNS_DIFFER"


def test_names_differ_in_case_only_where_spark_says_so(bind):
    bound = bind("SELECT id, note AS ID FROM orders", case_sensitive=True)
    assert [output.name for output in bound.outputs] == ["id", "ID"]
    with pytest.raises(InvalidQueryError, match="UNKNOWN_COLUMN"):
        bind("SELECT Id FROM orders", case_sensitive=True)


def test_namespace_completes_short_names(bind):
    assert bind("SELECT id FROM orders", namespace=("lake", "sales")).sources[0].table.name == (
        "lake",
        "sales",
        "orders",
    )
    with pytest.raises(InvalidQueryError, match="UNKNOWN_RELATION"):
        bind("SELECT id FROM orders", namespace=("lake", "empty"))


def test_sources_are_numbered_by_first_appearance(bind):
    bound = bind("SELECT i.sku FROM items i JOIN orders o ON o.id = i.order_id JOIN items j ON j.sku = i.sku")
    assert [source.table.name[-1] for source in bound.sources] == ["items", "orders"]
    assert [scan.source for scan in bound.root.input.inputs] == [0, 1, 0]


def test_aggregate_call_knows_where_it_is_written(bind):
    query = "SELECT note, sum(amount) FILTER (WHERE id > 1) AS s FROM orders GROUP BY note"
    call = bind(query).root.calls[0]
    assert call.span.of(query) == "sum(amount)"
