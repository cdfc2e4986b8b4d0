"""What changed of a stream table as its readers see it, against the difference of its view at both versions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

import streamtables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SHAPES: dict[str, tuple[str, str, bool]] = {
    "grouped": ("merge", "SELECT region, count(*) AS n, sum(amount) AS total FROM orders GROUP BY region", True),
    "had": ("merge", "SELECT region, sum(amount) AS total FROM orders GROUP BY region HAVING count(*) > 1", True),
    "recomputed": ("merge", "SELECT region, median(amount) AS middle FROM orders GROUP BY region", True),
    "parts": ("append", "SELECT sum(amount) AS total, region FROM orders GROUP BY region", True),
    "hidden": ("append", "SELECT sum(amount) AS total FROM orders GROUP BY region", False),
    "whole": ("append", "SELECT count(*) AS n, sum(amount) AS total FROM orders", True),
    "first_groups": (
        "append",
        "SELECT region, sum(amount) AS total FROM orders GROUP BY region ORDER BY total DESC, region LIMIT 2",
        True,
    ),
    "different": ("auto", "SELECT DISTINCT region FROM orders", True),
    "joined": ("auto", "SELECT o.region, c.name FROM orders o JOIN countries c ON c.region = o.region", False),
    "ranked": (
        "auto",
        "SELECT id, region, rank() OVER (PARTITION BY region ORDER BY amount DESC, id) AS place FROM orders",
        False,
    ),
    "first_rows": ("auto", "SELECT id, amount FROM orders ORDER BY amount DESC NULLS LAST, id LIMIT 2", False),
    "maps": (
        "auto",
        "SELECT region, map('amount', amount) AS m, parse_json(CAST(id AS STRING)) AS v FROM orders",
        False,
    ),
    "recomputed_whole": ("full", "SELECT region, count(*) AS n FROM orders GROUP BY region", True),
}
"""How changes are applied, the query, and whether its rows have a key that is shown."""

STEPS = [
    # Rows come, go and change; those of one region only are written again as they are.
    [
        "INSERT INTO orders VALUES (5, 'south', 1), (6, 'south', 1), (7, 'west', 9)",
        "UPDATE orders SET amount = amount + 0 WHERE region = 'south'",
        "DELETE FROM orders WHERE id = 1",
    ],
    ["INSERT INTO orders VALUES (8, 'north', 2.50), (9, NULL, 3)", "DELETE FROM orders WHERE id = 7"],
    ["UPDATE orders SET amount = amount + 1 WHERE region = 'south'", "INSERT INTO countries VALUES ('south', 'Chad')"],
]


@pytest.fixture
def shapes(spark: SparkSession, orders: str) -> list[str]:
    spark.sql("CREATE TABLE countries (region STRING, name STRING) USING delta")
    spark.sql("INSERT INTO countries VALUES ('north', 'Norway'), ('south', 'Chad'), ('south', 'Mali')")
    for name, (apply, query, _) in SHAPES.items():
        mode, chosen = ("FULL", "auto") if apply == "full" else ("DIFFERENTIAL", apply)
        properties = f"TBLPROPERTIES ('streamtables.apply' = '{chosen}')"
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE {mode} {properties} AS {query}")
    return list(SHAPES)


def _rows(rows: Any) -> Counter[str]:
    return Counter(repr(tuple(map(str, row))) for row in rows)


def _shown(spark: SparkSession, name: str) -> Counter[str]:
    return _rows(spark.table(name).collect())


def _assert_change(spark: SparkSession, name: str, since: int, before: Counter[str], now: Counter[str]) -> set[str]:
    """Compare the change up to the newest version with the difference of what was shown; return its kinds."""
    feed = streamtables.table(spark, name).changes(since)
    assert feed.columns == [*spark.table(name).columns, "_change_type", "_commit_version"]
    changed = feed.collect()
    came, went = (
        _rows(row[:-2] for row in changed if row["_change_type"] in kinds)
        for kinds in (("insert", "update_postimage"), ("delete", "update_preimage"))
    )
    assert (came, went) == (now - before, before - now), name
    if SHAPES[name][2]:
        kinds: dict[object, set[str]] = {}
        for row in changed:
            key = None if name == "whole" else row["region"]
            kinds.setdefault(key, set()).add(row["_change_type"])
        assert all(k in ({"insert"}, {"delete"}, {"update_preimage", "update_postimage"}) for k in kinds.values()), name
    else:
        assert {row["_change_type"] for row in changed} <= {"insert", "delete"}, name
    return {row["_change_type"] for row in changed}


def test_changes_are_the_difference_of_the_view_between_two_versions(spark, shapes):
    shown = {name: _shown(spark, name) for name in shapes}
    first = streamtables.table(spark, "parts").refresh()["version"], shown["parts"]
    versions = dict.fromkeys(shapes, 0)
    kinds = dict.fromkeys(shapes, frozenset[str]())
    for step in STEPS:
        for statement in step:
            spark.sql(statement)
        for row in spark.sql(f"REFRESH STREAM TABLE {', '.join(shapes)}").collect():
            name = row["stream_table"].rsplit(".", 1)[-1]
            wanted = "FULL" if SHAPES[name][0] == "full" else "DIFFERENTIAL"
            assert row["mode"] in (wanted, "NO_CHANGE"), row
            before, shown[name] = shown[name], _shown(spark, name)
            kinds[name] |= _assert_change(spark, name, versions[name], before, shown[name])
            versions[name] = row["version"]
    assert all(kinds.values()), kinds
    updated = {name for name in shapes if "update_postimage" in kinds[name]}
    assert updated == {name for name in shapes if SHAPES[name][2]} - {"different"}
    # The whole range, over a later definition that shows the same columns and stores them in another way.
    spark.sql("ALTER STREAM TABLE parts SET TBLPROPERTIES ('streamtables.apply' = 'merge')")
    spark.sql("REFRESH STREAM TABLE parts FULL")
    _assert_change(spark, "parts", *first, shown["parts"])


def test_changes_that_cannot_be_read_are_refused_by_name(spark, totals):
    table = streamtables.table(spark, totals)
    version = table.refresh()["version"]
    assert table.changes(version).collect() == []
    for since, until in ((version + 1, None), (-1, None), (0, version + 1), (version, version - 1)):
        with pytest.raises(streamtables.StreamTableError, match="CHANGES_VERSION_UNKNOWN"):
            table.changes(since, until)
    spark.sql("ALTER STREAM TABLE totals AS SELECT region, count(*) AS orders FROM orders GROUP BY region")
    table.refresh()
    with pytest.raises(streamtables.StreamTableError, match=r"CHANGES_UNREADABLE.*other columns"):
        table.changes(version)
    with pytest.raises(streamtables.StreamTableError, match="STREAM_TABLE_NOT_FOUND"):
        streamtables.table(spark, "nowhere").changes(0)
    later = table.refresh()["version"]
    table.refresh("FULL")
    spark.sql("SET spark.databricks.delta.retentionDurationCheck.enabled = false")
    spark.sql("VACUUM totals__stream RETAIN 0 HOURS")
    with pytest.raises(streamtables.StreamTableError, match=r"CHANGES_UNREADABLE.*vacuumed"):
        table.changes(later)
