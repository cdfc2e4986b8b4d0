"""What goes wrong with outer, semi and anti joins: first and last partners, replaced ones, both sides at once."""

from __future__ import annotations

from types import SimpleNamespace

import pytest
from sqlglot import exp
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.changes import partners

LEFT = "SELECT o.id, c.region FROM orders o LEFT JOIN customers c ON c.id = o.customer"


def test_first_match_takes_the_padded_row_away(shop):
    shop.insert("orders", (20, 9, 1, None))
    table = StreamTable(shop, LEFT)
    assert (20, None) in table.rows()
    shop.insert("customers", (9, "west"))
    rows = table.refresh_and_compare()
    assert (20, "west") in rows
    assert (20, None) not in rows


def test_last_match_that_leaves_brings_the_padded_row_back(shop):
    shop.insert("customers", (2, "south"))
    table = StreamTable(shop, LEFT)
    shop.delete("customers", (2, "south"))
    assert table.refresh_and_compare().count((12, "south")) == 1
    shop.delete("customers", (2, "south"))
    assert table.refresh_and_compare() == [(10, "north"), (11, "north"), (12, None)]


def test_last_match_replaced_in_one_refresh_shows_no_padded_row(shop):
    table = StreamTable(shop, LEFT)
    shop.update("customers", (2, "south"), (2, "west"))
    assert (12, "west") in table.refresh_and_compare()
    changes = table.connection.execute('SELECT id, region, "__st_rows" FROM __changes').fetchall()
    assert sorted(changes, key=repr) == [(12, "south", -1), (12, "west", 1)]


def test_left_row_and_its_match_inserted_in_one_refresh(shop):
    table = StreamTable(shop, LEFT)
    shop.insert("orders", (20, 9, 1, None))
    shop.insert("customers", (9, "west"))
    rows = table.refresh_and_compare()
    assert [row for row in rows if row[0] == 20] == [(20, "west")]


def test_left_row_and_its_match_deleted_in_one_refresh(shop):
    table = StreamTable(shop, LEFT)
    shop.delete("orders", (12, 2, 9, "b"))
    shop.delete("customers", (2, "south"))
    assert table.refresh_and_compare() == [(10, "north"), (11, "north")]


def test_left_row_moves_to_another_match_while_its_old_one_goes(shop):
    table = StreamTable(shop, LEFT)
    shop.update("orders", (12, 2, 9, "b"), (12, 1, 9, "b"))
    shop.delete("customers", (2, "south"))
    assert (12, "north") in table.refresh_and_compare()


def test_equal_left_rows_are_padded_as_often_as_they_are_there(numbers):
    table = StreamTable(numbers, "SELECT t.v AS x, u.v AS y FROM t LEFT JOIN u ON t.k = u.k")
    numbers.insert("t", ("a", 1, None), ("a", 1, None))
    assert table.refresh_and_compare() == [(1, None), (1, None)]
    numbers.insert("u", ("a", 5, None), ("a", 5, None))
    assert table.refresh_and_compare() == [(1, 5)] * 4
    numbers.delete("u", ("a", 5, None))
    numbers.delete("t", ("a", 1, None))
    assert table.refresh_and_compare() == [(1, 5)]


def test_full_join_where_both_sides_get_the_same_new_key(numbers):
    table = StreamTable(numbers, "SELECT k, t.v AS x, u.v AS y FROM t FULL JOIN u USING (k)")
    numbers.insert("t", ("a", 1, None))
    numbers.insert("u", ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 1, 2)]
    numbers.delete("t", ("a", 1, None))
    assert table.refresh_and_compare() == [("a", None, 2)]
    numbers.delete("u", ("a", 2, None))
    numbers.insert("t", ("a", 3, None))
    assert table.refresh_and_compare() == [("a", 3, None)]


def test_sum_over_a_full_join_of_a_group_without_values_is_null(numbers):
    table = StreamTable(numbers, "SELECT t.k AS k, sum(u.v) AS s FROM t FULL JOIN u ON t.k = u.k GROUP BY t.k")
    numbers.insert("t", ("a", 1, None))
    numbers.insert("u", ("a", 2, None))
    assert table.refresh_and_compare() == [("a", 2)]
    numbers.delete("u", ("a", 2, None))
    assert table.refresh_and_compare() == [("a", None)]


def test_group_by_the_key_of_either_side_of_a_full_join(numbers):
    table = StreamTable(
        numbers,
        "SELECT COALESCE(t.k, u.k) AS k, count(t.v) AS left_rows, count(u.v) AS right_rows "
        "FROM t FULL OUTER JOIN u ON t.k = u.k GROUP BY COALESCE(t.k, u.k)",
    )
    numbers.insert("t", ("a", 1, None), (None, 1, None))
    numbers.insert("u", ("b", 2, None), (None, 2, None))
    assert table.refresh_and_compare() == [("a", 1, 0), ("b", 0, 1), (None, 1, 1)]
    numbers.update("t", ("a", 1, None), ("b", 1, None))
    assert table.refresh_and_compare() == [("b", 1, 1), (None, 1, 1)]


