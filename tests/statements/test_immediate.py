"""REFRESH MODE IMMEDIATE: a statement returns when every stream table that follows what it writes is up to date."""

from __future__ import annotations

import json
import logging
import random
import threading
from collections import Counter

import pytest
from delta.tables import DeltaTable
from pyspark.errors import PySparkException

from streamtables.fault_points import FAULT_POINTS, InjectedFaultError
from streamtables.spark.jvm.bridge import JvmBridge

SHAPES = {
    "groups": "SELECT k, count(*) AS n, sum(v) AS s, max(v) AS m FROM a GROUP BY k",
    "total": "SELECT count(*) AS n, sum(v) AS s FROM a",
    "joined": "SELECT a.id, a.v, b.w FROM a JOIN b ON a.k = b.k",
    "outer_joined": "SELECT a.id, b.w FROM a FULL JOIN b ON a.k = b.k",
    "different": "SELECT DISTINCT k, v FROM a",
    "ranked": "SELECT id, k, row_number() OVER (PARTITION BY k ORDER BY v, id) AS r FROM a",
    "existing": "SELECT id, v FROM a WHERE EXISTS (SELECT 1 FROM b WHERE b.k = a.k)",
    "first_ones": "SELECT id, v FROM a ORDER BY v DESC, id LIMIT 3",
    "paired": "SELECT x.id, y.id AS other FROM a x JOIN a y ON x.k = y.k AND x.id < y.id",
    "large": "SELECT id, v FROM a WHERE v > 10",
}


@pytest.fixture
def sources(spark, schema):
    spark.sql("CREATE TABLE a (id INT, k STRING, v INT) USING delta")
    spark.sql("CREATE TABLE b (k STRING, w INT) USING delta")
    spark.sql("INSERT INTO a VALUES (1, 'p', 5), (2, 'p', 20), (3, 'q', 7), (4, NULL, NULL), (5, 'q', 30)")
    spark.sql("INSERT INTO b VALUES ('p', 1), ('r', 2)")
    return schema


@pytest.fixture
def stale(spark, schema):
    """A session that reads stream tables as they are."""
    session = spark.newSession()
    session.sql(f"USE {schema}")
    session.sql("SET spark.streamtables.fresh_reads = off")
    return session


@pytest.fixture
def stranger(spark, schema):
    """A session that knows nothing of us, as those of other processes."""
    session = spark.newSession()
    JvmBridge.of(spark).uninstall(session._jsparkSession)
    session.sql(f"USE {schema}")
    return session


def _immediate(spark, **queries):
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE IMMEDIATE AS {query}")


def _rows(session, query):
    return Counter(map(repr, session.sql(query).collect()))


def _assert_follows(stale, queries, step):
    for name, query in queries.items():
        assert _rows(stale, f"SELECT * FROM {name}") == _rows(stale, query), f"{step}: {name}"


def _new_modes(stale, name, seen):
    """Return the modes of the commits since this was last asked."""
    notes = [row["userMetadata"] for row in stale.sql(f"DESCRIBE HISTORY {name}__stream").collect()]
    new, seen[name] = notes[: len(notes) - seen.get(name, 0)], len(notes)
    return {json.loads(note)["mode"] for note in new if note and "mode" in json.loads(note)}


