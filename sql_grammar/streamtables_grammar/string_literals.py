r"""String literals, read as Spark does.

Inside quotes a backslash escapes, a doubled quote stands for one, and ``r'...'`` is taken as it is. ``\%`` and ``\_``
keep their backslash, which LIKE needs.
"""

from __future__ import annotations

import re

_ESCAPED = re.compile(
    r"""\\u([0-9A-Fa-f]{4})|\\U([0-9A-Fa-f]{8})|\\([01][0-7]{2})|\\(.)|(''|"")""",
    re.DOTALL,
)
_NAMED = {"0": "\0", "b": "\b", "n": "\n", "r": "\r", "t": "\t", "Z": "\x1a", "%": "\\%", "_": "\\_"}
_SURROGATE = re.compile("[\ud800-\udfff]")
_LAST_CODE_POINT = 0x10FFFF


def string_value(literal: str) -> str:
    r"""Return the text that a literal stands for.

    Args:
        literal: The literal with its quotes.

    Returns:
        The text.

    Examples:
        >>> string_value(r"'it\'s'"), string_value("'it''s'"), string_value(r"r'\d'")
        ("it's", "it's", '\\d')
    """
    if literal[0] in "rR":
        return literal[2:-1]
    quote, body = literal[0], literal[1:-1]
    text = _ESCAPED.sub(lambda match: _unescape(match, quote), body)
    if _SURROGATE.search(text):
        # Two escapes may together stand for one character.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def _unescape(match: re.Match[str], quote: str) -> str:
    short, long, octal, character, doubled = match.groups()
    if doubled is not None:
        return quote if doubled[0] == quote else str(doubled)
    if octal is not None:
        return chr(int(octal, 8))
    if character is not None:
        return _NAMED.get(character, str(character))
    code = int(short or long, 16)
    return chr(code) if code <= _LAST_CODE_POINT else "\ufffd"
