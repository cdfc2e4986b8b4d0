"""Sessions that are clients of a Spark Connect server: our statements run there, if it has us."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.errors import SessionError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_QUESTION = "SHOW STREAM TABLES LIKE ''"
"""A statement of ours that reads no rows and has none."""
_NOT_READ = "PARSE_SYNTAX_ERROR"
"""Spark's own answer to it."""


def is_connect_client(spark: SparkSession) -> bool:
    """Return whether a session has no JVM of its own.

    Args:
        spark: What the user has.

    Returns:
        Whether it is a client of Spark Connect.
    """
    return not hasattr(spark, "_jsparkSession")


def require_server_with_us(spark: SparkSession) -> None:
    """Refuse the client of a server that does not read our statements.

    Args:
        spark: A client session.

    Raises:
        SessionError: CONNECT_SERVER_WITHOUT_STREAM_TABLES, with how a server gets them.
        PySparkException: The server does not answer.
    """
    from pyspark.errors import PySparkException

    try:
        spark.sql(_QUESTION)
    except PySparkException as error:
        if error.getCondition() != _NOT_READ:
            raise
        raise SessionError(
            "CONNECT_SERVER_WITHOUT_STREAM_TABLES",
            hint="Start it with `streamtables serve`, or call streamtables.enable in the process that starts it.",
        ) from None
