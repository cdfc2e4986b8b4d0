"""REFRESH: what it reports, what it refuses, what it survives."""

from __future__ import annotations

import json
import threading

import pytest
from pyspark.errors import PySparkException
from tests.same_rows import assert_same_rows

from streamtables.engine.reading.bound_delta import BoundDelta
from streamtables.engine.refreshing.examine import Examiner
from streamtables.spark.lookup.catalog_lookup import CatalogLookup


def _rows(spark, name):
    return sorted(map(tuple, spark.table(name).collect()), key=repr)


def _versions(spark, name):
    return spark.sql(f"DESCRIBE HISTORY {name}__stream").count()


def _assert_verified(spark, name):
    row = spark.sql(f"VERIFY STREAM TABLE {name}").first()
    assert (row["equal"], row["missing_rows"], row["extra_rows"]) == (True, 0, 0)


def test_a_refresh_is_one_commit_that_carries_the_frontier(spark, totals, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    before = _versions(spark, "totals")
    row = refresh("totals")
    assert (row["mode"], row["changed_rows"], row["rows_inserted"]) == ("DIFFERENTIAL", 1, 0)
    assert (row["rows_updated"], row["rows_deleted"], row["version"]) == (1, 0, 1)
    assert _versions(spark, "totals") == before + 1
    commit = spark.sql("DESCRIBE HISTORY totals__stream LIMIT 1").first()
    frontier = json.loads(commit["userMetadata"])
    (source,) = frontier["sources"].values()
    assert source["version"] == spark.sql("DESCRIBE HISTORY orders LIMIT 1").first()["version"]


def test_a_second_refresh_does_nothing_and_makes_no_version(spark, totals, refresh):
    before = _versions(spark, "totals")
    row = refresh("totals")
    assert (row["mode"], row["changed_rows"]) == ("NO_CHANGE", 0)
    assert _versions(spark, "totals") == before


def test_full_can_be_asked_for(spark, totals, refresh):
    assert refresh("totals", "FULL")["mode"] == "FULL"
    _assert_verified(spark, "totals")


def test_differential_can_be_asked_of_an_auto_table(spark, orders, refresh):
    spark.sql("CREATE STREAM TABLE t AS SELECT id FROM orders")
    spark.sql("INSERT INTO orders VALUES (10, 'x', 1), (11, 'x', 1), (12, 'x', 1)")
    assert refresh("t", "DIFFERENTIAL")["mode"] == "DIFFERENTIAL"
    spark.sql("INSERT INTO orders VALUES (13, 'x', 1), (14, 'x', 1), (15, 'x', 1)")
    row = refresh("t")
    assert row["mode"] == "FULL"
    assert "recomputing is cheaper" in row["reason"]


def test_differential_is_refused_where_it_is_impossible(spark, orders):
    spark.sql("CREATE STREAM TABLE d AS SELECT region FROM orders TABLESAMPLE (100 PERCENT)")
    with pytest.raises(PySparkException) as caught:
        spark.sql("REFRESH STREAM TABLE d DIFFERENTIAL")
    assert caught.value.getCondition() == "DIFFERENTIAL_IMPOSSIBLE"


def test_an_unknown_name_refreshes_nothing(spark, totals):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    with pytest.raises(PySparkException) as caught:
        spark.sql("REFRESH STREAM TABLE totals, nowhere")
    assert caught.value.getCondition() == "STREAM_TABLE_NOT_FOUND"
    assert "line 1, column 30" in str(caught.value)
    assert _versions(spark, "totals") == 1


def test_a_dropped_source_is_an_error_and_the_rows_stay(spark, totals):
    before = _rows(spark, "totals")
    spark.sql("DROP TABLE orders")
    with pytest.raises(PySparkException) as caught:
        spark.sql("REFRESH STREAM TABLE totals")
    assert caught.value.getCondition() == "SOURCE_MISSING"
    assert _rows(spark, "totals") == before


def test_a_recreated_source_is_rebuilt_from(spark, totals, refresh):
    spark.sql("DROP TABLE orders")
    spark.sql("CREATE TABLE orders (id INT, region STRING, amount DECIMAL(10,2)) USING delta")
    spark.sql("INSERT INTO orders VALUES (1, 'new', 9)")
    row = refresh("totals")
    assert row["mode"] == "FULL"
    assert "created again" in row["reason"]
    assert [r[0] for r in _rows(spark, "totals")] == ["new"]
    spark.sql("INSERT INTO orders VALUES (2, 'new', 1)")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"


def test_a_used_column_that_is_gone_is_an_error_and_an_unused_one_is_not(spark, schema, refresh):
    spark.sql("CREATE TABLE t (a INT, b INT, c INT) USING delta TBLPROPERTIES ('delta.columnMapping.mode' = 'name')")
    spark.sql("INSERT INTO t VALUES (1, 2, 3)")
    spark.sql("CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS SELECT a FROM t")
    spark.sql("ALTER TABLE t DROP COLUMN c")
    spark.sql("INSERT INTO t VALUES (4, 5)")
    assert refresh("s")["mode"] == "DIFFERENTIAL"
    spark.sql("ALTER TABLE t RENAME COLUMN a TO z")
    with pytest.raises(PySparkException) as caught:
        spark.sql("REFRESH STREAM TABLE s")
    assert caught.value.getCondition() == "SOURCE_COLUMN_MISSING"
    assert _rows(spark, "s") == [(1,), (4,)]


def test_columns_that_swapped_names_are_rebuilt_from(spark, schema, refresh):
    spark.sql("CREATE TABLE t (a INT, b INT) USING delta TBLPROPERTIES ('delta.columnMapping.mode' = 'name')")
    spark.sql("INSERT INTO t VALUES (1, 2)")
    spark.sql("CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS SELECT a FROM t")
    spark.sql("ALTER TABLE t RENAME COLUMN a TO old_a")
    spark.sql("ALTER TABLE t RENAME COLUMN b TO a")
    spark.sql("INSERT INTO t (old_a, a) VALUES (3, 4)")
    assert refresh("s")["mode"] == "FULL"
    assert _rows(spark, "s") == [(2,), (4,)]


def test_rows_that_are_stored_in_other_columns_than_are_needed_are_rebuilt(spark, totals, refresh):
    path = spark.sql("DESCRIBE DETAIL totals__stream").first()["location"]
    more = spark.read.format("delta").load(path).limit(0).selectExpr("*", "1 AS of_another_version")
    more.write.format("delta").mode("append").option("mergeSchema", "true").save(path)
    spark.sql("INSERT INTO orders VALUES (2, 'new', 1)")
    row = refresh("totals")
    assert (row["mode"], row["reason"]) == ("FULL", "the rows are stored in other columns than are needed")
    assert len(_rows(spark, "totals")) == 4
    spark.sql("INSERT INTO orders VALUES (3, 'new', 1)")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"


def test_a_widened_column_rebuilds_table_and_types(spark, schema, refresh):
    spark.sql("CREATE TABLE t (k INT, a INT) USING delta TBLPROPERTIES ('delta.enableTypeWidening' = 'true')")
    spark.sql("INSERT INTO t VALUES (1, 1)")
    spark.sql("CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS SELECT k, a FROM t")
    spark.sql("ALTER TABLE t ALTER COLUMN a TYPE BIGINT")
    spark.sql("INSERT INTO t VALUES (2, 5000000000)")
    row = refresh("s")
    assert row["mode"] == "FULL"
    assert "is now bigint" in row["reason"]
    assert dict(spark.table("s").dtypes)["a"] == "bigint"
    assert _rows(spark, "s") == [(1, 1), (2, 5_000_000_000)]
    spark.sql("INSERT INTO t VALUES (3, 7)")
    assert refresh("s")["mode"] == "DIFFERENTIAL"
    _assert_verified(spark, "s")


def test_a_vacuumed_source_is_rebuilt_from(spark, totals, refresh):
    spark.sql("UPDATE orders SET amount = 7 WHERE id = 1")
    spark.sql("UPDATE orders SET amount = 8 WHERE id = 2")
    spark.conf.set("spark.databricks.delta.retentionDurationCheck.enabled", "false")
    spark.sql("VACUUM orders RETAIN 0 HOURS")
    spark.conf.unset("spark.databricks.delta.retentionDurationCheck.enabled")
    row = refresh("totals")
    assert (row["mode"], "vacuumed" in row["reason"]) == ("FULL", True)
    _assert_verified(spark, "totals")


def test_a_redefined_view_rebuilds_the_table(spark, orders, refresh):
    spark.sql("CREATE VIEW big AS SELECT id FROM orders WHERE amount > 2")
    spark.sql("CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS SELECT id FROM big")
    spark.sql("CREATE OR REPLACE VIEW big AS SELECT id FROM orders WHERE amount > 3")
    row = refresh("s")
    assert (row["mode"], "redefined" in row["reason"]) == ("FULL", True)
    assert _rows(spark, "s") == [(3,)]
    spark.sql("INSERT INTO orders VALUES (9, 'x', 100)")
    assert refresh("s")["mode"] == "DIFFERENTIAL"
    assert _rows(spark, "s") == [(3,), (9,)]


def test_rows_written_past_us_are_found_and_rebuilt(spark, totals, refresh):
    frame = spark.sql("SELECT 'bad' AS region, 1L AS orders")
    backing = spark.table("totals__stream")
    missing = [c for c in backing.columns if c not in frame.columns]
    frame = frame.selectExpr("*", *(f"CAST(NULL AS {dict(backing.dtypes)[c]}) AS `{c}`" for c in missing))
    frame.select(*backing.columns).write.format("delta").mode("append").saveAsTable("totals__stream")
    row = refresh("totals")
    assert (row["mode"], "another writer" in row["reason"]) == ("FULL", True)
    _assert_verified(spark, "totals")


def test_optimizing_the_backing_table_is_no_tampering(spark, totals, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    refresh("totals")
    spark.sql("OPTIMIZE totals__stream")
    assert refresh("totals")["mode"] == "NO_CHANGE"


def test_concurrent_refreshes_apply_once(spark, totals):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    found, errors = [], []

    def run():
        try:
            found.append(spark.sql("REFRESH STREAM TABLE totals").first()["mode"])
        except Exception as error:  # noqa: BLE001
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not errors
    assert sorted(found) == ["DIFFERENTIAL", "NO_CHANGE", "NO_CHANGE"]
    _assert_verified(spark, "totals")


def test_an_update_of_a_table_that_was_only_appended_to_is_seen(spark, schema, refresh):
    spark.sql("CREATE TABLE log (id INT, level STRING) USING delta TBLPROPERTIES ('delta.appendOnly' = 'true')")
    spark.sql("INSERT INTO log VALUES (1, 'info')")
    query = "SELECT level, max(id) AS m FROM log GROUP BY level"
    spark.sql(f"CREATE STREAM TABLE levels REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("INSERT INTO log VALUES (2, 'info'), (3, 'error')")
    assert refresh("levels")["mode"] == "DIFFERENTIAL"
    spark.sql("ALTER TABLE log SET TBLPROPERTIES ('delta.appendOnly' = 'false')")
    spark.sql("UPDATE log SET level = 'error' WHERE id = 2")
    assert refresh("levels")["mode"] == "DIFFERENTIAL"
    assert _rows(spark, "levels") == [("error", 3), ("info", 1)]


def test_a_commit_that_lands_during_a_refresh_is_seen_by_the_next_one(spark, totals, refresh, monkeypatch):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    read_sources = BoundDelta.read_sources

    def landing(delta):
        monkeypatch.setattr(BoundDelta, "read_sources", read_sources)
        writer = threading.Thread(target=spark.sql, args=("INSERT INTO orders VALUES (6, 'south', 2)",))
        writer.start()
        writer.join()
        return read_sources(delta)

    monkeypatch.setattr(BoundDelta, "read_sources", landing)
    assert refresh("totals")["changed_rows"] == 1
    assert refresh("totals")["changed_rows"] == 1
    _assert_verified(spark, "totals")


def test_rows_of_a_change_are_not_read_where_nothing_asks_for_them(spark, orders, refresh, monkeypatch):
    spark.sql(
        "CREATE STREAM TABLE top REFRESH MODE DIFFERENTIAL AS SELECT id FROM orders ORDER BY amount DESC, id LIMIT 2"
    )

    def read(*arguments, **options):
        raise AssertionError("the change was read")

    monkeypatch.setattr("streamtables.engine.reading.read_changes.change_frame", read)
    spark.sql("INSERT INTO orders VALUES (9, 'x', 1000)")
    spark.sql("DELETE FROM orders WHERE id = 1")
    row = refresh("top")
    assert (row["mode"], row["changed_rows"]) == ("DIFFERENTIAL", 2)
    _assert_verified(spark, "top")


@pytest.mark.parametrize("apply", ["merge", "append"])
def test_a_refresh_that_another_one_has_overtaken_is_not_applied_twice(
    spark, orders, refresh, elsewhere, monkeypatch, apply
):
    spark.sql(
        f"CREATE STREAM TABLE overtaken REFRESH MODE DIFFERENTIAL TBLPROPERTIES ('streamtables.apply' = '{apply}') AS "
        "SELECT region, count(*) AS orders FROM orders GROUP BY region"
    )
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    read_changes, overtaking = Examiner._read_changes, []

    def overtaken(*arguments):
        if not overtaking:
            overtaking.append(None)
            overtaking[0] = elsewhere("REFRESH STREAM TABLE overtaken")
        return read_changes(*arguments)

    monkeypatch.setattr(Examiner, "_read_changes", staticmethod(overtaken))
    before = _versions(spark, "overtaken")
    assert refresh("overtaken")["mode"] == "NO_CHANGE"
    assert len(overtaking) == 1
    assert _versions(spark, "overtaken") == before + 1
    _assert_verified(spark, "overtaken")


def test_a_refused_refresh_does_not_run_when_its_result_is_shown_again(spark, totals):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    result = spark.sql("REFRESH STREAM TABLE totals")
    versions = _versions(spark, "totals")
    result.show()
    result.collect()
    assert _versions(spark, "totals") == versions


def test_the_definition_keeps_the_settings_of_its_creation(spark, orders, refresh):
    spark.conf.set("spark.sql.session.timeZone", "Asia/Tokyo")
    spark.sql("CREATE TABLE events (at TIMESTAMP) USING delta")
    spark.sql("INSERT INTO events VALUES (TIMESTAMP'2026-01-01 00:30:00')")
    spark.sql(
        "CREATE STREAM TABLE days REFRESH MODE DIFFERENTIAL AS "
        "SELECT CAST(at AS DATE) AS day, count(*) AS n FROM events GROUP BY CAST(at AS DATE)"
    )
    spark.conf.set("spark.sql.session.timeZone", "UTC")
    spark.sql("INSERT INTO events VALUES (TIMESTAMP'2025-12-31 15:45:00')")
    assert refresh("days")["mode"] == "DIFFERENTIAL"
    assert [(str(day), n) for day, n in _rows(spark, "days")] == [("2026-01-01", 2)]
    _assert_verified(spark, "days")


def test_a_delta_that_fails_is_recomputed_by_auto_and_raised_by_differential(spark, schema, refresh):
    spark.sql("CREATE TABLE l (k INT, a INT) USING delta")
    spark.sql("CREATE TABLE r (k INT, b INT) USING delta")
    spark.sql("INSERT INTO l SELECT id, 1 FROM range(100)")
    spark.sql("INSERT INTO r SELECT id, 1 FROM range(100)")
    for name, mode in (("auto", "AUTO"), ("strict", "DIFFERENTIAL")):
        query = "SELECT l.k, l.a / (r.b - 1 + l.a) AS q FROM l JOIN r ON l.k = r.k"
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE {mode} AS {query}")
    # The rows before and after are fine; only a row that met the other side's old one would divide by zero.
    spark.sql("UPDATE l SET a = 0 WHERE k = 7")
    spark.sql("UPDATE r SET b = 2 WHERE k = 7")
    row = refresh("auto")
    assert row["mode"] == "FULL"
    assert "the differential refresh failed: [DIVIDE_BY_ZERO]" in row["reason"]
    _assert_verified(spark, "auto")
    with pytest.raises(PySparkException) as caught:
        refresh("strict")
    assert caught.value.getCondition() == "DIVIDE_BY_ZERO"


def test_the_metastore_is_asked_once_for_the_view_and_the_source_beside_the_refresh(spark, totals, monkeypatch):
    spark.sql("REFRESH STREAM TABLE totals").collect()
    asked, together, find, find_all = [], [], CatalogLookup.find, CatalogLookup.find_all

    def alone(lookup, full_name):
        asked.append(full_name[-1])
        return find(lookup, full_name)

    def noted(lookup, full_names):
        together.append([name[-1] for name in full_names])
        return find_all(lookup, full_names)

    monkeypatch.setattr(CatalogLookup, "find", alone)
    monkeypatch.setattr(CatalogLookup, "find_all", noted)
    assert spark.sql("REFRESH STREAM TABLE totals").first()["mode"] == "NO_CHANGE"
    assert (asked, together) == ([], [["totals", "orders"]])
    spark.sql("INSERT INTO orders VALUES (9, 'west', 1)")
    assert spark.sql("REFRESH STREAM TABLE totals").first()["mode"] == "DIFFERENTIAL"
    assert together == 2 * [["totals", "orders"]]


def test_a_change_without_rows_keeps_types(spark, schema, refresh):
    spark.sql(
        "CREATE TABLE t (k CHAR(3), d DECIMAL(12, 2), at TIMESTAMP_NTZ, l ARRAY<STRUCT<x: SMALLINT>>, m MAP<STRING, "
        "FLOAT>) USING delta"
    )
    queries = {
        "copy": "SELECT k, d, at, l, m FROM t WHERE d >= 0",
        "sums": "SELECT k, sum(d) AS s, avg(d) AS a, max(at) AS m, count(*) AS n FROM t WHERE d >= 0 GROUP BY k",
        "total": "SELECT sum(d) AS s, min(at) AS m FROM t WHERE d >= 0",
    }
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    row = "SELECT 'ab', {}, TIMESTAMP_NTZ'2024-01-01 00:00:00', array(named_struct('x', 1S)), map('y', 1.5F)"
    steps = {
        # Of the first two no row passes: one changes nothing, the other only what the queries leave out.
        "INSERT INTO t SELECT * FROM t WHERE false": "NO_CHANGE",
        f"INSERT INTO t {row.format('-1')}": "NO_CHANGE",
        f"INSERT INTO t {row.format('1')}": "DIFFERENTIAL",
        "DELETE FROM t WHERE false": "NO_CHANGE",
        "DELETE FROM t": "DIFFERENTIAL",
    }
    for step, mode in steps.items():
        spark.sql(step)
        for name, query in queries.items():
            assert refresh(name)["mode"] == mode, (step, name)
            wanted = spark.sql(query)
            assert spark.table(name).dtypes == wanted.dtypes, (step, name)
            assert _rows(spark, name) == sorted(map(tuple, wanted.collect()), key=repr), (step, name)


def test_a_subquery_of_no_rows_or_of_null_is_recomputed_as_it_is(spark, orders, refresh):
    spark.sql("CREATE TABLE u (v INT) USING delta")
    queries = {
        "above": "SELECT id FROM orders WHERE id > (SELECT max(v) FROM u)",
        "shown": "SELECT id, (SELECT v FROM u) AS v FROM orders",
        "among": "SELECT id, id IN (SELECT v FROM u) AS i, id NOT IN (SELECT v FROM u) AS o FROM orders",
    }
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE FULL AS {query}")
    for change in ("INSERT INTO orders VALUES (9, 'x', 1)", "INSERT INTO u VALUES (NULL)", "UPDATE u SET v = 2"):
        spark.sql(change)
        for name, query in queries.items():
            assert refresh(name)["mode"] == "FULL"
            assert _rows(spark, name) == sorted(map(tuple, spark.sql(query).collect()), key=repr), (change, name)
    with pytest.raises(PySparkException) as caught:
        spark.sql("CREATE STREAM TABLE x REFRESH MODE FULL AS SELECT id FROM orders WHERE id > ALL (SELECT v FROM u)")
    assert caught.value.getCondition() == "PARSE_SYNTAX_ERROR"


def test_a_recursive_query_is_recomputed(spark, schema, refresh):
    spark.sql("CREATE TABLE edges (a INT, b INT) USING delta")
    spark.sql("INSERT INTO edges VALUES (1, 2), (2, 4), (1, 3), (3, 4), (4, 5)")
    term = "SELECT r.b FROM reached r0 JOIN edges r ON r.a = r0.b"
    query = f"WITH RECURSIVE reached(b) AS (SELECT 1 UNION ALL {term}) SELECT DISTINCT b FROM reached"
    with pytest.raises(PySparkException) as caught:
        spark.sql(f"CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS {query}")
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.RECURSIVE_CTE"
    (row,) = spark.sql(f"CREATE STREAM TABLE x AS {query}").collect()
    assert "refreshes are FULL: " in row["reason"]

    def reached(*nodes):
        row = refresh("x")
        assert (row["mode"], row["reason_code"]) == ("FULL", "NOT_MAINTAINABLE")
        assert _rows(spark, "x") == [(node,) for node in nodes]

    # There is another way to the node behind the first edge that goes, and none behind the second.
    spark.sql("DELETE FROM edges WHERE a = 2")
    reached(1, 2, 3, 4, 5)
    spark.sql("DELETE FROM edges WHERE a = 3")
    reached(1, 2, 3)
    spark.sql("INSERT INTO edges VALUES (3, 1)")
    with pytest.raises(Exception, match="RECURSION_LEVEL_LIMIT_EXCEEDED"):
        refresh("x")
    assert "RECURSION_LEVEL_LIMIT_EXCEEDED" in spark.sql("SHOW REFRESH HISTORY FOR x LIMIT 1").first()["error"]
    assert _rows(spark, "x") == [(1,), (2,), (3,)]
    spark.sql("DELETE FROM edges WHERE b IN (1, 3)")
    reached(1, 2)


def test_rows_that_fail_the_conditions_on_their_source_are_no_change(spark, orders, refresh):
    query = "SELECT region, count(*) AS n FROM orders WHERE amount > 2 GROUP BY region"
    spark.sql(f"CREATE STREAM TABLE large REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("INSERT INTO orders VALUES (5, 'north', 1), (6, 'west', NULL)")
    row = refresh("large")
    assert (row["mode"], row["changed_rows"]) == ("NO_CHANGE", 0)
    spark.sql("INSERT INTO orders VALUES (7, 'north', 1), (8, 'west', 9)")
    assert refresh("large")["mode"] == "DIFFERENTIAL"
    spark.sql("UPDATE orders SET amount = 1 WHERE id = 3")
    assert refresh("large")["mode"] == "DIFFERENTIAL"
    assert_same_rows(spark.sql("SELECT region, n FROM large"), spark.sql(query))
