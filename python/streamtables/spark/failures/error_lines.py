"""What a failed statement says in one line: the condition that is behind it, without plans, stacks and places."""

from __future__ import annotations

import re

from streamtables.spark.failures.java_causes import java_errors
from streamtables_grammar.errors import StreamTableError

_CONDITION = re.compile(r"\[[A-Z][A-Z0-9_]+(?:\.[A-Z0-9_]+)*\]")
_STATEMENT = re.compile(r"\s*(;\s*line \d+ pos \d+)?;?\s*\Z")
_LONGEST = 500


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


def _causes(error: BaseException) -> list[str]:
    """Return the messages of the Java exceptions behind an error, the innermost last."""
    return [str(java.getMessage() or java.getClass().getName()) for java in java_errors(error)]


def _first_line(text: str) -> str:
    return next((line.strip() for line in text.splitlines() if line.strip()), "")


def _last_condition(line: str) -> int | None:
    """Return where the last condition of a line begins: what stands before it tells where a task ran."""
    found = [match.start() for match in _CONDITION.finditer(line)]
    return found[-1] if found else None
