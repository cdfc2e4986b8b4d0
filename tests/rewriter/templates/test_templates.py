"""Holes of templates, and the shape of the SQL: what leads a join, what is read at which version, how it grows."""

from __future__ import annotations

import pytest
from sqlglot import exp
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.errors import InternalRewriterError, UnsupportedQueryError
from streamtables_rewriter.plan.nodes import BoundQuery, Filter, Output, Scan, Source
from streamtables_rewriter.plan.tree import DEEPEST_TREE
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.template import Template

JOIN = (
    "SELECT o.id, c.region, r.boss FROM orders o "
    "JOIN customers c ON c.id = o.customer JOIN regions r ON r.name = c.region"
)
NEW, OLD, DELTA = PlaceholderKind.NEW, PlaceholderKind.OLD, PlaceholderKind.DELTA


def changes_of(table, *changed, insert_only=False):
    return table.plan.delta(frozenset(changed), insert_only).changes


def spark(template):
    return template.tree.sql("spark")


def test_placeholders_are_found_in_order():
    tree = exp.select("1").from_(Placeholder(DELTA, 3).table("a")).join(Placeholder(OLD, 1).table("b"))
    assert Template.of(tree).placeholders == (Placeholder(DELTA, 3), Placeholder(OLD, 1))


def test_missing_and_unknown_placeholders_are_errors(shop):
    template = changes_of(StreamTable(shop, "SELECT id FROM orders"), 0)
    table = exp.to_table("x")
    for relations in ({}, {Placeholder(DELTA, 0): table, Placeholder(NEW, 0): table}, {Placeholder(DELTA, 1): table}):
        with pytest.raises(InternalRewriterError) as caught:
            template.bind(relations)
        assert caught.value.getCondition() == "PLACEHOLDERS_DIFFER"
    with pytest.raises(InternalRewriterError):
        template.sql()


def test_filled_holes_keep_their_alias_whether_table_version_or_query(shop):
    template = changes_of(StreamTable(shop, "SELECT id FROM orders"), 0)
    placeholder = Placeholder(DELTA, 0)
    version = exp.to_table("cat.s.orders")
    version.set("version", exp.Version(this="VERSION", kind="AS OF", expression=exp.Literal.number(7)))
    assert "FROM cat.s.orders VERSION AS OF 7 AS orders" in template.sql({placeholder: version})
    query = exp.select("*").from_("feed")
    assert "FROM (SELECT * FROM feed) AS orders" in template.sql({placeholder: query})
    assert "FROM (SELECT * FROM feed) AS orders" in template.sql({placeholder: query.subquery("z")})
    assert "__st_delta_0" not in template.sql({placeholder: query})
    assert template.placeholders == (placeholder,)


def test_only_changed_sources_have_a_term_and_unchanged_ones_are_read_new(shop):
    table = StreamTable(shop, JOIN)
    one = changes_of(table, 1)
    assert set(one.placeholders) == {Placeholder(DELTA, 1), Placeholder(NEW, 0), Placeholder(NEW, 2)}
    two = changes_of(table, 0, 2)
    kinds = {(p.kind, p.source) for p in two.placeholders}
    assert kinds == {(DELTA, 0), (DELTA, 2), (NEW, 0), (NEW, 1), (OLD, 2)}
    assert spark(two).count("UNION ALL") == 1


def test_delta_leads_the_joins_and_is_broadcast(shop):
    text = spark(changes_of(StreamTable(shop, JOIN), 2))
    assert "BROADCAST(regions)" in text
    order = [text.index(f"__st_{name}") for name in ("delta_2", "new_1", "new_0")]
    assert order == sorted(order)


def test_no_cross_product_while_a_connected_input_is_left(shop):
    text = (
        "SELECT 1 AS one FROM orders o, items i, customers c, regions r "
        "WHERE i.order_id = o.id AND c.id = o.customer AND r.name = c.region"
    )
    table = StreamTable(shop, text)
    for source in range(4):
        assert "CROSS JOIN" not in spark(changes_of(table, source))


def test_insert_only_changes_of_a_join_are_known_to_be_so(shop):
    table = StreamTable(shop, JOIN)
    assert "HAVING" not in spark(changes_of(table, 0, 1, insert_only=True))
    assert "HAVING" in spark(changes_of(table, 0, 1))


def test_change_of_no_source_or_of_an_unknown_one_is_an_error(shop):
    table = StreamTable(shop, JOIN)
    for changed in ((), (7,)):
        with pytest.raises(InternalRewriterError) as caught:
            changes_of(table, *changed)
        assert caught.value.getCondition() == "NOTHING_CHANGED"


def test_sql_grows_linearly_with_nested_aggregates(shop):
    def size(depth: int) -> int:
        query = "orders"
        for level in range(depth):
            query = f"(SELECT id + {level} AS id, count(*) AS n FROM {query} AS q{level} GROUP BY id)"
        table = StreamTable(shop, f"SELECT a.id FROM {query} AS a JOIN items i ON i.order_id = a.id")
        return len(spark(changes_of(table, 0, 1)))

    sizes = [size(depth) for depth in (2, 4, 8)]
    assert sizes[2] - sizes[1] < 2.5 * (sizes[1] - sizes[0])


def test_two_subtrees_over_one_table_have_relations_of_their_own(shop):
    table = StreamTable(
        shop,
        "SELECT a.n AS x, b.n AS y "
        "FROM (SELECT customer, count(*) AS n FROM orders WHERE amount > 6 GROUP BY customer) a "
        "JOIN (SELECT customer, count(*) AS n FROM orders GROUP BY customer) b ON a.customer = b.customer",
    )
    shop.insert("orders", (30, 1, 1, None), (31, 1, 8, None))
    assert table.refresh_and_compare() == [(1, 1), (2, 4)]


def test_tree_that_is_too_deep_to_walk_is_refused(shop):
    node = Scan(0, (("id", "id"),))
    for _ in range(DEEPEST_TREE):
        node = Filter(node, exp.column("id") > 0)
    source = Source(0, shop.relations.tables["orders"], ("id",))
    with pytest.raises(UnsupportedQueryError) as caught:
        StreamTable(shop, BoundQuery(node, (source,), (Output("id", "id"),)))
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.TOO_DEEP"


def test_tree_of_the_greatest_depth_is_kept(shop):
    node = Scan(0, (("id", "id"),))
    for _ in range(DEEPEST_TREE - 1):
        node = Filter(node, exp.column("id") > 0)
    source = Source(0, shop.relations.tables["orders"], ("id",))
    table = StreamTable(shop, BoundQuery(node, (source,), (Output("id", "id"),)))
    shop.insert("orders", (40, 1, 1, None))
    assert (40,) in table.refresh_and_compare()


def test_hint_survives_rendering_for_spark(shop):
    template = changes_of(StreamTable(shop, JOIN), 2)
    text = template.sql({p: exp.to_table(p.name.removeprefix("__st_")) for p in template.placeholders})
    assert "/*+ BROADCAST(regions) */" in text
    assert "__st_new" not in text
