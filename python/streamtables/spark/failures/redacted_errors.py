"""What is kept of an error: in the history, in a commit's reason, in the log.

A message of Spark can hold values of rows (a text that is no number), and what is kept is read by others than the one
whose statement failed. So only the caller is told the message; what is kept names the condition. Messages about names
and types (SQLSTATE 42) are kept too, in one line, without texts in quotes. Stack traces are kept as frames.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from streamtables.errors import InternalError
from streamtables.spark.failures.java_causes import java_causes, java_errors
from streamtables_grammar.errors import StreamTableError

LONGEST_TEXT = 300
"""Characters of an error that are kept at most."""
_LONGEST_STACK = 16_000
_MOST_FRAMES = 40
_MOST_CAUSES = 5
_ABOUT_NAMES = "42"
_QUOTED = re.compile(r"'[^']*'")


def redacted_text(error: BaseException) -> str:
    """Say in one line what went wrong, without what rows held.

    Args:
        error: Any error.

    Returns:
        Condition and SQLSTATE, and the message where it is ours, the system's or about names; at most ``LONGEST_TEXT``
        characters.
    """
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    cause = error.__cause__
    if isinstance(error, StreamTableError):
        if isinstance(error, InternalError) and cause is not None:
            return _shortened(f"[{error.getCondition()}] {redacted_text(cause)}")
        return _shortened(str(error))
    if isinstance(error, OSError):
        return _shortened(f"{type(error).__name__}: {error}")
    try:
        if isinstance(error, PySparkException):
            condition, state = error.getCondition() or type(error).__name__, error.getSqlState() or ""
            if state.startswith(_ABOUT_NAMES):
                return _shortened(_QUOTED.sub("'…'", str(error)))
            return f"[{condition}]" + (f" SQLSTATE: {state}" if state else "")
        if isinstance(error, Py4JJavaError):
            known = next((cause for cause in java_causes(error) if cause.condition is not None), None)
            if known is not None:
                return f"[{known.condition}]" + (f" SQLSTATE: {known.sql_state}" if known.sql_state else "")
            return str(error.java_exception.getClass().getName())
    except Exception:  # noqa: BLE001 - a JVM that has gone answers no question about its errors
        return type(error).__name__
    return type(error).__name__


class RedactedError(Exception):
    """Stands for an error in the log, with what is kept of it."""


def redacted_trace(error: BaseException) -> tuple[type[BaseException], RedactedError, TracebackType | None]:
    """Return an error as the log takes it: where it came up, without its own message and its causes'.

    Args:
        error: Any error.

    Returns:
        What ``exc_info`` takes.
    """
    return type(error), RedactedError(redacted_text(error)), error.__traceback__


def kept_stack(error: BaseException) -> str:
    """Write down where an error came up, in Python and in Java, without what any of its messages says.

    Args:
        error: Any error.

    Returns:
        The frames, the outermost error first and each with what is kept of its error; at most 16,000 characters.
    """
    parts = []
    for one in _with_causes(error):
        parts += [*traceback.format_tb(one.__traceback__), f"{redacted_text(one)}\n"]
    try:
        for java in java_errors(error):
            parts += _java_frames(java)
    except Exception as lost:  # noqa: BLE001 - a JVM that has gone answers no question about its errors
        parts.append(f"{type(lost).__name__}\n")
    return "".join(parts)[:_LONGEST_STACK]


def _with_causes(error: BaseException) -> Iterator[BaseException]:
    behind: BaseException | None = error
    for _ in range(_MOST_CAUSES):
        if behind is None:
            return
        yield behind
        behind = behind.__cause__ or (None if behind.__suppress_context__ else behind.__context__)


def _java_frames(java: Any) -> list[str]:
    frames = list(java.getStackTrace())
    lines = [f"{java.getClass().getName()}\n", *(f"    at {frame.toString()}\n" for frame in frames[:_MOST_FRAMES])]
    return lines if len(frames) <= _MOST_FRAMES else [*lines, f"    and {len(frames) - _MOST_FRAMES} more\n"]


def _shortened(text: str) -> str:
    line = text.strip().split("\n", 1)[0]
    return line if len(line) <= LONGEST_TEXT else line[: LONGEST_TEXT - 1] + "…"
