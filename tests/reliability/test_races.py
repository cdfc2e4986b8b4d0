"""Statements that meet in the middle: within a process they queue up, between processes one commit wins."""

from __future__ import annotations

import itertools
import shutil
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timezone

import delta.tables  # noqa: F401 - with it, errors of conflicts keep no Java exception
import pytest

from streamtables.catalog.frontier import Frontier
from streamtables.catalog.history_row import HistoryRow
from streamtables.engine.context import Engine
from streamtables.fault_points import FAULT_POINTS, InjectedFaultError
from streamtables.session.enabling import runtime_of
from streamtables.spark.tables.delta_log import DeltaTableLog
from tests.reliability.conftest import in_thread, once_at

QUERY = "SELECT k, count(*) AS n FROM s GROUP BY k"


@pytest.fixture
def groups(spark, schema):
    spark.sql("CREATE TABLE s (k STRING, v INT) USING delta")
    spark.sql("INSERT INTO s VALUES ('a', 1), ('b', 2), ('a', 3)")
    spark.sql(f"CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS {QUERY}")
    return schema


def rows(spark, text):
    return sorted(map(tuple, spark.sql(text).collect()))


def require_right(spark, name="g", query=QUERY):
    assert rows(spark, f"SELECT * FROM {name}") == rows(spark, query)
    assert spark.sql(f"VERIFY STREAM TABLE {name}").collect()[0]["equal"]


def frontiers(spark, schema, name="g"):
    """The frontiers of a table's commits, oldest first."""
    log = DeltaTableLog.for_table(spark, schema, f"{name}__stream")
    commits = [log.commit(version) for version in range(log.latest().version + 1)]
    found = [Frontier.from_json(commit.user_metadata) for commit in commits]
    return [frontier for frontier in found if frontier is not None]


def require_forward(spark, schema, name="g"):
    """Refresh numbers ascend, and no source goes back."""
    seen = frontiers(spark, schema, name)
    assert [f.refresh_number for f in seen] == list(range(1, len(seen) + 1))
    for before, after in itertools.pairwise(seen):
        for source, position in before.positions.items():
            assert after.positions[source].version >= position.version


@contextmanager
def overlapped(spark, statement, step):
    """Let another session of the process begin a statement in the middle of a refresh, and give it time to get on."""
    order, waiting, reached = [], [], threading.Event()

    def begin():
        other = spark.newSession()
        waiting.append(in_thread(lambda: other.sql(statement).collect()))
        reached.wait(2)

    def note(point):
        order.append(point)
        if order.count(step) > (1 if step.startswith("refresh") else 0):
            reached.set()

    with FAULT_POINTS.listen(note), once_at("refresh.computed", begin):
        yield waiting
        waiting.append(waiting[0]())
    committed = order.index("refresh.committed")
    assert step in order[committed:]
    assert order[:committed].count(step) == (1 if step.startswith("refresh") else 0)


def test_refreshes_of_one_table_queue_up_and_the_second_finds_nothing_to_do(spark, groups, refresh):
    spark.sql("INSERT INTO s VALUES ('c', 4)")
    with overlapped(spark, f"REFRESH STREAM TABLE {groups}.g", "refresh.examined") as waiting:
        first = refresh("g")
    assert (first["mode"], waiting[1][0]["mode"]) == ("DIFFERENTIAL", "NO_CHANGE")
    require_right(spark)
    require_forward(spark, groups)


def test_a_refresh_that_fails_leaves_no_lock(spark, groups):
    name, locks = f"spark_catalog.{groups}.g", runtime_of(spark).engine.locks
    free = []

    def is_free():
        with locks.hold_if_free(name) as held:
            return held

    def fail():
        free.append(in_thread(is_free)())
        raise InjectedFaultError("refresh.computed")

    def others():
        return [row["mode"] for row in spark.newSession().sql(f"REFRESH STREAM TABLE {groups}.g").collect()]

    spark.sql("INSERT INTO s VALUES ('c', 4)")
    with once_at("refresh.computed", fail), pytest.raises(Exception, match=r"refresh\.computed"):
        spark.sql("REFRESH STREAM TABLE g")
    assert [*free, is_free()] == [False, True]
    assert in_thread(others)() == ["DIFFERENTIAL"]
    require_right(spark)


