"""One Spark session for all tests that need one, and the markers by cost."""

from __future__ import annotations

import os
import random
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_MINUTES = "STREAMTABLES_TEST_MINUTES"
"""Says for how many minutes tests may begin that are long and look at what others look at, too."""
_STARTED = "STREAMTABLES_TESTS_STARTED"
_ORDER = "STREAMTABLES_TEST_ORDER"
"""The number from which the order of those tests follows: the day's, so that each has its turn."""
_SAMPLE = 12
"""How many of them begin whenever it is."""
_SAMPLED = pytest.StashKey[bool]()
_LAST_START = "STREAMTABLES_TEST_LAST_START"
"""Says after how many minutes no test that uses Spark begins: others are left out on another day, and all are named."""
_JAVA_OPTIONS = "SPARK_SUBMIT_OPTS"
"""Spark's own variable: every JVM that a test starts begins with it."""
_SHORT_LIVED = (
    "-XX:TieredStopAtLevel=1",
    # Its default beside that is 48 MB, behind which nothing is compiled any more.
    "-XX:ReservedCodeCacheSize=256m",
    "-Dspark.sql.codegen.wholeStage=false",
    "-Dspark.sql.codegen.factoryMode=NO_CODEGEN",
)
"""A JVM of a few minutes and tables of a few rows: optimizing and compiling is two thirds of what it would do."""


def pytest_configure(config: pytest.Config) -> None:
    """Note for all processes when the run began, and in which order."""
    if "PYTEST_XDIST_WORKER" not in os.environ:
        config.pluginmanager.register(_FailuresAtOnce(config))
    os.environ.setdefault(_STARTED, str(time.time()))
    os.environ.setdefault(_ORDER, str(datetime.now(timezone.utc).toordinal()))
    os.environ.setdefault(_JAVA_OPTIONS, " ".join(_SHORT_LIVED))


class _FailuresAtOnce:
    """Shows a failure when it happens: a run that is cut off would tell of none."""

    def __init__(self, config: pytest.Config) -> None:
        self._config = config

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            end = report.longreprtext[-2_000:]
            writer = self._config.get_terminal_writer()
            writer.write(f"\nFAILED {report.nodeid} ({report.when})\n{end}\n", flush=True)


