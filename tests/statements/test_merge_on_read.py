"""Rows that go and rows that come, exchanged by file and position in one commit."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.same_rows import assert_same_rows

from streamtables.engine.writing import compaction, merge_on_read
from streamtables.session.enabling import runtime_of
from streamtables.spark.rows import materialized_frames
from streamtables.spark.tables import delta_log, file_lists
from streamtables_grammar.names import QualifiedName

MERGED = "TBLPROPERTIES ('streamtables.apply' = 'merge')"
QUERY = "SELECT k, v, note FROM s WHERE v >= 0"


@pytest.fixture
def rows(spark, schema):
    """A source of duplicates and NULLs, and a stream table of it in two files."""
    spark.sql("CREATE TABLE s (id INT, k INT, v INT, note STRING) USING delta")
    spark.sql("INSERT INTO s SELECT id, id % 3, id % 5, IF(id % 4 = 0, NULL, 'n') FROM range(40)")
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE DIFFERENTIAL AS {QUERY}")
    spark.sql("INSERT INTO s VALUES (40, 0, 0, NULL), (41, 7, 7, 'new')")
    return schema


def _operations(spark):
    return [row["operation"] for row in spark.sql("DESCRIBE HISTORY r__stream").orderBy("version").collect()]


def _check(spark, refresh, inserted=None, deleted=None):
    row = refresh("r")
    assert row["mode"] == "DIFFERENTIAL"
    assert_same_rows(spark.table("r"), spark.sql(QUERY))
    if inserted is not None:
        assert (row["rows_inserted"], row["rows_updated"], row["rows_deleted"]) == (inserted, 0, deleted)


def test_copies_that_go_and_copies_that_stay(spark, rows, refresh):
    _check(spark, refresh, 2, 0)
    spark.sql("UPDATE s SET v = v + 1 WHERE id IN (0, 12, 40)")
    _check(spark, refresh, 3, 3)
    spark.sql("DELETE FROM s WHERE id % 7 = 0")
    _check(spark, refresh)
    spark.sql("UPDATE s SET note = 'other' WHERE note IS NULL")
    _check(spark, refresh)
    spark.sql("DELETE FROM s")
    _check(spark, refresh)
    assert spark.table("r__stream").count() == 0
    spark.sql("INSERT INTO s VALUES (1, 1, 1, NULL)")
    _check(spark, refresh, 1, 0)
    assert "MERGE" not in _operations(spark)
    assert spark.sql("VERIFY STREAM TABLE r").first()["equal"]


def test_rows_of_a_file_are_hidden_again_and_again(spark, rows, refresh):
    for number in range(4):
        spark.sql(f"DELETE FROM s WHERE id = {number}")
        spark.sql(f"UPDATE s SET v = 100 + id WHERE id = {number + 20}")
        _check(spark, refresh, None if number == 0 else 1, None if number == 0 else 2)
    folder = spark.sql("DESCRIBE DETAIL r__stream").first()["location"]
    commits = spark.read.json(f"{folder}/_delta_log/*.json")
    assert commits.selectExpr("max(add.deletionVector.cardinality) AS hidden").first()["hidden"] > 2


@pytest.mark.parametrize(
    ("owner", "name", "value", "operation"),
    [
        (file_lists, "MOST_FILES", 0, "UPDATE"),
        (materialized_frames, "COLLECT_LIMIT_ROWS", 0, "MERGE"),
        (merge_on_read, "can_merge_on_read", lambda session, state: False, "MERGE"),
    ],
    ids=["many_files", "many_rows", "no_vectors"],
)
def test_what_cannot_be_exchanged_is_merged(spark, rows, refresh, monkeypatch, owner, name, value, operation):
    monkeypatch.setattr(owner, name, value)
    if name == "can_merge_on_read":
        monkeypatch.setattr("streamtables.engine.writing.apply.can_merge_on_read", value)
    if name == "COLLECT_LIMIT_ROWS":
        for reading in ("read_changes", "shortcuts"):
            monkeypatch.setattr(f"streamtables.engine.reading.{reading}.DRIVER_LIMIT_ROWS", value)
    spark.sql("UPDATE s SET v = v + 1 WHERE id IN (0, 12, 40)")
    _check(spark, refresh)
    assert _operations(spark)[-1] == operation
    spark.sql("DELETE FROM s WHERE id % 7 = 0")
    _check(spark, refresh)
    assert _operations(spark)[-1] == operation


def test_a_partitioned_table_is_exchanged(spark, schema, refresh):
    spark.sql("CREATE TABLE s (id INT, k INT, v INT, note STRING) USING delta")
    spark.sql("INSERT INTO s SELECT id, id % 3, id % 5, IF(id % 4 = 0, 'a b/ü%', 'n') FROM range(40)")
    spark.sql(f"CREATE STREAM TABLE r PARTITIONED BY (v) REFRESH MODE DIFFERENTIAL AS {QUERY}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id < 10")
    _check(spark, refresh)
    spark.sql("DELETE FROM s WHERE note = 'n' AND id > 5")
    _check(spark, refresh)
    assert "MERGE" not in _operations(spark)


def test_a_commit_in_between_is_a_conflict_and_tried_again(spark, rows, refresh, monkeypatch):
    own = delta_log.DeltaTableLog.merge_on_read
    met = []

    def late(log, *given):
        if not met:
            met.append(spark.sql("OPTIMIZE r__stream"))
        return own(log, *given)

    monkeypatch.setattr(delta_log.DeltaTableLog, "merge_on_read", late)
    spark.sql("UPDATE s SET v = v + 1 WHERE id < 5")
    refresh("r")
    spark.sql("UPDATE s SET v = v + 1 WHERE id < 7")
    _check(spark, refresh)
    assert met


def test_what_does_not_fit_is_left_to_the_merge_which_says_so(spark, rows, refresh, monkeypatch):
    monkeypatch.setattr(materialized_frames.CollectedRows, "remaining", lambda *_: None)
    spark.sql("UPDATE s SET v = v + 1 WHERE id < 5")
    _check(spark, refresh)
    assert _operations(spark)[-1] == "MERGE"


def test_a_stream_table_over_one_whose_rows_were_exchanged_follows_it(spark, rows, refresh):
    spark.sql("CREATE STREAM TABLE totals REFRESH MODE DIFFERENTIAL AS SELECT k, sum(v) AS s FROM r GROUP BY k")
    for change in ("UPDATE s SET v = v + 1 WHERE id IN (0, 12, 40)", "DELETE FROM s WHERE id % 7 = 0"):
        spark.sql(change)
        _check(spark, refresh)
        assert refresh("totals")["mode"] == "DIFFERENTIAL"
        assert_same_rows(spark.table("totals"), spark.sql(f"SELECT k, sum(v) AS s FROM ({QUERY}) GROUP BY k"))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT k, count(*) AS n, sum(v) AS s, avg(v) AS a FROM s GROUP BY k",
        "SELECT k, max(note) AS m, min(v) AS l FROM s GROUP BY k HAVING count(*) > 9",
        "SELECT k, v, note FROM s WHERE v > 0",
        "SELECT id, v, row_number() OVER (PARTITION BY k ORDER BY id) AS r FROM s",
        *(
            pytest.param(query, marks=pytest.mark.thorough)
            for query in (
                "SELECT note, sum(CAST(v AS DOUBLE)) AS s FROM s GROUP BY note",
                "SELECT count(*) AS n, sum(v) AS s FROM s",
                "SELECT id, v FROM s ORDER BY v DESC, id LIMIT 5",
                "SELECT a.id, count(b.id) AS n FROM s a LEFT JOIN s b ON b.k = a.v GROUP BY a.id",
                "SELECT k, array_sort(collect_list(v)) AS l, named_struct('k', k, 'v', max(v)) AS m FROM s GROUP BY k",
            )
        ),
    ],
)
def test_what_would_be_merged_is_exchanged(spark, schema, refresh, query):
    spark.sql("CREATE TABLE s (id INT, k INT, v INT, note STRING) USING delta")
    spark.sql("INSERT INTO s SELECT id, id % 3, id % 5, IF(id % 4 = 0, NULL, 'n') FROM range(40)")
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE DIFFERENTIAL {MERGED} AS {query}")
    for change in (
        "INSERT INTO s VALUES (40, 0, 9, NULL), (41, 7, 7, 'new'), (42, NULL, NULL, 'm')",
        "UPDATE s SET v = v + 1, k = k + 1 WHERE id IN (0, 12, 40)",
        "DELETE FROM s WHERE id % 7 = 0",
        "UPDATE s SET note = 'o', v = v + 2 WHERE id BETWEEN 20 AND 22",
        "DELETE FROM s",
        "INSERT INTO s VALUES (1, 1, 1, NULL)",
    ):
        spark.sql(change)
        assert refresh("r")["mode"] == "DIFFERENTIAL"
        assert spark.sql("VERIFY STREAM TABLE r").first()["equal"]
    assert "MERGE" not in _operations(spark)
    assert "UPDATE" in _operations(spark)


def test_rows_of_groups_are_counted_as_they_were_touched(spark, rows, refresh):
    spark.sql(f"CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL {MERGED} AS SELECT k, max(v) AS m FROM s GROUP BY k")
    counted = []
    for change in (
        "INSERT INTO s VALUES (50, 8, 8, NULL), (51, 0, 8, NULL)",
        "DELETE FROM s WHERE id = 50",
        "UPDATE s SET v = v - 1 WHERE v = 1",
    ):
        spark.sql(change)
        row = refresh("g")
        assert row["mode"] == "DIFFERENTIAL"
        counted.append((row["rows_inserted"], row["rows_updated"], row["rows_deleted"]))
    assert counted == [(1, 1, 0), (0, 0, 1), (0, 0, 0)]


def test_a_row_that_does_not_fit_fails_the_refresh_and_leaves_nothing_behind(spark, rows, refresh, monkeypatch):
    query = "SELECT k, count(*) AS n FROM s GROUP BY k"
    spark.sql(f"CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL {MERGED} AS {query}")
    before, versions = spark.table("g").collect(), spark.sql("DESCRIBE HISTORY g__stream").count()
    spark.sql("DELETE FROM s WHERE id = 1")
    with monkeypatch.context() as lost:
        lost.setattr(merge_on_read, "_may_hold", lambda *_: False)
        with pytest.raises(PySparkException, match="STREAM_TABLE_STATE_CORRUPTED: rows went from a group"):
            refresh("g")
    assert spark.table("g").collect() == before
    assert spark.sql("DESCRIBE HISTORY g__stream").count() == versions
    assert refresh("g")["mode"] == "DIFFERENTIAL"
    assert spark.sql("VERIFY STREAM TABLE g").first()["equal"]


def test_files_of_exchanged_rows_are_put_together(spark, rows, schema, refresh, monkeypatch):
    monkeypatch.setattr(compaction, "MOST_APPENDS", 3)
    asked = []
    monkeypatch.setattr(
        "streamtables.engine.refreshing.refresh_run.compact_later", lambda _, name, **_kind: asked.append(name)
    )
    spark.sql(f"CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL {MERGED} AS SELECT k, max(v) AS m FROM s GROUP BY k")
    for number in range(3):
        spark.sql(f"INSERT INTO s VALUES ({number}, {number}, 99 + {number}, NULL)")
        refresh("g")
    assert asked == [QualifiedName(("spark_catalog", schema, "g"))]
    assert compaction.compact_table(runtime_of(spark).engine, asked[0])
    assert spark.sql("DESCRIBE DETAIL g__stream").first()["numFiles"] == 1
    assert refresh("g")["mode"] == "NO_CHANGE"
    spark.sql("DELETE FROM s WHERE k = 1")
    assert refresh("g")["mode"] == "DIFFERENTIAL"
    assert spark.sql("VERIFY STREAM TABLE g").first()["equal"]
