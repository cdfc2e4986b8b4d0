"""Failures as Spark 4.2.0 and Delta 4.4.0 raise them, and what a refresh in mode AUTO makes of them."""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.sql import functions as f

from streamtables.engine.writing import apply
from streamtables.spark.failures import failure_kind as module
from streamtables.spark.failures.failure_kind import FailureKind, failure_kind, state_corrupted
from streamtables.spark.failures.size_failures import size_failure

OF_A_ROW = {
    "DIVIDE_BY_ZERO": "1 / (l.a + r.b - 1)",
    "CAST_INVALID_INPUT": "CAST(IF(l.a + r.b = 1, concat('hidden', l.k), '1') AS INT)",
    "ARITHMETIC_OVERFLOW": "IF(l.a + r.b = 1, 9223372036854775807, 1) + l.a + r.b",
    "INVALID_ARRAY_INDEX": "array(1, 2)[IF(l.a + r.b = 1, 5, 0)]",
    "USER_RAISED_EXCEPTION": "IF(l.a + r.b = 1, raise_error(concat('STREAM_TABLE_STATE_hidden', l.k)), 1)",
}
"""Values that a row lacks where ``l.a + r.b`` is 1; Spark's messages quote what is hidden."""


@pytest.fixture
def spread(spark, schema):
    """Sources of which changed rows of one meet old rows of the other in no row that the query sees."""
    spark.sql("CREATE TABLE l (k INT, a BIGINT) USING delta")
    spark.sql("CREATE TABLE r (k INT, b BIGINT) USING delta")
    spark.sql("INSERT INTO l SELECT id, 1 FROM range(100)")
    spark.sql("INSERT INTO r SELECT id, 1 FROM range(100)")
    return schema


def _raised(work):
    with pytest.raises(Exception) as caught:  # noqa: PT011 - which one is what the test is about
        work()
    return caught.value


@pytest.mark.parametrize("condition", OF_A_ROW)
def test_a_value_that_a_row_of_the_delta_lacks_is_no_defect(spark, spread, refresh, condition):
    query = f"SELECT l.k, {OF_A_ROW[condition]} AS q FROM l JOIN r ON l.k = r.k"
    spark.sql(f"CREATE STREAM TABLE kept AS {query}")
    # The rows before and after are fine; only a row that met the other side's old one has no value.
    spark.sql("UPDATE l SET a = 0 WHERE k = 7")
    spark.sql("UPDATE r SET b = 2 WHERE k = 7")
    row = refresh("kept")
    assert (row["mode"], row["reason_code"]) == ("FULL", "DELTA_FAILED")
    assert row["reason"].startswith(f"the differential refresh failed: [{condition}")
    (kept,) = spark.sql("SHOW REFRESH HISTORY FOR kept LIMIT 1").collect()
    assert (kept["reason"], kept["error"]) == (row["reason"], None)
    commits = str(spark.sql("DESCRIBE HISTORY kept__stream").select("userMetadata").collect())
    assert f"the differential refresh failed: [{condition}" in commits
    history = spark.table("streamtables.refresh_history").where(f"stream_table = '{spread}.kept'").collect()
    assert {one["mode"] for one in history} == {"INITIAL", "FULL"}
    for text in (str(row), commits, str(history)):
        assert "hidden" not in text
    assert spark.sql("VERIFY STREAM TABLE kept").first()["equal"]


def test_a_result_that_spark_does_not_let_a_job_send_is_recomputed_after_another_try(
    spark, spread, refresh, monkeypatch
):
    spark.sql("CREATE STREAM TABLE kept AS SELECT l.k, l.a, r.b FROM l JOIN r ON l.k = r.k")
    spark.sql("UPDATE r SET b = 2 WHERE k = 7")
    conf, tried = spark.sparkContext._jsc.sc().conf(), []

    def too_large(session, *_):
        conf.set("spark.driver.maxResultSize", "1k")
        tried.append(size_failure(_raised(session.sql("SELECT id, uuid() FROM range(1000)").collect)))
        try:
            session.sql("SELECT id, uuid() FROM range(1000)").collect()
        finally:
            conf.remove("spark.driver.maxResultSize")

    monkeypatch.setattr(apply, "_applied", too_large)
    row = refresh("kept")
    assert tried == ["a result was larger than spark.driver.maxResultSize"] * 2
    assert (row["mode"], row["reason_code"]) == ("FULL", "DELTA_FAILED")
    assert spark.sql("VERIFY STREAM TABLE kept").first()["equal"]


def test_memory_that_runs_out_is_told_by_its_class(spark):
    error = _raised(lambda: spark._jvm.java.util.ArrayList(2**31 - 1))
    assert isinstance(error, Py4JJavaError)
    assert (failure_kind(error), size_failure(error)) == (FailureKind.RESOURCE, "memory ran out")


def test_a_broadcast_that_is_too_large_is_told_by_its_condition(spark):
    spark.conf.set("spark.sql.maxBroadcastTableSize", "64b")
    try:
        error = _raised(spark.range(1000).join(f.broadcast(spark.range(1000)), "id").collect)
    finally:
        spark.conf.unset("spark.sql.maxBroadcastTableSize")
    assert failure_kind(error) is FailureKind.RESOURCE
    assert size_failure(error) == "rows were too large to be sent to all workers"


def test_a_file_that_is_gone_is_no_defect_and_one_that_is_broken_is(spark, schema):
    spark.sql("CREATE TABLE gone (a INT) USING delta")
    spark.sql("INSERT INTO gone VALUES (1)")
    rows = spark.table("gone")
    (file,) = (Path(path.removeprefix("file:")) for path in rows.inputFiles())
    file.unlink()
    assert failure_kind(_raised(rows.collect)) is FailureKind.RESOURCE
    file.write_bytes(b"PAR1 and nothing that Parquet has PAR1")
    (file.parent / f".{file.name}.crc").unlink()
    assert failure_kind(_raised(rows.collect)) is FailureKind.INTERNAL


def test_statements_that_spark_does_not_accept_are_of_analysis(spark, schema):
    for text in ("SELECT nothing FROM range(3)", "SELEC 1", "SELECT * FROM nowhere", "SELECT date_add('a')"):
        assert failure_kind(_raised(lambda text=text: spark.sql(text))) is FailureKind.ANALYSIS, text


def test_guards_are_told_from_errors_that_users_raise(spark):
    raising = "SELECT raise_error(concat('{}', id)) FROM range(3)"
    guard = _raised(spark.sql(raising.format("STREAM_TABLE_STATE_CORRUPTED: row ")).collect)
    user = _raised(spark.sql(raising.format("not STREAM_TABLE_STATE_CORRUPTED: row ")).collect)
    assert (state_corrupted(guard), failure_kind(guard)) == (True, FailureKind.INTERNAL)
    assert (state_corrupted(user), failure_kind(user)) == (False, FailureKind.EVALUATION)


def test_delta_has_the_conditions_that_are_looked_for(spark):
    delta = spark._jvm.java.lang.Class.forName(
        "org.apache.spark.sql.delta.DeltaLog",
        False,
        spark._jvm.java.lang.Thread.currentThread().getContextClassLoader(),
    )
    jar = Path(delta.getProtectionDomain().getCodeSource().getLocation().getPath())
    with zipfile.ZipFile(jar) as classes:
        known = json.loads(classes.read("error/delta-error-classes.json"))
    wanted = {one for one in (*module._GONE, *module._VALUE_CONDITIONS) if one.startswith(module._DELTA)}
    assert wanted
    assert wanted <= known.keys()