@pytest.mark.parametrize(
    ("some_shapes", "some_steps"),
    [
        (("groups", "outer_joined", "ranked"), ("INSERT", "MERGE", "save", "DeltaTable.delete", "TRUNCATE", "RESTORE")),
        pytest.param(SHAPES, None, marks=pytest.mark.thorough),
    ],
    ids=["some", "all"],
)
def test_every_statement_maintains_every_shape(spark, sources, stale, some_shapes, some_steps):
    shapes = {name: SHAPES[name] for name in some_shapes}
    _immediate(spark, **shapes)
    location = stale.sql("DESCRIBE DETAIL a").first()["location"]
    rows = spark.createDataFrame([(20, "q", 1)], "id INT, k STRING, v INT")
    table = DeltaTable.forName(spark, "a")
    merge = (
        "MERGE INTO a USING (SELECT 2 AS id UNION ALL SELECT 40) s ON a.id = s.id WHEN MATCHED THEN UPDATE SET v = 8 "
        "WHEN NOT MATCHED THEN INSERT (id, k, v) VALUES (s.id, 'p', 11)"
    )
    steps = {
        "INSERT": lambda: spark.sql("INSERT INTO a VALUES (6, 'r', 12), (7, 'p', 5)"),
        "INSERT into the other": lambda: spark.sql("INSERT INTO b VALUES ('q', 3)"),
        "UPDATE": lambda: spark.sql("UPDATE a SET v = v + 1, k = coalesce(k, 'p') WHERE id <> 3"),
        "DELETE": lambda: spark.sql("DELETE FROM a WHERE id = 2"),
        "DELETE from the other": lambda: spark.sql("DELETE FROM b WHERE k = 'p'"),
        "MERGE": lambda: spark.sql(merge),
        "a CTE": lambda: spark.sql("WITH x AS (SELECT 50 AS id) INSERT INTO a SELECT id, 'q', 1 FROM x"),
        "from itself": lambda: spark.sql("INSERT INTO a SELECT id + 100, k, v FROM a"),
        "saveAsTable": lambda: rows.write.format("delta").mode("append").saveAsTable("a"),
        "insertInto": lambda: rows.write.insertInto("a"),
        "save": lambda: rows.write.format("delta").mode("append").save(location),
        "writeTo": lambda: rows.writeTo("a").append(),
        "DeltaTable.update": lambda: table.update("id = 20", {"v": "99"}),
        "DeltaTable.delete": lambda: table.delete("id = 1"),
        "DeltaTable.merge": lambda: (
            table.alias("t").merge(rows.alias("s"), "t.id = s.id").whenMatchedUpdateAll().execute()
        ),
        "TRUNCATE": lambda: spark.sql("TRUNCATE TABLE a"),
        "RESTORE": lambda: spark.sql("RESTORE TABLE a TO VERSION AS OF 1"),
        "DeltaTable.restoreToVersion": lambda: table.restoreToVersion(2),
        "INSERT OVERWRITE": lambda: spark.sql("INSERT OVERWRITE a VALUES (1, 'p', 1), (2, 'r', 2)"),
        "REPLACE WHERE": lambda: spark.sql("INSERT INTO a REPLACE WHERE id = 2 VALUES (2, 'q', 3)"),
    }
    seen = {}
    for name in shapes:
        assert _new_modes(stale, name, seen) == {"INITIAL"}
    for step in some_steps or steps:
        steps[step]()
        _assert_follows(stale, shapes, step)
    for name in shapes:
        assert "DIFFERENTIAL" in _new_modes(stale, name, seen) <= {"DIFFERENTIAL", "NO_CHANGE"}, name


def test_the_answer_of_a_statement_is_its_own(spark, sources):
    spark.sql("CREATE TABLE c (id INT, k STRING, v INT) USING delta")
    spark.sql("INSERT INTO c SELECT * FROM a")
    _immediate(spark, groups=SHAPES["groups"])
    for statement in (
        "UPDATE {} SET v = 1 WHERE k = 'p'",
        "DELETE FROM {} WHERE k = 'q'",
        "MERGE INTO {} t USING b ON t.k = b.k WHEN MATCHED THEN DELETE WHEN NOT MATCHED THEN INSERT (k) VALUES (b.k)",
        "INSERT INTO {} VALUES (9, 'z', 1)",
    ):
        with_us, without = (spark.sql(statement.format(table)) for table in ("a", "c"))
        assert with_us.collect() == without.collect()
        assert with_us.schema == without.schema


