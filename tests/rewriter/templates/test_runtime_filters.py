"""Ranges of changed keys are passed into what the changes are joined with."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.templates.runtime_filters import KeyRange, runtime_filters_in


@pytest.fixture
def database():
    orders = [("id", "int"), ("customer", "int"), ("day", "date")]
    lines = [("order", "int"), ("part", "string"), ("n", "int")]
    database = Database({"orders": orders, "lines": lines, "parts": [("code", "string"), ("size", "bigint")]})
    yield database
    database.connection.close()


def runtime_filters(database, query, *changed):
    table = StreamTable(database, query)
    names = [source.table.name[-1] for source in table.bound.sources]
    template = table.plan.delta(frozenset(names.index(name) for name in changed), insert_only=False)
    text = [
        (
            f"{names[runtime_filter.target.source]}.{runtime_filter.target.column}",
            sorted(f"{names[c.source]}.{c.column}" for c in runtime_filter.changes),
        )
        for runtime_filter in runtime_filters_in(template.changes.tree)
    ]
    return sorted(text)


JOIN = 'SELECT o.day, l.n FROM orders o JOIN lines l ON l."order" = o.id'.replace('"', "`")


def test_a_changed_key_says_where_its_partners_lie(database):
    assert runtime_filters(database, JOIN, "orders") == [("lines.order", ["orders.id"])]
    assert runtime_filters(database, JOIN, "lines") == [("orders.id", ["lines.order"])]


def test_a_key_found_by_a_range_says_no_more_of_other_columns(database):
    query = f"{JOIN} JOIN parts p ON p.code = l.part"
    assert runtime_filters(database, query, "orders") == [("lines.order", ["orders.id"])]
    assert runtime_filters(database, query, "lines") == [("orders.id", ["lines.order"]), ("parts.code", ["lines.part"])]


def test_a_key_found_by_a_range_passes_it_on(database):
    query = "SELECT a.n, c.day FROM lines a JOIN lines b ON b.`order` = a.`order` JOIN orders c ON c.id = b.`order`"
    assert ("orders.id", ["lines.order"]) in runtime_filters(database, query, "lines")


def test_partners_of_an_outer_join_are_found_by_ranges(database):
    query = "SELECT o.day, l.n FROM orders o LEFT JOIN lines l ON l.`order` = o.id"
    assert ("lines.order", ["orders.id"]) in runtime_filters(database, query, "orders")
    assert ("orders.id", ["lines.order"]) in runtime_filters(database, query, "lines")


def test_affected_groups_are_found_by_ranges(database):
    query = "SELECT customer, max(day) AS last FROM orders GROUP BY customer"
    assert runtime_filters(database, query, "orders") == [("orders.customer", ["orders.customer"])]


def test_keys_of_different_orders_have_no_range(database):
    query = "SELECT o.day FROM orders o JOIN parts p ON p.code = o.id"
    assert runtime_filters(database, query, "orders") == []
    assert runtime_filters(database, "SELECT a.n FROM lines a JOIN orders b ON b.day = a.n", "lines") == []


def test_inequalities_and_alternatives_have_no_range(database):
    assert runtime_filters(database, "SELECT l.n FROM orders o JOIN lines l ON l.n > o.id", "orders") == []
    query = "SELECT l.n FROM orders o JOIN lines l ON l.`order` = o.id OR l.n = o.customer"
    assert runtime_filters(database, query, "orders") == []


def test_filled_holes_are_conditions_and_others_vanish(database):
    table = StreamTable(database, JOIN)
    template = table.plan.delta(frozenset({0}), insert_only=False).changes
    relations = table._relations(template)
    assert "BETWEEN" not in template.sql(relations)
    assert "__st_within" not in template.sql(relations)
    text = template.bind(relations, lambda runtime_filter: KeyRange(3, 8)).sql("spark")
    assert "lines.order BETWEEN 3 AND 8" in text.replace("`", "")
    strings = StreamTable(database, "SELECT p.size FROM lines l JOIN parts p ON p.code = l.part")
    template = strings.plan.delta(frozenset({0}), insert_only=False).changes
    text = template.bind(strings._relations(template), lambda runtime_filter: KeyRange("a", "b")).sql("spark")
    assert "BETWEEN 'a' AND 'b'" in text
