"""Rows picked out of files by position or by key are the rows that Spark reads there."""

from __future__ import annotations

from itertools import pairwise

import pyarrow as pa
import pytest
from pyarrow import parquet

from streamtables.engine.sources.change_set import collect_changes
from streamtables.spark.late_materialization import row_selection
from streamtables.spark.late_materialization.row_selection import (
    KeySelection,
    RowSelection,
    Selection,
    paired,
    select_together,
    selection_of_change,
)
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.rows.materialized_frames import collect_rows, memory_share
from streamtables.spark.tables.commit_log import parse_files
from streamtables_rewriter.sql.columns import WEIGHT

ROWS = 1500
VECTORS = "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"
FEED = "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true', 'delta.enableChangeDataFeed' = 'true')"
COLUMNS = {
    "l": "id * 1000003",
    "i": "IF(id % 7 = 0, NULL, CAST(id AS INT))",
    "s": "CAST(id % 300 AS SMALLINT)",
    "b": "CAST(id % 100 AS TINYINT)",
    "constant": "5",
    "nothing": "CAST(NULL AS INT)",
    "flag": "IF(id % 5 = 0, NULL, id % 3 = 0)",
    "f": "CAST(id / 3 AS FLOAT)",
    "d": "IF(id % 11 = 0, NULL, CAST(id / 7 AS DOUBLE))",
    "short_decimal": "CAST(id AS DECIMAL(9, 2))",
    "decimal": "IF(id % 13 = 0, NULL, CAST(id * 1.5 AS DECIMAL(18, 4)))",
    "long_decimal": "CAST(id AS DECIMAL(38, 10)) * 12345678901",
    "t": "IF(id % 4 = 0, NULL, concat('text ', id))",
    "few": "concat('ä', id % 10)",
    "bytes": "CAST(concat('x', id % 50) AS BINARY)",
    "day": "date_add(DATE '1500-01-01', CAST(id * 50 AS INT))",
    "at": "timestamp_micros(id * 1234567890123 - 12345678901234567)",
    "local": "CAST(timestamp_micros(id * 987654321) AS TIMESTAMP_NTZ)",
}
KEYS = (
    ("l", "SELECT id * 1000003 FROM range(0, 5000, 37)"),
    ("l", "SELECT id FROM range(10)"),
    ("i", "SELECT id FROM range(17, 4000, 101)"),
    ("s", "SELECT CAST(id AS INT) FROM range(290, 295)"),
    ("b", "SELECT CAST(id AS TINYINT) FROM range(3)"),
    ("constant", "SELECT 5"),
    ("constant", "SELECT 6"),
    ("nothing", "SELECT 1"),
    ("t", "SELECT concat('text ', id) FROM range(0, 4000, 211)"),
    ("few", "SELECT 'ä3' UNION ALL SELECT 'none'"),
)
CONDITIONS = (
    "i > 700",
    "NOT flag",
    "t LIKE '%7%' OR few = 'ä3'",
    "decimal BETWEEN 10 AND 1000.5 AND d IS NOT NULL",
    "day < DATE '1500-01-01' + INTERVAL '10' YEAR",
    "at >= '1970-01-03' AND local < TIMESTAMP_NTZ '1970-01-14 00:00:00'",
    "s IN (1, 2, 3) AND b <> 1",
    "i <=> NULL",
    "true",
    "1 = 2",
)
PAGES = {
    "many small pages": {"parquet.page.row.count.limit": "100"},
    "several row groups": {
        "parquet.block.size": "20000",
        "parquet.page.size.row.check.min": "100",
        "parquet.page.row.count.limit": "200",
    },
    "no dictionary": {"parquet.enable.dictionary": "false", "parquet.page.row.count.limit": "100"},
    "no statistics of pages": {"parquet.column.statistics.enabled": "false", "parquet.page.row.count.limit": "100"},
}


