"""Constants and computed columns of an outer join's padded side are NULL in a padded row, from the first rows on."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

SEEN = "(SELECT v, 'y' AS seen FROM r) AS m"
QUERIES = {
    "rows without a partner": f"SELECT l.v FROM l LEFT JOIN {SEEN} ON m.v = l.v WHERE m.seen IS NULL",
    "group key": f"SELECT m.seen, count(*) AS n FROM l LEFT JOIN {SEEN} ON m.v = l.v GROUP BY m.seen",
    "counted": f"SELECT count(m.seen) AS n, count(*) AS a FROM l LEFT JOIN {SEEN} ON m.v = l.v",
    "distinct": f"SELECT DISTINCT m.seen FROM l LEFT JOIN {SEEN} ON m.v = l.v",
    "partition": f"SELECT l.v, count(*) OVER (PARTITION BY m.seen) AS n FROM l LEFT JOIN {SEEN} ON m.v = l.v",
    "first rows": (
        f"SELECT m.seen, l.v FROM l LEFT JOIN {SEEN} ON m.v = l.v ORDER BY m.seen NULLS FIRST, l.v NULLS FIRST LIMIT 2"
    ),
    "right join": f"SELECT m.seen, l.v FROM {SEEN} RIGHT JOIN l ON m.v = l.v",
    "full join": f"SELECT m.seen, o.own FROM {SEEN} FULL JOIN (SELECT v, 1 AS own FROM l) AS o ON m.v = o.v",
    "using": f"SELECT v, seen FROM l FULL JOIN {SEEN} USING (v)",
    "typed": "SELECT m.* FROM l LEFT JOIN (SELECT v, TRUE AS b, DATE '2024-01-02' AS d FROM r) AS m ON m.v = l.v",
    "computed": "SELECT l.v, m.k FROM l LEFT JOIN (SELECT coalesce(v, 0) AS k, v FROM r) AS m ON m.v = l.v",
    "nothing but a constant": "SELECT l.v, m.s FROM l LEFT JOIN (SELECT 'y' AS s FROM r) AS m ON l.v > 1",
    "without FROM": "SELECT l.v, m.c FROM l LEFT JOIN (SELECT 'c' AS c) AS m ON l.v > 1",
    "grouped": (
        "SELECT l.v, m.s FROM l LEFT JOIN (SELECT 's' AS s, v, count(*) AS n FROM r GROUP BY v) AS m ON m.v = l.v"
    ),
    "constant group key": (
        "SELECT l.v, m.s FROM l LEFT JOIN (SELECT 's' AS s, v FROM r GROUP BY 's', v) AS m ON m.v = l.v"
    ),
    "outer join inside": (
        "SELECT l.v, m.s, m.t FROM l LEFT JOIN (SELECT a.v, 'y' AS s, b.t FROM r AS a "
        "LEFT JOIN (SELECT v, 'z' AS t FROM l) AS b ON a.v + 1 = b.v) AS m ON m.v = l.v"
    ),
    "two of them": (
        f"SELECT m.seen, x.c FROM l LEFT JOIN {SEEN} ON m.v = l.v LEFT JOIN (SELECT 1 AS c) AS x ON m.seen = 'y'"
    ),
    "union": (
        "SELECT l.v, m.s FROM l LEFT JOIN (SELECT v, 'y' AS s FROM r UNION ALL SELECT v, 'n' FROM l) AS m "
        "ON m.v = l.v + 1"
    ),
    "lateral": "SELECT l.v, m.s FROM l LEFT JOIN LATERAL (SELECT 'y' AS s FROM r WHERE r.v = l.v) AS m ON TRUE",
    "scalar subquery": "SELECT l.v, (SELECT max('y') FROM r WHERE r.v = l.v) AS s FROM l",
    "below EXISTS": (
        f"SELECT l.v FROM l WHERE EXISTS (SELECT 1 FROM {SEEN} FULL JOIN (SELECT v, 2 AS t FROM l) AS o "
        "ON o.v = m.v WHERE m.seen IS NULL AND o.v = l.v)"
    ),
}


@pytest.mark.parametrize("query", QUERIES.values(), ids=QUERIES)
def test_constant_of_the_padded_side_is_null_in_a_padded_row(query):
    database = Database({"l": [("v", "int")], "r": [("v", "int")]})
    database.insert("l", (1,), (2,), (None,))
    database.insert("r", (1,), (3,))
    table = StreamTable(database, query)
    assert table.wrong() is None
    for change in (
        lambda: database.insert("r", (2,)),
        lambda: database.delete("r", (1,)),
        lambda: (database.insert("l", (3,)), database.delete("r", (3,))),
        lambda: database.truncate("r"),
        lambda: (database.insert("r", (2,)), database.truncate("l")),
    ):
        change()
        table.refresh_and_compare()
    database.connection.close()
