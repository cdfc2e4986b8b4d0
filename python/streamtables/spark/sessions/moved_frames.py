"""Handing a frame that was analysed in one session to another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame

from streamtables.spark.jvm import scala

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def frame_in(session: SparkSession, frame: DataFrame) -> DataFrame:
    """Return a frame's rows as a frame of another session.

    What its names and literals mean is settled when it is analysed: temporary views of its session may go then.

    Args:
        session: The other session.
        frame: The frame.

    Returns:
        A frame that runs in ``session``.
    """
    given: Any = frame
    companion = scala.companion(session._jvm, "org.apache.spark.sql.classic.Dataset")
    plan = given._jdf.queryExecution().analyzed()
    return DataFrame(companion.ofRows(session._jsparkSession, plan), session)
