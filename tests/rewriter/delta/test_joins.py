"""What goes wrong with joins: changes on several sides in one refresh, keys that move, equal rows."""

from __future__ import annotations

import re

import pytest
import sqlglot
from sqlglot import exp
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.changes.join_order import changes_first
from streamtables_rewriter.sql.broadcast_side import disable_broadcast
from streamtables_rewriter.sql.nested_queries import nest_queries
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind

PAIRS = "SELECT o.id, c.region FROM orders o JOIN customers c ON c.id = o.customer"
CHAIN = (
    "SELECT r.boss, o.id, i.sku FROM items i JOIN orders o ON o.id = i.order_id "
    "JOIN customers c ON c.id = o.customer JOIN regions r ON r.name = c.region"
)


def test_rows_inserted_on_both_sides_in_one_refresh_join_once(shop):
    table = StreamTable(shop, PAIRS)
    shop.insert("orders", (20, 4, 1, None))
    shop.insert("customers", (4, "east"))
    assert table.refresh_and_compare().count((20, "east")) == 1


def test_rows_deleted_on_both_sides_in_one_refresh_leave_no_phantom(shop):
    table = StreamTable(shop, PAIRS)
    shop.delete("orders", (12, 2, 9, "b"))
    shop.delete("customers", (2, "south"))
    assert table.refresh_and_compare() == [(10, "north"), (11, "north")]


def test_moved_join_key_and_deleted_old_partner_in_one_refresh(shop):
    table = StreamTable(shop, PAIRS)
    shop.update("orders", (10, 1, 5, "a"), (10, 2, 5, "a"))
    shop.delete("customers", (1, "north"))
    assert table.refresh_and_compare() == [(10, "south"), (12, "south")]


def test_chain_of_three_with_deletes_on_two_tables(shop):
    table = StreamTable(
        shop,
        "SELECT c.region, sum(i.qty) AS n FROM items i JOIN orders o ON o.id = i.order_id "
        "JOIN customers c ON c.id = o.customer GROUP BY c.region",
    )
    shop.delete("items", (10, "x", 1))
    shop.delete("orders", (12, 2, 9, "b"))
    assert table.refresh_and_compare() == [("north", 2)]


def test_left_deep_join_of_four_with_changes_in_all_leaves(shop):
    table = StreamTable(shop, CHAIN)
    shop.insert("items", (13, "z", 1), (11, "z", 1))
    shop.update("orders", (12, 2, 9, "b"), (12, 1, 9, "b"))
    shop.insert("orders", (13, 2, 3, None))
    shop.update("customers", (1, "north"), (1, "south"))
    shop.update("regions", ("south", "Bob"), ("south", "Eve"))
    assert ("Eve", 13, "z") in table.refresh_and_compare()
    shop.delete("regions", ("south", "Eve"))
    shop.delete("items", (13, "z", 1))
    shop.delete("orders", (13, 2, 3, None))
    assert table.refresh_and_compare() == []


def test_nested_join_as_left_input_with_changes_in_both_leaves_and_on_the_right(shop):
    table = StreamTable(
        shop,
        "SELECT j.region, i.sku, i.qty FROM "
        "(SELECT o.id, c.region FROM orders o JOIN customers c ON c.id = o.customer) j "
        "JOIN items i ON i.order_id = j.id",
    )
    shop.update("orders", (10, 1, 5, "a"), (10, 2, 5, "a"))
    shop.update("customers", (2, "south"), (2, "west"))
    shop.update("items", (10, "x", 1), (10, "x", 8))
    assert ("west", "x", 8) in table.refresh_and_compare()


def test_order_of_the_output_columns_does_not_matter_to_identity(shop):
    table = StreamTable(
        shop, "SELECT i.qty, c.region, o.id FROM orders o JOIN (customers c JOIN items i ON TRUE) ON o.customer = c.id"
    )
    shop.update("items", (10, "y", 2), (10, "y", 3))
    shop.delete("orders", (11, 1, 7, None))
    table.refresh_and_compare()


def test_equal_rows_of_a_join_keep_their_number(shop):
    table = StreamTable(shop, "SELECT c.region FROM orders o JOIN customers c ON c.id = o.customer")
    assert table.rows() == [("north",), ("north",), ("south",)]
    shop.delete("orders", (10, 1, 5, "a"))
    assert table.refresh_and_compare() == [("north",), ("south",)]


