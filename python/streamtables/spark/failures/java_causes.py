"""The Java exceptions behind an error, as what tells them apart: classes, conditions and SQLSTATEs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_DEEPEST = 20
_OBJECT = "java.lang.Object"


@dataclass(frozen=True, slots=True)
class JavaCause:
    """One Java exception.

    Attributes:
        classes: Full name of its class, then of those that it extends.
        condition: Spark's or Delta's error condition, or None.
        sql_state: Its SQLSTATE, or None.
        java: The exception.
    """

    classes: tuple[str, ...]
    condition: str | None
    sql_state: str | None
    java: Any

    @property
    def message(self) -> str:
        """What it says, perhaps values of rows."""
        return str(self.java.getMessage() or "")

    def in_state(self, *states: str) -> bool:
        """Return whether its SQLSTATE is one of some states, or of some classes of states."""
        return self.sql_state is not None and self.sql_state.startswith(states)


def java_causes(error: BaseException) -> list[JavaCause]:
    """Look at the Java exceptions behind an error.

    Args:
        error: Any error.

    Returns:
        The exceptions, the innermost last; none for an error of Python.

    Raises:
        py4j.protocol.Py4JNetworkError: The JVM has gone.
        OSError: The same.
    """
    return [
        JavaCause(_class_names(java), _answer(java, "getCondition"), _answer(java, "getSqlState"), java)
        for java in java_errors(error)
    ]


def java_errors(error: BaseException) -> list[Any]:
    """Return the Java exceptions behind an error.

    Args:
        error: Any error.

    Returns:
        The exceptions, the innermost last; none for an error of Python.
    """
    java: Any = None
    behind: BaseException | None = error
    for _ in range(_DEEPEST):
        if java is not None or behind is None:
            break
        java = getattr(behind, "java_exception", None) or getattr(behind, "_origin", None)
        behind = behind.__cause__
    found: list[Any] = []
    while java is not None and len(found) < _DEEPEST:
        found.append(java)
        java = java.getCause()
    return found


def _class_names(java: Any) -> tuple[str, ...]:
    names = []
    java_class = java.getClass()
    while java_class is not None and (name := str(java_class.getName())) != _OBJECT:
        names.append(name)
        java_class = java_class.getSuperclass()
    return tuple(names)


def _answer(java: Any, method: str) -> str | None:
    """Ask what only Spark's own exceptions answer."""
    from py4j.protocol import Py4JError, Py4JNetworkError

    try:
        answer = getattr(java, method)()
    except Py4JNetworkError:
        raise
    except Py4JError:
        return None
    return None if answer is None else str(answer)
