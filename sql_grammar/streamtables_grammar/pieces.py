r"""SQL text in pieces: its code, and the comments, texts and quoted names in which nothing is code.

What stands in the code alone, as parameters do, is found so without parsing it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import chain

from streamtables_grammar.recognize import comment_stop

_QUOTED = re.compile(
    r"""
    (?P<comment> --(?:\\\r?\n|[^\r\n])* )
    | (?P<name> `(?:[^`]|``)*(?:`|\Z) )
    | (?P<raw> (?<!\w)[rR](?:'[^']*(?:'|\Z)|"[^"]*(?:"|\Z)) )
    | (?P<single> '(?:[^'\\]|\\.|'')*(?:'|\\?\Z) )
    | (?P<double> "(?:[^"\\]|\\.|"")*(?:"|\\?\Z) )
    """,
    re.VERBOSE | re.DOTALL,
)
_MAY_OPEN = re.compile(r"--|/\*|[`'\"]|(?<!\w)[rR](?=['\"])")
# Behind a value the colon leads into it (``v:path``), behind another one it casts.
_PARAMETER = re.compile(r"(?<![\w:)\]`'\"]):(?P<name>[^\W\d]\w*)")


class PieceKind(Enum):
    """What a piece of SQL text is."""

    CODE = "code"
    COMMENT = "comment"
    TEXT = "text"
    NAME = "name"


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of SQL text.

    Attributes:
        kind: What it is.
        start: Offset of its first character.
        stop: Offset behind its last character.
        is_closed: False of a bracketed comment that goes to the end of the text for want of its last mark.
    """

    kind: PieceKind
    start: int
    stop: int
    is_closed: bool = True


@dataclass(frozen=True, slots=True)
class Parameter:
    """A named parameter.

    Attributes:
        name: Its name, without the colon.
        start: Offset of the colon.
        stop: Offset behind the name.
    """

    name: str
    start: int
    stop: int


def pieces(sql: str) -> Iterator[Piece]:
    """Take SQL text apart.

    Args:
        sql: Any text; what is not closed goes to its end.

    Yields:
        The pieces, which together are the text.
    """
    position = code = 0
    while (opening := _MAY_OPEN.search(sql, position)) is not None:
        start = opening.start()
        closed: int | None = None
        if is_bracketed := sql.startswith("/*", start):
            closed = comment_stop(sql, start)
            kind, stop = PieceKind.COMMENT, closed or len(sql)
        else:
            quoted = _QUOTED.match(sql, start)
            assert quoted is not None
            kind, stop = _KINDS[str(quoted.lastgroup)], quoted.end()
        if start > code:
            yield Piece(PieceKind.CODE, code, start)
        yield Piece(kind, start, stop, closed is not None or not is_bracketed)
        position = code = stop
    if code < len(sql):
        yield Piece(PieceKind.CODE, code, len(sql))


def find_parameters(sql: str) -> tuple[Parameter, ...]:
    """Find the named parameters of a statement.

    Args:
        sql: The statement.

    Returns:
        The parameters in the order of the text, each as often as it stands there; none in comments, texts and names,
        no casts (``x::INT``) and no ways into a value (``v:path``).

    Examples:
        >>> [found.name for found in find_parameters("SELECT ':a', b::INT, v:c /* :d */ WHERE e > :least")]
        ['least']
    """
    code = (piece for piece in pieces(sql) if piece.kind is PieceKind.CODE)
    # The pattern sees what stands before the piece, which may be a name that the colon leads into.
    matches = chain.from_iterable(_PARAMETER.finditer(sql, piece.start, piece.stop) for piece in code)
    return tuple(Parameter(match["name"], match.start(), match.end()) for match in matches)


_KINDS = {
    "comment": PieceKind.COMMENT,
    "name": PieceKind.NAME,
    "raw": PieceKind.TEXT,
    "single": PieceKind.TEXT,
    "double": PieceKind.TEXT,
}
