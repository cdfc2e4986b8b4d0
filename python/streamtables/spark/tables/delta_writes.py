"""Writes to a backing table: one commit each, with the frontier inside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from streamtables.spark.jvm.settings import settings_for

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

USER_METADATA = "spark.databricks.delta.commitInfo.userMetadata"
_TRANSACTION_ID = "spark.databricks.delta.write.txnAppId"
_TRANSACTION_VERSION = "spark.databricks.delta.write.txnVersion"
_SMALL_TABLE_BYTES = 32 * 2**20
_MUCH_READ_BYTES = 4 * 2**30
_PARTITION_BYTES = 64 * 2**20
_SMALL_FILE_BYTES = 16 * 2**20
INTERPRETED = {
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
}
"""The settings under which expressions are interpreted: over few rows, to write code for them takes longer."""
FEW_ROWS = 50_000
"""Rows up to which that holds, and one task takes less time than to exchange them between two."""
ONE_PLACE = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.shuffle.partitions": "1",
    "spark.sql.leafNodeDefaultParallelism": "1",
}
"""The settings under which a statement over rows that lie in one partition is one job: a broadcast takes another."""
NO_BROADCAST = {
    "spark.sql.autoBroadcastJoinThreshold": "-1",
    "spark.sql.adaptive.autoBroadcastJoinThreshold": "-1",
}
"""The settings under which Spark sends no table to all workers, which it builds in the driver's memory, unasked."""
_WITHOUT_CONSTRAINTS = {"spark.sql.constraintPropagation.enabled": "false"}


@contextmanager
def commit_settings(
    session: SparkSession, *, user_metadata: str, transaction_id: str, transaction_version: int
) -> Iterator[None]:
    """Make the commits of a session carry a frontier, for the length of a ``with`` block.

    Args:
        session: A session of our own.
        user_metadata: The frontier's text.
        transaction_id: The stream table's id.
        transaction_version: The refresh number; Delta skips a write whose number it has seen.

    Yields:
        Nothing.
    """
    settings = {USER_METADATA: user_metadata, **transaction_settings(transaction_id, transaction_version)}
    with settings_for(session, settings):
        yield


def transaction_settings(transaction_id: str, transaction_version: int) -> dict[str, str]:
    """Return the settings under which Delta commits to a table once.

    Args:
        transaction_id: Who commits.
        transaction_version: A number that grows; Delta skips a write whose number the table has seen.

    Returns:
        The settings.
    """
    return {_TRANSACTION_ID: transaction_id, _TRANSACTION_VERSION: str(transaction_version)}


def small_change(session: SparkSession, read_bytes: int | None) -> dict[str, str]:
    """Return the settings under which statements that begin with few rows take fewest jobs and least planning.

    Adaptive execution runs every stage as a job of its own and plans anew behind each of them; where every join begins
    with few rows that are sent to all workers, there is nothing to adapt to.

    Args:
        session: A session of our own.
        read_bytes: The size of the files that are read beside them; None if it is not known.

    Returns:
        The settings; none where that is much, or not known.
    """
    if read_bytes is None or read_bytes > _MUCH_READ_BYTES:
        return {}
    most = int(session.conf.get("spark.sql.shuffle.partitions") or 1)
    partitions = max(session.sparkContext.defaultParallelism, -(-read_bytes // _PARTITION_BYTES))
    return {
        "spark.sql.adaptive.enabled": "false",
        "spark.sql.shuffle.partitions": str(min(most, partitions)),
        "spark.sql.optimizer.runtime.bloomFilter.enabled": "false",
    }


def merge_settings(session: SparkSession, *, target_bytes: int, fixed_source: bool) -> dict[str, str]:
    """Choose the settings for a MERGE.

    Args:
        session: A session of our own.
        target_bytes: Size of the table.
        fixed_source: Whether the source has the same rows whenever it is read.

    Returns:
        The settings.
    """
    settings = {"spark.databricks.delta.merge.materializeSource": "none"} if fixed_source else {}
    if fixed_source and target_bytes <= _SMALL_TABLE_BYTES:
        # A small file is written anew in less time than the jobs take that mark rows of it as deleted.
        settings["spark.databricks.delta.merge.deletionVectors.persistent"] = "false"
        settings |= small_change(session, target_bytes)
    return settings


def rearrange(rows: DataFrame, path: str) -> None:
    """Replace the rows of a table by others that mean the same, in a commit that says that no data changed.

    Args:
        rows: The new rows, with the table's columns.
        path: The table's folder.
    """
    rows.write.format("delta").mode("overwrite").option("dataChange", "false").save(path)


def compact(session: SparkSession, table: str) -> None:
    """Put the small files of a table together; large ones are left alone.

    Args:
        session: A session of our own.
        table: The table's name, quoted.
    """
    with settings_for(session, {"spark.databricks.delta.optimize.minFileSize": str(_SMALL_FILE_BYTES)}):
        session.sql(f"OPTIMIZE {table}")


def mark_settings(query: str) -> dict[str, str]:
    """Return the settings that a query needs in which EXISTS is a value.

    Below a UNION, what Spark infers of such a value names columns inside of the subquery, and its optimizer fails.

    Args:
        query: The query's text.

    Returns:
        The settings; none for other queries.
    """
    return _WITHOUT_CONSTRAINTS if "EXISTS(" in query.upper().replace("EXISTS (", "EXISTS(") else {}
