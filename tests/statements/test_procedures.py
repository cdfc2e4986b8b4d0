"""Stream tables made, changed, refreshed and dropped by calls, as in pg_trickle."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.equivalence.comparison import assert_equal

from streamtables.engine.result import RESULT_COLUMNS

QUERY = "SELECT region, count(*) AS n, sum(amount) AS total FROM orders GROUP BY region"


def test_calls_do_what_the_statements_do(spark, orders):
    created = spark.sql(
        f"CALL create_stream_table(name => 'c', query => '{QUERY}', schedule => '90s', refresh_mode => 'DIFFERENTIAL')"
    )
    assert created.columns == [name for name, _ in RESULT_COLUMNS]
    (row,) = created.collect()
    assert (row["mode"], "neither runs in this process" in row["reason"]) == ("INITIAL", True), row["reason"]
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1.00)")
    (row,) = spark.sql("CALL streamtables.refresh_stream_table('c')").collect()
    assert row["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "c", QUERY, "refreshed by a call")

    narrower = QUERY.replace("GROUP", "WHERE region IS NOT NULL GROUP")
    (row,) = spark.sql(f"CALL alter_stream_table('c', query => '{narrower}')").collect()
    assert row["change"] == "MIGRATE"
    assert_equal(spark, "c", narrower, "altered by a call")
    (row,) = spark.sql("CALL alter_stream_table('c', status => 'SUSPENDED')").collect()
    assert row["change"] == "DEFINITION"
    (row,) = spark.sql("REFRESH STREAM TABLE c").collect()
    assert (row["mode"], row["reason_code"]) == ("SKIPPED", "SUSPENDED")
    text = spark.sql("SHOW CREATE STREAM TABLE c").first()[0]
    assert "SCHEDULE EVERY 90 SECONDS" in text
    assert "status" not in text

    spark.sql("CALL create_stream_table('d', 'SELECT n FROM c', initialize => false)")
    with pytest.raises(PySparkException, match="DEPENDENT_STREAM_TABLES"):
        spark.sql("CALL drop_stream_table('c')")
    dropped = spark.sql("CALL drop_stream_table('c', cascade => true)").collect()
    assert sorted(row["dropped"].rsplit(".", 1)[-1] for row in dropped) == ["c", "d"]
    assert spark.sql("CALL drop_stream_table('c', if_exists => true)").collect() == []


def test_a_mistake_in_a_call_is_placed_in_its_text_and_leaves_nothing(spark, orders, nothing_left):
    for call, condition, place in (
        ("create_stream_table('c', 'SELECT reigon FROM orders')", "UNRESOLVED_COLUMN", "line 1 pos 38"),
        ("create_stream_table('c', 'SELECT rand() AS r FROM orders', NULL, 'DIFFERENTIAL')", "rand", "column 39"),
        ("create_stream_table('c', 'DROP TABLE orders')", "STREAM_SQL_SYNTAX", "column 32"),
        ("create_stream_table('c', quary => 'SELECT 1')", "UNKNOWN_ARGUMENT", "column 31"),
        ("refresh_stream_table('c')", "STREAM_TABLE_NOT_FOUND", "column 27"),
    ):
        with pytest.raises(PySparkException) as caught:
            spark.sql(f"CALL {call}").collect()
        message = str(caught.value)
        assert condition in message, message
        assert place in message, message
    assert spark.table("orders").count() == 4
