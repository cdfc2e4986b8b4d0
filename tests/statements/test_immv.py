"""Calls of pg_ivm's functions."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.equivalence.comparison import assert_equal


def test_calls_make_fill_empty_and_tell_of_immvs(spark, orders):
    query = "SELECT region, count(*), sum(amount) FROM orders GROUP BY region"
    created = spark.sql(f"CALL create_immv('m(region, n, total)', '{query}')")
    assert (created.columns, created.first()[0]) == (["create_immv"], 3)
    shown = "SELECT region, count(*) AS n, sum(amount) AS total FROM orders GROUP BY region"
    stale = spark.newSession()
    stale.sql(f"USE {orders.split('.', 1)[0]}")
    stale.sql("SET spark.streamtables.fresh_reads = off")
    spark.sql("INSERT INTO orders VALUES (9, 'west', 1)")
    assert_equal(stale, "m", shown, "maintained")
    assert spark.sql("CALL get_immv_def('m')").first()[0] == query

    schema = orders.split(".", 1)[0]
    catalog = "SELECT viewdef, ispopulated, lastivmupdate FROM streamtables.pg_ivm_immv"
    listed = f"{catalog} WHERE immvrelid LIKE '%{schema}.m'"
    assert spark.sql("CALL refresh_immv('m', false)").first()[0] == 0
    assert tuple(spark.sql(listed).first())[:2] == (query, False)
    spark.sql("INSERT INTO orders VALUES (10, 'west', 1)")
    assert stale.table("m").count() == 0
    assert spark.table("m").count() == 0
    assert spark.sql("CALL refresh_immv('m', with_data => true)").first()[0] == 4
    described = spark.sql(listed).first()
    assert (described["ispopulated"], described["lastivmupdate"] is not None) == (True, True)
    spark.sql("DELETE FROM orders WHERE region = 'west'")
    assert_equal(stale, "m", shown, "maintained again")
    spark.sql("ALTER STREAM TABLE m RENAME TO renamed")
    spark.sql("INSERT INTO orders VALUES (11, 'east', 1)")
    assert_equal(stale, "renamed", shown, "renamed")
    spark.sql("DROP STREAM TABLE renamed")
    assert spark.sql(listed.replace(".m'", ".renamed'")).count() == 0


def test_bad_calls_are_refused_with_their_place(spark, totals, nothing_left):
    for call, condition, words in (
        ("CALL create_immv('x')", "MISSING_ARGUMENT", "query"),
        ("CALL create_immv('x', 'SELECT id FROM orders', true)", "UNKNOWN_ARGUMENT", "number 3"),
        ("CALL create_immv('x y', 'SELECT id FROM orders')", "INVALID_ARGUMENT", "sales.by_region"),
        ("CALL create_immv('x(a) COMMENT ''c''', 'SELECT id FROM orders')", "INVALID_ARGUMENT", "line 1, column"),
        ("CALL create_immv('x(a, b)', 'SELECT id FROM orders')", "COLUMN_COUNT_MISMATCH", "2 names"),
        ("CALL create_immv('x', 'SELECT rand() AS r FROM orders')", "UNSUPPORTED_QUERY", "rand()"),
        ("CALL refresh_immv('totals', 'yes')", "INVALID_ARGUMENT", "true or false"),
        ("CALL refresh_immv('totals')", "MISSING_ARGUMENT", "with_data"),
        ("CALL refresh_immv('totals', true)", "NO_IMMV", "DIFFERENTIAL"),
        ("CALL get_immv_def('nowhere')", "STREAM_TABLE_NOT_FOUND", "nowhere"),
    ):
        with pytest.raises(PySparkException) as raised:
            spark.sql(call)
        assert raised.value.getCondition().startswith(condition), f"{call}: {raised.value}"
        assert words in str(raised.value), call
