"""Texts of the JVM that are longer than what Py4J sends at once."""

from __future__ import annotations

from typing import Any


def full_text(answer: Any) -> str | None:
    """Take a text that Java has given whole or in parts.

    Args:
        answer: A text, a ``LongText``, or None.

    Returns:
        The text, None for None.
    """
    if answer is None or isinstance(answer, str):
        return answer
    parts: list[str] = []
    taken = 0
    # Java counts UTF-16 units.
    while part := answer.part(taken):
        parts.append(part)
        taken += len(part.encode("utf-16-le")) // 2
    return "".join(parts)
