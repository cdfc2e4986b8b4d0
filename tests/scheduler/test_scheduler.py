"""Schedules over real tables: what is due is refreshed, and what fails or changes too much is suspended."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from streamtables.scheduler import agenda
from streamtables.scheduler.scheduler import Scheduler, SchedulerSettings
from streamtables.session.enabling import runtime_of

SUMS = "SELECT region, count(*) AS orders, sum(amount) AS revenue FROM orders GROUP BY region"


@pytest.fixture
def orders(spark, schema):
    spark.sql("CREATE TABLE orders (id INT, region STRING, amount INT) USING delta")
    spark.sql("INSERT INTO orders VALUES (1, 'north', 1), (2, 'north', 2), (3, 'south', 4), (4, NULL, NULL)")
    return f"{schema}.orders"


@pytest.fixture
def start(spark) -> Iterator[Callable[[], Scheduler]]:
    """Starts a scheduler that looks often; all are stopped behind the test."""
    started = []

    def run(poll_s: float = 0.05) -> Scheduler:
        scheduler = Scheduler(runtime_of(spark).engine, SchedulerSettings(poll_s=poll_s, lease_s=2))
        scheduler.start()
        started.append(scheduler)
        return scheduler

    yield run
    for scheduler in started:
        assert scheduler.stop(60)


def until(true: Callable[[], Any], seconds: float = 240) -> Any:
    """Wait until something is so."""
    ends = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < ends, "it did not become so"
        time.sleep(0.05)
    return found


def is_equal(spark, name, query):
    found, wanted = spark.table(name), spark.sql(query)
    return found.exceptAll(wanted).isEmpty() and wanted.exceptAll(found).isEmpty()


def history(spark, name):
    """Return mode and who asked, oldest first."""
    rows = spark.sql(f"SHOW REFRESH HISTORY FOR {name}").collect()
    return [(row["mode"], row["requested_by"]) for row in reversed(rows)]


def status(spark, schema, name):
    rows = spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()
    return next(row["status"] for row in rows if row["stream_table"] == name)


def test_tables_are_refreshed_when_they_are_due_and_carry_along_what_they_read(spark, schema, orders, start):
    spark.sql(f"CREATE STREAM TABLE sums SCHEDULE DOWNSTREAM REFRESH MODE DIFFERENTIAL AS {SUMS}")
    largest = "SELECT max(revenue) AS revenue FROM sums"
    spark.sql(f"CREATE STREAM TABLE largest SCHEDULE ON CHANGE AS {largest}")
    every = "SELECT count(*) AS n FROM orders"
    spark.sql(f"CREATE STREAM TABLE counted SCHEDULE EVERY 1 SECOND REFRESH MODE DIFFERENTIAL AS {every}")
    spark.sql(f"CREATE STREAM TABLE resting AS {every}")
    start()
    for number in range(10, 13):
        spark.sql(f"INSERT INTO orders VALUES ({number}, 'south', 100)")
        until(lambda: is_equal(spark, "sums", SUMS) and is_equal(spark, "counted", every))
        until(lambda: is_equal(spark, "largest", "SELECT max(revenue) AS revenue FROM sums"))
    told = history(spark, "counted")
    assert set(told[1:]) <= {("DIFFERENTIAL", "SCHEDULE"), ("NO_CHANGE", "SCHEDULE")}
    assert ("DIFFERENTIAL", "UPSTREAM") in history(spark, "sums")
    assert history(spark, "resting") == [("INITIAL", "MANUAL")]


def test_sources_that_rest_cost_no_spark_job_and_no_refresh(spark, orders, start):
    for number in range(5):
        spark.sql(f"CREATE STREAM TABLE t{number} SCHEDULE EVERY 1 SECOND AS {SUMS}")
    spark.sql(f"CREATE STREAM TABLE changed SCHEDULE ON CHANGE AS {SUMS}")
    scheduler = start()
    until(lambda: len(history(spark, "changed")) > 1 and scheduler.status().leading and not scheduler.status().running)
    until(lambda: all(len(history(spark, f"t{number}")) > 1 for number in range(5)))
    before = {number: len(history(spark, f"t{number}")) for number in range(5)}
    time.sleep(0.5)

    def jobs():
        return spark.sparkContext._jsc.sc().dagScheduler().numTotalJobs()

    first = jobs()
    time.sleep(2.5)
    assert jobs() == first
    assert {number: len(history(spark, f"t{number}")) for number in range(5)} == before


def test_alter_takes_effect_while_the_scheduler_runs(spark, orders, start):
    spark.sql(f"CREATE STREAM TABLE sums AS {SUMS}")
    scheduler = start()
    until(lambda: scheduler.status().leading)
    spark.sql("INSERT INTO orders VALUES (5, 'west', 5)")
    (row,) = spark.sql("ALTER STREAM TABLE sums SET SCHEDULE ON CHANGE").collect()
    assert "neither runs in this process" not in row["reason"]
    until(lambda: is_equal(spark, "sums", SUMS))
    spark.sql("ALTER STREAM TABLE sums SET SCHEDULE NONE")
    time.sleep(0.3)
    spark.sql("INSERT INTO orders VALUES (6, 'west', 5)")
    time.sleep(1)
    assert not is_equal(spark, "sums", SUMS)


def test_a_table_that_fails_three_times_is_suspended_with_the_error_and_resumed(
    spark, schema, orders, start, monkeypatch
):
    monkeypatch.setattr(agenda, "FIRST_DELAY_S", 0.1)
    spark.sql("CREATE STREAM TABLE shares SCHEDULE ON CHANGE AS SELECT id, 10 / amount AS share FROM orders")
    scheduler = start()
    spark.sql("INSERT INTO orders VALUES (7, 'west', 0)")
    until(lambda: status(spark, schema, "shares") == "suspended")
    failed = [one for one in history(spark, "shares") if one[0] == "FAILED"]
    assert failed == [("FAILED", "SCHEDULE")] * agenda.FAILURES
    why = until(lambda: scheduler.status().suspended.get(f"{schema}.shares"))
    assert "3 times in a row" in why
    assert "DIVIDE_BY_ZERO" in why
    rows = {row[0]: row[1] for row in spark.sql("DESCRIBE STREAM TABLE shares").collect()}
    assert "DIVIDE_BY_ZERO" in rows["Suspended"]
    (row,) = spark.sql("REFRESH STREAM TABLE shares").collect()
    assert (row["mode"], row["reason_code"], "DIVIDE_BY_ZERO" in row["reason"]) == ("SKIPPED", "SUSPENDED", True)
    spark.sql("DELETE FROM orders WHERE id = 7")
    spark.sql("ALTER STREAM TABLE shares RESUME")
    until(lambda: history(spark, "shares")[-1][0] != "FAILED")
    until(lambda: scheduler.status().suspended == {})
    assert status(spark, schema, "shares") == "ok"


def test_what_cannot_get_better_by_itself_is_suspended_at_once(spark, schema, orders, start):
    spark.sql("ALTER TABLE orders SET TBLPROPERTIES ('delta.columnMapping.mode' = 'name')")
    spark.sql(f"CREATE STREAM TABLE sums SCHEDULE ON CHANGE AS {SUMS}")
    start()
    spark.sql("ALTER TABLE orders DROP COLUMN amount")
    until(lambda: status(spark, schema, "sums") == "suspended")
    assert [one for one in history(spark, "sums") if one[0] == "FAILED"] == [("FAILED", "SCHEDULE")]


def test_a_change_that_is_too_large_waits_until_somebody_has_looked(spark, schema, orders, start):
    fused = "TBLPROPERTIES ('streamtables.fuse' = '50 percent')"
    spark.sql(f"CREATE STREAM TABLE sums SCHEDULE ON CHANGE REFRESH MODE DIFFERENTIAL {fused} AS {SUMS}")
    spark.sql("CREATE STREAM TABLE above SCHEDULE DOWNSTREAM AS SELECT sum(revenue) AS revenue FROM sums")
    before = spark.table("sums").collect()
    start()
    spark.sql("DELETE FROM orders WHERE id <= 3")
    until(lambda: status(spark, schema, "sums") == "suspended")
    assert spark.table("sums").collect() == before
    rows = {row[0]: row[1] for row in spark.sql("DESCRIBE STREAM TABLE sums").collect()}
    assert f"3 of 4 rows of {schema}.orders changed, and streamtables.fuse allows 50 percent" in rows["Suspended"]
    last = spark.sql("SHOW REFRESH HISTORY FOR sums").first()
    assert (last["mode"], last["reason_code"], last["requested_by"]) == ("SKIPPED", "FUSE_BLOWN", "SCHEDULE")
    (resumed,) = spark.sql("ALTER STREAM TABLE sums RESUME").collect()
    assert "the next one whatever has changed" in resumed["reason"]
    until(lambda: is_equal(spark, "sums", SUMS))
    assert history(spark, "sums")[-1] == ("DIFFERENTIAL", "SCHEDULE")
    spark.sql("INSERT INTO orders VALUES (8, 'w', 1), (9, 'w', 2)")
    until(lambda: status(spark, schema, "sums") == "suspended")


def test_a_fuse_holds_for_statements_unless_they_name_a_mode(spark, schema, orders):
    fused = "TBLPROPERTIES ('streamtables.fuse' = '20%')"
    spark.sql(f"CREATE STREAM TABLE sums {fused} REFRESH MODE DIFFERENTIAL AS {SUMS}")
    spark.sql("INSERT INTO orders VALUES (8, 'w', 1)")
    explained = {row["item"]: row["value"] for row in spark.sql("EXPLAIN REFRESH STREAM TABLE sums").collect()}
    assert explained["mode"] == "SKIPPED"
    (row,) = spark.sql("REFRESH STREAM TABLE sums").collect()
    assert (row["mode"], row["reason_code"]) == ("SKIPPED", "FUSE_BLOWN")
    assert spark.sql("REFRESH STREAM TABLE sums").first()["reason_code"] == "SUSPENDED"
    spark.sql("ALTER STREAM TABLE sums RESUME")
    assert spark.sql("REFRESH STREAM TABLE sums").first()["mode"] == "DIFFERENTIAL"
    spark.sql("INSERT INTO orders VALUES (9, 'w', 1), (10, 'w', 1)")
    assert spark.sql("REFRESH STREAM TABLE sums DIFFERENTIAL").first()["mode"] == "DIFFERENTIAL"
    assert is_equal(spark, "sums", SUMS)
    spark.sql("CREATE OR REPLACE TABLE orders USING delta AS SELECT 1 AS id, 'x' AS region, 1 AS amount")
    row = spark.sql("REFRESH STREAM TABLE sums").first()
    assert (row["mode"], row["reason_code"]) == ("SKIPPED", "FUSE_BLOWN"), row["reason"]


@pytest.mark.parametrize("value", ["half", "0 percent", "-3%", "201 percent", "50"])
def test_a_fuse_is_a_share(spark, orders, value):
    with pytest.raises(Exception, match=r"INVALID_TABLE_PROPERTY.*streamtables\.fuse"):
        spark.sql(f"CREATE STREAM TABLE sums TBLPROPERTIES ('streamtables.fuse' = '{value}') AS {SUMS}")


def test_a_statement_cannot_wait_for_a_fuse(spark, orders):
    fused = "TBLPROPERTIES ('streamtables.fuse' = '50 percent')"
    with pytest.raises(Exception, match=r"IMMEDIATE_IMPOSSIBLE.*streamtables\.fuse"):
        spark.sql(f"CREATE STREAM TABLE sums REFRESH MODE IMMEDIATE {fused} AS {SUMS}")
    spark.sql(f"CREATE STREAM TABLE sums REFRESH MODE IMMEDIATE AS {SUMS}")
    with pytest.raises(Exception, match=r"IMMEDIATE_IMPOSSIBLE.*streamtables\.fuse"):
        spark.sql("ALTER STREAM TABLE sums SET TBLPROPERTIES ('streamtables.fuse' = '50 percent')")


def test_immediate_tables_catch_up_with_what_others_write(spark, orders, start):
    import streamtables

    spark.sql(f"CREATE STREAM TABLE sums REFRESH MODE IMMEDIATE AS {SUMS}")
    streamtables.disable(spark)
    spark.sql("INSERT INTO orders VALUES (20, 'east', 7)")
    streamtables.enable(spark)
    spark.conf.set("spark.streamtables.fresh_reads", "off")
    try:
        assert not is_equal(spark, "sums", SUMS)
        start()
        until(lambda: is_equal(spark, "sums", SUMS))
    finally:
        spark.conf.unset("spark.streamtables.fresh_reads")


def test_the_clock_in_a_view_counts_too(spark, orders):
    from streamtables.scheduler.scheduled_tables import scheduled_tables

    spark.sql("CREATE VIEW recent AS SELECT id FROM orders WHERE current_timestamp() > TIMESTAMP '2020-01-01 00:00:00'")
    spark.sql("CREATE STREAM TABLE timed SCHEDULE EVERY 1 SECOND AS SELECT id FROM recent")
    spark.sql("CREATE STREAM TABLE plain SCHEDULE EVERY 1 SECOND AS SELECT id FROM orders")
    engine = runtime_of(spark).engine
    with engine.open_session({}) as own:
        found, _ = scheduled_tables(engine, own, engine.registry.entries(own))
    always = {table.key.rsplit(".", 1)[1]: table.always for table in found if table.key.endswith(("timed", "plain"))}
    assert always == {"timed": True, "plain": False}


def test_a_fused_table_that_cannot_be_suspended_says_so(spark, orders, monkeypatch):
    from streamtables.engine.altering import suspend

    fused = "TBLPROPERTIES ('streamtables.fuse' = '20%')"
    spark.sql(f"CREATE STREAM TABLE sums {fused} REFRESH MODE DIFFERENTIAL AS {SUMS}")
    spark.sql("INSERT INTO orders VALUES (8, 'w', 1)")

    def failing(*_):
        raise OSError("no space left")

    monkeypatch.setattr(suspend, "write_definition", failing)
    for _ in range(2):
        (row,) = spark.sql("REFRESH STREAM TABLE sums").collect()
        assert (row["mode"], row["reason_code"]) == ("SKIPPED", "FUSE_BLOWN")
        assert "suspending it failed: no space left" in row["reason"]


def test_of_two_schedulers_on_one_catalog_one_works_and_the_next_takes_over(spark, orders, start):
    spark.sql(f"CREATE STREAM TABLE sums SCHEDULE ON CHANGE AS {SUMS}")
    first = start()
    until(lambda: first.status().leading)
    second = start()
    time.sleep(0.5)
    assert (first.status().leading, second.status().leading) == (True, False)
    first.stop()
    until(lambda: second.status().leading, 10)
    spark.sql("INSERT INTO orders VALUES (20, 'east', 7)")
    until(lambda: is_equal(spark, "sums", SUMS))


def test_changes_that_do_not_show_are_no_schedule(spark, schema, orders):
    spark.sql("CREATE TABLE files (id INT) USING parquet")
    for query in ("SELECT id FROM files", "SELECT 1 AS one"):
        with pytest.raises(Exception, match=r"SCHEDULE_IMPOSSIBLE.*EVERY 5 MINUTES"):
            spark.sql(f"CREATE STREAM TABLE s SCHEDULE ON CHANGE AS {query}")
    spark.sql("CREATE STREAM TABLE s SCHEDULE EVERY 1 HOUR AS SELECT id FROM files")
    with pytest.raises(Exception, match="SCHEDULE_IMPOSSIBLE"):
        spark.sql("ALTER STREAM TABLE s SET SCHEDULE ON CHANGE")


def test_the_scheduler_is_started_and_stopped_from_python(spark, orders):
    import streamtables

    spark.sql(f"CREATE STREAM TABLE sums SCHEDULE ON CHANGE AS {SUMS}")
    scheduler = streamtables.start_scheduler(spark)
    try:
        assert streamtables.start_scheduler(spark) is scheduler
        until(lambda: scheduler.status().leading)
        spark.sql("INSERT INTO orders VALUES (20, 'east', 7)")
        until(lambda: is_equal(spark, "sums", SUMS))
    finally:
        assert streamtables.stop_scheduler(spark)
    assert not scheduler.is_running
    assert (
        "neither runs in this process"
        in {row[0]: row[1] for row in spark.sql("DESCRIBE STREAM TABLE sums").collect()}["Schedule"]
    )
