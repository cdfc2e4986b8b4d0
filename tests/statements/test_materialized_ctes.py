"""A deep query is refreshed in steps: small results that several places read are computed once, and nothing is left."""

from __future__ import annotations

from tests.same_rows import assert_same_rows

from streamtables.engine.reading import steps

DEEP = """
    SELECT o.id, o.person FROM orders o
    WHERE EXISTS (SELECT 1 FROM lines l WHERE l.order_id = o.id AND l.amount > (
        SELECT avg(x.amount) FROM lines x WHERE x.part = l.part))
    AND NOT EXISTS (SELECT 1 FROM lines l JOIN orders p ON p.id = l.order_id WHERE l.part = o.person AND p.id > o.id)
"""
CHANGES = (
    "INSERT INTO lines VALUES (3, 2, 90), (5, 5, 1), (NULL, NULL, 8)",
    "DELETE FROM lines WHERE part = 4",
    "UPDATE orders SET person = person + 1 WHERE id > 25",
    "INSERT INTO lines VALUES (31, 77, 8)",
)


def test_small_results_are_computed_once(spark, schema, refresh, monkeypatch):
    del schema
    computed, bring = [], steps.collect_rows

    def counted(session, frame):
        computed.append(session)
        return bring(session, frame)

    monkeypatch.setattr(steps, "collect_rows", counted)
    spark.sql("CREATE TABLE orders (id INT, person INT) USING delta")
    spark.sql("CREATE TABLE lines (order_id INT, part INT, amount INT) USING delta")
    spark.sql("INSERT INTO orders SELECT id, id % 9 FROM range(30) UNION ALL VALUES (NULL, 1), (31, NULL)")
    spark.sql("INSERT INTO lines SELECT id % 30, id % 7, id % 11 FROM range(90)")
    spark.sql(f"CREATE STREAM TABLE deep REFRESH MODE DIFFERENTIAL AS {DEEP}")
    for statement in CHANGES:
        spark.sql(statement)
        assert refresh("deep")["mode"] in ("DIFFERENTIAL", "NO_CHANGE")
        assert_same_rows(spark.table("deep"), spark.sql(DEEP), statement)
    assert len(computed) >= len(CHANGES)
    left = [row["viewName"] for session in {*computed, spark} for row in session.sql("SHOW VIEWS").collect()]
    assert not [name for name in left if name.startswith("__st_")]
