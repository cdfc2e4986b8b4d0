"""Results that the next refresh goes on from: all groups of an aggregate, and what of nothing has changed."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlparse

import pytest
from tests.same_rows import assert_same_rows

from streamtables.engine.reading.step_cache import MOST_CACHED_ROWS, StepCache, StepCacheKey

LARGEST = (
    "WITH totals AS (SELECT shop, sum(price * (1 - off)) AS total, count(*) AS n, avg(price) AS mean FROM sales "
    "GROUP BY shop) SELECT * FROM totals WHERE total = (SELECT max(total) FROM totals)"
)
ABOVE = "SELECT name, size FROM visits WHERE size > (SELECT avg(price) FROM sales)"


@dataclass(frozen=True)
class _Rows:
    rows: int
    bytes: int = 1


def _memory(before, after, text="SELECT 1"):
    return StepCacheKey(("id", 1, text), (("t", before),), (("t", after),))


def test_a_result_is_known_at_the_versions_it_was_computed_from():
    known, rows = StepCache(), _Rows(3)
    known.put(_memory(1, 2), rows, 100, 100)
    assert known.get(_memory(2, 5)) is rows
    assert known.get(_memory(1, 2)) is None
    assert known.get(_memory(3, 4)) is None
    assert known.get(_memory(2, 5, "SELECT 2")) is None


def test_a_newer_result_takes_the_place_of_the_older_one():
    known, rows = StepCache(), _Rows(4)
    known.put(_memory(1, 2), _Rows(3), 100, 100)
    known.put(_memory(2, 3), rows, 100, 100)
    assert known.get(_memory(3, 4)) is rows
    assert known.get(_memory(2, 3)) is None


def test_results_used_longest_ago_make_room():
    known = StepCache()
    for text in ("a", "b", "c"):
        known.put(_memory(1, 2, text), _Rows(40), 100, 100)
    assert [known.get(_memory(2, 3, text)) is not None for text in ("a", "b", "c")] == [False, True, True]


def test_results_of_many_bytes_make_room_as_those_of_many_rows_do():
    known = StepCache()
    for text in ("a", "b", "c"):
        known.put(_memory(1, 2, text), _Rows(1, bytes=20), 100, 100)
    assert [known.get(_memory(2, 3, text)) is not None for text in ("a", "b", "c")] == [False, True, True]
    known.put(_memory(1, 2, "d"), _Rows(1, bytes=51), 100, 100)
    assert [known.get(_memory(2, 3, text)) is not None for text in ("b", "c", "d")] == [True, True, False]


def test_results_are_given_up_one_by_one_the_oldest_first():
    known = StepCache()
    for text in ("a", "b"):
        known.put(_memory(1, 2, text), _Rows(1), 100, 100)
    assert known.evict_oldest()
    assert [known.get(_memory(2, 3, text)) is not None for text in ("a", "b")] == [False, True]
    assert known.evict_oldest()
    assert not known.evict_oldest()


def test_large_results_are_not_kept():
    known = StepCache()
    known.put(_memory(1, 2), _Rows(MOST_CACHED_ROWS + 1), 10 * MOST_CACHED_ROWS, 100)
    assert known.get(_memory(2, 3)) is None


@pytest.fixture
def sales(spark, schema):
    """Sales of shops, and visits."""
    feed = "USING delta TBLPROPERTIES ('delta.enableChangeDataFeed' = 'true')"
    spark.sql(f"CREATE TABLE sales (shop INT, price DECIMAL(15,2), off DECIMAL(15,2)) {feed}")
    spark.sql("INSERT INTO sales SELECT id % 7, id, 0.1 FROM range(0, 100, 1, 1)")
    spark.sql(f"CREATE TABLE visits (name STRING, size DOUBLE) {feed}")
    spark.sql("INSERT INTO visits VALUES ('a', 1), ('b', 99)")


def _refresh(spark, name):
    return spark.sql(f"REFRESH STREAM TABLE {name}").first().mode


def _check(spark, name, query):
    assert_same_rows(spark.table(name), spark.sql(query))


def _folder(spark, table):
    return Path(urlparse(spark.sql(f"DESCRIBE DETAIL {table}").first().location).path)


def test_all_groups_follow_from_what_changed(spark, sales, tmp_path):
    spark.sql(f"CREATE STREAM TABLE largest REFRESH MODE DIFFERENTIAL AS {LARGEST}")
    spark.sql("INSERT INTO sales VALUES (3, 500, 0), (NULL, 1, 0)")
    assert _refresh(spark, "largest") == "DIFFERENTIAL"
    _check(spark, "largest", LARGEST)
    folder = _folder(spark, "sales")
    (first,) = (
        p
        for p in folder.glob("*.parquet")
        if p.stat().st_size == max(q.stat().st_size for q in folder.glob("*.parquet"))
    )
    for statement in (
        "INSERT INTO sales VALUES (5, 5000, 0.25), (8, 1, NULL), (8, NULL, 0)",
        "INSERT INTO sales VALUES (5, -5000, 0.25), (9, 4000.55, 0.333333)",
    ):
        spark.sql(statement)
        shutil.move(first, tmp_path / first.name)
        # Without most of its rows the table cannot be read.
        assert _refresh(spark, "largest") == "DIFFERENTIAL"
        shutil.move(tmp_path / first.name, first)
        _check(spark, "largest", LARGEST)
    for statement in ("DELETE FROM sales WHERE shop = 9", "UPDATE sales SET shop = 1 WHERE shop = 3"):
        spark.sql(statement)
        assert _refresh(spark, "largest") == "DIFFERENTIAL"
        _check(spark, "largest", LARGEST)


def test_groups_behind_a_recomputation_are_computed_anew(spark, sales):
    spark.sql(f"CREATE STREAM TABLE largest REFRESH MODE DIFFERENTIAL AS {LARGEST}")
    for statement, full in (
        ("INSERT INTO sales VALUES (3, 5000, 0)", False),
        ("INSERT INTO sales VALUES (3, -4900, 0)", True),
        ("INSERT INTO sales VALUES (4, 5001, 0)", False),
    ):
        spark.sql(statement)
        if full:
            assert spark.sql("REFRESH STREAM TABLE largest FULL").first().mode == "FULL"
        else:
            assert _refresh(spark, "largest") == "DIFFERENTIAL"
        _check(spark, "largest", LARGEST)


def test_an_aggregate_of_what_does_not_change_is_computed_once(spark, sales, tmp_path):
    spark.sql(f"CREATE STREAM TABLE above REFRESH MODE DIFFERENTIAL AS {ABOVE}")
    spark.sql("INSERT INTO visits VALUES ('c', 50), ('d', 49)")
    assert _refresh(spark, "above") == "DIFFERENTIAL"
    spark.sql("INSERT INTO visits VALUES ('e', 60), ('f', 2)")
    (folder,) = {path.parent for path in _folder(spark, "sales").glob("*.parquet")}
    for path in folder.glob("*.parquet"):
        shutil.move(path, tmp_path / path.name)
    assert _refresh(spark, "above") == "DIFFERENTIAL"
    for path in tmp_path.glob("*.parquet"):
        shutil.move(path, folder / path.name)
    _check(spark, "above", ABOVE)
    spark.sql("UPDATE sales SET price = price / 10")
    spark.sql("INSERT INTO visits VALUES ('g', 4)")
    assert _refresh(spark, "above") == "DIFFERENTIAL"
    _check(spark, "above", ABOVE)
