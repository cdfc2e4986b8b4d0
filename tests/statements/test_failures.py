"""Refreshes that fail: what the statement says, what the history keeps, and what SHOW STREAM TABLES tells."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException

from streamtables.engine.context import Engine
from streamtables.engine.refreshing.report import ON_ERROR_SETTING
from streamtables.session.enabling import runtime_of


@pytest.fixture
def broken(spark, schema):
    """Five stream tables, of which one cannot cast what has come, one reads that one, and one has lost its source."""
    spark.sql("CREATE TABLE s (k INT, t STRING) USING delta")
    spark.sql("INSERT INTO s VALUES (1, '1'), (2, '2')")
    spark.sql("CREATE TABLE doomed (a INT) USING delta")
    for name, query in {
        "fine": "SELECT k FROM s",
        "casting": "SELECT k, CAST(t AS INT) AS n FROM s",
        "lost": "SELECT a FROM doomed",
        "below": "SELECT n FROM casting",
        "also_fine": "SELECT k, count(*) AS n FROM fine GROUP BY k",
    }.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("DROP TABLE doomed")
    spark.sql("INSERT INTO s VALUES (3, 'three')")
    return schema


def _status(spark, schema):
    return {row["stream_table"]: row for row in spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()}


def test_a_failure_says_one_line_a_table_and_the_history_has_the_whole_run(spark, broken):
    before = _status(spark, broken)
    assert {row["status"] for row in before.values()} == {"ok"}
    with pytest.raises(PySparkException) as caught:
        spark.sql(f"REFRESH STREAM TABLES IN {broken}")
    assert caught.value.getCondition() == "REFRESH_FAILED"
    run = caught.value.getMessageParameters()["run"]
    lines = str(caught.value).splitlines()
    assert "2 of 5 stream tables" in lines[0]
    assert run in lines[0]
    told = {line.split(":")[0].strip(): line for line in lines[1:4]}
    assert told.keys() == {f"{broken}.casting", f"{broken}.lost", "skipped"}
    assert "[CAST_INVALID_INPUT]" in told[f"{broken}.casting"]
    assert "[SOURCE_MISSING]" in told[f"{broken}.lost"]
    assert told["skipped"].endswith(f"{broken}.below")
    for sign in ("Project", "== SQL", "at org.apache", "Traceback"):
        assert sign not in str(caught.value)

    kept = spark.sql(f"SELECT * FROM streamtables.refresh_history WHERE run_id = '{run}'").collect()
    assert {row["stream_table"].split(".")[1]: (row["mode"], row["reason_code"]) for row in kept} == {
        "fine": ("DIFFERENTIAL", "REFRESH_MODE"),
        "also_fine": ("DIFFERENTIAL", "REFRESH_MODE"),
        "casting": ("FAILED", "QUERY_FAILED"),
        "lost": ("FAILED", "SOURCE_MISSING"),
        "below": ("SKIPPED", "UPSTREAM_FAILED"),
    }
    assert all(row["reason"] for row in kept)
    assert {row["stream_table"] for row in kept if row["error"]} == {f"{broken}.casting", f"{broken}.lost"}

    after = _status(spark, broken)
    assert {name: row["status"] for name, row in after.items()} == {
        "fine": "ok",
        "also_fine": "ok",
        "casting": "failed",
        "lost": "failed",
        "below": "skipped",
    }
    assert "CAST_INVALID_INPUT" in after["casting"]["error"]
    assert f"{broken}.casting could not be refreshed" in after["below"]["error"]
    assert after["casting"]["last_refresh"] == before["casting"]["last_refresh"]
    assert after["fine"]["last_refresh"] > before["fine"]["last_refresh"]

    spark.sql("DELETE FROM s WHERE k = 3")
    spark.sql("REFRESH STREAM TABLE below")
    assert [_status(spark, broken)[name]["status"] for name in ("casting", "below")] == ["ok", "ok"]


def test_failures_can_be_reported_as_rows(spark, broken):
    spark.conf.set(ON_ERROR_SETTING, "report")
    try:
        rows = {row["stream_table"]: row for row in spark.sql(f"REFRESH STREAM TABLES IN {broken}").collect()}
        (single,) = spark.sql("REFRESH STREAM TABLE lost").collect()
    finally:
        spark.conf.unset(ON_ERROR_SETTING)
    assert {name.split(".")[1]: row["mode"] for name, row in rows.items()} == {
        "fine": "DIFFERENTIAL",
        "also_fine": "DIFFERENTIAL",
        "casting": "FAILED",
        "lost": "FAILED",
        "below": "SKIPPED",
    }
    assert rows[f"{broken}.casting"]["reason"].startswith("[CAST_INVALID_INPUT]")
    assert rows[f"{broken}.casting"]["reason_code"] == "QUERY_FAILED"
    assert (single["mode"], single["reason_code"], single["version"]) == ("FAILED", "SOURCE_MISSING", None)
    with pytest.raises(PySparkException) as caught:
        spark.sql("REFRESH STREAM TABLE lost")
    assert caught.value.getCondition() == "SOURCE_MISSING", "the only table of a run raises its own error"


def test_a_failure_above_does_not_keep_the_other_named_tables_from_being_refreshed(spark, broken):
    with pytest.raises(PySparkException) as caught:
        spark.sql("REFRESH STREAM TABLE below, also_fine")
    assert caught.value.getCondition() == "REFRESH_FAILED"
    assert spark.table("also_fine").count() == 3


def test_another_value_of_the_setting_is_refused(spark, schema, totals):
    spark.conf.set(ON_ERROR_SETTING, "shrug")
    try:
        with pytest.raises(PySparkException) as caught:
            spark.sql("REFRESH STREAM TABLE totals")
    finally:
        spark.conf.unset(ON_ERROR_SETTING)
    assert caught.value.getCondition() == "INVALID_SETTING"


def test_a_refresh_without_changes_moves_the_time(spark, schema, totals):
    before = _status(spark, schema)["totals"]
    spark.sql("REFRESH STREAM TABLE totals")
    after = _status(spark, schema)["totals"]
    assert (before["last_mode"], after["last_mode"]) == ("INITIAL", "NO_CHANGE")
    assert after["last_refresh"] > before["last_refresh"]
    runtime_of(spark).engine.history.flush()
    assert _status(spark, schema)["totals"]["last_refresh"] == after["last_refresh"]


def test_the_first_filling_is_in_the_history(spark, schema, totals):
    spark.sql("CREATE STREAM TABLE unfilled WITH NO DATA AS SELECT id FROM orders")
    spark.sql("REFRESH STREAM TABLE unfilled")
    found = spark.sql("SHOW REFRESH HISTORY").where(f"stream_table LIKE '{schema}.%'").collect()
    assert [(row["mode"], row["reason_code"], row["rows_inserted"]) for row in reversed(found)] == [
        ("INITIAL", "CREATED", 3),
        ("INITIAL", "CREATED_EMPTY", 0),
        ("INITIAL", "FIRST_REFRESH", 4),
    ]
    assert len({row["run_id"] for row in found}) == 3


def test_a_success_that_was_not_written_down_is_found_in_the_commits_by_the_next_process(
    spark, schema, totals, monkeypatch
):
    monkeypatch.setattr("streamtables.catalog.history._BATCH_SECONDS", 3600.0)
    runtime = runtime_of(spark)
    history, kept = runtime.engine.history, ("refresh_number", "mode", "reason_code", "requested_by", "version")

    def found():
        shown = spark.sql(f"SELECT * FROM streamtables.refresh_history WHERE stream_table = '{schema}.totals'")
        return sorted(shown.where("refresh_number IS NOT NULL").select(*kept).collect())

    def in_another_process():
        engine = Engine.over(runtime._engine_session)
        engine.history.flush(complete=True)
        engine.history.flush(complete=True)

    history.flush()
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    spark.sql("REFRESH STREAM TABLE totals")
    spark.sql("REFRESH STREAM TABLE totals FULL")
    spark.sql("REFRESH STREAM TABLE totals")
    # As if the process had been killed.
    written = [row for row in history._pending if row.refresh_number is not None]
    history._pending.clear()
    first = (1, "INITIAL", "CREATED", "MANUAL", 0)
    assert found() == [first]
    in_another_process()
    wanted = [first, (2, "DIFFERENTIAL", "REFRESH_MODE", "MANUAL", 1), (3, "FULL", "REQUESTED", "MANUAL", 2)]
    assert found() == wanted
    names = ("reason", "sources", "predicted_from", "data_newest_at", "rows_written", "bytes_written", "changed_rows")
    selected = ", ".join(f"CAST({name} AS STRING)" if name.endswith("_at") else name for name in names)
    again = spark.sql(
        f"SELECT {selected}, size_bytes FROM streamtables.refresh_history WHERE refresh_number IN (2, 3) "
        f"AND stream_table = '{schema}.totals' ORDER BY refresh_number"
    ).collect()
    for lost, row in zip(written, again, strict=True):
        assert row[1] == [(s.source, s.from_version, s.to_version, s.changed_rows) for s in lost.sources]
        assert (row[0], *row[4:6]) == (lost.reason, lost.rows_written, lost.bytes_written)
        assert (row[2], row[3] is None) == (lost.predicted_from, False)
    assert [row["changed_rows"] for row in again] == [1, None]
    assert [row["size_bytes"] for row in again] == [None, written[1].size_bytes], "of the newest commit"
    in_another_process()
    assert found() == wanted, "nothing is found twice"

    spark.sql("INSERT INTO orders VALUES (6, 'south', 1)")
    spark.sql("REFRESH STREAM TABLE totals")
    in_another_process()
    history.flush()
    assert [row[0] for row in found()] == [1, 2, 3, 4], "a process that goes on does not write again what others found"


def test_a_history_of_an_older_version_is_carried_on(spark, schema, totals):
    history = runtime_of(spark).engine.history
    history.flush()
    spark.sql("DROP TABLE streamtables.refresh_history")
    spark.sql(
        "CREATE TABLE streamtables.refresh_history (stream_table STRING, started_at TIMESTAMP, mode STRING, "
        "reason STRING, changed_rows BIGINT, rows_inserted BIGINT, rows_updated BIGINT, rows_deleted BIGINT, "
        "version BIGINT, duration_ms BIGINT, error STRING) USING delta"
    )
    spark.sql(
        f"INSERT INTO streamtables.refresh_history VALUES ('{schema}.totals', current_timestamp(), NULL, NULL, NULL, "
        "NULL, NULL, NULL, NULL, NULL, 'gone')"
    )
    (row,) = spark.sql("SHOW REFRESH HISTORY").collect()
    assert (row["error"], row["run_id"]) == ("gone", None)
    shown = _status(spark, schema)["totals"]
    assert (shown["status"], shown["error"]) == ("failed", "gone")
    spark.sql("REFRESH STREAM TABLE totals")
    assert _status(spark, schema)["totals"]["status"] == "ok"
    new, old = spark.sql("SHOW REFRESH HISTORY").collect()
    assert (new["mode"], new["reason_code"], old["error"]) == ("NO_CHANGE", "NOTHING_CHANGED", "gone")
