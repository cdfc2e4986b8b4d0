"""A stream table means what its query meant in the session that made it, whatever sessions refresh it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest

from streamtables.session.enabling import runtime_of
from streamtables.spark.sessions.recorded_settings import in_force, reading_setting, recorded_settings, with_meaning

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_EXAMPLES = {
    "timestampType": ("spark.sql.timestampType", "TIMESTAMP_NTZ", "SELECT k, CAST(t AS TIMESTAMP) AS x FROM s"),
    "integerGroupingId": (
        "spark.sql.legacy.integerGroupingId",
        "true",
        "SELECT k, grouping_id() AS x, count(*) AS n FROM s GROUP BY CUBE (k)",
    ),
    "castComplexTypes": (
        "spark.sql.legacy.castComplexTypesToString.enabled",
        "true",
        "SELECT k, CAST(array(k, NULL) AS STRING) AS x FROM s",
    ),
    "negativeScale": (
        "spark.sql.legacy.allowNegativeScaleOfDecimal",
        "true",
        "SELECT k, typeof(1E3BD) AS x, CAST(1.5E3BD * k AS STRING) AS y FROM s",
    ),
    "timeParser": ("spark.sql.legacy.timeParserPolicy", "LEGACY", "SELECT k, to_date(t, 'yyyy-MM-dd aa') AS x FROM s"),
    "setops": (
        "spark.sql.legacy.setopsPrecedence.enabled",
        "true",
        "SELECT k FROM s UNION ALL SELECT 7 INTERSECT SELECT 7",
    ),
    "ordinals": ("spark.sql.groupByOrdinal", "false", "SELECT count(*) AS n FROM s GROUP BY 1"),
}
"""Settings that are not Spark's defaults, and queries that they change."""
_REREAD = ("timestampType", "integerGroupingId", "negativeScale", "setops", "ordinals")
"""Those under which the rewriter reads no query."""


@contextmanager
def _set(spark: SparkSession, **values: str) -> Iterator[None]:
    for name, value in values.items():
        spark.conf.set(name, value)
    try:
        yield
    finally:
        for name in values:
            spark.conf.unset(name)


def _rows(spark: SparkSession, text: str) -> tuple[list[str], list[tuple[object, ...]]]:
    frame = spark.sql(text)
    return [kind for _, kind in frame.dtypes], sorted((tuple(row) for row in frame.collect()), key=repr)


def test_each_setting_that_changes_a_query_stays_with_it(spark: SparkSession, schema: str) -> None:
    spark.sql("CREATE TABLE s (k INT, t STRING) USING delta")
    spark.sql("INSERT INTO s VALUES (1, '2020-01-02 AM'), (2, NULL)")
    spark.sql("CREATE TABLE stamps USING delta AS SELECT k, '2020-01-02 03:04:05' AS t FROM s")
    plain = {}
    for name, (setting, value, text) in _EXAMPLES.items():
        query = text.replace("FROM s", "FROM stamps") if name == "timestampType" else text
        try:
            plain[name] = _rows(spark, query)
        except Exception:  # noqa: BLE001 - some of these queries are wrong under Spark's defaults
            plain[name] = None
        with _set(spark, **{setting: value}):
            spark.sql(f"CREATE STREAM TABLE {name} AS {query}")
            assert _rows(spark, f"SELECT * FROM {name}") == _rows(spark, query), name
            assert _rows(spark, query) != plain[name], name
        settings = spark.sql(f"DESCRIBE STREAM TABLE {name}").where("col_name = 'Settings'").collect()[0][1]
        assert f"{setting} = {value}" in settings
    spark.sql("INSERT INTO s VALUES (3, '2021-01-02 PM')")
    spark.sql("INSERT INTO stamps VALUES (3, '2021-01-02 03:04:05')")
    for full in ("", "FULL"):
        for name, (setting, value, text) in _EXAMPLES.items():
            query = text.replace("FROM s", "FROM stamps") if name == "timestampType" else text
            (row,) = spark.sql(f"REFRESH STREAM TABLE {name} {full}").collect()
            assert (row.mode in ("FULL", "NO_CHANGE")) or name not in _REREAD, name
            found = _rows(spark, f"SELECT * FROM {name}")
            assert spark.sql(f"VERIFY STREAM TABLE {name}").collect()[0].equal, name
            with _set(spark, **{setting: value}):
                assert found == _rows(spark, query), name


def test_a_delta_means_what_it_meant_too(spark: SparkSession, schema: str) -> None:
    spark.sql("CREATE TABLE s (k INT, t STRING) USING delta")
    for name in ("castComplexTypes", "timeParser"):
        setting, value, query = _EXAMPLES[name]
        with _set(spark, **{setting: value}):
            spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("INSERT INTO s VALUES (1, '2020-01-02 AM'), (2, NULL)")
    for name in ("castComplexTypes", "timeParser"):
        setting, value, query = _EXAMPLES[name]
        assert spark.sql(f"REFRESH STREAM TABLE {name}").collect()[0].mode == "DIFFERENTIAL"
        found = _rows(spark, f"SELECT * FROM {name}")
        with _set(spark, **{setting: value}):
            assert found == _rows(spark, query), name


