"""For whom work runs: the Spark jobs of a statement carry the caller's job group, tags, pool and description.

Spark keeps these with the thread that starts a job. A statement runs on a thread of its own, so it takes over what the
caller's thread had, for as long as it works; what is done later, in the background, belongs to nobody.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ATTRIBUTE = "_streamtables_caller"
_POOL = "spark.scheduler.pool"
_WORKING = "streamtables.working"
"""Local property by which our own reading of stream tables is told from the user's: see ``FreshReads.java``."""


def remember_caller(session: SparkSession, properties: Any) -> None:
    """Note what Spark's jobs of a statement are to carry.

    Args:
        session: The user's session, as wrapped for this one statement.
        properties: The caller's local properties, in Java.
    """
    vars(session)[_ATTRIBUTE] = properties


@contextmanager
def working_for(session: SparkSession) -> Iterator[None]:
    """Let the Spark jobs of this thread be the caller's, for the length of a ``with`` block.

    Args:
        session: The user's session, as wrapped for the statement.

    Yields:
        Nothing.
    """
    properties = vars(session).get(_ATTRIBUTE)
    if properties is None:
        yield
        return
    context: Any = session.sparkContext
    java_context = context._jsc.sc()
    before = java_context.getLocalProperties()
    java_context.setLocalProperties(properties)
    java_context.setLocalProperty(_WORKING, "true")
    try:
        yield
    finally:
        java_context.setLocalProperties(before)


@contextmanager
def working_beside(session: SparkSession, pool: str) -> Iterator[None]:
    """Let the Spark jobs of this thread be the caller's, and share the cores with those of other threads.

    Under Spark's fair scheduler each pool has its part of the cores; within one the first job comes first.

    Args:
        session: The user's session, as wrapped for the statement.
        pool: The pool, where the caller has chosen none.

    Yields:
        Nothing.
    """
    context = session.sparkContext
    with working_for(session):
        chosen = context.getLocalProperty(_POOL)
        if chosen is None:
            context.setLocalProperty(_POOL, pool)
        try:
            yield
        finally:
            context.setLocalProperty(_POOL, chosen)  # type: ignore[arg-type]
