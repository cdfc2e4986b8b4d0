"""Which errors come of a statement, and not of a defect in what runs it."""

from __future__ import annotations


def is_spark_error(error: BaseException) -> bool:
    """Return whether Spark has raised an error, in this process, in its JVM or on a server.

    Args:
        error: Any error.

    Returns:
        Whether what it says is for the user, and the stack is not.
    """
    from py4j.protocol import Py4JError
    from pyspark.errors import PySparkException

    return isinstance(error, (PySparkException, Py4JError))
