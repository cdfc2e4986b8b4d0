"""A table's rows are counted by what its log tells of its files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlparse

import pytest

from streamtables.spark.lookup.catalog_lookup import CatalogLookup

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

VECTORS = "TBLPROPERTIES ('delta.enableDeletionVectors' = 'true')"


@pytest.fixture
def count(spark: SparkSession, schema: str):
    """Counts the rows of ``t`` as a process that has not read its log yet; and the Spark jobs that this takes."""

    def run() -> tuple[int | None, int]:
        spark._jvm.org.apache.spark.sql.delta.DeltaLog.clearCache()
        snapshot = CatalogLookup(spark).log(("spark_catalog", schema, "t")).latest()
        context = spark.sparkContext
        context.setJobGroup("counted", "")
        tracker = context.statusTracker()
        before = len(tracker.getJobIdsForGroup("counted"))
        try:
            return snapshot.count_rows(spark), len(tracker.getJobIdsForGroup("counted")) - before
        finally:
            context.setLocalProperty("spark.jobGroup.id", None)

    return run


def test_live_rows_are_counted_by_the_checksum_file_and_by_a_job_where_there_is_none(spark, schema, count):
    spark.sql(f"CREATE TABLE t (id INT) USING delta {VECTORS}")
    assert count() == (0, 0)
    spark.sql("INSERT INTO t SELECT /*+ COALESCE(1) */ id FROM range(10)")
    spark.sql("INSERT INTO t VALUES (11)")
    spark.sql("DELETE FROM t WHERE id < 3")
    assert count() == (8, 0)
    location = spark.sql("DESCRIBE DETAIL t").first()["location"]
    for checksum in Path(urlparse(location).path, "_delta_log").glob("*.crc"):
        checksum.unlink()
    rows, jobs = count()
    assert rows == 8
    assert jobs > 0


def test_files_without_statistics_are_not_counted(spark, schema, count):
    spark.sql(f"CREATE TABLE t (id INT) USING delta {VECTORS}")
    spark.sql("INSERT INTO t VALUES (1)")
    spark.conf.set("spark.databricks.delta.stats.collect", "false")
    try:
        spark.sql("INSERT INTO t VALUES (2)")
    finally:
        spark.conf.unset("spark.databricks.delta.stats.collect")
    assert count() == (None, 0)