@pytest.mark.parametrize("kind", ["LEFT", "RIGHT", "FULL"])
def test_null_keys_meet_nothing_and_come_and_go(numbers, kind):
    table = StreamTable(numbers, f"SELECT t.k AS a, t.v AS b, u.k AS c, u.v AS d FROM t {kind} JOIN u ON t.k = u.k")
    numbers.insert("t", (None, 1, None), ("a", 2, None))
    numbers.insert("u", (None, 3, None), ("a", 4, None))
    table.refresh_and_compare()
    numbers.update("t", (None, 1, None), ("a", 1, None))
    numbers.update("u", ("a", 4, None), (None, 4, None))
    table.refresh_and_compare()
    numbers.update("u", (None, 3, None), ("a", 3, None))
    table.refresh_and_compare()


@pytest.mark.parametrize("kind", ["LEFT", "RIGHT", "FULL", "SEMI", "ANTI"])
@pytest.mark.parametrize(
    "condition",
    [
        *("TRUE", "1 = 0", "t.v = 1", "u.v = 1", "t.v < u.v", "t.k = u.k AND t.v = 1", "t.k = u.k AND u.v > 1"),
        *("t.k = u.k OR t.v = u.v", "t.k = u.k AND t.v < u.v"),
        "upper(t.k) = u.k AND t.v + 1 BETWEEN u.v AND u.v + 2",
    ],
)
def test_any_condition(numbers, kind, condition):
    shown = "t.k AS a, t.v AS b" + ("" if kind in ("SEMI", "ANTI") else ", u.k AS c, u.v AS d")
    table = StreamTable(numbers, f"SELECT {shown} FROM t {kind} JOIN u ON {condition}")
    numbers.insert("t", ("A", 1, None), ("A", 2, None), (None, 1, None))
    numbers.insert("u", ("A", 2, None), ("B", 1, None))
    table.refresh_and_compare()
    numbers.insert("u", ("A", 1, None), ("A", 2, None))
    table.refresh_and_compare()
    numbers.update("u", ("B", 1, None), ("A", 3, None))
    numbers.update("t", ("A", 1, None), ("B", None, None))
    table.refresh_and_compare()
    numbers.truncate("u")
    table.refresh_and_compare()
    numbers.truncate("t")
    numbers.insert("u", ("B", 1, None))
    table.refresh_and_compare()


def test_left_join_of_two_grouped_ctes_of_which_both_change(shop):
    table = StreamTable(
        shop,
        "WITH a AS (SELECT customer, min(amount) AS low, max(amount) AS high FROM orders GROUP BY customer), "
        "b AS (SELECT id, max(region) AS region FROM customers GROUP BY id) "
        "SELECT a.customer, a.low, a.high, b.region FROM a LEFT JOIN b ON b.id = a.customer",
    )
    shop.insert("orders", (20, 1, 2, None), (21, 7, 1, None))
    table.refresh_and_compare()
    shop.delete("orders", (10, 1, 5, "a"))
    shop.update("customers", (1, "north"), (1, "west"))
    shop.insert("customers", (7, "new"))
    assert any(row[3] == "new" for row in table.refresh_and_compare())


def test_join_with_a_grouped_cte_below_an_outer_join_with_three_changed_leaves(shop):
    table = StreamTable(
        shop,
        "WITH s AS (SELECT order_id, sum(qty) AS n FROM items GROUP BY order_id), "
        "m AS (SELECT name, count(*) AS bosses FROM regions GROUP BY name), "
        "c AS (SELECT region, count(*) AS buyers FROM customers GROUP BY region) "
        "SELECT o.id, s.n, m.bosses, c.buyers FROM (orders o JOIN s ON s.order_id = o.id) "
        "LEFT JOIN customers x ON x.id = o.customer LEFT JOIN m ON m.name = x.region FULL JOIN c ON c.region = m.name",
    )
    shop.insert("items", (11, "z", 4))
    shop.insert("regions", ("south", "Cid"), ("east", "Dan"))
    shop.update("customers", (1, "north"), (1, "east"))
    table.refresh_and_compare()
    shop.truncate("regions")
    shop.delete("items", (10, "x", 1))
    shop.insert("customers", (2, "east"))
    table.refresh_and_compare()


def test_two_different_derived_tables_under_one_alias(numbers):
    table = StreamTable(
        numbers,
        "SELECT q.v AS v, q.w AS w FROM (SELECT q.v, p.v AS w FROM (SELECT k, v FROM t WHERE v > 1) q "
        "LEFT JOIN (SELECT k, v FROM u WHERE v > 1) p ON p.k = q.k) q "
        "LEFT JOIN (SELECT q.v FROM (SELECT k, v FROM t WHERE v < 3) q ANTI JOIN u p ON p.k = q.k) p ON p.v = q.v",
    )
    for rows in ([("a", 1), ("a", 2), ("b", 3)], [("c", 2), ("a", 2)]):
        numbers.insert("t", *((k, v, None) for k, v in rows))
        numbers.insert("u", *((k, v + 1, None) for k, v in rows))
        table.refresh_and_compare()
    numbers.delete("u", ("a", 3, None))
    table.refresh_and_compare()


