"""Stream tables over stream tables whose parts were folded between two refreshes: their rows are other ones then."""

from __future__ import annotations

import pytest
from tests.equivalence.comparison import assert_equal

from streamtables.engine.context import Engine
from streamtables.engine.writing import compaction
from streamtables.session.enabling import runtime_of
from streamtables_grammar.names import QualifiedName

QUERIES = {
    "joined": "SELECT customer, n, total, label FROM sums LEFT JOIN names USING (customer)",
    "nested": "SELECT n, count(*) AS customers, sum(total) AS total FROM sums GROUP BY n",
    "copied": "SELECT customer, n, total FROM sums",
    "ranked": "SELECT customer, rank() OVER (ORDER BY n DESC, customer) AS place FROM sums",
    "asked": "SELECT label, (SELECT total FROM sums WHERE sums.customer = names.customer) AS total FROM names",
    "largest": "SELECT max(total) AS largest, sum(n) AS n FROM sums",
    "first": "SELECT customer, total FROM sums ORDER BY total DESC, customer LIMIT 3",
}
"""Each reads sums in another way: groups below other operators, and at the top."""
SUMS = "SELECT customer, count(*) AS n, sum(amount) AS total FROM orders GROUP BY customer"


@pytest.mark.parametrize("apply", ["auto", pytest.param("merge", marks=pytest.mark.thorough)])
def test_rows_before_a_fold_are_not_those_after_it_less_the_change(spark, schema, monkeypatch, apply):
    monkeypatch.setattr(compaction, "MOST_APPENDS", 1)
    monkeypatch.setattr(Engine, "later", lambda *_, **_kind: None)
    engine = runtime_of(spark).engine
    spark.sql("CREATE TABLE orders (customer INT, amount INT) USING delta")
    spark.sql("CREATE TABLE names (customer INT, label STRING) USING delta")
    spark.sql("INSERT INTO orders SELECT CAST(id % 6 AS INT), CAST(id AS INT) FROM range(60)")
    spark.sql("INSERT INTO names SELECT CAST(id AS INT), concat('c', id) FROM range(8)")
    spark.sql(f"CREATE STREAM TABLE sums REFRESH MODE DIFFERENTIAL AS {SUMS}")
    properties = f"TBLPROPERTIES ('streamtables.apply' = '{apply}')"
    for name, query in QUERIES.items():
        spark.sql(f"CREATE STREAM TABLE {name} {properties} REFRESH MODE DIFFERENTIAL AS {query}")

    def change(*customers: int) -> None:
        for customer in customers:
            spark.sql(f"INSERT INTO orders VALUES ({customer}, 7)")
            assert spark.sql("REFRESH STREAM TABLE sums").first()["mode"] == "DIFFERENTIAL"

    def folded() -> None:
        assert compaction.compact_table(engine, QualifiedName(("spark_catalog", schema, "sums")))

    def check(what: str) -> None:
        for name, query in QUERIES.items():
            explained = spark.sql(f"EXPLAIN REFRESH STREAM TABLE {name}").where("item = 'mode'").collect()
            row = spark.sql(f"REFRESH STREAM TABLE {name}").collect()[-1]
            assert row["mode"] == explained[0]["value"] == "DIFFERENTIAL", (what, name)
            assert_equal(spark, name, query, what)
            assert spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"], (what, name)

    change(1, 1, 2)
    folded()
    check("a fold behind the changes")
    change(1, 2)
    folded()
    change(3, 1)
    check("a fold among the changes")
    folded()
    change(1)
    check("a fold before the changes")
    change(6)
    folded()
    spark.sql("DELETE FROM orders WHERE customer = 6")
    change(2)
    check("a group that came and went around a fold")
