"""SHOW, DESCRIBE, EXPLAIN, VERIFY, history, and what is protected."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.same_rows import assert_same_rows

import streamtables
from streamtables.catalog.history_row import HistoryRow
from streamtables.session.enabling import runtime_of


def _items(spark, statement):
    return {row["item"]: row["value"] for row in spark.sql(statement).collect()}


def test_show_lists_mode_schedule_and_last_refresh(spark, schema, totals):
    (row,) = spark.sql(f"SHOW STREAM TABLES IN {schema} LIKE 'tot*'").collect()
    assert (row["stream_table"], row["refresh_mode"], row["maintained"]) == ("totals", "DIFFERENTIAL", "DIFFERENTIAL")
    assert (row["last_mode"], row["status"]) == ("INITIAL", "ok")
    assert row["last_refresh"] is not None
    assert spark.sql(f"SHOW STREAM TABLES IN {schema} LIKE 'nothing'").count() == 0


def test_stream_tables_of_a_dropped_schema_are_forgotten(spark, schema, orders):
    gone = f"{schema}_gone"
    spark.sql(f"CREATE SCHEMA {gone}")
    spark.sql(f"CREATE STREAM TABLE {gone}.s AS SELECT region, count(*) AS n FROM orders GROUP BY region")
    spark.sql(f"DROP SCHEMA {gone} CASCADE")
    rows = {row["stream_table"]: row for row in spark.sql("REFRESH STREAM TABLES").collect()}
    assert (rows[f"{gone}.s"]["mode"], rows[f"{gone}.s"]["reason"]) == (
        "SKIPPED",
        "it was dropped with its schema, or by another tool, so it is forgotten",
    )
    assert spark.sql("SHOW STREAM TABLES").where(f"schema = '{gone}'").count() == 0
    known = spark.sql("SELECT stream_table FROM streamtables.stream_tables").collect()
    assert not [row for row in known if gone in row["stream_table"]]


def test_system_tables_compose_with_select(spark, schema, totals):
    found = spark.sql(
        "SELECT d.source FROM streamtables.stream_tables t JOIN streamtables.dependencies d USING (stream_table) "
        f"WHERE t.stream_table = 'spark_catalog.{schema}.totals'"
    ).collect()
    assert [row[0] for row in found] == [f"spark_catalog.{schema}.orders"]


def test_the_system_tables_are_joined_by_clients_that_know_nothing_of_stream_tables(spark, schema, totals):
    spark.sql("CREATE STREAM TABLE broken REFRESH MODE DIFFERENTIAL AS SELECT id / (id - 5) AS q FROM orders")
    spark.sql("CREATE STREAM TABLE unfilled WITH NO DATA AS SELECT id FROM orders")
    spark.sql("CREATE STREAM TABLE resting AS SELECT region FROM totals")
    spark.sql("ALTER STREAM TABLE resting SUSPEND")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    spark.sql("REFRESH STREAM TABLE totals")
    with pytest.raises(PySparkException):
        spark.sql("REFRESH STREAM TABLE broken")
    described = spark.sql("DESCRIBE STREAM TABLE totals").collect()
    (size,) = [row["data_type"] for row in described if row["col_name"] == "Size"]
    streamtables.disable(spark)
    try:
        tables = {
            row["stream_table"].split(".")[2]: row
            for row in spark.sql(
                "SELECT *, unix_millis(current_timestamp()) - unix_millis(last_refreshed_at) AS age "
                f"FROM streamtables.stream_tables WHERE stream_table LIKE 'spark_catalog.{schema}.%'"
            ).collect()
        }
        joined = spark.sql(
            "SELECT h.version, d.source, h.data_newest_at = t.data_newest_at AS same, t.last_mode "
            "FROM streamtables.stream_tables t JOIN streamtables.dependencies d ON d.stream_table_id = t.id "
            "JOIN streamtables.refresh_history h ON h.stream_table_id = t.id "
            f"WHERE t.stream_table = 'spark_catalog.{schema}.totals' ORDER BY h.version"
        ).collect()
    finally:
        streamtables.enable(spark)
    orders = f"spark_catalog.{schema}.orders"
    assert joined == [(0, orders, False, "DIFFERENTIAL"), (1, orders, True, "DIFFERENTIAL")]
    assert {name: (row["status"], row["last_mode"]) for name, row in tables.items()} == {
        "totals": ("ok", "DIFFERENTIAL"),
        "broken": ("failed", "INITIAL"),
        "unfilled": ("empty", None),
        "resting": ("suspended", "INITIAL"),
    }
    assert "DIVIDE_BY_ZERO" in tables["broken"]["last_error"]
    assert tables["broken"]["last_failed_at"] > tables["broken"]["last_refreshed_at"]
    assert [name for name, row in tables.items() if row["last_error"]] == ["broken"]
    row = tables["totals"]
    assert (f"{row['size_bytes']} bytes in {row['files']} files", row["version"]) == (size, 1)
    assert row["age"] == row["staleness_ms"] > 0, "of one statement"
    assert row["data_oldest_at"] == row["data_newest_at"] < row["last_refreshed_at"]


def test_describe_tells_columns_state_and_sources(spark, schema, totals):
    rows = {row["col_name"]: row["data_type"] for row in spark.sql("DESCRIBE STREAM TABLE totals").collect()}
    assert rows["revenue"] == "decimal(20,2)"
    assert rows["Refresh mode"] == "DIFFERENTIAL"
    assert rows["Backing table"] == f"{schema}.totals__stream"
    assert rows[f"Source spark_catalog.{schema}.orders"] == "version 1"
    assert rows["Size"].endswith(" bytes in 1 files")
    assert rows["Stored rows"] == "3 rows written together, 0 rows appended and 0 times merged since"


def test_explain_create_shows_strategy_and_delta_sql_and_writes_nothing(spark, standing):
    items = _items(spark, "EXPLAIN CREATE STREAM TABLE x AS SELECT region, max(id) AS n FROM orders GROUP BY region")
    assert items["mode"] == "DIFFERENTIAL"
    assert "groups" in items["strategy"]
    assert "__st_delta_0" in items["delta SQL"]
    assert items["merge SQL"].startswith("MERGE INTO")
    assert "few stored rows are looked up and merged on read" in items["apply"]
    items = _items(spark, "EXPLAIN CREATE STREAM TABLE x AS SELECT region, count(*) AS n FROM orders GROUP BY region")
    assert (items["apply"], "merge SQL" in items) == ("changes are appended", False)
    assert not spark.catalog.tableExists("x")


def test_explain_create_names_what_blocks(spark, standing):
    items = _items(spark, "EXPLAIN CREATE STREAM TABLE x AS SELECT id FROM orders TABLESAMPLE (100 PERCENT)")
    assert (items["mode"], items["blocking condition"]) == ("FULL", "UNSUPPORTED_QUERY.TABLESAMPLE")


@pytest.mark.parametrize(
    ("query", "condition", "named"),
    [
        (
            "SELECT count(*) AS n FROM orders GROUP BY region COLLATE UTF8_LCASE",
            "COLLATED_EXPRESSION",
            ("UTF8_LCASE", "compare lower(region) instead"),
        ),
        ("SELECT id FROM lucky WHERE luck >= 0", "NON_DETERMINISTIC_FUNCTION", ("rand() in view",)),
    ],
)
def test_a_collation_and_a_function_inside_a_view_are_named_by_every_statement(
    spark, orders, refresh, query, condition, named
):
    spark.sql("CREATE VIEW lucky AS SELECT id, rand() AS luck FROM orders")
    with pytest.raises(PySparkException) as caught:
        spark.sql(f"CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS {query}")
    assert caught.value.getCondition() == f"UNSUPPORTED_QUERY.{condition}"
    explained = _items(spark, f"EXPLAIN CREATE STREAM TABLE x AS {query}")
    assert (explained["mode"], explained["blocking condition"]) == ("FULL", caught.value.getCondition())
    (created,) = spark.sql(f"CREATE STREAM TABLE x AS {query}").collect()
    assert created["reason"].startswith("refreshes are FULL: ")
    described = {row["col_name"]: row["data_type"] for row in spark.sql("DESCRIBE STREAM TABLE x").collect()}
    spark.sql("INSERT INTO orders VALUES (5, 'NORTH', 1)")
    refreshed = refresh("x")
    assert (refreshed["mode"], refreshed["reason_code"]) == ("FULL", "NOT_MAINTAINABLE")
    for words in named:
        for text in (str(caught.value), explained["reason"], created["reason"], refreshed["reason"]):
            assert words in text
        assert words in described["Maintained"]
    assert_same_rows(spark.table("x"), spark.sql(query))


def test_explain_refresh_tells_mode_reason_sources_and_sql(spark, schema, totals, refresh):
    assert _items(spark, "EXPLAIN REFRESH STREAM TABLE totals")["mode"] == "NO_CHANGE"
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    items = _items(spark, "EXPLAIN REFRESH STREAM TABLE totals")
    assert items["mode"] == "DIFFERENTIAL"
    assert "1 rows changed, read from appended files" in items[f"source spark_catalog.{schema}.orders"]
    assert "MERGE INTO" in items["merge SQL"]
    assert "__st_position" in items["lookup SQL"]
    assert refresh("totals")["mode"] == "DIFFERENTIAL"


@pytest.mark.parametrize(
    ("calls", "strategy", "apply"),
    [
        ("median(id)", "groups: affected groups are computed anew and replaced by key", "affected groups"),
        ("max(id)", "where rows go, affected groups are computed anew", "affected groups"),
        ("sum(id)", "groups: what changed is added to the stored groups by key", "changes are added"),
    ],
)
def test_explain_create_says_one_thing_about_how_groups_are_kept(spark, standing, calls, strategy, apply):
    merged = "TBLPROPERTIES ('streamtables.apply' = 'merge')"
    query = f"SELECT region, {calls} AS m FROM orders GROUP BY region"
    items = _items(spark, f"EXPLAIN CREATE STREAM TABLE x {merged} AS {query}")
    assert strategy in items["strategy"]
    assert items["apply"].startswith(apply)


def test_explain_refresh_looks_at_what_is_refreshed_before(spark, schema, orders, refresh):
    for name, mode, query in (
        ("p", "DIFFERENTIAL", "SELECT region, max(amount) AS most FROM orders GROUP BY region"),
        ("q", "DIFFERENTIAL", "SELECT region FROM p WHERE most > 1"),
        ("maybe", "AUTO", "SELECT most FROM p"),
        ("always", "FULL", "SELECT most FROM p"),
        ("deep", "DIFFERENTIAL", "SELECT region FROM q"),
    ):
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE {mode} AS {query}")
    items = _items(spark, "EXPLAIN REFRESH STREAM TABLE deep")
    assert (items["mode"], items["reason"]) == ("NO_CHANGE", "no source has changed")
    assert items[f"upstream {schema}.p"] == "NO_CHANGE: no source has changed"
    spark.sql("INSERT INTO orders VALUES (5, 'west', 100)")
    rows = [tuple(row) for row in spark.sql("EXPLAIN REFRESH STREAM TABLE deep").collect()]
    waiting = f"after {schema}.p is refreshed: refresh mode DIFFERENTIAL; NO_CHANGE if no row of it is another then"
    assert rows[:3] == [
        (f"upstream {schema}.p", "DIFFERENTIAL: refresh mode DIFFERENTIAL"),
        (f"upstream {schema}.q", f"DIFFERENTIAL: {waiting}"),
        ("mode", "DIFFERENTIAL"),
    ]
    items = dict(rows)
    assert items["reason"].startswith(f"after {schema}.q is refreshed: refresh mode DIFFERENTIAL")
    assert items[f"source spark_catalog.{schema}.q"] == "refreshed before, version 0 so far"
    assert "__st_delta_0" in items["delta SQL"]
    assert "alternative NO_CHANGE" not in items
    items = _items(spark, "EXPLAIN REFRESH STREAM TABLE maybe")
    assert items["mode"] == "DIFFERENTIAL or FULL"
    assert items["reason"].startswith(f"after {schema}.p is refreshed: DIFFERENTIAL or FULL by size")
    items = _items(spark, "EXPLAIN REFRESH STREAM TABLE always")
    assert (items["mode"], "VERSION AS OF" in items["full SQL"]) == ("FULL", False)
    assert _items(spark, "EXPLAIN REFRESH STREAM TABLE deep WITHOUT UPSTREAM")["mode"] == "NO_CHANGE"
    assert _items(spark, "EXPLAIN REFRESH STREAM TABLE maybe FULL")["reason"] == "requested"
    cascade = _items(spark, "EXPLAIN REFRESH STREAM TABLE q CASCADE")
    assert cascade["mode"] == "DIFFERENTIAL"
    assert cascade[f"downstream {schema}.deep"].startswith("DIFFERENTIAL: after")
    assert [refresh(name)["mode"] for name in ("deep", "maybe", "always")] == ["DIFFERENTIAL", "FULL", "FULL"]
    spark.sql("DROP TABLE orders")
    items = _items(spark, "EXPLAIN REFRESH STREAM TABLE deep")
    assert items[f"upstream {schema}.p"].startswith("FAILED: [SOURCE_MISSING]")
    assert (items["mode"], items["reason"]) == ("SKIPPED", f"{schema}.q could not be refreshed")


def test_history_tells_every_refresh_newest_first(spark, totals, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    refresh("totals")
    refresh("totals")
    rows = spark.sql("SHOW REFRESH HISTORY FOR totals LIMIT 2").collect()
    assert [row["mode"] for row in rows] == ["NO_CHANGE", "DIFFERENTIAL"]
    assert rows[1]["rows_updated"] == 1
    assert rows[0]["started_at"] > rows[1]["started_at"]


def _size(spark, name):
    row = spark.sql(f"DESCRIBE DETAIL {name}__stream").first()
    return row["sizeInBytes"], row["numFiles"]


def test_history_tells_what_a_refresh_learnt_on_its_way(spark, schema, totals):
    spark.sql("CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS SELECT region, orders FROM totals")
    spark.sql("CREATE STREAM TABLE met REFRESH MODE DIFFERENTIAL AS SELECT o.id FROM orders o JOIN kept USING (region)")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    spark.sql("REFRESH STREAM TABLE kept CASCADE")
    sizes = {name: _size(spark, name) for name in ("totals", "kept", "met")}
    spark.sql("REFRESH STREAM TABLE totals")
    spark.sql("REFRESH STREAM TABLE totals FULL")
    found = {}
    for row in spark.sql("SHOW REFRESH HISTORY").where(f"stream_table LIKE '{schema}.%'").collect():
        found.setdefault((row["stream_table"].split(".")[1], row["mode"]), row)
    full, nothing, first = (found["totals", mode] for mode in ("FULL", "NO_CHANGE", "INITIAL"))
    changed, copied, joined = (found[name, "DIFFERENTIAL"] for name in ("totals", "kept", "met"))
    assert [row["requested_by"] for row in (first, changed, copied, joined, full)] == [
        "MANUAL",
        "UPSTREAM",
        "MANUAL",
        "CASCADE",
        "MANUAL",
    ]
    orders = f"spark_catalog.{schema}.orders"
    assert [row["sources"] for row in (first, changed, nothing, full)] == [
        f"{orders}: version 1",
        f"{orders}: 1 to 2, 1 rows changed",
        f"{orders}: 2 to 2, 0 rows changed",
        f"{orders}: 2 to 2, 0 rows changed",
    ]
    assert [row["rows_read"] for row in (changed, nothing, full)] == [1, 0, 5]
    assert (nothing["bytes_read"], nothing["rows_written"], nothing["bytes_written"]) == (0, 0, 0)
    assert (full["rows_written"], full["bytes_written"]) == (3, full["size_bytes"])
    assert 1 <= changed["rows_written"] <= 3
    assert (joined["rows_read"], joined["bytes_read"]) == (None, None), "it met other rows of its sources"
    assert 0 < changed["bytes_read"] < full["bytes_read"]
    stored = [(row["size_bytes"], row["files"]) for row in (changed, nothing, copied, joined, full)]
    assert stored == [sizes["totals"], sizes["totals"], sizes["kept"], sizes["met"], _size(spark, "totals")]
    for row, phases in ((changed, 4), (full, 4), (nothing, 2), (first, 0)):
        known = [row[f"{phase}_ms"] for phase in ("detect", "decide", "plan", "apply")]
        assert [value is not None for value in known] == [True] * phases + [False] * (4 - phases)
        assert sum(known[:phases]) <= row["duration_ms"] + 2, "rounded"
        assert (row["finished_at"] - row["started_at"]).total_seconds() == pytest.approx(row["duration_ms"] / 1000)
    assert full["data_oldest_at"] == full["data_newest_at"] == changed["data_newest_at"] < full["started_at"]
    assert first["data_newest_at"] < changed["data_newest_at"]
    assert joined["data_oldest_at"] == changed["data_newest_at"] < joined["data_newest_at"]
    assert (changed["predicted_full_ms"], changed["predicted_from"]) != (None, None)
    assert full["predicted_from"] == "the first filling"
    assert nothing["predicted_from"] is None
    spark.sql("DROP TABLE orders")
    with pytest.raises(PySparkException):
        spark.sql("REFRESH STREAM TABLE totals")
    runtime_of(spark).engine.history.flush()
    failed, filled = spark.sql(
        "SELECT mode, stream_table_id, requested_by, sources, refresh_number FROM streamtables.refresh_history "
        f"WHERE stream_table = '{schema}.totals' AND mode IN ('FAILED', 'INITIAL') ORDER BY mode"
    ).collect()
    assert failed[1:] == (filled["stream_table_id"], "MANUAL", None, None)
    assert filled[2:] == ("MANUAL", [(orders, None, 1, None)], 1)


def test_a_long_history_is_written_at_once(spark, totals):
    history = runtime_of(spark).engine.history
    for number in range(2000):
        history.record(HistoryRow("a.b", "2026-01-01T00:00:00+00:00", "FULL", f"{number}'s", version=number))
    assert spark.sql("SHOW REFRESH HISTORY LIMIT 2000").count() == 2000


def test_failures_are_in_the_history(spark, totals):
    spark.sql("DROP TABLE orders")
    with pytest.raises(PySparkException):
        spark.sql("REFRESH STREAM TABLE totals")
    (row,) = spark.sql("SHOW REFRESH HISTORY FOR totals LIMIT 1").collect()
    assert row["mode"] == "FAILED"
    assert "SOURCE_MISSING" in row["error"]


def test_verify_of_a_table_that_was_never_filled_is_an_error(spark, orders):
    spark.sql("CREATE STREAM TABLE unfilled WITH NO DATA AS SELECT id FROM orders")
    with pytest.raises(PySparkException) as caught:
        spark.sql("VERIFY STREAM TABLE unfilled").collect()
    assert caught.value.getCondition() == "NOT_POPULATED"


def test_verify_counts_what_is_missing_and_what_is_too_much(spark, totals):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    assert spark.sql("VERIFY STREAM TABLE totals").first()["equal"], "the frontier, not the newest version, counts"
    wrong = spark.table("totals__stream").where("region = 'north'").selectExpr("*").collect()
    frame = spark.createDataFrame(wrong, spark.table("totals__stream").schema).withColumn(
        "region", __import__("pyspark").sql.functions.lit("elsewhere")
    )
    frame.write.format("delta").mode("append").saveAsTable("totals__stream")
    row = spark.sql("VERIFY STREAM TABLE totals").first()
    assert (row["equal"], row["missing_rows"], row["extra_rows"]) == (False, 0, 1)


def test_verify_lets_tied_rows_stand_for_each_other(spark, schema):
    del schema
    spark.sql("CREATE TABLE t (id INT, v INT) USING delta")
    spark.sql("INSERT INTO t SELECT /*+ COALESCE(1) */ * FROM VALUES (3, 1), (1, 1), (2, 1), (4, 0)")
    queries = {
        "top": "SELECT id, v FROM t ORDER BY v LIMIT 2",
        "numbered": "SELECT id, row_number() OVER (ORDER BY v) AS n FROM t",
        "latest": "SELECT v, max_by(id, v) AS id FROM t GROUP BY v",
        "some": "SELECT v, first(id) AS id FROM t GROUP BY v",
    }
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    assert {name: spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"] for name in queries} == dict.fromkeys(
        queries, True
    )
    assert spark.table("top").exceptAll(spark.sql(queries["top"])).count(), "the query's own text chose otherwise"
    rows = spark.table("top__stream").replace(1, 7, subset=["id"])
    rows.localCheckpoint().write.format("delta").mode("overwrite").saveAsTable("top__stream")
    row = spark.sql("VERIFY STREAM TABLE top").first()
    assert (row["equal"], row["missing_rows"], row["extra_rows"]) == (False, 1, 1)


def test_verify_compares_maps_by_their_entries(spark, schema):
    del schema
    spark.sql("CREATE TABLE t (id INT, m MAP<STRING, INT>) USING delta")
    spark.sql("INSERT INTO t VALUES (1, map('b', 2, 'a', 1)), (1, map('a', 1, 'b', 2)), (2, NULL)")
    spark.sql("CREATE STREAM TABLE copies REFRESH MODE DIFFERENTIAL AS SELECT id, m FROM t")
    gathered = "SELECT id, collect_list(m) AS maps FROM t GROUP BY id"
    spark.sql(f"CREATE STREAM TABLE lists REFRESH MODE DIFFERENTIAL AS {gathered}")
    stored = spark.table("copies__stream")
    turned = stored.selectExpr("id", "map_from_entries(reverse(map_entries(m))) AS m", "__st_rows")
    turned.localCheckpoint().write.format("delta").mode("overwrite").saveAsTable("copies__stream")
    assert spark.sql("VERIFY STREAM TABLE copies").first()["equal"]
    assert spark.sql("VERIFY STREAM TABLE lists").first()["equal"]
    other = stored.selectExpr("id", "transform_values(m, (k, v) -> v + 1) AS m", "__st_rows").where("id = 1")
    other.localCheckpoint().write.format("delta").mode("append").saveAsTable("copies__stream")
    row = spark.sql("VERIFY STREAM TABLE copies").first()
    assert (row["equal"], row["missing_rows"], row["extra_rows"]) == (False, 0, 2)


@pytest.mark.parametrize(
    ("statement", "instead"),
    [
        ("INSERT INTO totals VALUES ('x', 1, 1)", "REFRESH STREAM TABLE"),
        ("INSERT OVERWRITE totals__stream SELECT * FROM totals__stream", "REFRESH STREAM TABLE"),
        ("UPDATE totals__stream SET region = 'x'", "REFRESH STREAM TABLE"),
        ("DELETE FROM totals", "REFRESH STREAM TABLE"),
        ("MERGE INTO totals__stream t USING orders o ON false WHEN MATCHED THEN DELETE", "REFRESH STREAM TABLE"),
        ("TRUNCATE TABLE totals__stream", "REFRESH STREAM TABLE"),
        ("DROP TABLE totals__stream", "DROP STREAM TABLE"),
        ("DROP VIEW totals", "DROP STREAM TABLE"),
        ("DROP TABLE IF EXISTS totals", "DROP STREAM TABLE"),
        ("ALTER TABLE totals__stream ADD COLUMN (x INT)", "ALTER STREAM TABLE"),
        ("ALTER VIEW totals AS SELECT 1 AS a", "ALTER STREAM TABLE"),
        ("ALTER TABLE totals RENAME TO sums", "totals RENAME TO"),
        ("REFRESH TABLE totals", "REFRESH STREAM TABLE"),
        ("REFRESH totals", "REFRESH STREAM TABLE"),
        ("CREATE OR REPLACE VIEW totals AS SELECT 1 AS a", "CREATE OR REPLACE STREAM TABLE"),
        ("CREATE OR REPLACE TABLE totals__stream (a INT) USING delta", "CREATE OR REPLACE STREAM TABLE"),
    ],
)
def test_ordinary_sql_cannot_touch_a_stream_table(spark, standing, statement, instead):
    before = sorted(map(repr, spark.table("totals").collect()))
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    assert caught.value.getCondition() == "PROTECTED_TABLE", str(caught.value)
    assert instead in str(caught.value)
    assert sorted(map(repr, spark.table("totals").collect())) == before


def test_the_registry_is_made_again_by_a_call(spark, schema):
    assert spark.sql("CALL streamtables.rebuild_registry()").columns == ["stream_tables"]
