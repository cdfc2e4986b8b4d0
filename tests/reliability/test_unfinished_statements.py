"""DDL that fails or ends half-way, and what the next statement on the name makes of it."""

from __future__ import annotations

import shutil

import pytest

from tests.reliability.abandoned import abandoning
from tests.reliability.conftest import ending_at, failing_at, in_thread, once_at
from tests.reliability.statements import Statement

QUERY = "SELECT k, count(*) AS n FROM s GROUP BY k"
CREATE = f"CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS {QUERY}"
REPLACE = "CREATE OR REPLACE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT k, v FROM s WHERE v > 0"


@pytest.fixture
def source(spark, schema):
    spark.sql("CREATE TABLE s (k STRING, v INT) USING delta")
    spark.sql("INSERT INTO s VALUES ('a', 1), ('b', 2), ('a', 3)")
    return schema


def rows(spark, text):
    return sorted(map(tuple, spark.sql(text).collect()))


def listed(spark, schema):
    return [row["stream_table"] for row in spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()]


def require_whole(spark, schema, query=QUERY):
    """The stream table is listed once, shows its query's rows, and follows a change."""
    assert listed(spark, schema) == ["g"]
    spark.sql("INSERT INTO s VALUES ('c', 7)")
    (row,) = spark.sql("REFRESH STREAM TABLE g").collect()
    assert row["mode"] == "DIFFERENTIAL"
    assert rows(spark, "SELECT * FROM g") == rows(spark, query)
    assert spark.sql("VERIFY STREAM TABLE g").collect()[0]["equal"]
    registered = spark.sql(f"SELECT * FROM streamtables.stream_tables WHERE stream_table LIKE '%{schema}%'")
    assert registered.count() == 1


def modes(spark, schema, statement):
    """What a statement answers about the stream table: one row, with the mode that ran."""
    return [row["mode"] for row in spark.sql(statement).collect() if row["stream_table"] == f"{schema}.g"]


def things(spark, schema):
    found = spark.sql(f"SHOW TABLES IN {schema}").collect()
    return sorted(row["tableName"] for row in found if not row["isTemporary"])


def test_a_name_in_a_schema_that_is_not_there_is_no_stream_table(spark, source):
    assert spark.sql("DROP STREAM TABLE IF EXISTS nowhere.g").collect() == []
    for statement in ("DROP STREAM TABLE nowhere.g", "REFRESH STREAM TABLE nowhere.g", "VERIFY STREAM TABLE nowhere.g"):
        with pytest.raises(Exception, match="STREAM_TABLE_NOT_FOUND"):
            spark.sql(statement)


def test_a_create_that_fails_leaves_nothing_behind(spark, source):
    for step in ("create.begin", "create.backing", "create.view", "create.registry"):
        with failing_at(step), pytest.raises(Exception, match=step.replace(".", r"\.")):
            spark.sql(CREATE)
        assert things(spark, source) == ["s"], step
        assert listed(spark, source) == [], step
    spark.sql(CREATE)
    require_whole(spark, source)


@pytest.mark.parametrize(
    ("step", "next_statement", "mode"),
    [
        ("create.backing", CREATE, "INITIAL"),
        ("create.backing", CREATE.replace("TABLE g", "TABLE IF NOT EXISTS g"), "INITIAL"),
        ("create.backing", CREATE.replace("CREATE", "CREATE OR REPLACE"), "INITIAL"),
        ("create.backing", "REFRESH STREAM TABLE g", "NO_CHANGE"),
        ("create.backing", "REFRESH STREAM TABLE g FULL", "FULL"),
        ("create.backing", "SHOW STREAM TABLES", None),
        ("create.backing", "DESCRIBE STREAM TABLE g", None),
        ("create.view", "REFRESH STREAM TABLES", "NO_CHANGE"),
        ("create.view", "REFRESH STREAM TABLE g FULL", "FULL"),
        ("create.view", "VERIFY STREAM TABLE g", None),
        ("create.view", CREATE.replace("CREATE", "CREATE OR REPLACE"), "INITIAL"),
        ("create.registry", CREATE.replace("TABLE g", "TABLE IF NOT EXISTS g"), "NO_CHANGE"),
    ],
)
def test_a_create_that_is_killed_is_finished_by_the_next_statement(
    spark, source, monkeypatch, step, next_statement, mode
):
    with ending_at(step, monkeypatch), pytest.raises(Exception, match=step.replace(".", r"\.")):
        spark.sql(CREATE)
    if mode is None:
        spark.sql(next_statement)
    else:
        assert modes(spark, source, next_statement) == [mode]
    require_whole(spark, source)


def test_a_create_that_is_killed_can_be_dropped(spark, source, monkeypatch):
    for step in ("create.backing", "create.view", "create.registry"):
        with ending_at(step, monkeypatch), pytest.raises(Exception, match=step.replace(".", r"\.")):
            spark.sql(CREATE)
        assert [row[0] for row in spark.sql("DROP STREAM TABLE g").collect()] == [f"{source}.g"]
        assert things(spark, source) == ["s"], step
        assert listed(spark, source) == [], step


