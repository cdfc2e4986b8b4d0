"""What Prometheus is told, and that telling it takes no Spark job."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from streamtables.errors import SessionError
from streamtables.serve.endpoints import Wishes, choose_endpoints
from streamtables.serve.metrics import Metrics
from streamtables.serve.scheduling import Scheduling
from streamtables.serve.server import Server
from streamtables.session.enabling import runtime_of
from streamtables.spark.servers.class_path import require_server_class

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@pytest.fixture
def metrics(spark: SparkSession) -> Iterator[Metrics]:
    """The metrics of the tests' own application."""
    metrics = Metrics(runtime_of(spark), Scheduling())
    yield metrics
    metrics.close()


def _read(metrics: Metrics) -> dict[str, float]:
    lines = metrics.text()[1].decode().splitlines()
    pairs = (line.rpartition(" ") for line in lines if not line.startswith("#"))
    return {name: float(value) for name, _, value in pairs}


def _of(read: dict[str, float], name: str, **labels: str) -> float | None:
    shown = ",".join(f'{key}="{value}"' for key, value in sorted(labels.items()))
    return read.get(f"{name}{{{shown}}}")


def test_refreshes_are_counted_with_modes_rows_durations_and_failures(
    spark: SparkSession, schema: str, metrics: Metrics
) -> None:
    spark.sql("CREATE TABLE t (k INT) USING delta")
    spark.sql("INSERT INTO t VALUES (1), (2)")
    spark.sql("CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT DISTINCT k FROM t")
    spark.sql("INSERT INTO t VALUES (3), (4)")
    spark.sql("REFRESH STREAM TABLE g")
    spark.sql("REFRESH STREAM TABLE g")
    name = f"{schema}.g"
    read = _read(metrics)
    assert _of(read, "streamtables_refreshes_total", mode="DIFFERENTIAL", stream_table=name) == 1
    assert _of(read, "streamtables_refreshes_total", mode="NO_CHANGE", stream_table=name) == 1
    assert _of(read, "streamtables_refresh_rows_total", change="inserted", stream_table=name) == 2
    assert _of(read, "streamtables_refresh_duration_seconds_count", stream_table=name) == 2
    spark.sql("DROP TABLE t")
    with pytest.raises(Exception, match="SOURCE_MISSING"):
        spark.sql("REFRESH STREAM TABLE g")
    read = _read(metrics)
    assert _of(read, "streamtables_refresh_failures_total", reason_code="SOURCE_MISSING", stream_table=name) == 1
    assert _of(read, "streamtables_lag_seconds", stream_table=name) is None
    spark.sql("DROP STREAM TABLE g")
    assert not [key for key in _read(metrics) if name in key]


def test_a_table_lags_since_the_first_commit_that_it_does_not_show(
    spark: SparkSession, schema: str, metrics: Metrics
) -> None:
    spark.sql("CREATE TABLE t (k INT) USING delta")
    spark.sql("INSERT INTO t VALUES (1)")
    spark.sql("CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT k, count(*) AS n FROM t GROUP BY k")
    spark.sql("CREATE STREAM TABLE h REFRESH MODE DIFFERENTIAL AS SELECT sum(n) AS n FROM g")

    def lags() -> list[float]:
        read = _read(metrics)
        return [_of(read, "streamtables_lag_seconds", stream_table=f"{schema}.{name}") or 0.0 for name in "gh"]

    assert lags() == [0, 0]
    spark.sql("INSERT INTO t VALUES (2)")
    spark.sql("INSERT INTO t VALUES (3)")
    before = lags()
    assert min(before) > 0
    # It is not what the table itself reads that is new, but what that reads.
    assert before[0] == pytest.approx(before[1], abs=0.5)
    spark.sql("REFRESH STREAM TABLE g")
    assert lags()[0] == 0
    assert lags()[1] > 0
    spark.sql("REFRESH STREAM TABLE h")
    assert lags() == [0, 0]
    spark.sql("OPTIMIZE t")
    assert lags() == [0, 0]
    read = _read(metrics)
    refreshed = _of(read, "streamtables_refreshed_timestamp_seconds", stream_table=f"{schema}.g")
    data = _of(read, "streamtables_data_timestamp_seconds", stream_table=f"{schema}.g")
    assert refreshed is not None
    assert data is not None
    assert data < refreshed


def test_telling_takes_no_spark_job(
    spark: SparkSession, schema: str, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Written by a timer, it may fall in between.
    monkeypatch.setattr("streamtables.catalog.history._BATCH_SECONDS", 3600.0)
    runtime_of(spark).engine.history.flush()
    spark.sql("CREATE TABLE t (k INT) USING delta")
    for name in "abc":
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS SELECT DISTINCT k FROM t")
    _read(metrics)
    spark.sql("INSERT INTO t VALUES (1)")
    spark.sql("REFRESH STREAM TABLE a")
    runtime_of(spark).engine.background.submit(int).result()
    before = _jobs(spark)
    read = _read(metrics)
    assert _of(read, "streamtables_lag_seconds", stream_table=f"{schema}.a") == 0
    assert (_of(read, "streamtables_lag_seconds", stream_table=f"{schema}.b") or 0) > 0
    assert _jobs(spark) == before


def test_the_page_of_monitoring_lists_every_metric(spark: SparkSession, schema: str) -> None:
    scheduling = Scheduling()
    scheduling.start(spark)
    metrics = Metrics(runtime_of(spark), scheduling)
    try:
        spark.sql("CREATE TABLE t (k INT) USING delta")
        spark.sql("CREATE STREAM TABLE g AS SELECT k FROM t")
        spark.sql("REFRESH STREAM TABLE g")
        lines = metrics.text()[1].decode().splitlines()
    finally:
        scheduling.stop(spark, 60)
        metrics.close()
    told = {line.split()[2] for line in lines if line.startswith("# TYPE streamtables_")}
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "monitoring.md").read_text(encoding="utf-8")
    table = page.partition("<!-- metrics:begin -->")[2].partition("<!-- metrics:end -->")[0]
    assert told == set(re.findall(r"`(streamtables_\w+)`", table))


def test_every_accelerator_is_on_or_off(spark: SparkSession, metrics: Metrics) -> None:
    assert _of(_read(metrics), "streamtables_accelerator_on", accelerator="exchange") == 1
    spark.conf.set("spark.streamtables.accelerator.exchange", "off")
    try:
        assert _of(_read(metrics), "streamtables_accelerator_on", accelerator="exchange") == 0
    finally:
        spark.conf.unset("spark.streamtables.accelerator.exchange")


def test_a_jvm_that_others_started_without_deltas_jars_on_its_class_path_is_refused(spark: SparkSession) -> None:
    server = Server(spark, choose_endpoints(Wishes(http=False), {}), Scheduling())
    with pytest.raises(SessionError, match="extraClassPath") as raised:
        server.start(scheduler=False)
    assert raised.value.getCondition() == "DELTA_NOT_ON_CLASS_PATH"


def test_a_spark_without_the_jar_of_a_server_is_refused_with_the_option_that_goes_without(spark: SparkSession) -> None:
    with pytest.raises(SessionError, match=r"spark-connect_2.13-4.*or --no-connect") as raised:
        require_server_class(spark, "no.such.Server", "spark-connect", "--no-connect")
    assert raised.value.getCondition() == "SERVER_JAR_MISSING"


def _jobs(spark: SparkSession) -> int:
    context: Any = spark.sparkContext
    return int(context._jsc.sc().dagScheduler().numTotalJobs())