def test_statements_reach_through_stream_tables_and_views(spark, sources, stale):
    queries = {
        "first": "SELECT id, k, v FROM a WHERE v > 5",
        "second": "SELECT k, sum(v) AS s FROM first GROUP BY k",
        "third": "SELECT max(s) AS m FROM second",
        "among": "SELECT k, count(*) AS n FROM first GROUP BY k",
        "behind": "SELECT n, b.w FROM among JOIN b ON among.k = b.k",
        "viewed": "SELECT w FROM shown",
        "scheduled": "SELECT sum(s) AS s FROM second",
        "recomputed": "SELECT count(*) AS n FROM a",
        "over_recomputed": "SELECT n + 1 AS n FROM recomputed",
    }
    spark.sql("CREATE VIEW shown AS SELECT w FROM b WHERE w > 1")
    modes = {"among": "AUTO", "scheduled": "DIFFERENTIAL SCHEDULE EVERY 1 DAY", "recomputed": "FULL"}
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE {modes.get(name, 'IMMEDIATE')} AS {query}")
    waiting = ("scheduled", "recomputed", "over_recomputed")
    before = {name: _rows(stale, f"SELECT * FROM {name}") for name in waiting}
    spark.sql("INSERT INTO a VALUES (8, 'p', 50), (9, 'r', 60)")
    spark.sql("INSERT INTO b VALUES ('p', 9)")
    _assert_follows(stale, {name: query for name, query in queries.items() if name not in waiting}, "INSERT")
    assert before == {name: _rows(stale, f"SELECT * FROM {name}") for name in waiting}
    # Whoever refreshes a stream table maintains the IMMEDIATE ones that read it.
    result = {
        r["stream_table"].split(".")[1]: r["mode"] for r in spark.sql("REFRESH STREAM TABLE recomputed").collect()
    }
    assert result == {"recomputed": "FULL", "over_recomputed": "DIFFERENTIAL"}
    _assert_follows(stale, {name: query for name, query in queries.items() if name != "scheduled"}, "REFRESH")


def test_a_statement_whose_maintenance_fails_has_not_happened(spark, sources, stale):
    queries = {name: SHAPES[name] for name in ("groups", "large", "total")}
    _immediate(spark, **queries)
    # The first table has followed already, where there is a first one.
    points = {"immediate.written": 1, "refresh.examined": 2, "refresh.computed": 2, "refresh.committed": 2}
    for point, strikes in points.items():
        before, reached = _rows(stale, "SELECT * FROM a"), []

        def fail(name, point=point, strikes=strikes, reached=reached):
            reached.append(name)
            if name == point and reached.count(point) == strikes:
                raise InjectedFaultError

        with FAULT_POINTS.listen(fail), pytest.raises(PySparkException) as raised:
            spark.sql("UPDATE a SET v = v * 2")
        assert raised.value.getCondition() == ("INTERNAL_ERROR" if strikes == 1 else "IMMEDIATE_FAILED"), point
        assert "immediate.undo" in reached, point
        assert _rows(stale, "SELECT * FROM a") == before, point
        _assert_follows(stale, queries, point)
        spark.sql("UPDATE a SET v = v * 2")
        assert _rows(stale, "SELECT * FROM a") != before, point
        _assert_follows(stale, queries, f"after {point}")


def test_a_statement_that_the_query_cannot_follow_is_undone(spark, sources, stale):
    queries = {"groups": SHAPES["groups"], "divided": "SELECT id, 10 / v AS d FROM a WHERE v IS NOT NULL"}
    _immediate(spark, **queries)
    version = stale.sql("DESCRIBE HISTORY a LIMIT 1").first()["version"]
    with pytest.raises(PySparkException) as raised:
        spark.sql("INSERT INTO a VALUES (9, 'z', 0)")
    assert raised.value.getCondition() == "IMMEDIATE_FAILED"
    assert raised.value.getSqlState() == "40000"
    assert "divided: [DIVIDE_BY_ZERO]" in str(raised.value)
    last = stale.sql("DESCRIBE HISTORY a LIMIT 1").first()
    assert (last["version"], last["operation"]) == (version + 2, "RESTORE")
    assert "undone" in last["userMetadata"]
    assert _rows(stale, "SELECT * FROM a WHERE v = 0") == Counter()
    _assert_follows(stale, queries, "undone")
    spark.sql("INSERT INTO a VALUES (9, 'z', 1)")
    _assert_follows(stale, queries, "the next one")


