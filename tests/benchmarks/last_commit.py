"""What the newest commit of a Delta table says it was."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def last_operation(spark: SparkSession, table: str) -> str:
    """Return the operation of a Delta table's newest commit, such as MERGE or WRITE."""
    return str(spark.sql(f"DESCRIBE HISTORY {table} LIMIT 1").collect()[0]["operation"])


def last_version(spark: SparkSession, table: str) -> int:
    """Return the newest version of a Delta table."""
    return int(spark.sql(f"DESCRIBE HISTORY {table} LIMIT 1").collect()[0]["version"])
