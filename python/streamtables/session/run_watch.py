"""Watching the refreshes of a session while they run."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from streamtables.session.enabling import runtime_of
from streamtables.spark.sessions.found_sessions import is_same_session

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.result import RunProgress


@contextmanager
def watch_refreshes(spark: SparkSession, watcher: Callable[[RunProgress], object]) -> Iterator[None]:
    """Have a function told how far the refreshes of a session have got, for the length of a ``with`` block.

    Args:
        spark: A classic session with stream tables; refreshes of other sessions are not told.
        watcher: Called on the threads that refresh, when a stream table's turn begins and when it ends.

    Yields:
        Nothing.

    Raises:
        SessionError: SESSION_CLOSED if stream tables are not enabled, SPARK_CONNECT_NOT_SUPPORTED.
    """
    watchers = runtime_of(spark).engine.watchers

    def watch(progress: RunProgress) -> None:
        if progress.user is not None and is_same_session(progress.user, spark):
            watcher(progress)

    watchers.append(watch)
    try:
        yield
    finally:
        watchers.remove(watch)