def test_delete_and_insert_that_give_the_same_output_row_are_netted_before_the_merge(shop):
    table = StreamTable(shop, PAIRS)
    shop.update("orders", (10, 1, 5, "a"), (10, 1, 6, "changed"))
    before = table.stored()
    table.refresh_and_compare()
    assert table.stored() == before
    assert table.connection.execute("SELECT count(*) FROM __changes").fetchone() == (0,)


def test_self_join_of_a_row_with_itself_and_of_two_with_each_other(numbers):
    table = StreamTable(numbers, "SELECT a.v AS x, b.v AS y FROM t a JOIN t b ON a.k = b.k")
    numbers.insert("t", ("p", 1, None))
    assert table.refresh_and_compare() == [(1, 1)]
    numbers.insert("t", ("q", 2, None), ("q", 3, None))
    assert table.refresh_and_compare() == [(1, 1), (2, 2), (2, 3), (3, 2), (3, 3)]
    numbers.delete("t", ("q", 2, None))
    assert table.refresh_and_compare() == [(1, 1), (3, 3)]


def test_sides_written_reversed_using_and_natural_join(numbers):
    for join in (
        "t JOIN u ON u.k = t.k",
        "t JOIN u USING (k)",
        "(SELECT k FROM t) t NATURAL JOIN (SELECT k, f FROM u) u",
    ):
        numbers.clear()
        table = StreamTable(numbers, f"SELECT t.k FROM {join}")
        numbers.insert("t", ("p", 1, 0.5), (None, 1, 0.5))
        numbers.insert("u", ("p", 2, 1.5), ("p", 3, 1.5), (None, 1, 0.5))
        assert table.refresh_and_compare() == [("p",), ("p",)]
        numbers.delete("u", ("p", 3, 1.5))
        assert table.refresh_and_compare() == [("p",)]


def test_bound_of_a_non_equi_join_moves(numbers):
    table = StreamTable(numbers, "SELECT t.v AS v, u.v AS high FROM t JOIN u ON t.v < u.v")
    numbers.insert("t", ("a", 1, None), ("a", 5, None))
    numbers.insert("u", ("b", 3, None))
    assert table.refresh_and_compare() == [(1, 3)]
    numbers.update("u", ("b", 3, None), ("b", 9, None))
    assert table.refresh_and_compare() == [(1, 9), (5, 9)]
    numbers.update("u", ("b", 9, None), ("b", None, None))
    assert table.refresh_and_compare() == []


def test_cross_join_with_changes_on_both_sides(numbers):
    table = StreamTable(numbers, "SELECT t.v AS x, u.v AS y FROM t, u")
    numbers.insert("t", ("a", 1, None), ("a", 2, None))
    numbers.insert("u", ("b", 3, None))
    assert table.refresh_and_compare() == [(1, 3), (2, 3)]
    numbers.delete("t", ("a", 2, None))
    numbers.insert("u", ("b", 4, None))
    assert table.refresh_and_compare() == [(1, 3), (1, 4)]


def test_one_of_two_equal_rows_of_a_join_input_is_deleted(numbers):
    table = StreamTable(numbers, "SELECT t.v AS x, u.v AS y FROM t JOIN u ON t.k = u.k")
    numbers.insert("t", ("p", 1, None), ("p", 1, None))
    numbers.insert("u", ("p", 7, None))
    assert table.refresh_and_compare() == [(1, 7), (1, 7)]
    numbers.delete("t", ("p", 1, None))
    assert table.refresh_and_compare() == [(1, 7)]


def test_dimension_update_fans_out_and_null_keys_meet_nothing(shop):
    table = StreamTable(shop, PAIRS)
    shop.update("customers", (1, "north"), (1, None))
    shop.insert("orders", (21, None, 1, None))
    shop.insert("customers", (None, "nowhere"))
    assert table.refresh_and_compare() == [(10, None), (11, None), (12, "south")]


def test_an_input_that_did_not_change_is_read_once_whatever_the_number_that_did(shop):
    table = StreamTable(shop, CHAIN)
    sources = {source.table.name[-1]: source.index for source in table.plan.bound.sources}
    changes = table.plan.delta(frozenset({sources["items"], sources["orders"]}), False).changes
    for name in ("customers", "regions"):
        assert changes.counts[Placeholder(PlaceholderKind.NEW, sources[name])] == 1
    apart = table.plan.delta(frozenset({sources["items"], sources["customers"]}), False).changes
    assert apart.counts[Placeholder(PlaceholderKind.NEW, sources["regions"])] == 1
    assert apart.counts[Placeholder(PlaceholderKind.NEW, sources["orders"])] == 2


