"""Columns of maps: rows are found again by the entries of their maps, whatever the order of these."""

from __future__ import annotations

import random

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.compile import Apply
from streamtables_rewriter.semantics import identity

NESTED = [
    ("id", "int"),
    ("m", "map<string,int>"),
    ("deep", "map<string,map<int,int>>"),
    ("listed", "array<map<int,int>>"),
    ("held", "struct<a:int,order:map<int,int>>"),
]


@pytest.fixture
def maps():
    """Two tables ``t`` and ``u`` with a number and a map, and ``nested`` with maps inside of other types."""
    columns = [("id", "int"), ("m", "map<string,int>")]
    database = Database({"t": columns, "u": columns, "nested": NESTED})
    yield database
    database.connection.close()


def _map(chance, keys="abc"):
    if chance.random() < 0.2:
        return None
    chosen = chance.sample(keys, chance.randint(0, 2))
    return {key: chance.choice((1, 2, None)) for key in chosen}


def _nested(chance):
    deep = {"x": _map(chance, (1, 2)), "y": None} if chance.random() < 0.5 else {"y": None, "x": _map(chance, (1, 2))}
    listed = [_map(chance, (1, 2)), None][: chance.randint(0, 2)]
    held = (chance.choice((1, None)), _map(chance, (1, 2)))
    pick = chance.choice
    return (chance.randint(1, 2), _map(chance), pick((None, deep)), pick((None, listed)), pick((None, held)))


QUERIES = [
    "SELECT id, m FROM t",
    "SELECT m FROM t",
    "SELECT t.id, t.m, u.m AS other FROM t JOIN u ON t.id = u.id",
    "SELECT t.id, u.m FROM t LEFT JOIN u ON t.id = u.id",
    "SELECT t.m, u.m AS other FROM t FULL JOIN u ON t.id = u.id",
    "SELECT t.id, u.id AS other FROM t LEFT JOIN u ON map_extract_value(t.m, 'a') = u.id",
    "SELECT t.m, u.m AS other FROM t FULL JOIN u ON map_extract_value(t.m, 'a') = map_extract_value(u.m, 'b')",
    "SELECT t.m, u.id FROM t LEFT JOIN u ON map_contains(t.m, 'a') AND map_extract_value(t.m, 'a') = u.id",
    "SELECT t.m, u.id FROM t LEFT JOIN u ON map_extract_value(t.m, CASE WHEN u.id = 1 THEN 'a' ELSE 'b' END) = u.id",
    "SELECT m FROM t WHERE EXISTS (SELECT 1 FROM u WHERE u.id = map_extract_value(t.m, 'a'))",
    "SELECT m FROM t WHERE id NOT IN (SELECT map_extract_value(u.m, 'a') FROM u)",
    "SELECT m, EXISTS (SELECT 1 FROM u WHERE u.id = map_extract_value(t.m, 'b')) AS found FROM t",
    "SELECT id, m, row_number() OVER (PARTITION BY id ORDER BY map_extract_value(m, 'a')) AS r FROM t",
    "SELECT id, m, lag(m) OVER (ORDER BY id) AS before FROM t",
    "SELECT id, m FROM t ORDER BY id LIMIT 3",
    "SELECT t.id, f.m FROM t JOIN (SELECT id, m FROM u ORDER BY id LIMIT 2) AS f ON t.id = f.id",
    "SELECT id, (SELECT max(u.id) FROM u WHERE u.id >= map_extract_value(t.m, 'a')) AS x FROM t",
    "SELECT id, (SELECT u.m FROM u WHERE u.id > map_extract_value(t.m, 'a') ORDER BY u.id, u.m LIMIT 1) AS x FROM t",
    "SELECT id, m FROM t UNION ALL SELECT id, m FROM u",
    "SELECT id, any_value(m) AS m FROM t GROUP BY id",
    "SELECT id, map_extract_value(m, 'a') AS a, array_to_string(map_keys(m), '') AS keys FROM t",
    "SELECT t.id, g.m FROM t JOIN (SELECT id, any_value(m) AS m FROM u GROUP BY id) AS g ON t.id = g.id",
    "SELECT id, deep, listed, held FROM nested",
    "SELECT held.order AS o, deep FROM nested",
    "SELECT id, held, row_number() OVER (PARTITION BY id ORDER BY map_extract_value(m, 'a')) AS r FROM nested",
]
"""In DuckDB's own words; what may be chosen is compared with the settled query, all others with their text."""

GROUPED = [
    "SELECT m, count(*) AS n FROM t GROUP BY m",
    "SELECT array_to_string(map_keys(m), '') AS keys, sum(id) AS s FROM t GROUP BY m",
    "SELECT m, max(id) AS x FROM t GROUP BY m HAVING count(*) > 1",
    "SELECT t.id, g.m, g.n FROM t JOIN (SELECT m, count(*) AS n, max(id) AS id FROM u GROUP BY m) AS g ON t.id = g.id",
    "SELECT DISTINCT m FROM t",
    "SELECT deep, count(*) AS n FROM nested GROUP BY deep",
    "SELECT held, listed, min(id) AS n FROM nested GROUP BY held, listed",
]
"""Queries whose groups DuckDB tells apart by the order of entries, which Spark does not."""