@pytest.fixture(params=PAGES)
def log(request, spark, schema):
    """A table of every type that can be picked, in two files of which the pages differ from case to case."""
    for key, value in PAGES[request.param].items():
        spark.conf.set(key, value)
    selected = ", ".join(f"{value} AS {name}" for name, value in COLUMNS.items())
    spark.sql(f"CREATE TABLE t USING delta {VECTORS} AS SELECT {selected} FROM range(0, {ROWS}, 1, 2)")
    for key in PAGES[request.param]:
        spark.conf.unset(key)
    return _log(spark, schema)


def _log(spark, schema, table="t"):
    return CatalogLookup(spark).log(("spark_catalog", schema, table))


def _files(log):
    return parse_files(log.latest().live_files(64))


def _multiset(frame):
    return sorted(map(repr, frame.collect()))


def _same(spark, collected, query):
    found, expected = collected.frame(spark), spark.sql(query)
    assert [(f.name, f.dataType) for f in found.schema] == [(f.name, f.dataType) for f in expected.schema]
    assert _multiset(found) == _multiset(expected)


def _keys(spark, log, column, query, *, or_null=False):
    collected = collect_rows(spark, spark.sql(query))
    return KeySelection.of(log, column, [(collected, collected.frame(spark).columns[0])], or_null=or_null)


def _weighted(selected, keys, limit=10**6):
    return select_together([Selection(selected, keys)], limit)[0]


def _changed(log, start=0):
    snapshot = log.latest()
    return snapshot, collect_changes(start, [log.commit(v) for v in range(start + 1, snapshot.version + 1)])


def _selected(log, columns, start=0, limit=10**6, multiplicity=None, condition=None):
    snapshot, changes = _changed(log, start)
    selection = selection_of_change(
        log,
        snapshot,
        added=changes.added,
        removed=changes.removed,
        change_files=changes.change_files,
        columns=columns,
        multiplicity=multiplicity,
        condition=condition,
        limit=limit,
    )
    collected = None if selection is None else select_together([selection], limit)[0]
    return None if collected is None else collected.consolidated()


def test_rows_that_a_vector_hides_are_picked_in_every_type(spark, log):
    for number, gone in enumerate(("i % 97 = 3", "l < 2000000", "l % 2 = 0", "constant = 5")):
        spark.sql(f"DELETE FROM t WHERE {gone}")
        lost = (
            f"SELECT *, CAST(-count(*) AS BIGINT) AS {WEIGHT} FROM t VERSION AS OF {number} WHERE {gone} GROUP BY ALL"
        )
        _same(spark, _selected(log, list(COLUMNS), start=number), lost)


def test_rows_are_counted_of_which_no_column_is_wanted(spark, log):
    spark.sql("DELETE FROM t WHERE l % 7 = 0")
    _same(
        spark,
        _selected(log, []),
        f"SELECT CAST(-count(*) AS BIGINT) AS {WEIGHT} FROM t VERSION AS OF 0 WHERE l % 7 = 0",
    )


def test_rows_of_some_keys_are_picked_as_a_semi_join_finds_them(spark, log):
    spark.sql("DELETE FROM t WHERE l % 5 = 0")
    for column, keys in KEYS:
        for or_null in (False, True):
            selected = RowSelection.of(log, log.latest(), list(COLUMNS))
            selected.add(_files(log))
            collected = _weighted(selected, _keys(spark, log, column, keys, or_null=or_null))
            null = f"{column} IS NULL" if or_null else "false"
            found = f"SELECT *, CAST(1 AS BIGINT) AS {WEIGHT} FROM t WHERE {column} IN ({keys}) OR {null}"
            _same(spark, collected, found)