@pytest.mark.parametrize(
    ("changed", "links", "order"),
    [
        ([False, True, False], [({0, 1}, True), ({1, 2}, True)], [1, 0, 2]),
        ([True, False, True], [({0, 1}, True), ({1, 2}, True)], [0, 1, 2]),
        ([False, True, False, True], [({0, 1}, True), ({1, 2}, True), ({2, 3}, True)], [1, 2, 3, 0]),
        ([False, True, True, True], [({1, 3}, True), ({3, 2}, True), ({0, 2}, True)], [1, 3, 2, 0]),
        ([True, False, True], [({0, 1}, True), ({1, 2}, False)], [0, 2, 1]),
        ([True, False, True], [], [0, 2, 1]),
    ],
    ids=["one", "by way of another", "shortest way", "beside before behind", "no equality", "no condition"],
)
def test_inputs_that_changed_come_first_as_far_as_they_are_connected(changed, links, order):
    assert changes_first(changed, [(frozenset(inputs), equality) for inputs, equality in links]) == order


def test_small_partner_is_sent_around_instead_of_what_it_is_joined_with(shop):
    table = StreamTable(shop, CHAIN)
    sources = {source.table.name[-1]: source.index for source in table.plan.bound.sources}
    changes = table.plan.delta(frozenset({sources["items"]}), False).changes
    relations = {
        placeholder: exp.to_table(f"{placeholder.kind.value}_{placeholder.source}")
        for placeholder in changes.placeholders
    }
    regions = Placeholder(PlaceholderKind.NEW, sources["regions"])
    written = [changes.bind(relations, small=small).sql("spark") for small in ([], [regions])]
    hints = [re.findall(r"BROADCAST\((\w+)\)", text) for text in written]
    assert hints == [["items", "joined_changes", "joined_changes_2"], ["items", "joined_changes", "regions"]]
    assert "BROADCAST" not in disable_broadcast(changes.bind(relations, small=[regions])).sql("spark")


@pytest.mark.parametrize("kind", ["EXISTS", "NOT EXISTS"])
def test_partners_of_few_keys_are_sent_to_rows_of_these_keys(shop, kind):
    query = (
        "SELECT o.customer, count(*) AS n, max(o.id) AS last FROM orders o "
        f"WHERE {kind} (SELECT 1 FROM customers c WHERE c.id = o.customer AND c.region = 'x') GROUP BY o.customer"
    )
    table = StreamTable(shop, query)
    orders = next(s.index for s in table.bound.sources if s.table.name[-1] == "orders")
    text = table.plan.delta(frozenset({orders}), False).changes.tree.sql("spark")
    assert "BROADCAST(wanted)" in text
    assert "BROADCAST(partner_rows" in text
    # As a whole they may be many.
    assert "BROADCAST" not in table.plan.initial.tree.sql("spark")


def test_common_table_expressions_that_are_read_once_are_nested():
    query = sqlglot.parse_one(
        "WITH a AS (SELECT 1 AS x), b AS (SELECT /*+ BROADCAST(a) */ a.x FROM a JOIN t ON t.x = a.x), "
        "c AS (SELECT x FROM b), d AS (SELECT 2 AS x), e AS (SELECT 3 AS x) "
        "SELECT c.x, EXISTS(SELECT 1 FROM e WHERE e.x = c.x) FROM c JOIN d ON c.x = d.x JOIN d AS d_2 ON c.x = d_2.x",
        dialect="spark",
    )
    assert nest_queries(query).sql("spark") == (
        "WITH d AS (SELECT 2 AS x), e AS (SELECT 3 AS x) SELECT c.x, EXISTS(SELECT 1 FROM e WHERE e.x = c.x) "
        "FROM (SELECT x FROM (SELECT /*+ BROADCAST(a) */ a.x FROM (SELECT 1 AS x) AS a JOIN t ON t.x = a.x) AS b) AS c "
        "JOIN d ON c.x = d.x JOIN d AS d_2 ON c.x = d_2.x"
    )
    assert nest_queries(sqlglot.parse_one("SELECT 1")).sql() == "SELECT 1"
