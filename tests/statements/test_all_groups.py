"""All groups of an aggregate before and after a change, of a table that is read once."""

from __future__ import annotations

import pytest
from tests.same_rows import assert_same_rows

from streamtables.engine.reading.shortcuts import Shortcuts

TOP = (
    "WITH totals AS (SELECT k, sum(v) AS total, avg(v) AS mean FROM s GROUP BY k) "
    "SELECT k, total FROM totals WHERE total = (SELECT max(total) FROM totals)"
)
ABOVE = "SELECT s.id, o.id AS other FROM s JOIN o ON o.v > (SELECT avg(v) FROM s) AND s.k = o.k"
CHANGES = (
    ("UPDATE s SET v = v + 7 WHERE id = 4", "INSERT INTO o VALUES (90, 0, 90)"),
    ("DELETE FROM s WHERE k = 2", "INSERT INTO s VALUES (50, NULL, 100), (51, NULL, 200)"),
    ("DELETE FROM s WHERE k IS NULL", "DELETE FROM o WHERE id = 3"),
    ("DELETE FROM s",),
    ("INSERT INTO s VALUES (1, 1, 1), (2, 1, NULL), (3, 2, NULL)",),
)


@pytest.mark.parametrize(
    "small",
    [pytest.param(True, id="few changes"), pytest.param(False, id="many changes", marks=pytest.mark.thorough)],
)
def test_groups_are_told_from_rows_that_are_read_once(spark, schema, refresh, monkeypatch, small):
    if not small:
        monkeypatch.setattr(Shortcuts, "fit", property(lambda shortcuts: False))
    for name in ("s", "o"):
        spark.sql(f"CREATE TABLE {name} (id INT, k INT, v INT) USING delta")
        spark.sql(f"INSERT INTO {name} SELECT id, id % 4, id * 3 FROM range(12)")
    queries = {"top": TOP, "above": ABOVE}
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    for statements in CHANGES:
        for statement in statements:
            spark.sql(statement)
        for name, query in queries.items():
            assert refresh(name)["mode"] in ("DIFFERENTIAL", "NO_CHANGE")
            assert_same_rows(spark.table(name), spark.sql(query), statements)
    assert spark._jsparkSession.sharedState().cacheManager().isEmpty()
