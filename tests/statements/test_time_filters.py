"""Filters on time: rows leave when time passes, and the frontier holds the instant that was used."""

from __future__ import annotations

import time
from types import SimpleNamespace

from streamtables.engine.sources import pins


def test_rows_leave_when_time_passes(spark, schema, refresh, monkeypatch):
    spark.sql("CREATE TABLE events (id INT, ts TIMESTAMP) USING delta")
    spark.sql("INSERT INTO events SELECT 1, current_timestamp() + INTERVAL 3 HOURS")
    spark.sql(
        "CREATE STREAM TABLE recent REFRESH MODE DIFFERENTIAL AS "
        "SELECT id FROM events WHERE ts >= current_timestamp() - INTERVAL 1 HOUR"
    )
    spark.sql("INSERT INTO events SELECT 2, current_timestamp()")
    assert refresh("recent")["mode"] == "DIFFERENTIAL"
    assert sorted(row["id"] for row in spark.table("recent").collect()) == [1, 2]
    an_hour_later = SimpleNamespace(time_ns=lambda: time.time_ns() + 3_600_000_000_000)
    monkeypatch.setattr(pins, "time", an_hour_later)
    row = refresh("recent")
    assert (row["mode"], row["reason"]) == ("DIFFERENTIAL", "refresh mode DIFFERENTIAL")
    assert [row["id"] for row in spark.table("recent").collect()] == [1]
    assert spark.sql("VERIFY STREAM TABLE recent").first()["equal"]


def test_time_alone_makes_no_commit(spark, schema, refresh):
    spark.sql("CREATE TABLE events (id INT, day DATE) USING delta")
    spark.sql("INSERT INTO events VALUES (1, DATE'2020-01-01'), (2, DATE'2999-01-01')")
    spark.sql(
        "CREATE STREAM TABLE future REFRESH MODE DIFFERENTIAL AS "
        "SELECT id FROM events WHERE day >= current_date() - INTERVAL 7 DAYS"
    )
    row = refresh("future")
    assert (row["mode"], row["version"]) == ("NO_CHANGE", 0)
    assert [row["id"] for row in spark.table("future").collect()] == [2]