@pytest.mark.parametrize(
    ("step", "words", "mode"),
    [
        ("create.begin", "", "NO_CHANGE"),
        ("create.backing", "", "NO_CHANGE"),
        ("create.backing", "FULL", "FULL"),
        ("create.view", "", "NO_CHANGE"),
        ("create.view", "FULL", "FULL"),
        ("create.registry", "", "NO_CHANGE"),
    ],
)
def test_a_replacement_that_is_killed_shows_rows_of_one_definition(spark, source, monkeypatch, step, words, mode):
    spark.sql(CREATE)
    old, new = rows(spark, QUERY), rows(spark, "SELECT k, v FROM s WHERE v > 0")
    with ending_at(step, monkeypatch), pytest.raises(Exception, match=step.replace(".", r"\.")):
        spark.sql(REPLACE)
    assert rows(spark, "SELECT * FROM g") == (new if step in ("create.view", "create.registry") else old)
    assert modes(spark, source, f"REFRESH STREAM TABLE g {words}") == [mode]
    require_whole(spark, source, QUERY if step == "create.begin" else "SELECT k, v FROM s WHERE v > 0")


def test_a_replacement_that_fails_is_there_or_not(spark, source):
    spark.sql(CREATE)
    with failing_at("create.begin"), pytest.raises(Exception, match=r"create\."):
        spark.sql(REPLACE)
    require_whole(spark, source)
    with failing_at("create.backing"), pytest.raises(Exception, match=r"create\."):
        spark.sql(REPLACE)
    require_whole(spark, source, "SELECT k, v FROM s WHERE v > 0")


@pytest.mark.parametrize(("words", "mode"), [("", "NO_CHANGE"), ("FULL", "FULL")])
def test_a_rebuild_that_is_killed_is_read_as_it_was_and_finished_by_the_next_refresh(spark, source, words, mode):
    query = "SELECT k, v FROM s"
    spark.sql(f"CREATE STREAM TABLE g AS {query}")
    before = rows(spark, query)
    spark.sql("CREATE OR REPLACE TABLE s (k STRING, v BIGINT) USING delta")
    spark.sql("INSERT INTO s VALUES ('big', 5000000000)")
    with failing_at("rebuild.backing"), pytest.raises(Exception, match=r"rebuild\.backing"):
        spark.sql("REFRESH STREAM TABLE g")
    assert rows(spark, "SELECT * FROM g") == before
    assert modes(spark, source, f"REFRESH STREAM TABLE g {words}") == [mode]
    assert rows(spark, "SELECT * FROM g") == rows(spark, query)
    assert spark.table("g").schema == spark.table("s").schema


@pytest.mark.parametrize("step", ["drop.begin", "drop.registry", "drop.view", "drop.backing"])
def test_a_drop_that_is_killed_has_happened_or_not(spark, source, step):
    spark.sql(CREATE)
    with failing_at(step), pytest.raises(Exception, match=step.replace(".", r"\.")):
        spark.sql("DROP STREAM TABLE g")
    spark.sql("DROP STREAM TABLE IF EXISTS g")
    assert things(spark, source) == ["s"]
    assert listed(spark, source) == []
    spark.sql(CREATE)
    with failing_at(step), pytest.raises(Exception, match=step.replace(".", r"\.")):
        spark.sql("DROP STREAM TABLE g")
    spark.sql(CREATE.replace("CREATE", "CREATE OR REPLACE"))
    require_whole(spark, source)


def test_a_drop_that_never_ends_has_happened_or_not(spark, source):
    """Nothing of the statement is undone, and nothing of it is remembered."""
    for step in ("drop.begin", "drop.registry", "drop.view", "drop.backing"):
        spark.sql(CREATE)
        with abandoning(spark, source) as abandoned:
            assert abandoned.hold_at(step, Statement("drop", "g", "DROP STREAM TABLE g")), step
            if step == "drop.backing":
                with pytest.raises(Exception, match="STREAM_TABLE_NOT_FOUND"):
                    spark.sql("REFRESH STREAM TABLE g")
                spark.sql(CREATE)
            else:
                assert modes(spark, source, "REFRESH STREAM TABLE g") == ["NO_CHANGE"], step
            if step in ("drop.view", "drop.backing"):
                require_whole(spark, source)
            spark.sql("DROP STREAM TABLE g")
            assert (things(spark, source), listed(spark, source)) == (["s"], []), step


def outcome_of(act):
    try:
        return act()
    except Exception as error:  # noqa: BLE001 - what it was is asserted
        return error


def test_of_two_creates_at_once_one_wins_and_stays(spark, source, elsewhere):
    for step in ("create.begin", "create.backing", "create.view"):
        with once_at(step, lambda: outcome_of(lambda: elsewhere(CREATE))) as others:
            mine = outcome_of(lambda: spark.sql(CREATE))
        lost = [outcome for outcome in (mine, *others) if isinstance(outcome, Exception)]
        assert len(lost) == 1, step
        assert "STREAM_TABLE_EXISTS" in str(lost[0]), step
        require_whole(spark, source)
        spark.sql("DROP STREAM TABLE g")


