"""What shows only after many cycles: row counts of keyed joins, and sums of doubles."""

from __future__ import annotations

import math
import random

from tests.rewriter.duckdb_engine import Database, StreamTable

_JOIN_CYCLES = 80
_SUM_CYCLES = 200
_UPDATES_PER_CYCLE = 10


def test_27_a_keyed_join_has_the_querys_rows_after_many_cycles():
    chance = random.Random(27)
    database = Database(
        {
            "l": [("id", "int"), ("k", "int"), ("a", "int")],
            "r": [("id", "int"), ("k", "int"), ("b", "int")],
        }
    )
    table = StreamTable(database, "SELECT l.id, r.id AS other, l.a, r.b FROM l LEFT JOIN r ON l.k = r.k")
    for cycle in range(_JOIN_CYCLES):
        for name in ("l", "r"):
            rows = database.rows[name]
            database.insert(name, *((cycle, chance.randrange(20), chance.randrange(5)) for _ in range(2)))
            for old in chance.sample(rows, min(len(rows), 2)):
                database.update(name, old, (old[0], chance.randrange(20), old[2]))
            for old in chance.sample(rows, 2 if len(rows) > 40 else 0):
                database.delete(name, old)
        table.refresh()
    assert len(table.rows()) == len(table.expected())
    table.refresh_and_compare()
    database.connection.close()


def test_53_sums_of_doubles_do_not_drift():
    chance = random.Random(53)
    database = Database({"t": [("k", "int"), ("x", "double")]})
    database.insert("t", *((1, chance.random() * 1000) for _ in range(10)))
    table = StreamTable(database, "SELECT k, sum(x) AS s, avg(x) AS m FROM t GROUP BY k", algebraic_floats=True)
    for _ in range(_SUM_CYCLES):
        for _ in range(_UPDATES_PER_CYCLE):
            database.update("t", chance.choice(database.rows["t"]), (1, chance.random() * 1000))
        table.refresh()
    ((_, total, mean),) = table.rows()
    assert math.isclose(total, math.fsum(x for _, x in database.rows["t"]), rel_tol=1e-10)
    assert math.isclose(mean, total / 10, rel_tol=1e-12)
    database.connection.close()


def test_53_variance_with_a_great_offset_is_the_querys_own():
    database = Database({"t": [("k", "int"), ("x", "double")]})
    database.insert("t", *((1, 1e8 + x) for x in (0.25, 0.5, 1.5, 2.0)))
    table = StreamTable(database, "SELECT k, var_pop(x) AS v, stddev(x) AS d FROM t GROUP BY k")
    for x in (3.25, 4.5, 0.125):
        database.insert("t", (1, 1e8 + x))
        database.delete("t", database.rows["t"][0])
        table.refresh_and_compare()
    shown = table.rows()[0][1]
    values = [x - 1e8 for _, x in database.rows["t"]]
    mean = sum(values) / len(values)
    assert math.isclose(shown, sum((x - mean) ** 2 for x in values) / len(values), rel_tol=1e-6)
    database.connection.close()


def test_54_decimals_have_the_type_of_the_query():
    database = Database({"t": [("k", "int"), ("d", "decimal(12,2)"), ("w", "decimal(38,4)")]})
    query = "SELECT k, sum(d) AS s, max(d) AS m, sum(w) AS w FROM t GROUP BY k"
    table = StreamTable(database, query)
    database.insert("t", (1, 1, 2), (1, 3, 4))
    table.refresh_and_compare()
    described = [
        [row[:2] for row in database.connection.execute(f"DESCRIBE {text}").fetchall()]
        for text in (table.shown(), query)
    ]
    assert described[0] == described[1]
    database.connection.close()
