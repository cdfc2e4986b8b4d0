"""What Spark keeps of rows that were read: all sessions of an application share it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import TYPE_CHECKING

from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.jvm.bridge import JvmBridge

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)


def follow_commit(session: SparkSession, table: Sequence[str]) -> Exception | None:
    """Let what is cached of a table, of views over it and of their readers be what it holds now.

    Spark does so for its own commands; a refresh may commit without one. Nothing is computed before it is read, and
    where nothing is cached, the answer to that is all that it costs. The commit stands whatever comes of it.

    Args:
        session: A session of our own.
        table: Full name of the table that has a new version.

    Returns:
        Why what is cached stays as it was; None where it does not.
    """
    try:
        JvmBridge.of(session).follow_commit(session, table)
    except Exception as error:
        name = ".".join(table)
        _LOGGER.warning("%s: what Spark has cached of it stays as it was", name, exc_info=redacted_trace(error))
        return error
    return None
