"""The rows that a refresh says it inserted, updated and deleted are those that readers see come, change and go."""

from __future__ import annotations

from collections import Counter

import pytest

MERGED = "TBLPROPERTIES ('streamtables.apply' = 'merge')"
KEYED = {
    "largest": (MERGED, "SELECT k, max(v) AS m FROM s GROUP BY k"),
    "some_shown": (MERGED, "SELECT k, max(v) AS m FROM s GROUP BY k HAVING max(v) > 4"),
    "added_up": (MERGED, "SELECT k, sum(v) > 12 AS large, avg(v) AS a FROM s GROUP BY k HAVING count(*) > 2"),
}
ROWWISE = {
    "plain": ("", "SELECT k, v FROM s WHERE v >= 0"),
    "plain_merged": (MERGED, "SELECT k FROM s"),
}
OTHERS = {
    "parts": ("", "SELECT k, count(*) AS n FROM s GROUP BY k"),
    "total": ("", "SELECT count(*) AS n, sum(v) AS t FROM s"),
    "first_groups": ("", "SELECT k, count(*) AS n FROM s GROUP BY k ORDER BY n DESC, k LIMIT 2"),
}
TABLES = {**KEYED, **ROWWISE, **OTHERS}
CHANGES = (
    "INSERT INTO s VALUES (0, 9), (0, 9), (7, 1), (NULL, 4)",
    "UPDATE s SET k = k + 1, v = v + 5 WHERE k = 0 OR v = 1",
    "DELETE FROM s WHERE k = 2 OR v > 8",
)


@pytest.fixture
def tables(spark, schema):
    spark.sql("CREATE TABLE s (k INT, v INT) USING delta TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')")
    spark.sql("INSERT INTO s SELECT id % 4, id % 6 FROM range(20)")
    created = {}
    for name, (properties, query) in TABLES.items():
        statement = f"CREATE STREAM TABLE {name} {properties} REFRESH MODE DIFFERENTIAL AS {query}"
        created[name] = spark.sql(statement).first()
    return created


def _seen(spark):
    return {name: [tuple(row) for row in spark.table(name).collect()] for name in TABLES}


def _refreshed(spark, words=""):
    names = ", ".join(TABLES)
    rows = spark.sql(f"REFRESH STREAM TABLE {names} {words}").collect()
    return {row["stream_table"].split(".")[1]: row for row in rows}


def _counts(row):
    return row["rows_inserted"], row["rows_updated"], row["rows_deleted"]


def _difference(name, before, after):
    """Tell what readers see come, change and go: groups by their first column, else rows with their copies."""
    if name in ROWWISE:
        old, new = Counter(before), Counter(after)
        return (new - old).total(), 0, (old - new).total()
    if name == "total":
        return 0, int(before != after), 0
    old, new = ({row[0]: row for row in rows} for rows in (before, after))
    return len(new.keys() - old.keys()), sum(new[k] != old[k] for k in new.keys() & old.keys()), len(old.keys() - new)


def test_a_differential_refresh_counts_what_readers_see(spark, tables):
    before = _seen(spark)
    for change in CHANGES:
        spark.sql(change)
        rows, after = _refreshed(spark), _seen(spark)
        for name, row in rows.items():
            assert row["mode"] in ("DIFFERENTIAL", "NO_CHANGE"), (name, change)
            wanted = _difference(name, before[name], after[name])
            if name in ("parts", "first_groups"):
                wanted = (None, None, None) if row["mode"] == "DIFFERENTIAL" else (0, 0, 0)
            assert _counts(row) == wanted, (name, change)
        before = after


def test_what_is_merged_or_written_anew_is_counted_right_or_not_at_all(spark, tables, monkeypatch):
    monkeypatch.setattr("streamtables.spark.rows.materialized_frames.COLLECT_LIMIT_ROWS", 0)
    for reading in ("read_changes", "shortcuts"):
        monkeypatch.setattr(f"streamtables.engine.reading.{reading}.DRIVER_LIMIT_ROWS", 0)
    before = _seen(spark)
    for name, row in tables.items():
        assert row["rows_inserted"] in (None, len(before[name])), name
    known = {name for name, row in tables.items() if row["rows_inserted"] is not None}
    assert known == TABLES.keys() - {"plain", "some_shown", "added_up"}
    for change in CHANGES[1:]:
        spark.sql(change)
        rows, after = _refreshed(spark), _seen(spark)
        for name, row in rows.items():
            wanted = _difference(name, before[name], after[name])
            for count, right in zip(_counts(row), wanted, strict=True):
                assert count in (None, right), (name, change, _counts(row), wanted)
            if name in ROWWISE or name == "largest":
                assert (row["rows_inserted"], row["rows_deleted"]) == (wanted[0], wanted[2]), (name, change)
        before = after
    for name, row in _refreshed(spark, "FULL").items():
        assert row["mode"] == "FULL"
        assert _counts(row)[1] == 0
        for count in (row["rows_inserted"], row["rows_deleted"]):
            assert count in (None, len(before[name])), name