def _keep(database, query, chance, rows, apply=Apply.MERGE, rounds=6):
    tables = {
        table for table in ("t", "u", "nested") if f" {table} " in f"{query} ".replace(".", " ").replace(")", " ")
    }
    for table in sorted(tables):
        database.insert(table, *(rows(table) for _ in range(4)))
    own = not any(word in query for word in ("any_value", "OVER", "LIMIT"))
    table = StreamTable(database, query if own else database.bind(query), apply=apply)
    for _ in range(rounds):
        for name in tables:
            kept = database.rows[name]
            for _ in range(chance.randint(0, 3)):
                kind = chance.randrange(4)
                if kind == 0 or not kept:
                    database.insert(name, rows(name))
                elif kind == 1:
                    database.change(name, chance.choice(kept), 2)
                elif kind == 2:
                    database.delete(name, chance.choice(kept))
                else:
                    database.update(name, chance.choice(kept), rows(name))
        table.refresh_and_compare()


@pytest.mark.parametrize("apply", [Apply.MERGE, Apply.AUTO])
@pytest.mark.parametrize("query", QUERIES)
def test_rows_with_maps_follow_every_change(maps, query, apply):
    chance = random.Random(query)

    def rows(table):
        return _nested(chance) if table == "nested" else (chance.randint(1, 2), _map(chance))

    _keep(maps, query, chance, rows, apply)


@pytest.mark.parametrize("query", GROUPED)
def test_groups_of_equal_maps_follow_every_change(maps, query):
    chance = random.Random(query)

    def in_order(value):
        if isinstance(value, dict):
            return {key: in_order(value[key]) for key in sorted(value)}
        kind = type(value)
        return kind(map(in_order, value)) if kind in (list, tuple) else value

    def rows(table):
        return in_order(_nested(chance) if table == "nested" else (chance.randint(1, 2), _map(chance)))

    _keep(maps, query, chance, rows)


def test_map_whose_entries_change_places_is_the_same_row(maps):
    maps.insert("t", (1, {"a": 1, "b": 2}), (1, {"b": 2, "a": 1}))
    table = StreamTable(maps, "SELECT id, m FROM t")
    assert [row[-1] for row in table.stored()] == [2]
    maps.update("t", (1, {"a": 1, "b": 2}), (1, {"b": 2, "a": 1}))
    table.refresh_and_compare()
    maps.delete("t", (1, {"b": 2, "a": 1}))
    assert table.refresh_and_compare() == [(1, {"a": 1, "b": 2})]


def test_map_without_entries_is_not_null(maps):
    table = StreamTable(maps, "SELECT id, m FROM t")
    maps.insert("t", (1, None), (1, {}), (1, {"a": None}))
    table.refresh_and_compare()
    maps.delete("t", (1, None))
    assert table.refresh_and_compare() == [(1, {"a": None}), (1, {})]


def test_group_of_maps_is_stored_by_its_entries(maps):
    table = StreamTable(maps, "SELECT m, count(*) AS n FROM t GROUP BY m")
    assert [(c.name, c.type, c.hidden) for c in table.plan.stored] == [
        ("m", "map<string,int>", False),
        ("n", "bigint", False),
        ("__st_key_1", "array<struct<key:string,value:int>>", True),
    ]
    maps.insert("t", (1, {"a": 1, "b": 2}), (2, {"b": 2, "a": 1}))
    table.refresh()
    assert table.rows() == [({"a": 1, "b": 2}, 2)]


def test_function_of_the_order_of_entries_follows_it(maps):
    maps.insert("t", (1, {"a": 1, "b": 2}), (1, {"b": 2, "a": 1}))
    table = StreamTable(maps, "SELECT map_keys(m) AS k, row_number() OVER (ORDER BY id) AS r FROM t")
    maps.update("t", (1, {"a": 1, "b": 2}), (1, {"b": 3, "a": 1}))
    table.refresh_and_compare()
    maps.delete("t", (1, {"b": 2, "a": 1}))
    table.refresh_and_compare()


@pytest.mark.parametrize("part", ["map_keys", "map_values", "cardinality"])
def test_identity_that_ignores_a_part_of_the_entries_is_noticed(maps, monkeypatch, part):
    """Rows that differ in the other part fall together."""
    call = identity._call
    renamed = {"map_entries": part, "sort_array": "coalesce" if part == "cardinality" else "sort_array"}
    monkeypatch.setattr(identity, "_call", lambda name, *arguments: call(renamed.get(name, name), *arguments))
    chance = random.Random(part)
    with pytest.raises(AssertionError, match="expected"):
        _keep(maps, "SELECT id, m FROM t", chance, lambda _: (1, _map(chance)), rounds=50)
