"""Failures of size: what did not fit into memory, a result or a broadcast, and may fit when done otherwise."""

from __future__ import annotations

from collections.abc import Sequence

from streamtables.spark.failures.java_causes import JavaCause, java_causes

MEMORY = "memory ran out"
_SENT = "rows were too large to be sent to all workers"
WORKER = "a worker was lost, perhaps since its memory ran out"
_CONDITIONS = {
    "AGGREGATE_OUT_OF_MEMORY": MEMORY,
    "POINTER_ARRAY_OUT_OF_MEMORY": MEMORY,
    "SPILL_OUT_OF_MEMORY": MEMORY,
    "UNABLE_TO_ACQUIRE_MEMORY": MEMORY,
    # Spark has no other names for these: a broadcast that took too long, hash maps that could not grow, hashed rows
    # that are too large or too many, and a broadcast of too many rows, of too many bytes, or for which memory ran out.
    "_LEGACY_ERROR_TEMP_2097": "rows could not be sent to all workers in time",
    **dict.fromkeys((f"_LEGACY_ERROR_TEMP_{number}" for number in (2105, 2106, 2107)), MEMORY),
    **dict.fromkeys((f"_LEGACY_ERROR_TEMP_{number}" for number in (2108, 2109, 2110, 2248, 2249, 2250)), _SENT),
}
_CLASSES = {
    "java.lang.OutOfMemoryError": MEMORY,
    "org.apache.spark.shuffle.FetchFailedException": WORKER,
}
_SCHEDULER = "org.apache.spark.scheduler."
_SPARK_EXCEPTION = "org.apache.spark.SparkException"
_NAMED_BY_SCHEDULER = {
    "spark.driver.maxResultSize": "a result was larger than spark.driver.maxResultSize",
    "spark.rpc.message.maxSize": "a task was larger than spark.rpc.message.maxSize",
    "ExecutorLostFailure": WORKER,
    "org.apache.spark.shuffle.FetchFailedException": WORKER,
    "java.lang.OutOfMemoryError": MEMORY,
    "org.apache.spark.memory.SparkOutOfMemoryError": MEMORY,
}
"""Where the scheduler gives a job up by itself, or an error of a task could not be sent, Spark 4.2 throws a
``SparkException`` without condition and cause: only its message tells why. It names settings and classes, which are
looked for; prose is not. Of a worker that was lost it does not name what the worker ended with."""


class TooWideError(Exception):
    """Rows that were to be sent to all workers take more bytes than the driver's memory has for them."""


def size_failure(error: BaseException) -> str | None:
    """Return whether a statement failed because something did not fit.

    Args:
        error: What was raised.

    Returns:
        What did not fit, in words of our own, since the text may hold values; None for another failure.

    Raises:
        py4j.protocol.Py4JNetworkError: The JVM has gone.
        OSError: The same.
    """
    if isinstance(error, TooWideError):
        return "rows took more bytes than the driver's memory has for them"
    if isinstance(error, MemoryError):
        return MEMORY
    return did_not_fit(java_causes(error))


def did_not_fit(causes: Sequence[JavaCause]) -> str | None:
    """Return what did not fit, by the Java exceptions behind an error.

    Args:
        causes: The exceptions, the innermost last.

    Returns:
        What did not fit; None where they tell of something else.
    """
    for cause in causes:
        words = _CONDITIONS.get(cause.condition or "") or next(
            (_CLASSES[name] for name in cause.classes if name in _CLASSES), None
        )
        if words is not None:
            return words
    if not causes or causes[-1].classes[0] != _SPARK_EXCEPTION or causes[-1].condition is not None:
        return None
    message = causes[-1].message
    return next((words for name, words in _NAMED_BY_SCHEDULER.items() if name in message), None)


def failed_in_task(causes: Sequence[JavaCause]) -> bool:
    """Return whether Spark gave a job up since its tasks failed, which is where the scheduler's own code throws.

    Args:
        causes: The exceptions behind an error.

    Returns:
        Whether one of them comes from there; False for what the driver did by itself.
    """
    frames = (next(iter(cause.java.getStackTrace()), None) for cause in causes if _SPARK_EXCEPTION in cause.classes)
    return any(frame is not None and str(frame.getClassName()).startswith(_SCHEDULER) for frame in frames)
