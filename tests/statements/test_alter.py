"""ALTER STREAM TABLE: what changes, what is computed anew, and what is refused."""

from __future__ import annotations

import pytest
from tests.equivalence.comparison import assert_equal

from streamtables.errors import DefinitionError, RefreshError
from streamtables.fault_points import FAULT_POINTS, InjectedFaultError
from streamtables_grammar.errors import StreamTableError

QUERY = "SELECT k, count(*) AS n, sum(v) AS total FROM s GROUP BY k"


@pytest.fixture
def groups(spark, schema):
    spark.sql("CREATE TABLE s (k INT, v INT, w DOUBLE) USING delta")
    spark.sql("INSERT INTO s VALUES (1, 10, 0.5), (1, 20, 0.25), (2, 30, 1.5)")
    spark.sql(f"CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS {QUERY}")


def alter(spark, action, name="g"):
    """Alter after asking what that would do; both say the same, and asking changes nothing."""
    before = spark.sql(f"SHOW CREATE STREAM TABLE {name}").first()[0]
    told = {row["item"]: row["value"] for row in spark.sql(f"EXPLAIN ALTER STREAM TABLE {name} {action}").collect()}
    assert spark.sql(f"SHOW CREATE STREAM TABLE {name}").first()[0] == before
    (row,) = spark.sql(f"ALTER STREAM TABLE {name} {action}").collect()
    assert told["change"].startswith(row["change"])
    return row["change"], row["reason"]


def refresh(spark, name="g", tail=""):
    return spark.sql(f"REFRESH STREAM TABLE {name} {tail}").collect()[-1]


def versions(spark, name="g"):
    return spark.sql(f"DESCRIBE HISTORY {name}__stream").count()


def shown(spark, name="g"):
    return spark.sql("SHOW STREAM TABLES").where(f"stream_table = '{name}'").first()


