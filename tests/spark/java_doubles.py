"""Doubles of Java exceptions, as PySpark hands them over: what they are told apart by, and no JVM."""

from __future__ import annotations

from dataclasses import dataclass, field

from py4j.protocol import Py4JError

SPARK = "org.apache.spark.SparkException"


@dataclass
class JavaClass:
    """A class and those that it extends."""

    names: tuple[str, ...]

    def getName(self) -> str:  # noqa: N802 - Java's name
        """Return the class's own name."""
        return self.names[0]

    def getSuperclass(self) -> JavaClass:  # noqa: N802 - Java's name
        """Return what it extends."""
        return JavaClass(self.names[1:] or ("java.lang.Object",))


class JavaFrame:
    """A frame of a stack."""

    def toString(self) -> str:  # noqa: N802 - Java's name
        """Return class, method, file and line."""
        return "x.y(Z.java:1)"

    def getClassName(self) -> str:  # noqa: N802 - Java's name
        """Return the class."""
        return "x"


@dataclass
class JavaException:
    """An exception; one of Spark's classes has a condition, or none, and any other cannot be asked for it."""

    names: tuple[str, ...]
    condition: str | None = None
    state: str | None = None
    message: str = ""
    cause: JavaException | None = None
    parameters: dict[str, str] = field(default_factory=dict)

    def getClass(self) -> JavaClass:  # noqa: N802 - Java's name
        """Return the class."""
        return JavaClass(self.names)

    def getCause(self) -> JavaException | None:  # noqa: N802 - Java's name
        """Return what is behind it."""
        return self.cause

    def getMessage(self) -> str:  # noqa: N802 - Java's name
        """Return what it says."""
        return self.message

    def getStackTrace(self) -> list[JavaFrame]:  # noqa: N802 - Java's name
        """Return where it was raised."""
        return [JavaFrame()]

    def _of_spark(self) -> None:
        if not self.names[0].startswith(("org.apache.spark.", "io.delta.")):
            message = "Method does not exist"
            raise Py4JError(message)

    def getCondition(self) -> str | None:  # noqa: N802 - Java's name
        """Return Spark's condition."""
        self._of_spark()
        return self.condition

    def getSqlState(self) -> str | None:  # noqa: N802 - Java's name
        """Return its SQLSTATE."""
        self._of_spark()
        return self.state

    def getMessageParameters(self) -> dict[str, str]:  # noqa: N802 - Java's name
        """Return the message's parameters."""
        return self.parameters


class JavaError(Exception):
    """What Python raises for an exception of Java."""

    def __init__(self, java: JavaException) -> None:
        super().__init__(java.message)
        self.java_exception = java


def raised(
    *classes: str,
    condition: str | None = None,
    state: str | None = None,
    message: str = "",
    cause: JavaError | None = None,
    parameters: dict[str, str] | None = None,
) -> JavaError:
    """Return what Python raises for an exception of Java.

    Args:
        classes: Its class, and what that extends; Spark's most general one if none is given.
        condition: Spark's condition.
        state: Its SQLSTATE.
        message: What it says.
        cause: What is behind it.
        parameters: The message's parameters.

    Returns:
        The error.
    """
    behind = None if cause is None else cause.java_exception
    return JavaError(JavaException(classes or (SPARK,), condition, state, message, behind, parameters or {}))
