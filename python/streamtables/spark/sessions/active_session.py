"""Which session Spark and Delta take for the current one on this thread."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from streamtables.spark.jvm import scala

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@contextmanager
def active(session: SparkSession) -> Iterator[SparkSession]:
    """Make a session the thread's active one: Delta reads its commit settings from there.

    Args:
        session: The session.

    Yields:
        The session.
    """
    jvm: Any = session._jvm
    companion = scala.java_class(jvm, "org.apache.spark.sql.classic.SparkSession")
    before = companion.getActiveSession()
    companion.setActiveSession(session._jsparkSession)
    try:
        yield session
    finally:
        if before.isDefined():
            companion.setActiveSession(before.get())
        else:
            companion.clearActiveSession()