def test_a_refresh_that_comes_too_late_does_not_go_back(spark, groups, refresh, elsewhere):
    spark.sql("INSERT INTO s VALUES ('c', 4)")

    def overtake():
        spark.sql("INSERT INTO s VALUES ('d', 5)")
        return elsewhere(f"REFRESH STREAM TABLE {groups}.g")[0][1]

    for step in ("refresh.examined", "refresh.computed"):
        spark.sql("INSERT INTO s VALUES ('c', 4)")
        with once_at(step, overtake) as overtaking:
            late = refresh("g")
        assert (overtaking, late["mode"]) == (["DIFFERENTIAL"], "NO_CHANGE"), step
        require_right(spark)
    require_forward(spark, groups)
    assert {f.mode for f in frontiers(spark, groups)} == {"INITIAL", "DIFFERENTIAL"}


def test_a_source_that_was_put_back_is_read_anew(spark, schema, refresh, tmp_path):
    spark.sql(f"CREATE TABLE s (k STRING, v INT) USING delta LOCATION '{tmp_path}/s'")
    spark.sql("INSERT INTO s VALUES ('a', 1)")
    shutil.copytree(tmp_path / "s", tmp_path / "kept")
    spark.sql("INSERT INTO s VALUES ('b', 2)")
    spark.sql(f"CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS {QUERY}")
    shutil.rmtree(tmp_path / "s")
    shutil.copytree(tmp_path / "kept", tmp_path / "s")
    spark._jvm.org.apache.spark.sql.delta.DeltaLog.clearCache()
    row = refresh("g")
    assert row["mode"] == "FULL"
    assert "put back" in row["reason"]
    require_right(spark)


@pytest.mark.parametrize(
    "properties",
    [
        "'streamtables.apply' = 'append'",
        "'streamtables.apply' = 'merge'",
        "'streamtables.apply' = 'merge', 'delta.enableDeletionVectors' = 'false'",
    ],
    ids=["appended", "exchanged", "merged"],
)
def test_rows_of_an_old_definition_are_not_added_to_a_new_one(spark, groups, refresh, elsewhere, properties):
    create = f"CREATE OR REPLACE STREAM TABLE {groups}.g REFRESH MODE DIFFERENTIAL TBLPROPERTIES ({properties}) AS"
    new = f"SELECT k, sum(v) AS n FROM {groups}.s WHERE v > 1 GROUP BY k"
    for step in ("refresh.examined", "refresh.computed"):
        spark.sql(f"{create} SELECT k, sum(v) AS n FROM {groups}.s GROUP BY k")
        spark.sql("INSERT INTO s VALUES ('c', 1)")
        with once_at(step, lambda: elsewhere(f"{create} {new}")):
            row = refresh("g")
        assert row["mode"] == "NO_CHANGE", step
        require_right(spark, query=new)
        spark.sql("INSERT INTO s VALUES ('c', 9), ('e', 2)")
        assert refresh("g")["mode"] == "DIFFERENTIAL"
        require_right(spark, query=new)


def test_a_replacement_during_a_refresh_waits_in_the_same_process(spark, groups, refresh):
    spark.sql("INSERT INTO s VALUES ('c', 4)")
    new = f"SELECT k, v FROM {groups}.s"
    statement = f"CREATE OR REPLACE STREAM TABLE {groups}.g REFRESH MODE DIFFERENTIAL AS {new}"
    with overlapped(spark, statement, "create.begin"):
        assert refresh("g")["mode"] == "DIFFERENTIAL"
    require_right(spark, query=new)


