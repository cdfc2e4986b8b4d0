"""Small sources for the statements' tests."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import pytest

from streamtables.engine.defects import STRICT

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession


@pytest.fixture
def orders(spark: SparkSession, schema: str) -> str:
    """A Delta table of four orders in two regions, in a schema of the test's own."""
    spark.sql("CREATE TABLE orders (id INT, region STRING, amount DECIMAL(10,2)) USING delta")
    spark.sql("INSERT INTO orders VALUES (1, 'north', 1.50), (2, 'north', 2.50), (3, 'south', 4), (4, NULL, NULL)")
    return f"{schema}.orders"


@pytest.fixture
def totals(spark: SparkSession, orders: str) -> str:
    """A stream table of totals by region, into which changes are merged."""
    spark.sql(
        "CREATE STREAM TABLE totals REFRESH MODE DIFFERENTIAL TBLPROPERTIES ('streamtables.apply' = 'merge') AS "
        "SELECT region, count(*) AS orders, sum(amount) AS revenue FROM orders GROUP BY region"
    )
    return orders.replace("orders", "totals")


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
def nothing_left(spark: SparkSession, schema: str) -> Iterator[None]:
    """Assert that the test's schema and the registry gain nothing."""

    def seen() -> set[str]:
        tables = {row["tableName"] for row in spark.sql("SHOW TABLES").collect() if not row["isTemporary"]}
        return tables | {row["stream_table"] for row in spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()}

    before = seen()
    yield
    assert seen() == before