def test_a_failing_maintenance_fires_no_trigger(spark, sources, stale):
    queries = {"groups": SHAPES["groups"], "divided": "SELECT id, 10 / v AS d FROM a WHERE v IS NOT NULL"}
    _immediate(spark, **queries)
    spark.sql("CREATE TABLE audit (what STRING, n BIGINT) USING delta")
    for name in queries:
        spark.sql(
            f"CREATE TRIGGER seen AFTER INSERT OR UPDATE OR DELETE ON STREAM TABLE {name} REFERENCING NEW TABLE n "
            f"OLD TABLE o AS INSERT INTO audit SELECT '{name}', (SELECT count(*) FROM n) - (SELECT count(*) FROM o)"
        )
    before = {name: _rows(stale, f"SELECT * FROM {name}") for name in ("a", *queries)}
    with pytest.raises(PySparkException) as raised:
        spark.sql("INSERT INTO a VALUES (9, 'z', 0)")
    assert raised.value.getCondition() == "IMMEDIATE_FAILED"
    assert {name: _rows(stale, f"SELECT * FROM {name}") for name in before} == before
    assert stale.sql("SELECT * FROM audit").count() == 0
    # What one table had followed and then followed back is no change of it.
    spark.sql("INSERT INTO a VALUES (9, 'z', 1)")
    _assert_follows(stale, queries, "the next one")
    assert _rows(stale, "SELECT * FROM audit") == _rows(stale, "VALUES ('groups', 1L), ('divided', 1L) AS t (what, n)")


def test_what_cannot_follow_back_is_told_in_the_log(spark, sources, stale, caplog):
    _immediate(spark, groups=SHAPES["groups"], divided="SELECT id, 10 / v AS d FROM a WHERE v IS NOT NULL")
    undone = []

    def fail(point):
        undone.extend([point] if point == "immediate.undo" else [])
        if undone and point == "refresh.examined":
            raise InjectedFaultError

    with (
        caplog.at_level(logging.WARNING, logger="streamtables"),
        FAULT_POINTS.listen(fail),
        pytest.raises(PySparkException) as raised,
    ):
        spark.sql("INSERT INTO a VALUES (9, 'z', 0)")
    assert raised.value.getCondition() == "IMMEDIATE_FAILED"
    told = [one.getMessage() for one in caplog.records if one.name.endswith("maintain")]
    assert [message for message in told if f"{sources}.groups could not follow a statement that was undone" in message]


def test_a_statement_that_waits_too_long_for_another_writes_nothing(spark, sources, stale):
    queries = {"groups": SHAPES["groups"]}
    _immediate(spark, **queries)
    written, go_on, errors = threading.Event(), threading.Event(), []

    def hold(point):
        if point == "immediate.written":
            written.set()
            assert go_on.wait(60)

    def insert():
        try:
            spark.sql("INSERT INTO a VALUES (9, 'z', 1)")
        except PySparkException as error:
            errors.append(error)

    hasty = spark.newSession()
    hasty.sql(f"USE {sources}")
    hasty.sql("SET spark.streamtables.conflict_timeout = 300ms")
    with FAULT_POINTS.listen(hold):
        first = threading.Thread(target=insert)
        first.start()
        try:
            assert written.wait(60)
            version = stale.sql("DESCRIBE HISTORY a LIMIT 1").first()["version"]
            with pytest.raises(PySparkException) as raised:
                hasty.sql("DELETE FROM a WHERE k = 'p'")
            assert stale.sql("DESCRIBE HISTORY a LIMIT 1").first()["version"] == version
        finally:
            go_on.set()
            first.join()
    assert (raised.value.getCondition(), raised.value.getSqlState()) == ("IMMEDIATE_BUSY", "40001")
    assert f"{sources}.groups follows took longer than 0.3 seconds" in str(raised.value)
    assert errors == []
    _assert_follows(stale, queries, "the first one")
    hasty.sql("DELETE FROM a WHERE k = 'p'")
    _assert_follows(stale, queries, "once more")


