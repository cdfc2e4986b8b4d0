"""Changed groups that meet nothing of what did not change are left out, and no row with them."""

from __future__ import annotations

import random

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter import differentiate
from streamtables_rewriter.changes import group_reduction
from streamtables_rewriter.templates.runtime_filters import StepColumn
from streamtables_rewriter.templates.step_roles import StepRole

REDUCED_KEYS = StepRole.REDUCED_KEYS.value

SCHEMA = {
    "sales": [("part", "int"), ("shop", "int"), ("qty", "int")],
    "parts": [("part", "int"), ("brand", "string")],
    "shops": [("shop", "int"), ("city", "string")],
}
TOTALS = "SELECT part, shop, sum(qty) AS total, count(*) AS n FROM sales GROUP BY part, shop"
MOST = "SELECT part, max(qty) AS most FROM sales GROUP BY part"
QUERIES = {
    "below the average of its part": "SELECT s.part, s.qty FROM sales s JOIN parts p ON p.part = s.part "
    "AND p.brand = 'a' WHERE s.qty < (SELECT avg(x.qty) FROM sales x WHERE x.part = p.part)",
    "groups of a brand": f"SELECT t.part, t.total, p.brand FROM ({TOTALS}) t JOIN parts p ON p.part = t.part "
    "WHERE p.brand = 'a' AND t.total > 2",
    "groups of two filters": f"SELECT t.part, t.total, s.city FROM ({TOTALS}) t JOIN parts p ON p.part = t.part "
    "JOIN shops s ON s.shop = t.shop WHERE p.brand <> 'a' AND s.city = 'x'",
    "groups that add up to nothing": f"SELECT m.part, m.most, p.brand FROM ({MOST}) m JOIN parts p "
    "ON m.part IS NOT DISTINCT FROM p.part AND p.brand = 'a'",
    "groups below groups": f"SELECT p.brand, sum(t.total) AS s FROM ({TOTALS}) t JOIN parts p ON p.part = t.part "
    "WHERE p.brand IN ('a', 'b') GROUP BY p.brand",
    "parts of which much is sold": "SELECT p.part, p.brand FROM parts p JOIN shops s ON s.shop = p.part "
    f"WHERE s.city = 'x' AND EXISTS (SELECT 1 FROM ({TOTALS}) t JOIN parts q ON q.part = t.part AND q.brand = 'a' "
    "WHERE t.shop = s.shop AND t.total > 1)",
}

SOLD = f"SELECT t.part, t.total FROM ({TOTALS}) t JOIN parts p ON p.part = t.part AND p.brand = 'a'"


def _change(chance, database, tables):
    for _ in range(chance.randint(1, 5)):
        table = chance.choice(tables)
        text = chance.choice(("a", "b", None)) if table == "parts" else chance.choice(("x", "y"))
        rows = database.rows[table]
        if rows and chance.random() < 0.5:
            database.delete(table, chance.choice(rows))
        else:
            key = chance.choice((None, 1, 2, 3, 4))
            row = (key, chance.choice((1, 2, None)), chance.randint(0, 4)) if table == "sales" else (key, text)
            database.insert(table, row)


def _keep(query, seed, rounds=12, together=4):
    """Keep a query through random changes; return how many steps said which rows to read.

    All tables change in one round out of ``together``, in the others sales alone, so that what they meet did not.
    """
    chance = random.Random(seed)
    database = Database(SCHEMA)
    for _ in range(6):
        _change(chance, database, list(SCHEMA))
    table = StreamTable(database, query, ranges=True)
    told = 0
    for number in range(rounds):
        _change(chance, database, ["sales"] if number % together else list(SCHEMA))
        table.refresh_and_compare()
        for template in table._templates.values():
            statements = template.staging.statements({n for names in template.staging.reducing.values() for n in names})
            told += any(
                isinstance(change, StepColumn)
                for statement in statements
                for ways in statement.semi_join_keys.values()
                for keys in ways
                for change in keys.changes
            )
    database.connection.close()
    return told


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_no_row_is_missed_or_left(query):
    assert sum(_keep(query, seed) for seed in range(4)), "no step said which rows to read"


def _changes_sql(query, changed=(0,)):
    database = Database(SCHEMA)
    table = StreamTable(database, query)
    indexes = [s.index for s in table.bound.sources if s.table.name[-1] in changed]
    return table.plan.delta(frozenset(indexes), False).changes.tree.sql("spark")


def test_what_changed_itself_leaves_nothing_out():
    query = QUERIES["groups of a brand"]
    assert REDUCED_KEYS in _changes_sql(query, ("sales",))
    assert REDUCED_KEYS not in _changes_sql(query, ("sales", "parts"))


def test_a_foreign_key_leaves_nothing_out():
    query = f"SELECT t.part, t.total, p.brand FROM ({TOTALS}) t JOIN parts p ON p.part = t.part"
    assert REDUCED_KEYS not in _changes_sql(query, ("sales",))


def test_a_filter_on_time_is_no_partner():
    query = f"SELECT t.total FROM ({TOTALS}) t JOIN parts p ON p.part = t.part WHERE p.brand > current_date"
    database = Database({**SCHEMA, "parts": [("part", "int"), ("brand", "date")]})
    table = StreamTable(database, query, clock=True)
    assert REDUCED_KEYS not in table.plan.delta(frozenset({0}), False).changes.tree.sql("spark")


def test_partners_that_changed_would_be_noticed(monkeypatch):
    original = differentiate.partners_of_inputs
    monkeypatch.setattr(differentiate, "partners_of_inputs", lambda node, _: original(node, lambda _: False))
    with pytest.raises(AssertionError):
        sum(_keep(SOLD, seed, rounds=30, together=1) for seed in range(20))


def test_partners_of_other_keys_would_be_noticed(monkeypatch):
    original = group_reduction._equal_columns

    def equal_columns(conditions, of, others):
        found = original(conditions, of, others)
        return {name: next(iter(found.values())) for name in of if name in found or "shop" in name}

    monkeypatch.setattr(group_reduction, "_equal_columns", equal_columns)
    with pytest.raises(AssertionError):
        sum(_keep(SOLD, seed) for seed in range(20))


def _staging(query, changed):
    table = StreamTable(Database(SCHEMA), query)
    sources = {s.table.name[-1]: s.index for s in table.bound.sources}
    template = table.plan.delta(frozenset(sources[name] for name in changed), False)
    return template.staging, sources


def test_steps_tell_which_rows_of_a_source_are_needed():
    query = QUERIES["below the average of its part"]
    staging, sources = _staging(query, ["sales"])
    assert sources["sales"] in staging.reduced_sources()
    assert sources["parts"] not in staging.reduced_sources()


def test_what_a_change_is_joined_with_at_once_is_told_by_no_step():
    staging, _ = _staging("SELECT s.qty FROM sales s JOIN parts p ON p.part = s.part", ["sales"])
    assert not staging.reduced_sources()
