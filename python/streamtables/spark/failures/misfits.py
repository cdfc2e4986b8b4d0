"""Failures of code that was made for another Spark: a class, a method or a field that is not there."""

from __future__ import annotations

from streamtables.spark.failures.java_causes import java_causes

_CLASSES = (
    "java.lang.LinkageError",
    "java.lang.ReflectiveOperationException",
    "java.lang.reflect.InaccessibleObjectException",
)


def misfit(error: BaseException) -> str | None:
    """Return whether a statement failed because something of Spark, Delta or Hadoop is not as it was when it was tried.

    Args:
        error: What was raised.

    Returns:
        The simple name of the Java exception that says so; None for another failure.

    Raises:
        py4j.protocol.Py4JNetworkError: The JVM has gone.
        OSError: The same.
    """
    for cause in java_causes(error):
        if any(name in cause.classes for name in _CLASSES):
            return cause.classes[0].rsplit(".", 1)[-1]
    return None