def test_a_statement_stays_where_another_process_has_written_since(spark, sources, stale, stranger):
    queries = {"divided": "SELECT id, 10 / v AS d FROM a WHERE v IS NOT NULL"}
    _immediate(spark, **queries)

    def write(point):
        if point == "immediate.undo":
            stranger.sql("INSERT INTO a VALUES (10, 'z', 1)")

    with FAULT_POINTS.listen(write), pytest.raises(PySparkException) as raised:
        spark.sql("INSERT INTO a VALUES (9, 'z', 0)")
    assert raised.value.getCondition() == "IMMEDIATE_FAILED_KEPT"
    assert _rows(stale, "SELECT id FROM a WHERE k = 'z'").total() == 2
    with pytest.raises(PySparkException) as raised:
        spark.sql("SELECT * FROM divided")
    assert raised.value.getCondition() == "STALE_READ"
    status = (
        "SELECT status FROM streamtables.stream_tables "
        f"WHERE stream_table LIKE '%{sources}.divided' AND status = 'failed'"
    )
    spark.sql("SHOW REFRESH HISTORY FOR divided").collect()
    assert spark.sql(status).count() == 1
    # What ends the trouble is maintained with what was left behind.
    spark.sql("DELETE FROM a WHERE v = 0")
    _assert_follows(stale, queries, "DELETE")


def test_what_others_write_is_noticed_by_those_who_read(spark, sources, stale, stranger):
    _immediate(spark, groups=SHAPES["groups"])
    spark.sql(
        "CREATE STREAM TABLE fresh TBLPROPERTIES ('streamtables.fresh_reads' = 'true', 'streamtables.full_fraction' "
        "= '1') AS SELECT k FROM a"
    )
    spark.sql("CREATE VIEW above AS SELECT n FROM groups")
    spark.sql("CREATE TEMPORARY VIEW hidden AS SELECT 1 AS one")
    readings = {
        "SELECT k, n, s, m FROM groups": SHAPES["groups"],
        "SELECT * FROM above": "SELECT count(*) AS n FROM a GROUP BY k",
        "SELECT * FROM fresh": "SELECT k FROM a",
        "SELECT * FROM b WHERE EXISTS (SELECT 1 FROM groups g WHERE g.k = b.k AND g.n > 2)": None,
    }
    for number, (reading, query) in enumerate(readings.items()):
        stranger.sql(f"INSERT INTO a VALUES ({10 + number}, 'p', 3)")
        behind = _rows(stale, reading)
        expected = _rows(spark, query) if query else None
        assert expected is None or behind != expected, reading
        found = _rows(spark, reading)
        assert found == (expected or found), reading
        assert _rows(stale, reading) == found, reading
    stranger.sql("INSERT INTO a VALUES (30, 'p', 3)")
    assert spark.table("groups").where("k = 'p'").first()["n"] == stale.sql("SELECT * FROM a WHERE k = 'p'").count()
    modes = {row["mode"] for row in spark.sql("SHOW REFRESH HISTORY FOR groups").collect()}
    assert modes == {"INITIAL", "DIFFERENTIAL"}


