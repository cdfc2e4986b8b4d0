"""Failures of size: what did not fit into memory, a result or a broadcast, and may fit when done otherwise."""

from __future__ import annotations

_MEMORY = "memory ran out"
_SIGNS = {
    "spark.driver.maxResultSize": "a result was larger than spark.driver.maxResultSize",
    "Total size of serialized results": "a result was larger than spark.driver.maxResultSize",
    "spark.rpc.message.maxSize": "a task was larger than spark.rpc.message.maxSize",
    "Cannot broadcast the table": "rows were too large to be sent to all workers",
    "Not enough memory to build and broadcast": "rows were too large to be sent to all workers",
    "Could not execute broadcast in": "rows could not be sent to all workers in time",
    "memory to build hash": _MEMORY,
    "UNABLE_TO_ACQUIRE_MEMORY": _MEMORY,
    "SparkOutOfMemoryError": _MEMORY,
    "OutOfMemoryError": _MEMORY,
    "Java heap space": _MEMORY,
    "GC overhead limit exceeded": _MEMORY,
    "Requested array size exceeds VM limit": _MEMORY,
    "exited with code 52": "a worker's memory ran out",
    "exit code 52": "a worker's memory ran out",
    "exceeding memory limits": "a worker's memory ran out",
    "OOMKilled": "a worker's memory ran out",
}
"""What the texts of such failures have in them, since Spark has no condition for most, and what to say of them."""


class TooWideError(Exception):
    """Rows that were to be sent to all workers take more bytes than the driver's memory has for them."""


def size_failure(error: BaseException) -> str | None:
    """Tell whether a statement failed because something did not fit.

    Args:
        error: What Spark raised.

    Returns:
        What did not fit, in words of our own, since the text may hold values; None for another failure.
    """
    if isinstance(error, TooWideError):
        return "rows took more bytes than the driver's memory has for them"
    if isinstance(error, MemoryError):
        return _MEMORY
    text = str(error)
    return next((words for sign, words in _SIGNS.items() if sign in text), None)
