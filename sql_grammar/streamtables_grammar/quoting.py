r"""Texts and names inside SQL: the one place that writes them.

A text may hold anything: quotes, line ends, what looks like a variable or a parameter. Spark reads a statement in
several passes (variables, parameters, tokens, escapes), so a text is written in a way that none of them takes for more
than a text, whatever the session's settings are, but for ``spark.sql.parser.escapedStringLiterals``: the engine's
sessions never have it on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

_SPECIAL = re.compile(r"[\\'\x00-\x1f\x7f\ud800-\udfff]|\$(?=\{)")
_WRITTEN = {"\\": "\\\\", "'": "\\'", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def quote_string(text: str) -> str:
    r"""Return a literal that stands for a text.

    Args:
        text: Any text.

    Returns:
        The literal in single quotes, on one line.

    Examples:
        >>> print(quote_string("it's ${env:HOME}"))
        'it\'s \u0024{env:HOME}'
    """
    return "'" + _SPECIAL.sub(lambda match: _escape(match.group()), text) + "'"


def quote_binary(value: bytes) -> str:
    """Return a literal that stands for bytes."""
    return f"X'{value.hex()}'"


def quote_identifier(part: str) -> str:
    """Quote one identifier with backticks, doubling those inside."""
    return "`" + part.replace("`", "``") + "`"


def quote_name(parts: Iterable[str]) -> str:
    """Return a name with every part quoted."""
    return ".".join(map(quote_identifier, parts))


def quote_properties(properties: Mapping[str, str]) -> str:
    """Return a parenthesised list of table properties."""
    pairs = ", ".join(f"{quote_string(key)} = {quote_string(value)}" for key, value in properties.items())
    return f"({pairs})"


def _escape(character: str) -> str:
    return _WRITTEN.get(character) or f"\\u{ord(character):04x}"