def test_views_of_other_settings_are_recomputed_and_those_of_the_same_maintained(
    spark: SparkSession, schema: str
) -> None:
    spark.sql("CREATE TABLE s (k INT) USING delta")
    legacy = {"spark.sql.legacy.castComplexTypesToString.enabled": "true"}
    with _set(spark, **legacy):
        spark.sql("CREATE VIEW w AS SELECT CAST(array(k, NULL) AS STRING) AS x FROM s")
        spark.sql("CREATE STREAM TABLE same REFRESH MODE DIFFERENTIAL AS SELECT x FROM w")
    spark.sql("CREATE STREAM TABLE other AS SELECT x FROM w")
    assert "castComplexTypesToString" in str(spark.sql("DESCRIBE STREAM TABLE other").collect())
    spark.sql("INSERT INTO s VALUES (1), (2)")
    (row,) = spark.sql("REFRESH STREAM TABLE same").collect()
    spark.sql("REFRESH STREAM TABLE other")
    assert row.mode == "DIFFERENTIAL"
    # Spark looks at this setting when a row is computed, whatever a view has recorded.
    assert _rows(spark, "SELECT * FROM other") == _rows(spark, "SELECT x FROM w")
    with _set(spark, **legacy):
        assert _rows(spark, "SELECT * FROM same") == _rows(spark, "SELECT x FROM w")
    assert ("[1,]",) in _rows(spark, "SELECT * FROM same")[1]


def test_settings_without_meaning_are_not_recorded(spark: SparkSession) -> None:
    before = recorded_settings(spark)
    tuning = {
        "spark.sql.shuffle.partitions": "7",
        "spark.sql.adaptive.enabled": "true",
        "spark.sql.autoBroadcastJoinThreshold": "1",
        "spark.sql.join.preferSortMergeJoin": "false",
        "spark.sql.codegen.wholeStage": "true",
        "spark.sql.files.maxPartitionBytes": "1000",
        "spark.sql.parquet.enableVectorizedReader": "false",
        "spark.sql.parquet.compression.codec": "gzip",
        "spark.sql.variable.substitute": "false",
        "spark.databricks.delta.snapshotPartitions": "2",
    }
    saved = {name: spark.conf.get(name) for name in tuning}
    try:
        for name, value in tuning.items():
            spark.conf.set(name, value)
        assert recorded_settings(spark) == before
        spark.conf.set("spark.sql.parquet.int96AsTimestamp", "false")
        spark.conf.set("spark.sql.legacy.sizeOfNull", "true")
        assert recorded_settings(spark).keys() - before.keys() == {
            "spark.sql.parquet.int96AsTimestamp",
            "spark.sql.legacy.sizeOfNull",
        }
    finally:
        for name, value in saved.items():
            spark.conf.set(name, value)
        spark.conf.unset("spark.sql.parquet.int96AsTimestamp")
        spark.conf.unset("spark.sql.legacy.sizeOfNull")


def test_what_the_application_was_started_with_does_not_reach_a_definition_made_without_it(
    spark: SparkSession,
) -> None:
    from streamtables.spark.jvm.bridge import JvmBridge

    bridge = JvmBridge.of(spark)
    recorded = recorded_settings(spark)
    in_force(spark, recorded)
    known = bridge.inherited
    bridge.inherited = frozenset({"spark.sql.legacy.sizeOfNull", "spark.sql.ansi.enabled"})
    try:
        assert in_force(spark, recorded)["spark.sql.legacy.sizeOfNull"] is None
        assert in_force(spark, recorded)["spark.sql.ansi.enabled"] is not None
        # Made when only some settings were recorded: the others are the application's, as they were then.
        assert in_force(spark, {"spark.sql.ansi.enabled": "true"}) == {"spark.sql.ansi.enabled": "true"}
    finally:
        bridge.inherited = known


def test_columns_that_look_like_variables_are_read_by_name(spark: SparkSession, schema: str) -> None:
    with runtime_of(spark).engine.open_session({}) as own:
        assert own.sql("SELECT 1 AS `${spark.app.name}`").columns == ["${spark.app.name}"]


@pytest.mark.parametrize("value", ["true", "TRUE"])
def test_a_setting_under_which_queries_are_read_otherwise_is_named(value: str) -> None:
    setting = "spark.sql.legacy.setopsPrecedence.enabled"
    assert reading_setting({setting: value}) == f"{setting} = {value}"
    assert reading_setting({setting: "False"}) is None


def test_what_only_shows_values_otherwise_is_not_recorded_and_no_change_of_the_query(
    spark: SparkSession, schema: str
) -> None:
    # Fetching rows over JDBC sets it in the session.
    shown = "spark.sql.binaryOutputStyle"
    spark.sql("CREATE TABLE s (k INT, v INT) USING delta")
    spark.sql("CREATE STREAM TABLE counted AS SELECT k, count(*) AS n, sum(v) AS total FROM s GROUP BY k")
    with _set(spark, **{shown: "UTF-8"}):
        assert shown not in recorded_settings(spark)
        assert with_meaning({shown: "UTF-8", "spark.sql.ansi.enabled": "true"}) == {"spark.sql.ansi.enabled": "true"}
        for query, kind in (("sum(v) AS total", "MIGRATE"), ("count(*) AS n, sum(v) AS total", "NONE")):
            told = spark.sql(f"EXPLAIN ALTER STREAM TABLE counted AS SELECT k, {query} FROM s GROUP BY k").collect()
            assert {row["item"]: row["value"] for row in told}["change"].split(":")[0] == kind