def test_rows_that_meet_a_condition_are_picked_as_spark_finds_them(spark, log):
    spark.sql("DELETE FROM t WHERE l % 5 = 0")
    for condition in CONDITIONS:
        lost = (
            f"SELECT *, CAST(-count(*) AS BIGINT) AS {WEIGHT} FROM t VERSION AS OF 0 "
            f"WHERE l % 5 = 0 AND ({condition}) GROUP BY ALL"
        )
        _same(spark, _selected(log, list(COLUMNS), condition=condition), lost)
        selected = RowSelection.of(log, log.latest(), list(COLUMNS), condition=condition)
        selected.add(_files(log))
        keys = "SELECT id FROM range(17, 4000, 3)"
        found = f"SELECT *, CAST(1 AS BIGINT) AS {WEIGHT} FROM t WHERE i IN ({keys}) AND ({condition})"
        _same(spark, _weighted(selected, _keys(spark, log, "i", keys)), found)


def test_places_are_those_that_spark_tells(spark, log):
    selected = RowSelection.of(log, log.latest(), ["l", "t"])
    selected.add(_files(log))
    collected = selected.placed(_keys(spark, log, "l", "SELECT id * 1000003 FROM range(0, 1500, 29)"), "file", "at")
    _same(
        spark,
        collected,
        "SELECT l, t, _metadata.file_path AS file, _metadata.row_index AS at FROM t WHERE l % (29 * 1000003) = 0",
    )


