"""One Spark session for all tests that need one, and the markers by cost."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def pytest_configure(config: pytest.Config) -> None:
    """Register the markers."""
    config.addinivalue_line("markers", "spark: needs a Spark session")
    config.addinivalue_line("markers", "slow: takes longer than a few seconds on its own")
    config.addinivalue_line("markers", "notebook: runs a notebook")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark every test that uses Spark."""
    for item in items:
        if "plain_spark" in getattr(item, "fixturenames", ()):
            item.add_marker(pytest.mark.spark)


@pytest.fixture(scope="session")
def plain_spark(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SparkSession]:
    """A Delta session without stream tables, on an in-memory catalog and a warehouse of its own."""
    from pyspark.sql import SparkSession

    from streamtables.session.builder import session_settings
    from streamtables.spark.local_session import remember_jars

    root = tmp_path_factory.mktemp("spark")
    settings = session_settings(root / "warehouse", root / "metastore", root / "derby.log", "tests", "local[2]", {})
    settings.update(
        {
            "spark.sql.catalogImplementation": "in-memory",
            "spark.local.dir": str(root / "local"),
            "spark.sql.session.timeZone": "UTC",
            # Tables of a few rows: compiling generated code and planning for many cores is all the time they take.
            "spark.sql.adaptive.enabled": "false",
            "spark.sql.codegen.factoryMode": "NO_CODEGEN",
            "spark.sql.codegen.wholeStage": "false",
            "spark.sql.shuffle.partitions": "1",
            "spark.databricks.delta.snapshotPartitions": "1",
            "spark.driver.extraJavaOptions": f"{settings['spark.driver.extraJavaOptions']} "
            "-XX:ReservedCodeCacheSize=512m",
        }
    )
    builder: Any = SparkSession.builder
    for key, value in settings.items():
        builder = builder.config(key, value)
    session: SparkSession = builder.getOrCreate()
    remember_jars(session)
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
def warehouse(tmp_path: Path) -> Path:
    """A path for a warehouse that no other test uses."""
    return tmp_path / "warehouse"