def test_nine_inputs_of_all_kinds(shop):
    table = StreamTable(
        shop,
        "SELECT o.id, c.region, r.boss, i.sku, o2.id AS other, c2.id AS peer FROM orders o "
        "LEFT JOIN customers c ON c.id = o.customer LEFT JOIN regions r ON r.name = c.region "
        "JOIN items i ON i.order_id = o.id FULL JOIN orders o2 ON o2.customer = c.id AND o2.id > o.id "
        "RIGHT JOIN customers c2 ON c2.id = o2.customer SEMI JOIN regions r2 ON TRUE "
        "ANTI JOIN items i2 ON i2.qty > 100 LEFT JOIN items i3 ON i3.sku = i.sku AND i3.order_id < i.order_id",
    )
    shop.insert("orders", (20, 1, 1, None), (21, 9, 1, None))
    shop.insert("customers", (9, "south"))
    table.refresh_and_compare()
    shop.update("items", (10, "x", 1), (12, "y", 1))
    shop.update("regions", ("south", "Bob"), ("north", "Bob"))
    table.refresh_and_compare()
    shop.insert("items", (20, "q", 101))
    assert table.refresh_and_compare() == []
    shop.delete("items", (20, "q", 101))
    shop.delete("customers", (1, "north"))
    table.refresh_and_compare()


def test_rows_with_null_in_a_key_turn_too(numbers, monkeypatch):
    def turn() -> None:
        numbers.clear()
        table = StreamTable(numbers, "SELECT t.v AS a FROM t ANTI JOIN u ON t.k = u.k OR t.v = u.v")
        numbers.insert("t", (None, 1, None))
        table.refresh_and_compare()
        numbers.insert("u", ("x", 1, None))
        table.refresh_and_compare()

    turn()
    plain = SimpleNamespace(**{**vars(exp), "NullSafeEQ": exp.EQ})
    monkeypatch.setattr(partners, "exp", plain)
    with pytest.raises(AssertionError):
        turn()


def test_insert_only_change_of_the_right_side_of_a_semi_join_is_insert_only(numbers):
    table = StreamTable(numbers, "SELECT k, sum(v) AS s, max(v) AS m FROM t SEMI JOIN u ON t.k = u.k GROUP BY k")
    assert not table.plan.delta(frozenset({0, 1}), True).recomputes_groups
    assert table.plan.delta(frozenset({0, 1}), False).recomputes_groups
    anti = StreamTable(numbers, "SELECT k, max(v) AS m FROM t ANTI JOIN u ON t.k = u.k GROUP BY k")
    assert anti.plan.delta(frozenset({1}), True).recomputes_groups
    assert not anti.plan.delta(frozenset({0}), True).recomputes_groups


def test_the_old_right_input_is_never_read(numbers):
    for kind in ("LEFT", "SEMI", "ANTI"):
        table = StreamTable(numbers, f"SELECT t.v AS v FROM t {kind} JOIN u ON t.k = u.k")
        names = {p.name for p in table.plan.delta(frozenset({0, 1}), False).reads}
        assert "__st_old_1" not in names


def _chain(joins: int) -> StreamTable:
    database = Database({"f": [(f"k{i}", "int") for i in range(20)], "d": [("k", "int"), ("v", "int")]})
    chain = " ".join(f"LEFT JOIN d d{i} ON d{i}.k = f.k{i}" for i in range(joins))
    return StreamTable(database, f"SELECT {', '.join(f'd{i}.v AS v{i}' for i in range(joins))} FROM f {chain}")


def test_parts_of_a_chain_of_left_joins_grow_linearly():
    def parts(joins: int) -> int:
        changes = _chain(joins).plan.delta(frozenset({0, 1}), False).changes.tree
        return len(list(changes.find_all(exp.Select)))

    assert parts(16) < 4.5 * parts(4)


def test_relations_read_by_a_chain_of_left_joins_grow_linearly_when_its_first_input_changes():
    """Spark puts a CTE in at each reference, so it is the references that count, not the text."""

    def read(joins: int) -> int:
        tree = _chain(joins).plan.delta(frozenset({0}), False).changes.tree
        sizes: dict[str, int] = {}
        for cte in tree.ctes:
            sizes[cte.alias] = sum(sizes.get(table.name, 1) for table in cte.this.find_all(exp.Table))
        return sum(sizes.get(table.name, 1) for table in tree.args["from_"].find_all(exp.Table))

    assert read(16) < 4.5 * read(4)