def test_a_replacement_wins_against_refreshes_of_other_processes(spark, groups, elsewhere):
    def refresh_elsewhere():
        spark.sql("INSERT INTO s VALUES ('d', 5)")
        return elsewhere(f"REFRESH STREAM TABLE {groups}.g")[0][1]

    with once_at("create.begin", refresh_elsewhere) as others:
        spark.sql("CREATE OR REPLACE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT k, v FROM s")
    assert others == ["DIFFERENTIAL"]
    spark.sql("REFRESH STREAM TABLE g")
    require_right(spark, query="SELECT k, v FROM s")


@pytest.mark.parametrize(
    "migrated",
    [
        "SELECT k, count(*) AS n, count(*) + 1 AS m FROM s GROUP BY k",
        "SELECT k, count(*) AS n FROM s WHERE k > 'a' GROUP BY k",
    ],
    ids=["shown", "stored"],
)
def test_a_migration_and_refreshes_of_other_processes_lose_nothing(spark, groups, refresh, elsewhere, migrated):
    """What migrates is what is shown, or the stored rows; the other one gets in between."""
    for step in ("refresh.examined", "refresh.computed"):
        spark.sql(f"CREATE OR REPLACE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS {QUERY}")
        spark.sql("INSERT INTO s VALUES ('c', 1)")
        with once_at(step, lambda: elsewhere(f"ALTER STREAM TABLE g AS {migrated}")) as altered:
            row = refresh("g")
        assert (altered[0][0][1], row["mode"]) == ("MIGRATE", "DIFFERENTIAL"), step
        require_right(spark, query=migrated)


def test_a_migration_takes_the_rows_that_a_refresh_of_another_process_left(spark, groups, refresh, elsewhere):
    def refresh_elsewhere():
        spark.sql("INSERT INTO s VALUES ('d', 5)")
        return elsewhere(f"REFRESH STREAM TABLE {groups}.g")[0][1]

    migrated = "SELECT k, count(*) AS n FROM s WHERE k > 'a' GROUP BY k"
    with once_at("create.begin", refresh_elsewhere) as others:
        (altered,) = spark.sql(f"ALTER STREAM TABLE g AS {migrated}").collect()
    assert (others, altered["change"]) == (["DIFFERENTIAL"], "MIGRATE")
    spark.sql("INSERT INTO s VALUES ('d', 2)")
    assert refresh("g")["mode"] == "DIFFERENTIAL"
    require_right(spark, query=migrated)
    require_forward(spark, groups)


def test_verify_answers_about_one_version(spark, groups, refresh, elsewhere):
    spark.sql("CREATE STREAM TABLE r REFRESH MODE DIFFERENTIAL AS SELECT k, v FROM s")
    for name in ("g", "r"):
        spark.sql("INSERT INTO s VALUES ('c', 4), ('d', 5)")
        with once_at("verify.read", lambda name=name: elsewhere(f"REFRESH STREAM TABLE {groups}.{name}")[0][1]) as ran:
            (row,) = spark.sql(f"VERIFY STREAM TABLE {name}").collect()
        assert ran == ["DIFFERENTIAL"]
        assert (row["equal"], row["missing_rows"], row["extra_rows"]) == (True, 0, 0), name


def test_a_table_that_is_dropped_during_its_refresh_is_named(spark, groups, refresh, elsewhere):
    for step in ("refresh.examined", "refresh.computed"):
        spark.sql(f"CREATE OR REPLACE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS {QUERY}")
        spark.sql("INSERT INTO s VALUES ('c', 4)")
        with (
            once_at(step, lambda: elsewhere(f"DROP STREAM TABLE {groups}.g")),
            pytest.raises(Exception, match="STREAM_TABLE_NOT_FOUND") as caught,
        ):
            refresh("g")
        assert caught.value.getSqlState() == "42P01"
        assert [row["tableName"] for row in spark.sql("SHOW TABLES").collect() if not row["isTemporary"]] == ["s"]


