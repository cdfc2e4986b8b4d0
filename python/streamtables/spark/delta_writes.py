"""Writes to a backing table: one commit each, with the frontier inside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from py4j.protocol import Py4JJavaError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_USER_METADATA = "spark.databricks.delta.commitInfo.userMetadata"
_TRANSACTION_ID = "spark.databricks.delta.write.txnAppId"
_TRANSACTION_VERSION = "spark.databricks.delta.write.txnVersion"
_CONFLICTS = ("Concurrent", "MetadataChanged", "ProtocolChanged")


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
    settings = {
        _USER_METADATA: user_metadata,
        _TRANSACTION_ID: transaction_id,
        _TRANSACTION_VERSION: str(transaction_version),
    }
    for key, value in settings.items():
        session.conf.set(key, value)
    try:
        yield
    finally:
        for key in settings:
            session.conf.unset(key)


def rearrange(rows: DataFrame, path: str) -> None:
    """Replace the rows of a table by others that mean the same, in a commit that says that no data changed.

    Args:
        rows: The new rows, with the table's columns.
        path: The table's folder.
    """
    rows.write.format("delta").mode("overwrite").option("dataChange", "false").save(path)


def is_conflict(error: BaseException) -> bool:
    """Tell whether a write failed because another writer committed first."""
    java = error.java_exception if isinstance(error, Py4JJavaError) else getattr(error, "_origin", None)
    seen = 0
    while java is not None and seen < 10:
        name = str(java.getClass().getSimpleName())
        if name.startswith(_CONFLICTS):
            return True
        java, seen = java.getCause(), seen + 1
    return False
