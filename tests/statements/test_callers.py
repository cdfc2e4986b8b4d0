"""The Spark jobs of a statement are its caller's: they carry its job group, and end when it is cancelled."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

import pytest
from py4j.protocol import Py4JJavaError

from streamtables.engine.context import Engine
from streamtables.errors import RefreshError
from streamtables.session.enabling import runtime_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_PATIENCE_SECONDS = 240


@pytest.fixture
def slow(spark: SparkSession, schema: str) -> Iterator[threading.Event]:
    """A maintained table over a function that is slow for one value."""
    spark.sql("CREATE TABLE s (k INT) USING delta")
    spark.sql("INSERT INTO s VALUES (1), (2)")

    def wait(k: int) -> int:
        if k == 7:
            time.sleep(30)
        return k

    spark.udf.register("slowly", wait, "int")
    spark.sql(
        "CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT slowly(k) AS k, count(*) AS n FROM s GROUP BY 1"
    )
    spark.sql("INSERT INTO s VALUES (7)")
    yield threading.Event()
    spark.sql("DROP STREAM TABLE g")
    spark.sql("DROP TEMPORARY FUNCTION slowly")


def _when_running(spark: SparkSession, group: str | None, act: Callable[[], object]) -> threading.Thread:
    def run() -> None:
        tracker = spark.sparkContext.statusTracker()
        end = time.monotonic() + _PATIENCE_SECONDS
        while time.monotonic() < end:
            running = tracker.getJobIdsForGroup(group) if group else tracker.getActiveJobsIds()
            if set(running) & set(tracker.getActiveJobsIds()):
                time.sleep(3)
                act()
                return
            time.sleep(0.2)
            if done.is_set():
                return

    done = threading.Event()
    thread = threading.Thread(target=run, daemon=True)
    thread.done = done  # type: ignore[attr-defined]
    thread.start()
    return thread


def _versions(spark: SparkSession) -> int:
    return spark.sql("DESCRIBE HISTORY g__stream").count()


def test_jobs_carry_the_group_of_the_caller_and_background_work_does_not(
    spark: SparkSession, schema: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # What is got ready behind a statement is nobody's, and may fall in between; so may the history, written by a timer.
    runtime_of(spark).engine.background.submit(int).result()
    monkeypatch.setattr(Engine, "later", lambda *_, **_kind: None)
    monkeypatch.setattr("streamtables.catalog.history._BATCH_SECONDS", 3600.0)
    context = spark.sparkContext
    tracker = context.statusTracker()
    spark.sql("CREATE TABLE s (k INT, v INT) USING delta")
    spark.sql("CREATE TABLE p (k INT) USING parquet")
    spark.sql("INSERT INTO s VALUES (1, 1)")
    runtime_of(spark).engine.history.flush()
    before = set(_all_jobs(spark))
    context.setJobGroup("callers", "what the caller says")
    context.setLocalProperty("spark.scheduler.pool", "callers pool")
    try:
        spark.sql("CREATE STREAM TABLE g REFRESH MODE DIFFERENTIAL AS SELECT k, max(v) AS m FROM s GROUP BY k")
        spark.sql("CREATE STREAM TABLE f AS SELECT * FROM p")
        spark.sql("INSERT INTO s VALUES (2, 2)")
        spark.sql("CREATE STREAM TABLE h REFRESH MODE DIFFERENTIAL AS SELECT k, min(v) AS m FROM s GROUP BY k")
        spark.sql("INSERT INTO s VALUES (3, 3)")
        # Two beside each other, on threads of their own.
        assert [row.mode for row in spark.sql("REFRESH STREAM TABLE g, h").collect()] == 2 * ["DIFFERENTIAL"]
        spark.sql("REFRESH STREAM TABLE f FULL")
        spark.sql("VERIFY STREAM TABLE g")
        jobs = _all_jobs(spark)
        statements = set(jobs) - before
        assert statements
        assert not {job: jobs[job] for job in statements - set(tracker.getJobIdsForGroup("callers"))}
        described = _described(spark, statements)
        assert described
        assert {pool for _, pool in described} == {"callers pool"}
        # Delta puts its own words in front of the caller's and behind them.
        assert not {description for description, _ in described if "what the caller says" not in description}
        runtime_of(spark).engine.history.flush()
    finally:
        context.setLocalProperty("spark.scheduler.pool", None)
        context.setLocalProperty("spark.jobGroup.id", None)
        context.setLocalProperty("spark.job.description", None)
    runtime_of(spark).engine.threads.submit(lambda: spark.range(1).count()).result()
    later = set(_all_jobs(spark)) - before - statements
    runs = {job for job in later if job not in set(tracker.getJobIdsForGroup("callers"))}
    assert runs


def _all_jobs(spark: SparkSession) -> dict[int, str]:
    """Return all jobs, with what Spark calls them and what their group is."""
    context: Any = spark.sparkContext
    # Spark tells its status store of jobs and stages behind them.
    context._jsc.sc().listenerBus().waitUntilEmpty()
    jobs = context._jsc.sc().statusStore().jobsList(None)
    listed = [jobs.apply(index) for index in range(jobs.size())]
    return {job.jobId(): f"{job.name()} {job.description()} {job.jobGroup()}" for job in listed}


def _described(spark: SparkSession, jobs: Iterable[int]) -> set[tuple[str, str]]:
    """Return description and scheduler pool of the stages of jobs that ran."""
    context: Any = spark.sparkContext
    store, found = context._jsc.sc().statusStore(), set()
    for job in jobs:
        stages = store.job(job).stageIds()
        for number in range(stages.size()):
            try:
                attempt = store.lastStageAttempt(stages.apply(number))
            except Py4JJavaError:
                # Of many stages Spark forgets those first that it skipped.
                continue
            description = attempt.description()
            if attempt.status().toString() != "SKIPPED":
                found.add((description.get() if description.isDefined() else "", attempt.schedulingPool()))
    return found


@pytest.mark.parametrize("of", ["context", "session", "whole session"])
def test_cancelling_a_tag_ends_a_refresh(spark: SparkSession, slow: threading.Event, of: str) -> None:
    context: Any = spark.sparkContext
    versions = _versions(spark)
    context.addJobTag("of the context")
    spark.addTag("of the session")
    # Spark keeps a session's tags with the thread that adds them, under names which no other thread can ask for.
    java_session: Any = spark._jsparkSession
    tag = java_session.managedJobTags().get().apply("of the session")
    cancel: dict[str, Callable[[], object]] = {
        "context": lambda: context.cancelJobsWithTag("of the context"),
        "session": lambda: context.cancelJobsWithTag(tag),
        "whole session": spark.interruptAll,
    }
    thread = _when_running(spark, None, cancel[of])
    try:
        with pytest.raises(RefreshError) as raised:
            spark.sql("REFRESH STREAM TABLE g")
    finally:
        thread.done.set()  # type: ignore[attr-defined]
        thread.join()
        context.removeJobTag("of the context")
        spark.removeTag("of the session")
    assert raised.value.getCondition() == "STATEMENT_CANCELLED"
    assert _versions(spark) == versions


def test_cancelling_the_group_ends_a_refresh_and_leaves_the_table(spark: SparkSession, slow: threading.Event) -> None:
    context = spark.sparkContext
    versions = _versions(spark)
    context.setJobGroup("mine", "to be cancelled", interruptOnCancel=False)
    thread = _when_running(spark, "mine", lambda: context.cancelJobGroup("mine"))
    try:
        with pytest.raises(RefreshError) as raised:
            spark.sql("REFRESH STREAM TABLE g")
    finally:
        thread.done.set()  # type: ignore[attr-defined]
        thread.join()
        context.setLocalProperty("spark.jobGroup.id", None)
        context.setLocalProperty("spark.job.description", None)
    assert raised.value.getCondition() == "STATEMENT_CANCELLED"
    assert raised.value.getSqlState() == "HY008"
    assert _versions(spark) == versions
    assert sorted(row.k for row in spark.table("g").collect()) == [1, 2]
    spark.sql("DELETE FROM s WHERE k = 7")
    spark.sql("INSERT INTO s VALUES (3)")
    assert spark.sql("REFRESH STREAM TABLE g").collect()[0].mode == "DIFFERENTIAL"
    assert sorted(row.k for row in spark.table("g").collect()) == [1, 2, 3]
