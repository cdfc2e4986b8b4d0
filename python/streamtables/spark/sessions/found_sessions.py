"""Sessions that are there already, classic ones and clients of Spark Connect: found, told apart, named."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from streamtables.spark.sessions import local_session
from streamtables.spark.sessions.session_state import is_stopped

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_CONNECT = "pyspark.sql.connect.session"


def is_session(value: object) -> bool:
    """Return whether a value is a Spark session of either kind.

    Args:
        value: Anything.

    Returns:
        Whether it is one, found out without importing PySpark.
    """
    return any(f"{kind.__module__}.{kind.__name__}" in _CLASSES for kind in type(value).__mro__)


def is_connect(spark: SparkSession) -> bool:
    """Return whether a session is a client of Spark Connect.

    Args:
        spark: The session.

    Returns:
        Whether its Spark runs elsewhere.
    """
    return not hasattr(spark, "_jsparkSession")


def is_running(spark: SparkSession) -> bool:
    """Return whether a session can still be used.

    Args:
        spark: The session.

    Returns:
        False after ``stop``.
    """
    given: Any = spark
    return not given.is_stopped if is_connect(spark) else not is_stopped(spark)


def running_session() -> SparkSession | None:
    """Return the session that this process works with: the classic one, or else the client of Spark Connect.

    Returns:
        The session; None where there is none.
    """
    if "pyspark" not in sys.modules:
        return None
    connect: Any = sys.modules.get(_CONNECT)
    client = None if connect is None else connect.SparkSession.getActiveSession()
    return local_session.active_session() or client


def described(spark: SparkSession) -> str:
    """Say which session one is.

    Args:
        spark: A running session.

    Returns:
        Its kind, and where its tables or its server are.
    """
    given: Any = spark
    if is_connect(spark):
        return f"Spark Connect, {given.client.host}"
    return f"{given.sparkContext.master}, warehouse {given.conf.get('spark.sql.warehouse.dir')}"


_CLASSES = frozenset({"pyspark.sql.session.SparkSession", f"{_CONNECT}.SparkSession"})
