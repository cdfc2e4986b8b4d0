"""The same changes, summed up by one refresh or followed one by one."""

from __future__ import annotations

import random

import pytest

from tests.rewriter.close_rows import close_rows
from tests.rewriter.duckdb_engine import Database, StreamTable

_CHANGES = 40
_QUERIES = (
    "SELECT k, count(*) AS n, sum(v) AS s, min(v) AS low, max(v) AS high, count(DISTINCT v) AS d FROM t GROUP BY k",
    "SELECT t.id, u.id AS other, t.v FROM t LEFT JOIN u ON t.k = u.k AND u.v > 1",
    "SELECT DISTINCT k FROM t WHERE NOT EXISTS (SELECT 1 FROM u WHERE u.k = t.k)",
    "SELECT id, row_number() OVER (PARTITION BY k ORDER BY v, id) AS r FROM t",
    "SELECT k, v FROM t EXCEPT ALL SELECT k, v FROM u",
    "SELECT k, sum(v) AS s FROM t GROUP BY k ORDER BY s DESC NULLS LAST, k NULLS FIRST LIMIT 2",
)


@pytest.mark.parametrize("query", _QUERIES)
def test_91_one_refresh_and_many_give_the_same_rows(query):
    columns = [("id", "int"), ("k", "int"), ("v", "int")]
    often, once = (StreamTable(Database({"t": columns, "u": columns}), query) for _ in range(2))
    chance = random.Random(91)
    for number in range(_CHANGES):
        name = chance.choice("tu")
        rows = often.database.rows[name]
        old = chance.choice(rows) if rows and chance.random() < 0.5 else None
        new = (number, chance.choice((None, 1, 2, 3)), chance.randrange(4))
        for database in (often.database, once.database):
            if old is None:
                database.insert(name, new)
            elif number % 3:
                database.update(name, old, new)
            else:
                database.delete(name, old)
        often.refresh_and_compare()
    once.refresh_and_compare()
    assert close_rows(once.rows(), often.rows())
    assert close_rows(once.stored(), often.stored())
    for table in (often, once):
        table.database.connection.close()
