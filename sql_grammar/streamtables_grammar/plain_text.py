r"""A query as it reads without the settings that change what quotes mean.

Under ``spark.sql.parser.escapedStringLiterals`` a backslash stands for itself, and under
``spark.sql.ansi.doubleQuotedIdentifiers`` a text in double quotes is a name. A query is written down once, and read by
sessions that have neither.
"""

from __future__ import annotations

import re

from streamtables_grammar.quoting import quote_identifier, quote_string

_TOKEN = re.compile(
    r"""
    (?P<comment> --(?:\\\n|[^\r\n])* )
    | (?P<name> `(?:[^`]|``)*` )
    | (?P<raw> [rR](?:'[^']*'|"[^"]*") )
    | (?P<word> \w+ )
    | (?P<single> '(?:[^'\\]|\\.|'')*' )
    | (?P<double> "(?:[^"\\]|\\.|"")*" )
    """,
    re.VERBOSE | re.DOTALL,
)


def plain_text(query: str, *, escaped_literals: bool, quoted_identifiers: bool) -> str:
    r"""Return a query that means without the settings what it means under them.

    Args:
        query: The text.
        escaped_literals: Whether a backslash stands for itself.
        quoted_identifiers: Whether a text in double quotes is a name.

    Returns:
        The text, the same one where nothing in it is read otherwise.

    Examples:
        >>> print(plain_text(r"SELECT 'a\d', 'b'", escaped_literals=True, quoted_identifiers=False))
        SELECT 'a\\d', 'b'
        >>> plain_text('SELECT "a"', escaped_literals=False, quoted_identifiers=True)
        'SELECT `a`'
    """
    parts, position = [], 0
    while position < len(query):
        if query.startswith("/*", position):
            end = _comment_end(query, position)
            parts.append(query[position:end])
        elif (token := _TOKEN.match(query, position)) is not None:
            end = token.end()
            parts.append(_written(token, escaped_literals=escaped_literals, quoted_identifiers=quoted_identifiers))
        else:
            end = position + 1
            parts.append(query[position])
        position = end
    return "".join(parts)


def _written(token: re.Match[str], *, escaped_literals: bool, quoted_identifiers: bool) -> str:
    text = token.group()
    if token.lastgroup == "double" and quoted_identifiers:
        return quote_identifier(text[1:-1].replace('""', '"'))
    if token.lastgroup in ("single", "double") and escaped_literals and _has_escapes(text):
        return quote_string(text[1:-1])
    return text


def _has_escapes(literal: str) -> bool:
    return "\\" in literal or literal[0] * 2 in literal[1:-1]


def _comment_end(query: str, start: int) -> int:
    """Find the end of a comment, which may hold others."""
    depth, position = 1, start + 2
    while depth and position < len(query):
        pair = query[position : position + 2]
        depth += {"/*": 1, "*/": -1}.get(pair, 0)
        position += 2 if pair in ("/*", "*/") else 1
    return position