def test_creates_of_one_process_queue_up(spark, source):
    waiting = []

    def other():
        second = CREATE.replace("TABLE g", f"TABLE {source}.g").replace("FROM s", f"FROM {source}.s")
        waiting.append(in_thread(lambda: spark.newSession().sql(second)))

    with once_at("create.backing", other):
        spark.sql(CREATE)
    with pytest.raises(Exception, match="TABLE_EXISTS"):
        waiting[0]()
    require_whole(spark, source)


def test_what_the_user_made_is_never_dropped(spark, source, monkeypatch):
    spark.sql("CREATE TABLE g__stream (a INT) USING delta")
    with pytest.raises(Exception, match="STREAM_TABLE_EXISTS"):
        spark.sql(CREATE)
    spark.sql("DROP TABLE g__stream")
    with ending_at("create.backing", monkeypatch), pytest.raises(Exception, match=r"create\."):
        spark.sql(CREATE)
    spark.sql("CREATE TABLE g (a INT) USING delta")
    for statement in (CREATE, "DROP STREAM TABLE g", "REFRESH STREAM TABLE g"):
        with pytest.raises(Exception, match=r"STREAM_TABLE_EXISTS|NOT_A_STREAM_TABLE"):
            spark.sql(statement)
    assert things(spark, source) == ["g", "g__stream", "s"]
    spark.sql("DROP TABLE g")
    spark.sql(CREATE)
    require_whole(spark, source)


def test_what_the_user_makes_during_a_create_stays(spark, source):
    """The name of the table behind the stream table is taken after it was found free."""

    def make():
        spark.newSession().sql(f"CREATE TABLE {source}.g__stream USING delta AS SELECT 7 AS a")

    with once_at("create.begin", make), pytest.raises(Exception, match=r"STREAM_TABLE_EXISTS.*g__stream"):
        spark.sql(CREATE)
    assert things(spark, source) == ["g__stream", "s"]
    assert rows(spark, "SELECT * FROM g__stream") == [(7,)]
    assert listed(spark, source) == []
    registered = spark.sql("SELECT stream_table FROM streamtables.stream_tables").collect()
    assert not [row for row in registered if source in row["stream_table"]]
    assert modes(spark, source, "REFRESH STREAM TABLES") == []
    spark.sql("DROP TABLE g__stream")
    spark.sql(CREATE)
    require_whole(spark, source)


def test_a_location_that_holds_a_table_of_the_users_is_refused(spark, source, tmp_path):
    spark.sql(f"CREATE TABLE mine USING delta LOCATION '{tmp_path}/mine' AS SELECT 1 AS a")
    for name in ("mine", "forgotten"):
        if name == "forgotten":
            spark.sql("DROP TABLE mine")
        with pytest.raises(Exception, match="LOCATION_IN_USE"):
            spark.sql(CREATE.replace("REFRESH MODE", f"LOCATION '{tmp_path}/mine' REFRESH MODE"))
    assert things(spark, source) == ["s"]
    assert spark.read.format("delta").load(f"{tmp_path}/mine").first()["a"] == 1
    located = CREATE.replace("REFRESH MODE", f"LOCATION '{tmp_path}/ours' REFRESH MODE")
    spark.sql(located)
    spark.sql("DROP STREAM TABLE g")
    spark.sql(located)
    require_whole(spark, source)


def test_a_folder_that_a_killed_statement_left_behind_is_taken_over(spark, source):
    spark.sql(CREATE)
    catalog = spark._jsparkSession.sharedState().externalCatalog()
    location = spark.sql("DESCRIBE DETAIL g__stream").collect()[0]["location"].removeprefix("file:")
    kept = f"{location}.kept"
    shutil.copytree(location, kept)
    # The metastore forgets a table before its files are deleted.
    catalog.dropTable(source, "g", True, False)
    catalog.dropTable(source, "g__stream", True, False)
    shutil.rmtree(location, ignore_errors=True)
    shutil.copytree(kept, location)
    spark.sql(CREATE)
    require_whole(spark, source)
    spark.sql("DROP STREAM TABLE g")
    # A statement that is killed while it writes leaves files without a log.
    shutil.copytree(kept, location, ignore=shutil.ignore_patterns("_delta_log"))
    spark.sql(CREATE)
    require_whole(spark, source)


def test_the_registry_is_made_again_from_the_tables(spark, source):
    spark.sql(CREATE)
    spark.sql("DELETE FROM streamtables.registry")
    assert listed(spark, source) == ["g"]
    spark.sql("DROP TABLE streamtables.registry")
    require_whole(spark, source)
    spark.sql("INSERT INTO streamtables.registry SELECT * FROM streamtables.registry")
    (found,) = spark.sql("CALL streamtables.rebuild_registry()").collect()
    assert found["stream_tables"] >= 1
    require_whole(spark, source)
