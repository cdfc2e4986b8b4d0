"""What a failed statement says in one line: the condition that is behind it, without plans, stacks and places."""

from __future__ import annotations

import re
from typing import Any

from streamtables_grammar.errors import StreamTableError

_CONDITION = re.compile(r"\[[A-Z][A-Z0-9_]+(?:\.[A-Z0-9_]+)*\]")
_STATEMENT = re.compile(r"\s*(;\s*line \d+ pos \d+)?;?\s*\Z")
_LONGEST = 500
_DEEPEST = 10
_DATA_EXCEPTION = "22"
_CANCELLED = ("SPARK_JOB_CANCELLED", "JOB_CANCELLED", "OPERATION_CANCELED")
_SPARK_EXCEPTION = "org.apache.spark.SparkException"
_SHUT_DOWN = "cancelled because SparkContext"


def error_line(error: BaseException) -> str:
    """Reduce an error to one line that a person can act on.

    Spark wraps what went wrong in what it was doing when it did: the innermost cause that has a condition is told.

    Args:
        error: Any error.

    Returns:
        The line.
    """
    texts = [str(error)]
    if not isinstance(error, StreamTableError):
        texts += _causes(error)
    named = [line for line in map(_first_line, texts) if _CONDITION.search(line)]
    line = named[-1] if named else next((line for line in map(_first_line, texts) if line), "")
    found = None if isinstance(error, StreamTableError) else _last_condition(line)
    if found is not None:
        line = line[found:]
    line = _STATEMENT.sub("", line) or type(error).__name__
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


def is_cancelled(error: BaseException) -> bool:
    """Tell whether a statement failed because its user cancelled it.

    Args:
        error: Any error.

    Returns:
        Whether Spark says so.
    """
    return any(map(_says_cancelled, _java_errors(error)))


def is_about_values(error: BaseException) -> bool:
    """Tell whether a statement failed because of a value in a row, as it would each time.

    Args:
        error: Any error.

    Returns:
        Whether a cause has an SQLSTATE of the class for data exceptions.
    """
    return any(_state(java).startswith(_DATA_EXCEPTION) for java in _java_errors(error))


def _state(java: Any) -> str:
    from py4j.protocol import Py4JError

    try:
        return str(java.getSqlState() or "")
    except Py4JError:
        return ""


def _says_cancelled(java: Any) -> bool:
    """Ask for the condition: a message may quote what a row says."""
    if str(java.getClass().getName()) != _SPARK_EXCEPTION:
        return False
    condition = java.getCondition()
    return condition in _CANCELLED if condition is not None else _SHUT_DOWN in str(java.getMessage())


def _causes(error: BaseException) -> list[str]:
    """Return the messages of the Java exceptions behind an error, the innermost last."""
    return [str(java.getMessage() or java.getClass().getName()) for java in _java_errors(error)]


def _java_errors(error: BaseException) -> list[Any]:
    """Return the Java exceptions behind an error, the innermost last."""
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


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _last_condition(line: str) -> int | None:
    """Return where the last condition of a line begins: what stands before it tells where a task ran."""
    found = [match.start() for match in _CONDITION.finditer(line)]
    return found[-1] if found else None
