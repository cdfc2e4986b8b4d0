"""Rows that come into the history: without a Spark job, and none of a refresh that is there already."""

from __future__ import annotations

import time
from threading import current_thread
from uuid import uuid4

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException

from streamtables.catalog.history_row import HistoryRow
from streamtables.catalog.history_writes import add_rows
from streamtables.catalog.refresh_details import SourceVersions
from streamtables.catalog.system_tables import HISTORY, HISTORY_TABLE, ensure_history
from streamtables.engine.context import Engine
from streamtables.session.enabling import runtime_of
from streamtables.spark.failures.failure_kind import is_conflict
from streamtables.spark.lookup.catalog_lookup import CatalogLookup

_BEGAN_MS = round(1000 * time.time())
_CLOCKS_DIFFER_MS = 600_000


@pytest.fixture
def session(spark):
    """An engine session, which is the active one: Delta takes the metadata of commits from that."""
    runtime_of(spark).engine.history.flush()
    with runtime_of(spark)._engine_session({}, None) as own:
        ensure_history(own)
        yield own


def _log(session):
    return CatalogLookup(session).log(HISTORY)


def _row(table: str, number: int | None, **more) -> HistoryRow:
    return HistoryRow(
        stream_table="s.it's",
        started_at="2026-01-02T03:04:05.678901+00:00",
        mode="DIFFERENTIAL",
        reason="${env:HOME} 'quoted' \\ ñ",
        stream_table_id=table,
        refresh_number=number,
        sources=(SourceVersions("s.a", 1, 2, None), SourceVersions("s.b", None, 5, 7)),
        **more,
    )


def _there(session, table: str) -> list[int | None]:
    found = session.sql(f"SELECT refresh_number FROM {HISTORY_TABLE} WHERE stream_table_id = '{table}'").collect()
    return sorted(row[0] for row in found)


def _jobs(spark, work) -> int:
    group = uuid4().hex
    spark.sparkContext.setJobGroup(group, group)
    try:
        work()
    finally:
        spark.sparkContext.setLocalProperty("spark.jobGroup.id", None)
    return len(spark.sparkContext.statusTracker().getJobIdsForGroup(group))


def test_rows_are_written_by_the_driver_as_an_insert_would(spark, session):
    here, there = uuid4().hex, uuid4().hex
    rows = [_row(here, number, duration_ms=12, finished_at="2026-01-02T03:04:06+00:00") for number in (1, 2, None)]
    versions = []

    def write():
        versions.append(add_rows(session, _log(session), rows, _BEGAN_MS, _log(session).latest().version))

    jobs = _jobs(spark, write)
    assert versions == [_log(session).latest().version]
    commit = _log(session).commit(versions[0])
    assert (commit.operation, len(commit.adds)) == ("WRITE", 1)
    # A checkpoint, which some commit is followed by, takes some.
    assert jobs == 0 or versions[0] % 10 == 0
    others = ", ".join(HistoryRow(**{**_fields(row), "stream_table_id": there}).sql() for row in rows)
    session.sql(f"INSERT INTO {HISTORY_TABLE} VALUES {others}")
    one, other = (
        session.sql(f"SELECT * EXCEPT (stream_table_id) FROM {HISTORY_TABLE} WHERE stream_table_id = '{id_}'").collect()
        for id_ in (here, there)
    )
    assert sorted(map(str, one)) == sorted(map(str, other))


def _fields(row: HistoryRow) -> dict:
    return {name: getattr(row, name) for name in HistoryRow.__dataclass_fields__}


def test_a_refresh_that_another_process_has_written_is_not_written_again(session):
    # Commits from before do not count, which other tests have made.
    table, log, began_ms = uuid4().hex, _log(session), round(1000 * time.time()) + _CLOCKS_DIFFER_MS
    add_rows(session, log, [_row(table, 1)], began_ms, None)
    assert _there(session, table) == [1]
    add_rows(session, log, [_row(table, 1), _row(table, 2)], began_ms, None)
    assert _there(session, table) == [1, 2]
    version = log.latest().version
    assert add_rows(session, log, [_row(table, 2)], began_ms, None) == version, "there is nothing to write"
    assert log.latest().version == version


def test_the_table_is_asked_where_a_commit_does_not_say_what_it_has(session):
    table, log = uuid4().hex, _log(session)
    session.sql(f"INSERT INTO {HISTORY_TABLE} VALUES {_row(table, 1).sql()}")
    add_rows(session, log, [_row(table, 1), _row(table, 2), _row(table, None)], _BEGAN_MS, None)
    assert sorted(map(str, _there_with_nulls(session, table))) == ["1", "2", "None"]


def _there_with_nulls(session, table: str) -> list[int | None]:
    query = f"SELECT refresh_number FROM {HISTORY_TABLE} WHERE stream_table_id = '{table}'"
    return [row[0] for row in session.sql(query).collect()]


def test_who_has_looked_at_an_older_version_writes_nothing(session, monkeypatch):
    table, log = uuid4().hex, _log(session)
    collect = "streamtables.catalog.history_writes.collect_rows"
    from streamtables.catalog import history_writes

    original = history_writes.collect_rows

    def after_another(own, frame):
        monkeypatch.setattr(collect, original)
        add_rows(session, log, [_row(table, 1)], _BEGAN_MS, None)
        return original(own, frame)

    monkeypatch.setattr(collect, after_another)
    with pytest.raises((Py4JJavaError, PySparkException)) as caught:
        add_rows(session, log, [_row(table, 1)], _BEGAN_MS, log.latest().version)
    assert is_conflict(caught.value)
    assert _there(session, table) == [1]


def test_without_accelerators_a_statement_writes_the_rows(spark, schema):
    spark.conf.set("spark.streamtables.accelerators", "off")
    try:
        with runtime_of(spark)._engine_session({}, spark) as session:
            table = uuid4().hex
            ensure_history(session)
            add_rows(session, _log(session), [_row(table, 1)], _BEGAN_MS, None)
            add_rows(session, _log(session), [_row(table, 1), _row(table, 2)], _BEGAN_MS, None)
            assert _there(session, table) == [1, 2]
    finally:
        spark.conf.unset("spark.streamtables.accelerators")


def test_who_ends_writes_but_does_not_look_for_what_others_have_not_written(spark, schema, session, monkeypatch):
    spark.sql("CREATE STREAM TABLE looked_for AS SELECT 1 AS one")
    looked, table = [], uuid4().hex

    here = current_thread()

    def look(*asked):
        # The session's own history may look at the same time, on a thread of its own.
        if current_thread() is here:
            looked.append(asked)
        return []

    monkeypatch.setattr("streamtables.catalog.history.lost_refreshes", look)
    history = Engine.over(runtime_of(spark)._engine_session).history
    history.record(_row(table, 1))
    history.flush(search=False)
    assert (_there(session, table), looked) == ([1], [])
    history.flush(complete=True)
    assert len(looked) == 1, "which whoever shows the history does"
    history.flush(complete=True)
    assert len(looked) == 1, "once"
