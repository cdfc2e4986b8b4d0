"""Delta knows the numbers of past refreshes from a version's checksum, as it would find them in the log."""

from __future__ import annotations

import pytest
from tests.benchmarks.meter import SparkMeter

from streamtables.spark.jvm import scala
from streamtables.spark.lookup.catalog_lookup import CatalogLookup


@pytest.fixture
def backing(spark, schema):
    spark.sql("CREATE TABLE t USING delta AS SELECT id, id % 3 AS k FROM range(10)")
    spark.sql("CREATE STREAM TABLE s AS SELECT k, sum(id) AS n FROM t GROUP BY k")
    for number in range(3):
        spark.sql(f"INSERT INTO t VALUES ({number}, 1)")
        assert spark.sql("REFRESH STREAM TABLE s").first()["mode"] == "DIFFERENTIAL"
    return "spark_catalog", schema, "s__stream"


def test_numbers_are_those_that_the_log_has(spark, backing):
    snapshot = CatalogLookup(spark).log(backing).latest()
    assert snapshot.know_transactions(spark)
    computed = scala.to_list(snapshot.java.computedState().setTransactions())
    logged = {transaction.appId(): transaction.version() for transaction in computed}
    assert scala.to_dict(snapshot.java.transactions()) == logged != {}


def test_finding_them_takes_no_job(spark, tmp_path):
    path = str(tmp_path / "numbered")
    spark.range(3).write.format("delta").options(txnAppId="writer", txnVersion="4").save(path)
    spark.range(2).write.format("delta").mode("append").save(path)
    snapshot = CatalogLookup(spark).log(("delta", path)).latest()
    meter = SparkMeter(spark)
    mark = meter.mark()
    snapshot.compute_state(spark)
    assert scala.to_dict(snapshot.java.transactions()) == {"writer": 4}
    assert meter.mark() == mark


def test_a_version_without_a_checksum_is_asked_as_delta_does(spark, schema, tmp_path):
    path = str(tmp_path / "bare")
    spark.conf.set("spark.databricks.delta.writeChecksumFile.enabled", "false")
    try:
        spark.range(3).write.format("delta").options(txnAppId="writer", txnVersion="4").save(path)
    finally:
        spark.conf.unset("spark.databricks.delta.writeChecksumFile.enabled")
    snapshot = CatalogLookup(spark).log(("delta", path)).latest()
    if not snapshot.know_transactions(spark):
        snapshot.compute_state(spark)
    assert scala.to_dict(snapshot.java.transactions()) == {"writer": 4}
