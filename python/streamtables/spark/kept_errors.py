"""What is kept of an error: in the history, in a commit's reason, in the log.

A message of Spark can hold values of rows (a text that is no number), and what is kept is read by others than the one
whose statement failed. So only the caller is told the message; what is kept names the condition. Messages about names
and types (SQLSTATE 42) are kept too, in one line, without texts in quotes.
"""

from __future__ import annotations

import re
import traceback

from streamtables_grammar.errors import StreamTableError

LONGEST_TEXT = 300
"""Characters of an error that are kept at most."""
_ABOUT_NAMES = "42"
_QUOTED = re.compile(r"'[^']*'")


def kept_text(error: BaseException) -> str:
    """Say in one line what went wrong, without what rows held.

    Args:
        error: Any error.

    Returns:
        Condition and SQLSTATE, and the message where it is ours or about names; at most ``LONGEST_TEXT`` characters.
    """
    from py4j.protocol import Py4JJavaError
    from pyspark.errors import PySparkException

    if isinstance(error, StreamTableError):
        cause = error.__cause__
        if cause is None or isinstance(cause, StreamTableError):
            return _shortened(str(error))
        return _shortened(f"[{error.getCondition()}] {kept_text(cause)}")
    if isinstance(error, PySparkException):
        condition, state = error.getCondition() or type(error).__name__, error.getSqlState() or ""
        if state.startswith(_ABOUT_NAMES):
            return _shortened(_QUOTED.sub("'…'", str(error)))
        return f"[{condition}]" + (f" SQLSTATE: {state}" if state else "")
    if isinstance(error, Py4JJavaError):
        return str(error.java_exception.getClass().getName())
    return type(error).__name__


def kept_frames(error: BaseException) -> str:
    """Say where an error came up: files and lines, without its message.

    Args:
        error: Any error.

    Returns:
        Lines as in a traceback.
    """
    return "".join(traceback.format_tb(error.__traceback__))


def _shortened(text: str) -> str:
    line = text.strip().split("\n", 1)[0]
    return line if len(line) <= LONGEST_TEXT else line[: LONGEST_TEXT - 1] + "…"
