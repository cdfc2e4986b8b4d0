"""Small sources for the statements' tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any
from uuid import uuid4

import pytest

import streamtables
from streamtables.engine.defects import STRICT

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession


@pytest.fixture
def orders(spark: SparkSession, schema: str) -> str:
    """A Delta table of four orders in two regions, in a schema of the test's own."""
    _create_orders(spark)
    return f"{schema}.orders"


@pytest.fixture
def totals(spark: SparkSession, orders: str) -> str:
    """A stream table of totals by region, into which changes are merged."""
    _create_totals(spark)
    return orders.replace("orders", "totals")


def _create_orders(spark: SparkSession) -> None:
    spark.sql("CREATE TABLE orders (id INT, region STRING, amount DECIMAL(10,2)) USING delta")
    spark.sql("INSERT INTO orders VALUES (1, 'north', 1.50), (2, 'north', 2.50), (3, 'south', 4), (4, NULL, NULL)")


def _create_totals(spark: SparkSession) -> None:
    spark.sql(
        "CREATE STREAM TABLE totals REFRESH MODE DIFFERENTIAL TBLPROPERTIES ('streamtables.apply' = 'merge') AS "
        "SELECT region, count(*) AS orders, sum(amount) AS revenue FROM orders GROUP BY region"
    )


@pytest.fixture(scope="module")
def _standing_schema(plain_spark: SparkSession) -> Iterator[str]:
    name = f"standing_{uuid4().hex[:12]}"
    streamtables.enable(plain_spark)
    plain_spark.sql(f"CREATE SCHEMA {name}")
    plain_spark.sql(f"USE {name}")
    _create_orders(plain_spark)
    _create_totals(plain_spark)
    yield name
    plain_spark.sql("USE default")
    plain_spark.sql(f"DROP SCHEMA {name} CASCADE")


@pytest.fixture
def standing(spark: SparkSession, _standing_schema: str) -> Iterator[str]:
    """A schema with ``orders`` and ``totals``, current, for a file's statements that must change nothing in it."""
    spark.sql(f"USE {_standing_schema}")
    yield _standing_schema
    spark.sql("USE default")


@pytest.fixture
def refresh(spark: SparkSession) -> Callable[..., Row]:
    """Refresh one stream table and return its own result row."""

    def run(name: str, words: str = "") -> Any:
        rows = spark.sql(f"REFRESH STREAM TABLE {name} {words}").collect()
        (row,) = (row for row in rows if row["stream_table"].endswith(f".{name}"))
        return row

    return run


@pytest.fixture
def lenient(spark: SparkSession) -> Iterator[None]:
    """Let defects be recomputed around, as they are where nobody says otherwise."""
    before = spark.conf.get(STRICT)
    spark.conf.set(STRICT, "false")
    yield
    spark.conf.set(STRICT, str(before))


@pytest.fixture
def nothing_left(spark: SparkSession) -> Iterator[None]:
    """Assert that the current schema, which another fixture makes so, and the registry gain nothing."""
    schema = spark.catalog.currentDatabase()

    def seen() -> set[str]:
        tables = {row["tableName"] for row in spark.sql("SHOW TABLES").collect() if not row["isTemporary"]}
        return tables | {row["stream_table"] for row in spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()}

    before = seen()
    yield
    assert seen() == before