def pytest_report_header() -> str:
    """Say how to repeat the order of what may be left out."""
    return f"tests that may be left out come in the order {_ORDER}={os.environ[_ORDER]}"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses Spark; what may be left out comes last, and begins elsewhere each day."""
    for item in items:
        if "plain_spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.spark)
    thorough = [item for item in items if item.get_closest_marker("thorough") is not None]
    random.Random(os.environ[_ORDER]).shuffle(thorough)
    # A notebook takes minutes: it begins only where there is time.
    brief = [item for item in thorough if item.get_closest_marker("notebook") is None]
    for item in brief[:_SAMPLE]:
        item.stash[_SAMPLED] = True
    usual = [item for item in items if item.get_closest_marker("thorough") is None]
    if _LAST_START in os.environ:
        usual = _spark_last(usual)
    items[:] = usual + thorough


def _uses_spark(item: pytest.Item) -> bool:
    return any(item.get_closest_marker(marker) is not None for marker in ("spark", "slow"))


def _spark_last(items: list[pytest.Item]) -> list[pytest.Item]:
    """Return tests with those that use Spark behind the others, in the order of their files from the day's one on."""
    files = list(dict.fromkeys(item.path for item in items if _uses_spark(item)))
    # A third of the files further each day, and one more, so that each is the first some day.
    first = int(os.environ[_ORDER]) * (len(files) // 3 + 1)
    turn = {path: (number - first) % len(files) for number, path in enumerate(files)}
    return sorted(items, key=lambda item: turn[item.path] if _uses_spark(item) else -1)


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Leave a thorough test out where the run would take too long, but for the day's sample."""
    passed = (time.time() - float(os.environ[_STARTED])) / 60
    last_start = os.environ.get(_LAST_START)
    if last_start is not None and passed > float(last_start) and _uses_spark(item):
        pytest.skip(f"left out: {last_start} minutes have passed")
    minutes = os.environ.get(_MINUTES)
    if minutes is None or item.get_closest_marker("thorough") is None or item.stash.get(_SAMPLED, False):
        return
    if passed > float(minutes):
        pytest.skip(f"left out: {minutes} minutes have passed")


@pytest.fixture(scope="session")
def plain_spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A Delta session without stream tables, on an in-memory catalog and a warehouse of its own."""
    from pyspark.sql import SparkSession

    from streamtables.session.builder import session_settings
    from streamtables.spark.accelerators.probing import mark_own_application
    from streamtables.spark.sessions.delta_jars import fetch, must_be_fetched
    from streamtables.spark.sessions.warehouse_place import WarehousePlace

    if must_be_fetched({}):
        fetch({})
    root = tmp_path_factory.mktemp("spark")
    settings = session_settings(WarehousePlace.of(root / "warehouse"), "tests", "local[2]")
    settings.update(
        {
            "spark.sql.catalogImplementation": "in-memory",
            "spark.local.dir": str(root / "local"),
            "spark.sql.session.timeZone": "UTC",
            "spark.streamtables.strict": "true",
            # Tables of a few rows: compiling generated code and planning for many cores is all the time they take.
            "spark.sql.adaptive.enabled": "false",
            "spark.sql.codegen.factoryMode": "NO_CODEGEN",
            "spark.sql.codegen.wholeStage": "false",
            "spark.sql.shuffle.partitions": "1",
            "spark.databricks.delta.snapshotPartitions": "1",
            # VACUUM lists files in so many tasks, 10,000 where nobody says otherwise.
            "spark.sql.sources.parallelPartitionDiscovery.parallelism": "2",
            "spark.sql.ui.retainedExecutions": "10",
            # This JVM lives as long as the tests do, so that optimizing its code pays.
            # Delta keeps what it knows of ten thousand tables, and with it plans of some megabytes each: collecting
            # that garbage took a quarter of all time.
            "spark.driver.extraJavaOptions": f"{settings['spark.driver.extraJavaOptions']} "
            "-XX:TieredStopAtLevel=4 -XX:ReservedCodeCacheSize=512m -XX:+UseParallelGC -Ddelta.log.cacheSize=20",
        }
    )
    builder: Any = SparkSession.builder
    for key, value in settings.items():
        builder = builder.config(key, value)
    session: SparkSession = builder.getOrCreate()
    mark_own_application(session)
    yield session
    session.stop()


@pytest.fixture
def spark(plain_spark: SparkSession) -> SparkSession:
    """The one Spark session, understanding stream tables whatever an earlier test left behind."""
    import streamtables

    streamtables.enable(plain_spark)
    return plain_spark


@pytest.fixture
def schema(spark: SparkSession) -> Iterator[str]:
    """A schema of the test's own, current while the test runs and dropped behind it."""
    name = f"s_{uuid4().hex[:12]}"
    spark.sql(f"CREATE SCHEMA {name}")
    spark.sql(f"USE {name}")
    yield name
    spark.sql("USE default")
    spark.sql(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def elsewhere(spark: SparkSession) -> Iterator[Callable[[str], tuple[tuple[object, ...], ...]]]:
    """Runs a statement as another process would: with locks, caches and a memory of its own."""
    from streamtables.commands import execute
    from streamtables.engine.context import Engine
    from streamtables.session.enabling import runtime_of
    from streamtables_grammar.parse import parse_statement

    runtime: Any = runtime_of(spark)
    holder = SimpleNamespace(engine=Engine.over(runtime._engine_session))

    def run(text: str) -> tuple[tuple[object, ...], ...]:
        statement = parse_statement(text)
        assert statement is not None
        return execute(statement, text, spark, holder)

    yield run
    # What it has not written yet it would write during another test.
    holder.engine.history.flush()


@pytest.fixture
def warehouse(tmp_path: Path) -> Path:
    """A path for a warehouse that no other test uses."""
    return tmp_path / "warehouse"
