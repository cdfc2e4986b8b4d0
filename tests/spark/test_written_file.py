"""Few rows are written by the driver as a statement's job would write them, or not at all."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from tests.benchmarks.meter import SparkMeter

from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.rows.materialized_frames import collect_rows

ROWS = """
    SELECT id AS w, nullif(id % 7, 3) AS n, nullif(concat('é', id), 'é9') AS s,
        CAST(id AS DECIMAL(30, 3)) / 7 AS d, id / 3 AS f, array(id, NULL) AS a,
        named_struct('x', id, 'y', named_struct('z', concat('z', id))) AS p,
        map('k', id) AS m, CAST(concat('b', id) AS BINARY) AS b, DATE'2024-01-31' + CAST(id AS INT) AS day,
        TIMESTAMP'2024-01-31 01:02:03' + make_dt_interval(id) AS at,
        CAST(NULL AS STRING) AS never, id % 2 = 0 AS even,
        TIMESTAMP_NTZ'2024-01-31 01:02:03' AS t
    FROM range(1, 301, 1, 1)"""
BACK = "w, never, even, t, at, day, b, m, p, a, f, d, s, n"


@pytest.fixture
def two_tables(spark, schema):
    """Make an empty table for a statement and one for the driver, and tell their logs."""

    def create(columns, clauses=""):
        for name in ("inserted", "written"):
            spark.sql(f"CREATE TABLE {name} ({columns}) USING delta {clauses}")
        return [_log(spark, schema, name) for name in ("inserted", "written")]

    return create


def _columns(spark, query):
    return ", ".join(f"{field.name} {field.dataType.simpleString()}" for field in spark.sql(query).schema)


def _log(spark, schema, table):
    return CatalogLookup(spark).log(("spark_catalog", schema, table))


def _held(spark, query):
    collected = collect_rows(spark, spark.sql(query))
    assert collected is not None
    return collected


def _added(log):
    entry = Path(log.path.removeprefix("file:")) / "_delta_log" / f"{log.latest().version:020}.json"
    (added,) = (action["add"] for line in entry.read_text().splitlines() if "add" in (action := json.loads(line)))
    return added


def _data_files(log):
    return sorted(Path(log.path.removeprefix("file:")).rglob("*.parquet"))


@pytest.mark.parametrize("mapping", ["none", "name"])
def test_file_and_commit_are_those_of_a_statement(spark, two_tables, mapping):
    inserted, written = two_tables(_columns(spark, ROWS), f"TBLPROPERTIES ('delta.columnMapping.mode' = '{mapping}')")
    spark.sql(f"INSERT INTO inserted ({BACK}) SELECT {BACK} FROM ({ROWS})")
    collected = _held(spark, f"SELECT {BACK} FROM ({ROWS})")
    meter = SparkMeter(spark)
    mark = meter.mark()
    assert written.append(collected, BACK.split(", "), "own", 1)
    assert meter.mark() == mark, "without a job"
    shown = "* EXCEPT (m), map_entries(m)"
    rows = [spark.sql(f"SELECT {shown} FROM {name}") for name in ("inserted", "written")]
    assert rows[0].schema == rows[1].schema
    assert rows[0].exceptAll(rows[1]).count() == rows[1].exceptAll(rows[0]).count() == 0
    assert rows[1].count() == 300
    expected, found = _added(inserted), _added(written)
    assert expected.keys() == found.keys()
    for pattern, part in (("col-[0-9a-f-]+", "stats"), ("[0-9a-f-]{30,}|^../", "path")):
        assert re.sub(pattern, "", found[part]) == re.sub(pattern, "", expected[part])
    assert abs(found["size"] - expected["size"]) < 10
    assert '"numRecords":300' in found["stats"]
    asked, own = (spark.sql(f"DESCRIBE HISTORY {name} LIMIT 1").first() for name in ("inserted", "written"))
    assert own["operation"] == asked["operation"] == "WRITE"
    assert own["operationParameters"] == asked["operationParameters"]
    assert own["isBlindAppend"] == asked["isBlindAppend"]
    assert own["operationMetrics"].keys() == asked["operationMetrics"].keys()
    assert own["operationMetrics"]["numOutputRows"] == "300"
    assert int(own["operationMetrics"]["numOutputBytes"]) == found["size"]


def test_a_number_that_has_been_seen_adds_nothing(spark, two_tables):
    _, log = two_tables(_columns(spark, ROWS))
    collected = _held(spark, ROWS)
    for _ in range(2):
        assert log.append(collected, spark.table("written").columns, "own", 3)
    assert log.append(collected, spark.table("written").columns, "own", 2)
    assert log.latest().version == 1
    assert spark.table("written").count() == 300
    assert len(_data_files(log)) == 1


MORE = {
    "partitions": ("k INT, v STRING", "PARTITIONED BY (k)", "1 AS k, 'a' AS v"),
    "check": ("k INT, v STRING", "TBLPROPERTIES ('delta.constraints.positive' = 'k > 0')", "-1 AS k, 'a' AS v"),
    "not null": ("k INT NOT NULL, v STRING", "", "CAST(NULL AS INT) AS k, 'a' AS v"),
    "type": ("k INT, v STRING", "", "1L AS k, 'a' AS v"),
    "fewer": ("k INT, v STRING", "", "'a' AS v"),
    "name": ("k INT, v STRING", "", "1 AS k, 'a' AS w"),
    "generated": ("k INT, v STRING GENERATED ALWAYS AS (CAST(k AS STRING))", "", "1 AS k, 'a' AS v"),
    "variant": ("k INT, v ARRAY<VARIANT>", "", "1 AS k, array(parse_json('1')) AS v"),
    "length": ("k INT, v VARCHAR(2)", "", "1 AS k, 'abc' AS v"),
    "default": (
        "k INT, v STRING DEFAULT 'none'",
        "TBLPROPERTIES ('delta.feature.allowColumnDefaults' = 'supported')",
        "1 AS k, 'a' AS v",
    ),
    "iceberg": ("k INT, v STRING", "TBLPROPERTIES ('delta.enableIcebergCompatV1' = 'true')", "1 AS k, 'a' AS v"),
}


@pytest.mark.parametrize(("columns", "clauses", "given"), MORE.values(), ids=MORE)
def test_what_a_statement_would_do_more_is_left_to_it(spark, two_tables, columns, clauses, given):
    _, log = two_tables(columns, clauses)
    before = log.latest().version
    collected = _held(spark, f"SELECT {given}")
    assert not log.append(collected, collected.frame(spark).columns, "own", 1)
    assert log.latest().version == before
    assert not _data_files(log)


def test_a_file_that_cannot_be_written_is_not_left_behind(spark, two_tables):
    _, log = two_tables("day DATE")
    spark.conf.set("spark.sql.parquet.datetimeRebaseModeInWrite", "EXCEPTION")
    try:
        with pytest.raises(Exception, match="INCONSISTENT_BEHAVIOR_CROSS_VERSION"):
            log.append(_held(spark, "SELECT DATE'1001-01-01' AS day"), ["day"], "own", 1)
    finally:
        spark.conf.unset("spark.sql.parquet.datetimeRebaseModeInWrite")
    assert log.latest().version == 0
    assert not _data_files(log)
