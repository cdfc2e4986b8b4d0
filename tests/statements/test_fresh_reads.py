"""Stream tables that are brought up to date before they are read: what settings and properties say, and what not."""

from __future__ import annotations

import threading

import pytest
from pyspark.errors import PySparkException


def test_a_wrong_setting_of_fresh_reads_is_refused_where_it_matters(spark, orders):
    spark.sql(
        "CREATE STREAM TABLE groups REFRESH MODE IMMEDIATE AS SELECT region, count(*) AS n FROM orders GROUP BY region"
    )
    stale = spark.newSession()
    stale.sql(f"USE {orders.split('.')[0]}")
    stale.sql("SET spark.streamtables.fresh_reads = sometimes")
    with pytest.raises(PySparkException) as raised:
        stale.sql("SELECT * FROM groups")
    assert raised.value.getCondition() == "INVALID_SETTING"
    assert "spark.streamtables.fresh_reads cannot be 'sometimes': it is on or off" in str(raised.value)
    assert stale.sql("SELECT * FROM orders").count() == 4
    stale.sql("SET spark.streamtables.fresh_reads = OFF")
    assert stale.sql("SELECT * FROM groups").count() == 3


def test_a_new_table_is_brought_up_to_date_from_its_first_reading(spark, orders):
    reader = spark.newSession()
    reader.sql(f"USE {orders.split('.')[0]}")
    reader.sql("SET spark.streamtables.fresh_reads = sometimes")
    ended = threading.Event()

    def read_all_the_time():
        while not ended.is_set():
            reader.sql("SELECT 1 FROM orders")

    thread = threading.Thread(target=read_all_the_time)
    thread.start()
    try:
        for number in range(3):
            spark.sql(f"CREATE STREAM TABLE first_{number} REFRESH MODE IMMEDIATE AS SELECT id FROM orders")
            with pytest.raises(PySparkException) as raised:
                reader.sql(f"SELECT * FROM first_{number}")
            assert raised.value.getCondition() == "INVALID_SETTING"
    finally:
        ended.set()
        thread.join()


def test_fresh_reads_without_effect_are_told_of(spark, orders):
    properties = "TBLPROPERTIES ('streamtables.fresh_reads' = 'true')"
    notice = "streamtables.fresh_reads has no effect: each refresh recomputes it"

    def told(statement):
        return str(spark.sql(statement).collect()).count(notice)

    random = f"CREATE STREAM TABLE drawn {properties} AS SELECT id, rand() AS r FROM orders"
    for statement in (f"EXPLAIN {random}", random, "DESCRIBE STREAM TABLE drawn"):
        assert told(statement) == 1, statement
    for statement, times in {
        f"CREATE STREAM TABLE kept {properties} AS SELECT id FROM orders": 0,
        "DESCRIBE STREAM TABLE kept": 0,
        "EXPLAIN ALTER STREAM TABLE kept SET REFRESH MODE FULL": 1,
        "ALTER STREAM TABLE kept SET REFRESH MODE FULL": 1,
        "ALTER STREAM TABLE kept SET TBLPROPERTIES ('streamtables.fresh_reads' = 'false')": 0,
        "ALTER STREAM TABLE kept SET TBLPROPERTIES ('streamtables.fresh_reads' = 'true')": 1,
        "ALTER STREAM TABLE kept SET REFRESH MODE AUTO": 0,
        "ALTER STREAM TABLE kept AS SELECT id, uuid() AS u FROM orders": 1,
        "ALTER STREAM TABLE kept RENAME TO other": 0,
    }.items():
        assert told(statement) == times, statement
