"""A machine that fails: rows stay readable, the error names what to do, and the next refresh puts things right."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from tests.statements.test_source_columns import check, create

from streamtables.spark.lookup.catalog_lookup import CatalogLookup

QUERY = "SELECT region, max(amount) AS m, count(DISTINCT id) AS n FROM orders GROUP BY region"


def _failed(spark, statement):
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    assert caught.value.getCondition() == "SYSTEM_FAILED", str(caught.value)[:2000]
    return str(caught.value)


@pytest.fixture
def small_disk(tmp_path):
    """A disk of two megabytes."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(folder)], check=False)
    if mounted.returncode:
        pytest.skip("no disk may be mounted here")
    yield folder
    subprocess.run(["umount", "--lazy", str(folder)], check=True)


def test_a_full_disk_is_named_and_the_next_refresh_goes_on(spark, orders, refresh, small_disk):
    queries = {"grouped": QUERY, "copied": "SELECT id, region FROM orders"}
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL LOCATION '{small_disk / name}' AS {query}")
    before = {name: sorted(map(repr, spark.table(name).collect())) for name in queries}
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1), (6, 'north', 9)")
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(4096 * os.statvfs(small_disk).f_bavail))
    for name in queries:
        for words in ("", "FULL"):
            text = _failed(spark, f"REFRESH STREAM TABLE {name} {words}")
            assert "a disk is full" in text
            assert "as its last commit left it; free space where tables" in text
        assert sorted(map(repr, spark.table(name).collect())) == before[name]
    (kept,) = spark.sql("SHOW REFRESH HISTORY FOR grouped LIMIT 1").collect()
    assert (kept["mode"], kept["reason_code"]) == ("FAILED", "SYSTEM_FAILED")
    ballast.unlink()
    for name, query in queries.items():
        assert refresh(name)["mode"] == "DIFFERENTIAL"
        check(spark, name, query)


def test_a_file_of_a_source_that_is_gone_is_named_and_its_return_is_enough(spark, orders, refresh):
    create(spark, "grouped", QUERY)
    before = spark.table("grouped").collect()
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1), (6, 'north', 9)")
    files = [Path(path.removeprefix("file:")) for path in spark.table("orders").inputFiles()]
    aside = {file: file.rename(file.with_name("_aside_" + file.name)) for file in files}
    for words in ("", "FULL"):
        text = _failed(spark, f"REFRESH STREAM TABLE grouped {words}")
        assert f"a data file of {orders} is gone" in text
        assert "put the file back" in text
    assert spark.table("grouped").collect() == before
    for file, other in aside.items():
        other.rename(file)
    assert refresh("grouped")["mode"] == "DIFFERENTIAL"
    check(spark, "grouped", QUERY)


@pytest.mark.parametrize(
    "kind", ["apache.hadoop.hive.metastore.api.MetaException", "apache.thrift.transport.TTransportException"]
)
def test_a_metastore_that_does_not_answer_is_named(spark, orders, refresh, monkeypatch, kind):
    create(spark, "grouped", QUERY)
    refresh("grouped")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    java_class = spark._jvm.org
    for part in kind.split("."):
        java_class = getattr(java_class, part)

    def silent(*_):
        raise Py4JJavaError("An error occurred", java_class("Read timed out"))

    with monkeypatch.context() as patch:
        patch.setattr(CatalogLookup, "find", silent)
        patch.setattr(CatalogLookup, "find_all", silent)
        text = _failed(spark, "REFRESH STREAM TABLE grouped")
        settings = spark.sparkContext._jsc.hadoopConfiguration()
        settings.set("hive.metastore.failure.retries", "0")
        try:
            lasting = _failed(spark, "REFRESH STREAM TABLE grouped")
        finally:
            settings.unset("hive.metastore.failure.retries")
    assert "the metastore did not answer" in text
    assert "see that it runs and can be reached, and run the statement again" in text
    assert "stop this session and start another, since hive.metastore.failure.retries is 0" in lasting
    assert refresh("grouped")["mode"] == "DIFFERENTIAL"
    check(spark, "grouped", QUERY)