def test_a_drop_during_a_refresh_waits_in_the_same_process(spark, groups, refresh):
    spark.sql("INSERT INTO s VALUES ('c', 4)")
    with overlapped(spark, f"DROP STREAM TABLE {groups}.g", "drop.begin"):
        assert refresh("g")["mode"] == "DIFFERENTIAL"
    with pytest.raises(Exception, match="STREAM_TABLE_NOT_FOUND"):
        refresh("g")


def test_a_statement_gives_up_after_its_time(spark, groups, refresh, elsewhere):
    overtaken = []

    def always_overtaken(point):
        if point == "refresh.computed" and overtaken[-1:] != ["inside"]:
            overtaken.append("inside")
            elsewhere(f"REFRESH STREAM TABLE {groups}.g FULL")
            overtaken.append("done")

    spark.conf.set("spark.streamtables.conflict_timeout", "soon")
    try:
        with pytest.raises(Exception, match="INVALID_SETTING"):
            refresh("g")
        spark.conf.set("spark.streamtables.conflict_timeout", "1s")
        with (
            FAULT_POINTS.listen(always_overtaken),
            pytest.raises(Exception, match="REFRESH_CONFLICT") as caught,
        ):
            refresh("g", "FULL")
    finally:
        spark.conf.unset("spark.streamtables.conflict_timeout")
    assert caught.value.getSqlState() == "40001"
    require_right(spark)
    require_forward(spark, groups)


def test_the_arms_of_a_diamond_stand_on_one_version_whoever_else_refreshes(spark, groups, refresh, elsewhere):
    spark.sql("CREATE STREAM TABLE most REFRESH MODE DIFFERENTIAL AS SELECT k, max(v) AS v FROM s GROUP BY k")
    bottom = "SELECT g.k, g.n, m.v FROM g JOIN most m ON g.k <=> m.k"
    spark.sql(f"CREATE STREAM TABLE bottom REFRESH MODE DIFFERENTIAL AS {bottom}")
    for commits_before in (1, 2):
        seen, overtaken = [], []

        def overtake(point, seen=seen, overtaken=overtaken, commits_before=commits_before):
            if point == "refresh.committed" and not overtaken:
                seen.append(point)
                if len(seen) == commits_before:
                    overtaken.append(None)
                    spark.sql("INSERT INTO s VALUES ('a', 50), ('e', 6)")
                    overtaken[0] = elsewhere(f"REFRESH STREAM TABLE {groups}.most")[0][1]

        spark.sql("INSERT INTO s VALUES ('a', 40), ('d', 5)")
        with FAULT_POINTS.listen(overtake):
            assert refresh("bottom")["mode"] == "DIFFERENTIAL"
        assert overtaken == ["DIFFERENTIAL"]
        at = {name: frontiers(spark, groups, name)[-1] for name in ("g", "most")}
        versions = {name: {p.version for p in frontier.positions.values()} for name, frontier in at.items()}
        assert versions["g"] == versions["most"]
        require_right(spark, "bottom", bottom)
        for name in ("g", "most", "bottom"):
            require_forward(spark, groups, name)


def test_histories_of_several_processes_are_written_at_once(spark, groups):
    runtime = runtime_of(spark)
    engines = [Engine.over(runtime._engine_session) for _ in range(4)]
    started_at = datetime.now(timezone.utc).isoformat()
    ready = threading.Barrier(len(engines), timeout=60)

    def write(number):
        engines[number].history.record(HistoryRow(f"{groups}.g", started_at, "NO_CHANGE", run_id=f"{groups} {number}"))
        ready.wait()
        engines[number].history.flush()

    with ThreadPoolExecutor(len(engines)) as pool:
        list(pool.map(write, range(len(engines))))
    found = spark.sql(f"SELECT run_id FROM streamtables.refresh_history WHERE run_id LIKE '{groups} %'").collect()
    assert sorted(row["run_id"] for row in found) == [f"{groups} {number}" for number in range(len(engines))]
