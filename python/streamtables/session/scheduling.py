"""The scheduler of an application, for Python programs and notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.session.enabling import runtime_of

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.scheduler.scheduler import Scheduler


def start_scheduler(spark: SparkSession) -> Scheduler:
    """Refresh stream tables when their schedules say so, in the background of this application.

    Of several schedulers on one catalog one works, and the others wait for it to end. It stops with the session.

    Args:
        spark: A session on which stream tables are enabled.

    Returns:
        The scheduler; ``status()`` says what it does. The one that runs already, if there is one.

    Raises:
        SessionError: The session is a client of Spark Connect, stream tables are not enabled, or a setting of the
            scheduler has a wrong value.
    """
    return runtime_of(spark).start_scheduler(spark)


def stop_scheduler(spark: SparkSession, timeout_s: float = 60.0) -> bool:
    """Begin no more scheduled refreshes, and wait for those that run.

    Args:
        spark: A session of the application.
        timeout_s: For how long to wait, in seconds.

    Returns:
        Whether all have ended; one that has not goes on, and is one commit, made or not.

    Raises:
        SessionError: The session is a client of Spark Connect, or stream tables are not enabled.
    """
    return runtime_of(spark).stop_scheduler(timeout_s)