def test_a_large_file_is_read_in_parts(spark, schema, monkeypatch):
    spark.conf.set("parquet.block.size", "20000")
    spark.conf.set("parquet.page.size.row.check.min", "100")
    spark.sql(f"CREATE TABLE t USING delta {VECTORS} AS SELECT id, uuid() AS t FROM range(0, 9000, 1, 1)")
    spark.conf.unset("parquet.block.size")
    spark.conf.unset("parquet.page.size.row.check.min")
    log = _log(spark, schema)
    monkeypatch.setattr(row_selection, "LARGEST_PART_BYTES", _files(log)[0].size_bytes // 10)
    spark.sql("DELETE FROM t WHERE id % 50 = 7")
    gone = f"SELECT id, CAST(-1 AS BIGINT) AS {WEIGHT} FROM t VERSION AS OF 0 WHERE id % 50 = 7"
    _same(spark, _selected(log, ["id"]), gone)
    selected = RowSelection.of(log, log.latest(), ["id"])
    selected.add(_files(log))
    collected = _weighted(selected, _keys(spark, log, "id", "SELECT id FROM range(0, 9000, 450)"))
    _same(spark, collected, f"SELECT id, CAST(1 AS BIGINT) AS {WEIGHT} FROM t WHERE id % 450 = 0")


def test_what_came_went_and_was_fed_adds_up(spark, schema):
    spark.sql(f"CREATE TABLE t (id INT, v STRING, n BIGINT) USING delta {FEED}")
    spark.sql("INSERT INTO t SELECT id, concat('v', id), 1 FROM range(0, 100, 1, 1)")
    spark.sql("INSERT INTO t SELECT id, concat('v', id), 2 FROM range(100, 130)")
    spark.sql("UPDATE t SET v = 'new' WHERE id % 10 = 0")
    spark.sql("DELETE FROM t WHERE id IN (3, 10, 101)")
    spark.sql("UPDATE t SET v = 'v50' WHERE id = 50")
    spark.sql("INSERT INTO t VALUES (3, 'v3', 1), (4, 'v4', 1)")
    both = "SELECT id, v, 1 AS w FROM t UNION ALL SELECT id, v, -1 FROM t VERSION AS OF 1"
    expected = f"SELECT id, v, sum(w) AS {WEIGHT} FROM ({both}) GROUP BY id, v HAVING sum(w) <> 0"
    _same(spark, _selected(_log(spark, schema), ["id", "v"], start=1), expected)
    counted = expected.replace("1 AS w", "n AS w").replace("-1 FROM", "-n FROM")
    _same(spark, _selected(_log(spark, schema), ["id", "v"], start=1, multiplicity="n"), counted)


def test_rows_that_a_restore_brings_back_come(spark, schema):
    spark.sql(f"CREATE TABLE t USING delta {VECTORS} AS SELECT id FROM range(0, 100, 1, 1)")
    log = _log(spark, schema)
    spark.sql("DELETE FROM t WHERE id IN (3, 50)")
    spark.sql("RESTORE TABLE t TO VERSION AS OF 0")
    spark.sql("DELETE FROM t WHERE id = 4")
    _same(
        spark,
        _selected(log, ["id"], start=1),
        f"""SELECT id, w AS {WEIGHT} FROM VALUES
        (3L, 1L), (50L, 1L), (4L, -1L) AS v(id, w)""",
    )


def test_columns_of_older_files_are_null_and_narrower_values_are_widened(spark, schema):
    spark.sql(
        f"CREATE TABLE t USING delta {VECTORS} AS SELECT CAST(id AS INT) AS id, 'x' AS t FROM range(0, 100, 1, 1)"
    )
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('delta.enableTypeWidening' = 'true')")
    spark.sql("ALTER TABLE t ALTER COLUMN id TYPE BIGINT")
    spark.sql("ALTER TABLE t ADD COLUMN later STRING")
    spark.sql("INSERT INTO t SELECT id, 'y', 'z' FROM range(50, 5000000000, 1000000000, 1)")
    log = _log(spark, schema)
    selected = RowSelection.of(log, log.latest(), ["id", "later"])
    selected.add(_files(log))
    collected = _weighted(
        selected, _keys(spark, log, "id", "SELECT id FROM VALUES (7L), (50L), (3000000050L) AS v(id)")
    )
    _same(spark, collected, f"SELECT id, later, CAST(1 AS BIGINT) AS {WEIGHT} FROM t WHERE id IN (7, 50, 3000000050)")
    selected = RowSelection.of(log, log.latest(), ["id", "later"])
    selected.add(_files(log))
    collected = _weighted(selected, _keys(spark, log, "later", "SELECT 'z'", or_null=True))
    _same(spark, collected, f"SELECT id, later, CAST(1 AS BIGINT) AS {WEIGHT} FROM t")


@pytest.mark.parametrize(
    ("columns", "clauses"),
    [
        ("id BIGINT, part INT", "PARTITIONED BY (part)"),
        ("id BIGINT, part ARRAY<INT>", ""),
        ("id BIGINT, part STRUCT<a: INT>", ""),
        ("id BIGINT, part INT", "TBLPROPERTIES ('delta.columnMapping.mode' = 'name')"),
    ],
    ids=["partition", "array", "struct", "mapping"],
)
def test_what_lies_otherwise_in_the_files_is_left_to_spark(spark, schema, columns, clauses):
    spark.sql(f"CREATE TABLE t ({columns}) USING delta {clauses}")
    log = _log(spark, schema)
    assert RowSelection.of(log, log.latest(), ["id", "part"]) is None


def test_pages_of_the_second_format_are_left_to_spark(spark, schema):
    spark.conf.set("parquet.writer.version", "PARQUET_2_0")
    spark.sql(f"CREATE TABLE t USING delta {VECTORS} AS SELECT id FROM range(0, 1000, 1, 1)")
    spark.conf.unset("parquet.writer.version")
    spark.sql("DELETE FROM t WHERE id % 100 = 7")
    log = _log(spark, schema)
    assert _selected(log, ["id"]) is None
    selected = RowSelection.of(log, log.latest(), ["id"])
    selected.add(_files(log))
    assert _weighted(selected, _keys(spark, log, "id", "SELECT 5L")) is None


def test_files_without_an_index_of_their_pages_are_left_to_spark(spark, schema, tmp_path):
    parquet.write_table(pa.table({"id": range(1000)}), tmp_path / "part.parquet", write_page_index=False)
    spark.sql(f"CONVERT TO DELTA parquet.`{tmp_path}`")
    spark.sql(f"CREATE TABLE t USING delta LOCATION '{tmp_path}'")
    spark.sql("ALTER TABLE t SET TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    log = _log(spark, schema)
    start = log.latest().version
    spark.sql("CREATE STREAM TABLE r REFRESH MODE DIFFERENTIAL AS SELECT id FROM t")
    spark.sql("DELETE FROM t WHERE id % 100 = 7")
    assert _selected(log, ["id"], start=start) is None
    selected = RowSelection.of(log, log.latest(), ["id"])
    selected.add(_files(log))
    assert _weighted(selected, _keys(spark, log, "id", "SELECT 5L")) is None
    assert spark.sql("REFRESH STREAM TABLE r").first()["mode"] == "DIFFERENTIAL"
    assert spark.table("r").exceptAll(spark.table("t")).count() == 0
    assert spark.table("r").count() == 990


def test_more_rows_than_the_limit_are_left_to_spark(spark, schema):
    spark.sql(f"CREATE TABLE t USING delta {VECTORS} AS SELECT id FROM range(0, 100, 1, 1)")
    spark.sql("DELETE FROM t WHERE id < 20")
    log = _log(spark, schema)
    assert _selected(log, ["id"], limit=20) is not None
    assert _selected(log, ["id"], limit=19) is None
    selected = RowSelection.of(log, log.latest(), ["id"])
    selected.add(_files(log))
    assert _weighted(selected, _keys(spark, log, "id", "SELECT id FROM range(0, 90)"), limit=69) is None
    assert _weighted(selected, _keys(spark, log, "id", "SELECT id FROM range(0, 90)"), limit=70).rows == 70


def test_rows_of_several_tables_are_picked_together(spark, schema):
    logs = []
    for name, rows in (("t", 100), ("u", 50), ("v", 10)):
        spark.sql(f"CREATE TABLE {name} USING delta {VECTORS} AS SELECT id, '{name}' AS t FROM range(0, {rows}, 1, 2)")
        logs.append(_log(spark, schema, name))
    selections = [None]
    for log in logs:
        selected = RowSelection.of(log, log.latest(), ["t", "id"])
        selected.add(_files(log))
        selections.append(Selection(selected, _keys(spark, log, "id", "SELECT id FROM range(7, 70, 9)")))
    nothing, many, *few = select_together(selections, limit=6)
    assert (nothing, many) == (None, None)
    for name, collected in zip("uv", few, strict=True):
        keys = "SELECT id FROM range(7, 70, 9)"
        _same(spark, collected, f"SELECT t, id, CAST(1 AS BIGINT) AS {WEIGHT} FROM {name} WHERE id IN ({keys})")


def test_keys_of_other_types_are_none(spark, schema):
    spark.sql("CREATE TABLE t (id DECIMAL(10)) USING delta")
    assert _keys(spark, _log(spark, schema), "id", "SELECT CAST(1 AS DECIMAL(10))") is None


def test_rows_before_a_change_are_repeated_as_often_as_they_were_there(spark):
    now = collect_rows(spark, spark.sql("SELECT * FROM VALUES (1, 'a', 1L), (1, 'a', 1L), (2, NULL, 1L) AS v(i, t, w)"))
    change = collect_rows(
        spark, spark.sql("SELECT * FROM VALUES (1, 'a', 1L), (2, NULL, -2L), (9, 'x', 5L) AS v(i, t, w)")
    )
    before = now.pre_image(change, memory_share(spark)).frame(spark)
    assert _multiset(before) == _multiset(
        spark.sql("SELECT * FROM VALUES (1, 'a', 1L), (2, NULL, 1L), (2, NULL, 1L), (2, NULL, 1L) AS v(i, t, w)")
    )


def test_states_of_a_file_are_paired_by_its_path(spark, schema):
    spark.sql(f"CREATE TABLE t USING delta {VECTORS} AS SELECT id FROM range(0, 100, 1, 2)")
    log = _log(spark, schema)
    states = []
    for number in range(3):
        states.append(sorted(_files(log), key=lambda file: file.path))
        spark.sql(f"DELETE FROM t WHERE id IN ({number}, {number + 50})")
    for before, after in pairwise(states):
        pairs, came, went = paired(after[:1], before)
        assert (pairs, came, went) == ([(before[0], after[0])], [], [before[1]])