def test_definitions_that_cannot_be_immediate_are_refused(spark, sources, nothing_left):
    spark.sql("CREATE STREAM TABLE timed AS SELECT id FROM a WHERE current_date() > DATE'2020-01-01'")
    spark.sql("CREATE STREAM TABLE scheduled SCHEDULE EVERY 1 HOUR AS SELECT id FROM a")
    spark.sql("CREATE STREAM TABLE random AS SELECT id, rand() AS r FROM a")
    spark.sql("CREATE TABLE parquet_one USING parquet AS SELECT 1 AS x")
    create = "CREATE STREAM TABLE z REFRESH MODE IMMEDIATE "
    for statement, condition in {
        f"{create} SCHEDULE EVERY 1 MINUTE AS SELECT id FROM a": "IMMEDIATE_SCHEDULE",
        f"{create} AS SELECT id FROM a WHERE current_date() > DATE'2020-01-01'": "IMMEDIATE_IMPOSSIBLE",
        f"{create} AS SELECT id, rand() AS r FROM a": "UNSUPPORTED_QUERY.NON_DETERMINISTIC_FUNCTION",
        f"{create} AS SELECT x FROM parquet_one": "UNSUPPORTED_QUERY",
        "CREATE STREAM TABLE z REFRESH MODE IMMEDIATELY AS SELECT id FROM a": "STREAM_SQL_SYNTAX",
        "ALTER STREAM TABLE timed SET REFRESH MODE IMMEDIATE": "IMMEDIATE_IMPOSSIBLE",
        "ALTER STREAM TABLE random SET REFRESH MODE IMMEDIATE": "IMMEDIATE_IMPOSSIBLE",
        "ALTER STREAM TABLE scheduled SET REFRESH MODE IMMEDIATE": "IMMEDIATE_SCHEDULE",
    }.items():
        with pytest.raises(PySparkException) as raised:
            spark.sql(statement)
        assert raised.value.getCondition().startswith(condition), statement
    for name in ("timed", "scheduled", "random"):
        spark.sql(f"DROP STREAM TABLE {name}")
    spark.sql("DROP TABLE parquet_one")


def test_alter_switches_between_all_modes(spark, sources, stale):
    query = SHAPES["groups"]
    spark.sql(f"CREATE STREAM TABLE groups AS {query}")
    seen = {}
    _new_modes(stale, "groups", seen)
    spark.sql("INSERT INTO a VALUES (6, 'p', 1)")
    for step, words in enumerate(("SET REFRESH MODE IMMEDIATE", "SUSPEND", "RESUME", "SET REFRESH MODE FULL")):
        spark.sql(f"ALTER STREAM TABLE groups {words}")
        follows = words in ("SET REFRESH MODE IMMEDIATE", "RESUME")
        if follows:
            _assert_follows(stale, {"groups": query}, words)
        spark.sql(f"INSERT INTO a VALUES ({10 + step}, 'p', 1)")
        assert (_rows(stale, "SELECT * FROM groups") == _rows(stale, query)) is follows, words
    assert _new_modes(stale, "groups", seen) == {"DIFFERENTIAL"}
    spark.sql("ALTER STREAM TABLE groups SET REFRESH MODE IMMEDIATE")
    with pytest.raises(PySparkException) as raised:
        spark.sql("ALTER STREAM TABLE groups SET SCHEDULE EVERY 5 MINUTES")
    assert raised.value.getCondition() == "IMMEDIATE_SCHEDULE"
    _assert_follows(stale, {"groups": query}, "IMMEDIATE again")
    spark.sql("ALTER STREAM TABLE groups AS SELECT k, count(*) AS n FROM a GROUP BY k")
    spark.sql("INSERT INTO a VALUES (40, 'q', 1)")
    _assert_follows(stale, {"groups": "SELECT k, count(*) AS n FROM a GROUP BY k"}, "another query")


