"""The Spark application behind the servers: whether it answers, and how what it runs is given up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def has_ended(spark: SparkSession) -> bool:
    """Return whether the application, or its whole JVM, has gone.

    Args:
        spark: A classic session.

    Returns:
        Whether nothing can be asked of it any more.
    """
    from py4j.protocol import Py4JError

    context: Any = spark.sparkContext
    try:
        return context._jsc is None or bool(context._jsc.sc().isStopped())
    except (Py4JError, OSError):
        return True


def answers_queries(session: SparkSession) -> bool:
    """Return whether a query has a result, without a Spark job.

    Args:
        session: A session that nobody else uses meanwhile.

    Returns:
        Whether Spark has answered.
    """
    return [tuple(row) for row in session.sql("SELECT 1").collect()] == [(1,)]


def give_up_jobs(spark: SparkSession) -> None:
    """Cancel all that runs.

    Args:
        spark: A classic session.
    """
    spark.sparkContext.cancelAllJobs()


def master_of(spark: SparkSession) -> str:
    """Return where the application runs, as ``--master`` names it.

    Args:
        spark: A classic session.

    Returns:
        The master.
    """
    return str(spark.sparkContext.master)
