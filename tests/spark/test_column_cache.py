"""A column by which rows are looked up again is not read again, and finds the rows that its file has."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote, urlparse

import pytest

from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.late_materialization.row_selection import KeySelection, RowSelection, Selection, select_together
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.rows.materialized_frames import collect_rows
from streamtables.spark.tables.commit_log import parse_files

ROWS = 4000
VALUES = {
    "narrow": "id * 3 - 500",
    "wide": "id * 10000000019",
    "short": "CAST(id % 3000 AS SMALLINT)",
    "last_is_wide": f"IF(id = {ROWS - 1}, 10000000019, id)",
}


@pytest.fixture
def log(spark, schema):
    """A table of two files, of which rows can be hidden."""
    selected = ", ".join(f"{value} AS {name}" for name, value in VALUES.items())
    spark.sql(
        "CREATE TABLE t USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true') AS "
        f"SELECT id, {selected}, IF(id = 7, NULL, id) AS holey FROM range(0, {ROWS}, 1, 2)"
    )
    return CatalogLookup(spark).log(("spark_catalog", schema, "t"))


@pytest.fixture
def look_up(spark, log):
    """Look rows up by a column; give their ids."""

    def look_up(column, keys, files=None, *, or_null=False):
        collected = collect_rows(spark, spark.sql(keys))
        found = KeySelection.of(log, column, [(collected, collected.frame(spark).columns[0])], or_null=or_null)
        rows = RowSelection.of(log, log.latest(), ["id", column])
        rows.add(_files(log) if files is None else files)
        selected = select_together([Selection(rows, found)])[0]
        return sorted(row.id for row in selected.frame(spark).collect())

    return look_up


def _files(log):
    return parse_files(log.latest().live_files(64))


def _paths(spark, files):
    folder = Path(urlparse(spark.sql("DESCRIBE DETAIL t").first().location).path)
    return [folder / unquote(file.path) for file in files]


def _take_away(paths):
    """Take the bytes of files away, also out of the checksums beside them."""
    for path in paths:
        path.write_bytes(b"")
        path.with_name(f".{path.name}.crc").unlink(missing_ok=True)


@pytest.mark.parametrize("column", VALUES)
def test_rows_are_found_by_what_is_kept(spark, log, look_up, column):
    expected = [row.id for row in spark.sql(f"SELECT id FROM t WHERE {column} % 9 = 1 ORDER BY id").collect()]
    assert len(expected) > 100
    for _ in range(2):
        assert look_up(column, f"SELECT {column} FROM t WHERE {column} % 9 = 1") == expected
    # A few keys that lie apart, and none.
    apart = f"SELECT {column} FROM t WHERE id IN (0, {ROWS // 2}, {ROWS - 1}) UNION SELECT -9223372036854775808"
    wanted = f"SELECT id FROM t WHERE {column} IN ({apart}) ORDER BY id"
    assert look_up(column, apart) == [row.id for row in spark.sql(wanted).collect()]
    files = _files(log)
    _take_away(_paths(spark, files))
    # Nothing of the files is left to read: no key is there, and that is known.
    assert look_up(column, "SELECT 9223372036854775807 UNION SELECT -99999999999999", files) == []


@pytest.fixture
def pick(spark, log):
    """Pick columns of the rows that have a key of ``narrow``, or of those that two states of the files differ in."""

    def pick(columns, keys=None, before=None):
        rows = RowSelection.of(log, log.latest(), columns)
        if before is not None:
            rows.add_difference(zip(before, _files(log), strict=True))
            return sorted(map(tuple, select_together([Selection(rows)])[0].frame(spark).collect()))
        rows.add(_files(log))
        collected = collect_rows(spark, spark.sql(keys))
        found = KeySelection.of(log, "narrow", [(collected, collected.frame(spark).columns[0])], or_null=False)
        placed = rows.placed(found, "file", "position").frame(spark).collect()
        selected = select_together([Selection(rows, found)])[0].frame(spark).collect()
        assert sorted(row[:-2] for row in placed) == sorted(row[:-1] for row in selected)
        return sorted(map(tuple, selected))

    return pick


@pytest.mark.parametrize("columns", [[*VALUES], ["wide"], ["last_is_wide", "narrow"]])
def test_what_is_kept_is_not_read_with_the_rows_that_are_found(spark, log, look_up, pick, columns):
    for column in VALUES:
        look_up(column, f"SELECT {column} FROM t WHERE id IN (0, {ROWS - 1})")
    before = _files(log)
    hidden = f"id IN (5, {ROWS - 2})"
    gone = spark.sql(f"SELECT {', '.join(columns)}, -1 FROM t WHERE {hidden}").collect()
    wanted = f"SELECT {', '.join(columns)}, 1 FROM t WHERE id % 9 = 5 AND NOT {hidden}"
    expected = sorted(map(tuple, spark.sql(wanted).collect()))
    spark.sql(f"DELETE FROM t WHERE {hidden}")
    mixed = ["id", *columns, "holey"]
    more = pick(mixed, "SELECT narrow FROM t WHERE id % 9 = 5")
    assert [row[1:-2] for row in more] == [row[:-1] for row in sorted(expected, key=lambda row: row[0])]
    assert [row[0] for row in more] == [row[-2] for row in more]
    keys = "SELECT id * 3 - 500 FROM range(4000) WHERE id % 9 = 5"
    _take_away(_paths(spark, before))
    assert pick(columns, keys) == expected
    assert pick(columns, before=before) == sorted(map(tuple, gone))
    with pytest.raises(Exception, match="parquet"):
        pick(mixed, keys)


def test_a_column_with_null_is_read_again(spark, log, look_up):
    for _ in range(2):
        assert look_up("holey", "SELECT 3", or_null=True) == [3, 7]
        assert look_up("holey", "SELECT 3") == [3]


def test_rows_that_were_hidden_since_are_left_out(spark, log, look_up):
    assert look_up("narrow", "SELECT narrow FROM t WHERE id < 10") == list(range(10))
    spark.sql("DELETE FROM t WHERE id IN (2, 5)")
    keys = "SELECT id * 3 - 500 FROM range(10)"
    assert look_up("narrow", keys) == [0, 1, 3, 4, 6, 7, 8, 9]
    spark.sql("RESTORE TABLE t TO VERSION AS OF 0")
    assert look_up("narrow", keys) == list(range(10))


@pytest.mark.parametrize("other", [{"modified_ms": 1}, {"modified_ms": 0}])
def test_a_file_of_another_time_is_another_file(spark, log, look_up, other):
    files = _files(log)
    assert look_up("narrow", "SELECT -500", files) == [0]
    _take_away(_paths(spark, files))
    with pytest.raises(Exception, match="parquet"):
        look_up("narrow", "SELECT -1", [replace(file, **other) for file in files])


def test_what_was_used_longest_ago_goes_first(spark):
    jvm, gateway = spark._jvm, spark.sparkContext._gateway
    loader = JvmBridge.of(spark).table_facts.getClass().getClassLoader()
    columns = loader.loadClass("streamtables.picking.ColumnCache")
    column = loader.loadClass("streamtables.picking.ColumnCache$Column")
    file = loader.loadClass("streamtables.picking.SelectedFile")

    def given(arguments):
        array = gateway.new_array(jvm.Object, len(arguments))
        for index, argument in enumerate(arguments):
            array[index] = argument
        return array

    def called(name, *arguments):
        method = next(m for m in columns.getDeclaredMethods() if m.getName() == name)
        method.setAccessible(True)
        return method.invoke(None, given(arguments))

    def made(class_, *arguments):
        constructor = class_.getDeclaredConstructors()[0]
        constructor.setAccessible(True)
        return constructor.newInstance(given(arguments))

    def part(name):
        one = jvm.Long.valueOf(1)
        return made(file, name, one, one, one, None, False, None, one)

    # A quarter of the room.
    room = called("room", "0.125")
    assert room == jvm.Runtime.getRuntime().maxMemory() // 8
    assert (called("room", "0"), called("room", "3m")) == (0, 3 * 2**20)
    rows = room // 4 // 4
    values = given([jvm.java.lang.reflect.Array.newInstance(jvm.Integer.TYPE, rows)])
    kept = made(column, gateway.new_array(jvm.long, 1), values)
    for name in ("a", "b", "c", "d"):
        called("put", part(name), "k", kept, room)
    called("get", part("a"), "k")
    called("put", part("d"), "k", kept, room)
    called("put", part("e"), "k", kept, room)
    assert [name for name in "abcde" if called("get", part(name), "k") is not None] == ["a", "c", "d", "e"]