def test_a_mode_is_set_without_touching_a_row(spark, schema, groups):
    assert alter(spark, "SET REFRESH MODE FULL")[0] == "DEFINITION"
    assert shown(spark)["refresh_mode"] == "FULL"
    spark.sql("INSERT INTO s VALUES (3, 1, 0)")
    assert refresh(spark)["mode"] == "FULL"
    change, reason = alter(spark, "SET REFRESH MODE DIFFERENTIAL")
    assert (change, "no row does" in reason, "was FULL" in reason) == ("DEFINITION", True, True)
    spark.sql("INSERT INTO s VALUES (3, 2, 0)")
    assert refresh(spark)["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "g", QUERY, "after both")
    before = versions(spark)
    assert alter(spark, "SET REFRESH MODE DIFFERENTIAL")[0] == "NONE"
    assert versions(spark) == before


def test_a_mode_that_cannot_be_is_refused(spark, schema, groups):
    spark.sql("CREATE STREAM TABLE sampled AS SELECT k FROM s TABLESAMPLE (100 PERCENT)")
    with pytest.raises(RefreshError) as raised:
        spark.sql("ALTER STREAM TABLE sampled SET REFRESH MODE DIFFERENTIAL")
    assert raised.value.getCondition() == "DIFFERENTIAL_IMPOSSIBLE"
    with pytest.raises(StreamTableError) as missing:
        spark.sql("ALTER STREAM TABLE nobody SUSPEND")
    assert missing.value.getCondition() == "STREAM_TABLE_NOT_FOUND"


def test_a_schedule_is_kept_and_says_that_nothing_runs_it(spark, schema, groups):
    change, reason = alter(spark, "SET SCHEDULE EVERY 5 MINUTES")
    assert (change, "neither runs in this process" in reason) == ("DEFINITION", True)
    assert shown(spark)["schedule"] == "EVERY 5 MINUTES"
    assert "SCHEDULE EVERY 5 MINUTES" in spark.sql("SHOW CREATE STREAM TABLE g").first()[0]
    assert alter(spark, "SET SCHEDULE EVERY 5 MINUTES")[0] == "NONE"
    assert alter(spark, "SET SCHEDULE NONE")[0] == "DEFINITION"


def test_a_suspended_table_keeps_its_rows_until_it_is_resumed(spark, schema, groups):
    spark.sql("CREATE STREAM TABLE above REFRESH MODE DIFFERENTIAL AS SELECT sum(total) AS total FROM g")
    assert alter(spark, "SUSPEND")[0] == "DEFINITION"
    assert shown(spark)["status"] == "suspended"
    assert "Suspended" in {row[0] for row in spark.sql("DESCRIBE STREAM TABLE g").collect()}
    before = sorted(spark.table("g").collect())
    spark.sql("INSERT INTO s VALUES (9, 9, 9)")
    explained = {row["item"]: row["value"] for row in spark.sql("EXPLAIN REFRESH STREAM TABLE g").collect()}
    rows = {row["stream_table"].split(".")[-1]: row for row in spark.sql("REFRESH STREAM TABLE above").collect()}
    assert explained["mode"] == rows["g"]["mode"] == "SKIPPED"
    assert (rows["g"]["reason_code"], rows["above"]["mode"]) == ("SUSPENDED", "NO_CHANGE")
    assert "RESUME" in rows["g"]["reason"]
    assert sorted(spark.table("g").collect()) == before
    assert alter(spark, "SUSPEND")[0] == "NONE"
    assert alter(spark, "RESUME")[0] == "DEFINITION"
    rows = {row["stream_table"].split(".")[-1]: row for row in spark.sql("REFRESH STREAM TABLE above").collect()}
    assert rows["g"]["mode"] == rows["above"]["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "g", QUERY, "resumed")
    assert alter(spark, "RESUME")[0] == "NONE"


def test_a_suspended_table_is_left_out_whatever_became_of_its_sources(spark, schema, groups):
    alter(spark, "SUSPEND")
    spark.sql("DROP TABLE s")
    (row,) = spark.sql("REFRESH STREAM TABLE g").collect()
    assert (row["mode"], row["reason_code"]) == ("SKIPPED", "SUSPENDED")


def test_properties_that_decide_nothing_are_set_and_others_rebuild(spark, schema, groups):
    change, _ = alter(spark, "SET TBLPROPERTIES ('owner.team' = 'sales', 'streamtables.full_fraction' = '0.5')")
    assert change == "DEFINITION"
    properties = {row["key"]: row["value"] for row in spark.sql("SHOW TBLPROPERTIES g__stream").collect()}
    assert properties["owner.team"] == "sales"
    spark.sql("INSERT INTO s VALUES (1, 1, 1)")
    assert refresh(spark)["mode"] == "DIFFERENTIAL"
    change, reason = alter(spark, "SET TBLPROPERTIES ('streamtables.apply' = 'merge')")
    assert (change, "stored in another way" in reason) == ("REBUILD", True)
    assert_equal(spark, "g", QUERY, "rebuilt")
    spark.sql("INSERT INTO s VALUES (1, 1, 1), (5, 5, 5)")
    assert refresh(spark)["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "g", QUERY, "refreshed by MERGE")
    with pytest.raises(DefinitionError) as raised:
        spark.sql("ALTER STREAM TABLE g SET TBLPROPERTIES ('streamtables.aply' = 'merge')")
    assert raised.value.getCondition() == "UNKNOWN_TABLE_PROPERTY"


@pytest.mark.parametrize(
    "query",
    [
        "SELECT k, count(*) AS n, sum(v) AS total, max(v) AS largest FROM s GROUP BY k",
        "SELECT k, count(*) AS n, sum(v) AS total FROM s WHERE v > 10 GROUP BY k",
        "SELECT k, v, w FROM s",
        "SELECT k, median(v) AS middle FROM s GROUP BY k",
    ],
)
def test_another_query_gives_its_rows_at_once_and_is_maintained(spark, schema, groups, query):
    identity = dict(spark.sql("DESCRIBE STREAM TABLE g").select("col_name", "data_type").collect())["Id"]
    spark.sql("INSERT INTO s VALUES (4, 40, 4)")
    assert alter(spark, f"AS {query}")[0] == "REBUILD"
    assert_equal(spark, "g", query, "altered")
    assert dict(spark.sql("DESCRIBE STREAM TABLE g").select("col_name", "data_type").collect())["Id"] == identity
    assert refresh(spark)["mode"] == "NO_CHANGE"
    spark.sql("INSERT INTO s VALUES (1, 11, 1), (7, 70, 7)")
    assert refresh(spark)["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "g", query, "refreshed")
    assert spark.sql("VERIFY STREAM TABLE g").first()["equal"]
    history = spark.sql("SHOW REFRESH HISTORY FOR g").collect()
    assert [row["reason_code"] for row in history].count("DEFINITION_CHANGED") == 1


def test_a_compatible_query_takes_its_rows_from_those_that_are_stored(spark, schema, groups):
    """No source is read: the table stays as stale as it was, goes on from there, and so does who reads it."""
    spark.sql("CREATE STREAM TABLE above REFRESH MODE DIFFERENTIAL AS SELECT sum(total) AS total FROM g WHERE k < 3")
    steps = (
        "SELECT k, count(*) AS n, sum(v) AS total, sum(v) / count(*) AS mean FROM s GROUP BY k",
        "SELECT k, sum(v) AS total, count(*) AS n FROM s GROUP BY k",
        "SELECT k, sum(v) AS total FROM s WHERE k < 4 GROUP BY k",
        "SELECT k, sum(v) AS total, k * 2 AS twice FROM s WHERE k < 4 GROUP BY k HAVING sum(v) < 1000",
        "SELECT CAST(k AS INT) AS k, total FROM (SELECT k, sum(v) AS total FROM s WHERE k < 4 GROUP BY k)",
    )
    kinds, written, above = [], [], []
    for number, query in enumerate(steps):
        spark.sql(f"INSERT INTO s VALUES ({number}, {number}, 1), (1, 1, 1)")
        stale = spark.sql("SELECT k, total FROM g WHERE k < 4 OR k > 10").collect()
        kinds.append(alter(spark, f"AS {query}")[0])
        written.append(spark.sql("SHOW REFRESH HISTORY FOR g").where("reason_code = 'MIGRATED'").count())
        assert sorted(spark.table("g").selectExpr("k", "total").collect()) == sorted(stale), query
        assert spark.sql("VERIFY STREAM TABLE g").first()["equal"], query
        rows = {r["stream_table"].split(".")[-1]: r for r in spark.sql("REFRESH STREAM TABLE above").collect()}
        assert rows["g"]["mode"] == "DIFFERENTIAL", (query, rows)
        above.append(rows["above"]["mode"])
        assert_equal(spark, "g", query, "refreshed")
        assert_equal(spark, "above", "SELECT sum(total) AS total FROM g WHERE k < 3", query)
    assert kinds == ["MIGRATE"] * 5
    assert written == [1, 2, 3, 4, 5]
    # Where rows are written, Delta takes the table for another one; behind another HAVING, other rows are read.
    assert above == ["DIFFERENTIAL", "FULL", "FULL", "FULL", "FULL"]
    modes = {row["mode"] for row in spark.sql("SHOW REFRESH HISTORY FOR g").collect()}
    assert modes == {"INITIAL", "NO_CHANGE", "DIFFERENTIAL"}


def test_rows_without_groups_lose_columns_and_rows_and_keep_their_copies(spark, schema, groups):
    spark.sql("CREATE STREAM TABLE r REFRESH MODE DIFFERENTIAL PARTITIONED BY (k) AS SELECT k, v, w FROM s")
    spark.sql("INSERT INTO s VALUES (1, 10, 0.75), (1, 10, 0.75), (3, 5, 2)")
    spark.sql("CREATE STREAM TABLE above REFRESH MODE DIFFERENTIAL AS SELECT k, sum(v) AS t FROM r GROUP BY k")
    refresh(spark, "above")
    spark.sql("DELETE FROM s WHERE w = 0.5")
    assert alter(spark, "SUSPEND", "r")[0] == "DEFINITION"
    told = spark.sql("EXPLAIN ALTER STREAM TABLE r AS SELECT v, k FROM s WHERE v < 30").collect()
    (rows,) = (row["value"] for row in told if row["item"] == "migration SQL")
    assert "r__stream" in rows
    change, reason = alter(spark, "AS SELECT v, k FROM s WHERE v < 30", "r")
    assert (change, "columns that go: w" in reason, "as it was" in reason) == ("MIGRATE", True, True)
    assert alter(spark, "RESUME", "r")[0] == "DEFINITION"
    assert spark.sql("VERIFY STREAM TABLE r").first()["equal"]
    assert refresh(spark, "r")["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "r", "SELECT v, k FROM s WHERE v < 30", "migrated and refreshed")
    for mode in ("FULL", "DIFFERENTIAL"):
        assert refresh(spark, "above")["mode"] == mode
        assert_equal(spark, "above", "SELECT k, sum(v) AS t FROM r GROUP BY k", "reads none of what went")
        spark.sql("INSERT INTO s VALUES (1, 2, 3)")
    for query, why in (
        ("SELECT v, k FROM s", "a filter is gone"),
        ("SELECT v, k, w FROM s WHERE v < 30", "w does not follow"),
        ("SELECT v, k FROM s WHERE v < 30 AND w > 0", "w does not follow"),
        ("SELECT v, max(k) AS k FROM s GROUP BY v", "groups are stored where rows were"),
    ):
        told = [row["value"] for row in spark.sql(f"EXPLAIN ALTER STREAM TABLE r AS {query}").collect()]
        assert (told[0].split(":")[0], why in told[1]) == ("REBUILD", True), (query, told)
    with pytest.raises(DefinitionError) as gone:
        spark.sql("ALTER STREAM TABLE r AS SELECT v FROM s")
    assert gone.value.getCondition() == "UNKNOWN_CLUSTER_COLUMN"


def test_the_same_query_in_other_words_changes_nothing(spark, schema, groups):
    before = versions(spark)
    change, _ = alter(spark, "AS select k, COUNT(*) as n, /* all of it */ sum(v) AS total\nFROM s GROUP BY k")
    assert change == "NONE"
    assert versions(spark) == before


def test_a_query_that_cannot_be_leaves_the_table_as_it_was(spark, schema, groups):
    before = versions(spark)
    with pytest.raises(Exception, match="UNRESOLVED_COLUMN"):
        spark.sql("ALTER STREAM TABLE g AS SELECT nothing FROM s")
    with pytest.raises(StreamTableError) as strict:
        spark.sql("ALTER STREAM TABLE g AS SELECT k FROM s TABLESAMPLE (100 PERCENT)")
    assert strict.value.getCondition() == "UNSUPPORTED_QUERY.TABLESAMPLE"
    with pytest.raises(DefinitionError) as cycle:
        spark.sql("ALTER STREAM TABLE g AS SELECT * FROM g")
    assert cycle.value.getCondition() == "SELF_REFERENCE"
    assert versions(spark) == before
    assert_equal(spark, "g", QUERY, "as it was")


def test_columns_that_others_read_stay_and_new_ones_disturb_nobody(spark, schema, groups):
    spark.sql("CREATE STREAM TABLE above REFRESH MODE DIFFERENTIAL AS SELECT k, total FROM g")
    with pytest.raises(DefinitionError) as raised:
        spark.sql("ALTER STREAM TABLE g AS SELECT k, count(*) AS n FROM s GROUP BY k")
    assert raised.value.getCondition() == "COLUMN_IN_USE"
    assert raised.value.getSqlState() == "2BP01"
    assert all(word in str(raised.value) for word in ("total", "above"))
    wider = "SELECT k, sum(v) AS total, min(v) AS smallest FROM s GROUP BY k"
    assert alter(spark, f"AS {wider}")[0] == "REBUILD"
    assert_equal(spark, "g", wider, "n is gone, which nobody reads")
    refresh(spark, "above")
    assert_equal(spark, "above", "SELECT k, total FROM g", "above")
    spark.sql("INSERT INTO s VALUES (1, 1, 1)")
    assert refresh(spark, "above")["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "above", "SELECT k, total FROM g", "above, refreshed")


def test_an_empty_table_stays_empty(spark, schema, groups):
    spark.sql(f"CREATE STREAM TABLE e WITH NO DATA AS {QUERY}")
    change, reason = alter(spark, "AS SELECT k, max(v) AS m FROM s GROUP BY k", "e")
    assert (change, "empty still" in reason) == ("REBUILD", True)
    assert spark.table("e").count() == 0
    assert refresh(spark, "e")["mode"] == "INITIAL"
    assert_equal(spark, "e", "SELECT k, max(v) AS m FROM s GROUP BY k", "filled")


def test_comments_of_columns_that_stay_are_kept(spark, schema, groups):
    spark.sql("CREATE STREAM TABLE c (key COMMENT 'the key', v) COMMENT 'all' AS SELECT k, v FROM s")
    assert alter(spark, "AS SELECT k + 1, v FROM s", "c")[0] == "MIGRATE"
    columns = {row[0]: row[2] for row in spark.sql("DESCRIBE STREAM TABLE c").collect()}
    assert columns["key"] == "the key"
    assert_equal(spark, "c", "SELECT k + 1 AS key, v FROM s", "altered")


def test_a_refresh_in_another_process_does_not_write_over_it(spark, schema, groups, elsewhere):
    """The other one has planned by the old definition, and meets the new one in its own transaction."""
    altered = []

    def meanwhile(point):
        if point == "refresh.computed" and not altered:
            altered.append(point)
            spark.sql("ALTER STREAM TABLE g AS SELECT k, max(v) AS m FROM s GROUP BY k")

    spark.sql("INSERT INTO s VALUES (1, 1, 1)")
    with FAULT_POINTS.listen(meanwhile):
        elsewhere(f"REFRESH STREAM TABLE {schema}.g")
    assert altered
    assert_equal(spark, "g", "SELECT k, max(v) AS m FROM s GROUP BY k", "altered meanwhile")
    assert spark.sql("VERIFY STREAM TABLE g").first()["equal"]


def test_a_table_takes_its_rows_and_its_history_along_to_another_name(spark, schema, groups):
    spark.sql("INSERT INTO s VALUES (3, 1, 1)")
    refresh(spark)
    assert alter(spark, "RENAME TO sums")[0] == "NAME"
    assert not spark.catalog.tableExists("g")
    assert not spark.catalog.tableExists("g__stream")
    assert_equal(spark, "sums", QUERY, "renamed")
    assert [row["stream_table"] for row in spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()] == ["sums"]
    spark.sql("INSERT INTO s VALUES (1, 1, 1)")
    assert refresh(spark, "sums")["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "sums", QUERY, "refreshed")
    spark.sql(f"CREATE STREAM TABLE g AS {QUERY}")
    with pytest.raises(DefinitionError) as taken:
        spark.sql("ALTER STREAM TABLE sums RENAME TO g")
    assert taken.value.getCondition() == "STREAM_TABLE_EXISTS"
    spark.sql("CREATE STREAM TABLE above AS SELECT sum(n) AS n FROM sums")
    with pytest.raises(DefinitionError) as read:
        spark.sql("ALTER STREAM TABLE sums RENAME TO totals")
    assert (read.value.getCondition(), "above" in str(read.value)) == ("STREAM_TABLE_IN_USE", True)
    assert alter(spark, f"RENAME TO {schema}.sums", "sums")[0] == "NONE"


_STEPS = (
    *("rename.backing", "rename.begun", "rename.definition", "rename.view", "alter.backing"),
    *("create.begin", "create.backing", "create.view", "create.registry", "alter.view"),
)
_MIGRATED = "SELECT count(*) AS n, k FROM s GROUP BY k"
_SHOWN = "SELECT k, count(*) AS n, sum(v) AS total, sum(v) + 1 AS more FROM s GROUP BY k"
_FIRST = ("REFRESH old", "REFRESH new", "SHOW", "DROP old", "CREATE new", "ALTER again")


@pytest.mark.parametrize(
    ("step", "first"),
    [
        pytest.param(step, first, marks=pytest.mark.thorough if number > 0 and number % 6 != place else ())
        for number, step in enumerate(_STEPS)
        for place, first in enumerate(_FIRST)
        if step.startswith("rename") or first not in ("REFRESH new", "CREATE new")
    ],
)
def test_an_alter_that_ends_half_way_is_finished_or_undone(spark, schema, groups, step, first):
    action = "SUSPEND" if step == "alter.backing" else "RENAME TO sums"
    if step.startswith("create"):
        action = f"AS {_MIGRATED}"
    elif step == "alter.view":
        action = f"AS {_SHOWN}"

    def fail(point):
        if point == step:
            raise InjectedFaultError(point)

    with FAULT_POINTS.listen(fail), pytest.raises(StreamTableError):
        spark.sql(f"ALTER STREAM TABLE g {action}")
    statement = {
        "REFRESH old": "REFRESH STREAM TABLE g",
        "REFRESH new": "REFRESH STREAM TABLE sums",
        "SHOW": "SHOW STREAM TABLES",
        "DROP old": "DROP STREAM TABLE IF EXISTS g",
        "CREATE new": f"CREATE STREAM TABLE IF NOT EXISTS sums AS {QUERY}",
        "ALTER again": f"ALTER STREAM TABLE g {action}",
    }[first]
    conditions = []
    try:
        spark.sql(statement)
    except StreamTableError as error:
        conditions.append(error.getCondition())
    # One of two names is none: which one depends on how far the statement got.
    assert conditions in ([], ["STREAM_TABLE_NOT_FOUND"]), (step, first)
    spark.sql("REFRESH STREAM TABLES")
    names = {row["stream_table"] for row in spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()}
    views = {row["viewName"] for row in spark.sql("SHOW VIEWS").collect() if not row["isTemporary"]}
    tables = {row["tableName"] for row in spark.sql("SHOW TABLES").collect() if not row["isTemporary"]}
    assert views == names
    assert {name for name in tables if name.endswith("__stream")} == {f"{name}__stream" for name in names}
    assert names or first == "DROP old"
    for name in names:
        written = spark.sql(f"SHOW CREATE STREAM TABLE {name}").first()[0]
        query = next((query for query in (_MIGRATED, _SHOWN) if query in written), QUERY)
        assert_equal(spark, name, query, f"{step}, {first}, {name}")
        assert query == QUERY or step != "create.begin" or first == "ALTER again"
