"""Streaming frames over change feeds: see ``streaming/ChangeStreams.java``."""

from __future__ import annotations

from typing import Any

from pyspark.sql import DataFrame, SparkSession

from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.tables.delta_log import DeltaTableLog


def why_no_streams(session: SparkSession) -> str | None:
    """Return why this Spark takes no streams of ours, or None.

    Args:
        session: A session.

    Returns:
        The reason.
    """
    return JvmBridge.of(session).missing_packages.get("streaming")


def open_stream(
    session: SparkSession,
    like: DataFrame,
    log: DeltaTableLog,
    table: str,
    stream_id: str,
    since: int | None,
    newest: int,
) -> DataFrame:
    """Make a streaming frame; the JVM asks for the rows of each batch.

    Args:
        session: The user's session.
        like: A frame of the change feed: it has the columns.
        log: The log of the table that holds the rows.
        table: The stream table's full name.
        stream_id: Tells the stream table from an earlier and a later one of its name.
        since: The version from which changes count, exclusive; None for all rows first.
        newest: A version that is there.

    Returns:
        The frame.
    """
    given: Any = session
    columns: Any = like
    streams = JvmBridge.of(session).part("streaming.ChangeStreams")
    folder = log.java.logPath().toString()
    schema = columns._jdf.schema()
    return DataFrame(streams.open(given._jsparkSession, schema, table, folder, stream_id, since, newest), session)
