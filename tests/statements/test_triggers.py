"""What follows a refresh: callbacks of the process, and triggers."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import pytest

import streamtables
from streamtables.fault_points import FAULT_POINTS, InjectedFaultError

if TYPE_CHECKING:
    from collections.abc import Callable

    from pyspark.sql import SparkSession


@pytest.fixture
def run(spark: SparkSession, refresh: Callable[..., Any]) -> Callable[..., Any]:
    """Run statements, refresh the totals and return the result."""

    def change(*statements: str) -> Any:
        for statement in statements:
            spark.sql(statement)
        return refresh("totals")

    return change


@pytest.fixture
def audit(spark: SparkSession, totals: str) -> Callable[[], list[tuple[Any, ...]]]:
    """A table that triggers write to; returns its rows and empties it."""
    spark.sql("CREATE TABLE audit (what STRING, region STRING, orders BIGINT) USING delta")

    def taken() -> list[tuple[Any, ...]]:
        rows = sorted(map(tuple, spark.table("audit").collect()), key=repr)
        spark.sql("DELETE FROM audit")
        return rows

    return taken


def _rows(frame: Any) -> set[tuple[Any, ...]]:
    return {(row["region"], row["orders"]) for row in frame.collect()}


def test_functions_of_the_process_are_called_behind_a_refresh(spark, totals, run, caplog):
    seen: list[tuple[Any, ...]] = []
    events: list[Any] = []

    def note(change: Any) -> None:
        frames = change.inserted, change.updated_old, change.updated_new, change.deleted
        seen.append((*map(_rows, frames), change.result.version))

    def fail(change: Any) -> None:
        raise ValueError(change.result.mode)

    table = streamtables.table(spark, "totals")
    subscriptions = [table.on_change(note), table.on_change(fail), streamtables.on_refresh(spark, events.append)]
    with caplog.at_level(logging.WARNING, logger="streamtables"):
        row = run("INSERT INTO orders VALUES (5, 'east', 1), (6, 'north', 1)", "DELETE FROM orders WHERE id = 3")
    assert row["mode"] == "DIFFERENTIAL"
    assert seen == [({("east", 1)}, {("north", 2)}, {("north", 3)}, {("south", 1)}, row["version"])]
    warnings = [one for one in caplog.records if one.name.endswith("listeners") and one.levelno == logging.WARNING]
    assert len(warnings) == 1
    assert run()["mode"] == "NO_CHANGE"
    # All rows are written again, and none of them is another one.
    assert table.refresh("FULL")["mode"] == "FULL"
    assert len(seen) == 1
    told = [(one.mode, one.rows_inserted, one.rows_updated, one.rows_deleted, one.reason_code) for one in events]
    assert told[:2] == [
        ("DIFFERENTIAL", 1, 1, 1, "REFRESH_MODE"),
        ("NO_CHANGE", 0, 0, 0, "NOTHING_CHANGED"),
    ]
    assert (events[0].to_version, events[1].from_version) == (row["version"], row["version"])
    for subscription in subscriptions:
        subscription.cancel()
    run("INSERT INTO orders VALUES (7, 'east', 1)")
    assert (len(seen), len(events)) == (1, 3)


def test_triggers_see_the_rows_of_each_refresh_once(spark, totals, audit, run):
    trigger = "CREATE TRIGGER {} AFTER {} ON STREAM TABLE totals REFERENCING {} AS INSERT INTO audit "
    told = spark.sql(
        trigger.format("came", "INSERT OR UPDATE", "NEW TABLE AS n") + "SELECT 'came', region, orders FROM n"
    ).collect()
    assert [row["trigger"] for row in told] == ["came"]
    spark.sql(trigger.format("went", "DELETE", "OLD TABLE o") + "SELECT 'went', region, orders FROM o")
    pairs = "SELECT 'pair', n.region, 10 * o.orders + n.orders FROM o JOIN n ON o.region <=> n.region"
    spark.sql(trigger.format("pair", "UPDATE", "OLD TABLE o NEW TABLE n") + pairs)
    when = "NEW TABLE n WHEN (EXISTS (SELECT 1 FROM n WHERE orders > 1))"
    spark.sql(trigger.format("many", "INSERT", when) + "SELECT 'many', 'all', count(*) FROM n")
    assert run()["mode"] == "NO_CHANGE"
    assert audit() == []

    row = run("INSERT INTO orders VALUES (5, 'east', 1), (6, 'north', 1)", "DELETE FROM orders WHERE id = 3")
    assert row["mode"] == "DIFFERENTIAL"
    assert audit() == [("came", "east", 1), ("came", "north", 3), ("pair", "north", 23), ("went", "south", 1)]
    run("INSERT INTO orders VALUES (7, 'west', 1), (8, 'west', 1)")
    assert audit() == [("came", "west", 2), ("many", "all", 1)]
    # What recomputing writes again is no change; a session's own settings and schema are not the trigger's.
    spark.sql("USE default")
    schema = totals.split(".")[0]
    assert spark.sql(f"REFRESH STREAM TABLE {totals} FULL").collect()[0]["mode"] == "FULL"
    spark.sql(f"INSERT INTO {schema}.orders VALUES (9, 'east', 1)")
    spark.sql(f"REFRESH STREAM TABLE {totals}")
    spark.sql(f"USE {schema}")
    assert audit() == [("came", "east", 2), ("pair", "east", 12)]

    # Renamed, and stored in another way: the triggers stay, and see what changed meanwhile once.
    spark.sql("ALTER STREAM TABLE totals RENAME TO sums")
    spark.sql("INSERT INTO orders VALUES (10, 'east', 1)")
    spark.sql("ALTER STREAM TABLE sums SET TBLPROPERTIES ('streamtables.apply' = 'append')")
    spark.sql("REFRESH STREAM TABLE sums")
    assert audit() == [("came", "east", 3), ("pair", "east", 23)]
    shown = spark.sql("SHOW TRIGGERS ON STREAM TABLE sums").collect()
    assert [row["trigger"] for row in shown] == ["came", "many", "pair", "went"]
    listed = spark.sql(f"SELECT name, stream_table FROM streamtables.triggers WHERE stream_table LIKE '%{schema}%'")
    assert {tuple(row) for row in listed.collect()} == {(n["trigger"], f"spark_catalog.{schema}.sums") for n in shown}

    # Off: what changes meanwhile is not seen later.
    spark.sql("ALTER STREAM TABLE sums SET TBLPROPERTIES ('streamtables.triggers' = 'off')")
    spark.sql("INSERT INTO orders VALUES (11, 'east', 1)")
    spark.sql("REFRESH STREAM TABLE sums")
    spark.sql("ALTER STREAM TABLE sums SET TBLPROPERTIES ('streamtables.triggers' = 'on')")
    spark.sql("INSERT INTO orders VALUES (12, 'west', 1)")
    for name in ("many", "pair", "went"):
        spark.sql(f"DROP TRIGGER {name} ON STREAM TABLE sums")
    spark.sql("REFRESH STREAM TABLE sums")
    assert audit() == [("came", "west", 3)]
    # Replaced: the trigger stays, and sees what changes from then on.
    query = "SELECT region, count(*) AS orders FROM orders GROUP BY region"
    spark.sql(f"CREATE OR REPLACE STREAM TABLE sums REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("INSERT INTO orders VALUES (13, 'west', 1)")
    spark.sql("REFRESH STREAM TABLE sums")
    assert audit() == [("came", "west", 4)]
    left = f"SELECT * FROM streamtables.triggers WHERE stream_table LIKE '%{schema}%'"
    assert spark.sql(left).count() == 1
    spark.sql("DROP STREAM TABLE sums")
    assert spark.sql(left).count() == 0
    assert [row for row in spark.sql("SHOW TRIGGERS").collect() if row["stream_table"].startswith(schema)] == []


def test_a_trigger_that_fails_runs_again_for_the_same_rows(spark, totals, audit, run):
    spark.sql("CREATE TABLE switch USING delta AS SELECT 0 AS ok")
    for name in ("a", "b"):
        orders = "orders + 1 DIV (SELECT max(ok) FROM switch)" if name == "a" else "orders + 1"
        spark.sql(
            f"CREATE TRIGGER {name} AFTER INSERT ON STREAM TABLE totals REFERENCING NEW TABLE n "
            f"AS INSERT INTO audit SELECT '{name}', region, {orders} FROM n"
        )
    row = run("INSERT INTO orders VALUES (5, 'east', 1)")
    assert row["mode"] == "DIFFERENTIAL"
    assert "trigger a failed: [DIVIDE_BY_ZERO]" in row["reason"]
    assert audit() == [("b", "east", 2)]
    history = spark.sql("SHOW REFRESH HISTORY FOR totals LIMIT 1").collect()[0]
    assert (history["version"], "trigger a failed" in history["reason"]) == (row["version"], True)
    assert run("INSERT INTO orders VALUES (6, 'west', 1)")["mode"] == "DIFFERENTIAL"
    assert audit() == [("b", "west", 2)]
    spark.sql("UPDATE switch SET ok = 1")
    row = run()
    assert (row["mode"], "failed" in row["reason"]) == ("NO_CHANGE", False)
    assert audit() == [("a", "east", 2), ("a", "west", 2)]
    # Skipped: the next refresh goes on behind it.
    spark.sql("UPDATE switch SET ok = 0")
    spark.sql("SET spark.streamtables.triggers.on_error = skip")
    try:
        assert "trigger a failed" in run("INSERT INTO orders VALUES (7, 'here', 1)")["reason"]
    finally:
        spark.sql("RESET spark.streamtables.triggers.on_error")
    spark.sql("UPDATE switch SET ok = 1")
    run()
    assert audit() == [("b", "here", 2)]


def test_a_trigger_that_ends_at_any_step_writes_once(spark, totals, audit, run):
    spark.sql(
        "CREATE TRIGGER came AFTER INSERT OR UPDATE ON STREAM TABLE totals REFERENCING NEW TABLE n "
        "AS INSERT INTO audit SELECT 'came', region, orders FROM n"
    )
    for region in ("trigger.begin", "trigger.begun", "trigger.ran", "trigger.done"):
        reached: list[str] = []

        def end(point: str, step: str = region, reached: list[str] = reached) -> None:
            if point == step and not reached:
                reached.append(point)
                raise InjectedFaultError(point)

        with FAULT_POINTS.listen(end):
            run(f"INSERT INTO orders VALUES (5, '{region}', 1)")
        assert reached == [region]
        # The next refresh has changes of its own, of the same row; what had begun is told apart from them.
        assert run(f"INSERT INTO orders VALUES (6, '{region}', 1)")["mode"] == "DIFFERENTIAL"
        apart = [] if region == "trigger.begin" else [("came", region, 1)]
        assert audit() == [*apart, ("came", region, 2)]
        run()
        assert audit() == []


def test_what_cannot_be_a_trigger_is_refused_and_nothing_stored(spark, totals, audit):
    start = "CREATE TRIGGER t AFTER INSERT ON STREAM TABLE totals "
    insert = "AS INSERT INTO audit SELECT 'x', region, orders FROM n"
    refused = {
        start.replace("totals", "nowhere") + insert: "STREAM_TABLE_NOT_FOUND",
        start + "REFERENCING OLD TABLE o AS INSERT INTO audit SELECT 'x', region, orders FROM o": "OLD TABLE has rows",
        start.replace("INSERT", "DELETE") + "REFERENCING NEW TABLE n " + insert: "NEW TABLE has rows",
        start + "REFERENCING NEW TABLE n WHEN (1 + 1) " + insert: "is of type int",
        start + "REFERENCING NEW TABLE n WHEN (nothing > 1) " + insert: "UNRESOLVED_COLUMN",
        start + insert: "TABLE_OR_VIEW_NOT_FOUND",
        start + "AS INSERT INTO audit VALUES (1)": "DELTA_INSERT_COLUMN_ARITY_MISMATCH",
        start + "AS INSERT INTO audit WHAT": "PARSE_SYNTAX_ERROR",
        start + "AS SELECT 1": "one statement that writes",
        start + "AS BEGIN DELETE FROM audit; DELETE FROM audit; END": "one statement that writes",
        start + "AS INSERT INTO orders VALUES (9, 'x', 1)": "TRIGGER_WRITES_SOURCE",
        start + "AS DELETE FROM totals": "PROTECTED_TABLE",
        start.replace("TRIGGER t", "TRIGGER a.t") + "AS DELETE FROM audit": "one part",
    }
    for statement, found in refused.items():
        with pytest.raises(Exception, match=found) as caught:
            spark.sql(statement)
        # Where Delta refuses a statement it names no place.
        assert "line 1" in str(caught.value) or found.endswith("DELTA_INSERT_COLUMN_ARITY_MISMATCH"), statement
    assert spark.sql("SHOW TRIGGERS ON STREAM TABLE totals").collect() == []
    spark.sql(start + "AS DELETE FROM audit")
    with pytest.raises(streamtables.StreamTableError, match="TRIGGER_EXISTS"):
        spark.sql(start + "AS DELETE FROM audit")
    told = spark.sql(start.replace("TRIGGER t", "OR REPLACE TRIGGER T") + "AS DELETE FROM audit WHERE true")
    assert told.collect()[0]["reason"] == "runs after INSERT"
    shown = spark.sql("SHOW TRIGGERS ON STREAM TABLE totals").collect()
    assert [(row["trigger"], row["statement"]) for row in shown] == [("T", "DELETE FROM audit WHERE true")]
    spark.sql("CREATE STREAM TABLE ids REFRESH MODE FULL AS SELECT id, region FROM orders")
    told = spark.sql("CREATE TRIGGER u AFTER UPDATE ON STREAM TABLE ids AS DELETE FROM audit").collect()[0]["reason"]
    assert "nothing is an UPDATE" in told
    assert "each refresh writes all rows" in told
    with pytest.raises(streamtables.StreamTableError, match="TRIGGER_NOT_FOUND"):
        spark.sql("DROP TRIGGER nothing ON STREAM TABLE totals")
    assert spark.sql("DROP TRIGGER IF EXISTS nothing ON STREAM TABLE totals").collect() == []


def test_triggers_that_close_a_circle_are_refused_or_told_of(spark, totals, run):
    schema, counted = totals.split(".")[0], "SELECT region, count(*) AS n FROM {} GROUP BY region"
    for name in ("near", "far"):
        spark.sql(f"CREATE TABLE {name} (region STRING, n BIGINT) USING delta")
    spark.sql(f"CREATE STREAM TABLE counts REFRESH MODE DIFFERENTIAL AS {counted.format('near')}")
    trigger = "CREATE TRIGGER {} AFTER INSERT OR UPDATE ON STREAM TABLE {} REFERENCING NEW TABLE n AS INSERT INTO {} "
    spark.sql(trigger.format("there", "totals", "near") + "SELECT region, orders FROM n")
    back = trigger.format("back", "counts", "orders") + "SELECT CAST(n AS INT), region, n FROM n"
    with pytest.raises(streamtables.StreamTableError, match="TRIGGER_LOOP") as caught:
        spark.sql(back)
    assert f"orders, which changes {schema}.counts through the trigger there of {schema}.totals" in str(caught.value)
    assert "line 1" in str(caught.value)
    assert spark.sql("SHOW TRIGGERS ON STREAM TABLE counts").collect() == []

    # Closed later, by a stream table's other query: told, and each refresh goes round once.
    away, home = (f"ALTER STREAM TABLE counts AS {counted.format(name)}" for name in ("far", "near"))
    assert "each refresh" not in spark.sql(away).first()["reason"]
    spark.sql(back)
    circle = f"each refresh causes another, through the trigger back of {schema}.counts, the trigger there of"
    for statement in (home, f"CREATE OR REPLACE STREAM TABLE counts AS {counted.format('near')}"):
        assert circle in spark.sql(statement).first()["reason"], statement
    assert run("INSERT INTO orders VALUES (5, 'east', 1)")["mode"] == "DIFFERENTIAL"
    for rows in (1, 2, 3):
        assert spark.table("near").where("region = 'east'").count() == rows
        before = spark.table("orders").where("region = 'east'").count()
        spark.sql("REFRESH STREAM TABLE counts")
        assert spark.table("orders").where("region = 'east'").count() == before + 1
        run()