@pytest.mark.parametrize(
    "statements", [6, pytest.param(125, marks=[pytest.mark.thorough, pytest.mark.slow])], ids=["few", "many"]
)
def test_writers_of_many_threads_lose_nothing(spark, sources, stale, statements):
    queries = {name: SHAPES[name] for name in ("groups", "joined", "total")}
    _immediate(spark, **queries)
    errors, lost = [], Counter()

    def write(writer):
        session, chance = spark.newSession(), random.Random(writer)
        session.sql(f"USE {sources}")
        # They wait for each other, on a slow machine longer than a user would.
        session.sql("SET spark.streamtables.conflict_timeout = 600s")
        for number in range(statements):
            key = 1000 * writer + number
            kinds = {
                f"INSERT INTO a VALUES ({key}, 'p', {number})": 4,
                f"INSERT INTO b VALUES ('p', {key})": 2,
                f"UPDATE a SET v = v + 1 WHERE id = {key - 1}": 2,
                f"DELETE FROM a WHERE id = {key - 2}": 1,
                f"DELETE FROM b WHERE w = {key - 1}": 1,
            }
            statement = chance.choices(list(kinds), list(kinds.values()))[0]
            while True:
                try:
                    session.sql(statement)
                except PySparkException as error:
                    # Delta lets one of two statements win that change the same files, with us and without.
                    if "CONCURRENT" not in f"{error.getCondition()} {error}":
                        errors.append(error)
                        break
                    lost[writer] += 1
                else:
                    break

    threads = [threading.Thread(target=write, args=(writer,)) for writer in range(1, 5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    _assert_follows(stale, queries, f"all threads, {lost.total()} conflicts")
    for name in queries:
        assert _new_modes(stale, name, {}) <= {"INITIAL", "DIFFERENTIAL", "NO_CHANGE"}


def test_other_statements_ask_nothing_of_us(spark, sources, monkeypatch):
    from streamtables.commands import immediate

    _immediate(spark, groups=SHAPES["groups"])
    spark.sql("CREATE TABLE other (x INT) USING delta")
    asked = []
    answer = immediate.answer
    monkeypatch.setattr(immediate, "answer", lambda question, *rest: asked.append(question) or answer(question, *rest))
    spark.sql("INSERT INTO other VALUES (1)")
    asked.clear()
    spark.sql("INSERT INTO other VALUES (1)")
    spark.sql("UPDATE other SET x = 2")
    spark.sql("SELECT * FROM other JOIN b ON true").collect()
    assert asked == []
    spark.sql("INSERT INTO a VALUES (7, 'p', 1)")
    assert asked == ["begin", "finish"]


def test_one_without_data_is_maintained_from_its_first_refresh_on(spark, sources, stale):
    query = SHAPES["groups"]
    spark.sql(f"CREATE STREAM TABLE groups REFRESH MODE IMMEDIATE WITH NO DATA AS {query}")
    spark.sql("CREATE STREAM TABLE above REFRESH MODE IMMEDIATE AS SELECT sum(n) AS n FROM groups")
    spark.sql("INSERT INTO a VALUES (7, 'p', 1)")
    assert spark.sql("SELECT * FROM groups").count() == 0
    assert spark.sql("REFRESH STREAM TABLE groups").first()["mode"] == "INITIAL"
    spark.sql("INSERT INTO a VALUES (8, 'p', 1)")
    _assert_follows(stale, {"groups": query, "above": "SELECT count(*) AS n FROM a"}, "INSERT")


def test_a_table_that_went_with_its_schema_keeps_no_statement_from_writing(spark, schema):
    gone = f"{schema}_gone"
    for statement in (
        f"CREATE SCHEMA {gone}",
        "CREATE TABLE followed (a INT) USING delta",
        f"CREATE STREAM TABLE {gone}.x REFRESH MODE IMMEDIATE AS SELECT a, count(*) AS n FROM followed GROUP BY a",
        "CREATE STREAM TABLE stays REFRESH MODE IMMEDIATE AS SELECT sum(a) AS total FROM followed",
        f"DROP SCHEMA {gone} CASCADE",
        "INSERT INTO followed VALUES (1), (2)",
    ):
        spark.sql(statement)
    assert [tuple(row) for row in spark.sql("SELECT * FROM stays").collect()] == [(3,)]
    known = spark.sql("SELECT stream_table FROM streamtables.registry").collect()
    assert f"spark_catalog.{gone}.x" not in {row[0] for row in known}
    told = spark.sql("SHOW REFRESH HISTORY").where(f"stream_table = '{gone}.x'").select("mode", "reason_code").collect()
    assert ("SKIPPED", "SCHEMA_DROPPED") in {tuple(row) for row in told}
