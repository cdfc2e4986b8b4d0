"""Several statements in one text: where each begins and ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from streamtables_grammar.pieces import PieceKind, pieces

_CODE = re.compile(r"(?P<blank>\s+)|(?P<word>\w+)|(?P<semicolon>;)|(?P<other>.)", re.DOTALL)
_OTHER_BLOCKS = frozenset({"IF", "WHILE", "LOOP", "REPEAT", "FOR"})
"""What their END names; how they begin needs not be known, since they stand inside of BEGIN ... END."""


@dataclass(frozen=True, slots=True)
class ScriptStatement:
    """One statement of a script.

    Attributes:
        text: Its text, without what is around it and without the semicolon.
        line: The script's line that it begins in, from 1.
        column: The column of that line, from 1.
        is_ended: Whether a semicolon ends it; without one the last statement of a script may go on.
    """

    text: str
    line: int
    column: int
    is_ended: bool

    @property
    def in_place(self) -> str:
        """The text at its place in an otherwise empty script: positions in errors are the script's then."""
        return "\n" * (self.line - 1) + " " * (self.column - 1) + self.text


@dataclass(frozen=True, slots=True)
class _Token:
    kind: str
    text: str
    start: int
    end: int


def split_script(script: str) -> list[ScriptStatement]:
    """Split a script at the semicolons that end statements.

    Those in strings, in quoted names, in comments and in compound statements (BEGIN ... END) end none. What is empty,
    or a comment, is no statement.

    Args:
        script: SQL of any kind.

    Returns:
        The statements.

    Examples:
        >>> [statement.text for statement in split_script("SELECT ';'; SELECT 2 -- ;")]
        ["SELECT ';'", 'SELECT 2 -- ;']
    """
    found: list[ScriptStatement] = []
    part: list[_Token] = []
    block = _Block()
    for token in _tokens(script):
        if part or token.kind not in ("blank", "comment"):
            block.read(token)
            part.append(token)
        if token.kind == "semicolon" and not block.is_open:
            if len(part) > 1:
                found.append(_statement(script, part[:-1], token.start, is_ended=True))
            part, block = [], _Block()
    if part:
        found.append(_statement(script, part, len(script), is_ended=False))
    return found


def _statement(script: str, part: list[_Token], end: int, *, is_ended: bool) -> ScriptStatement:
    start = part[0].start
    before = script[:start]
    column = start - (before.rfind("\n") + 1) + 1
    return ScriptStatement(script[start:end].rstrip(), before.count("\n") + 1, column, is_ended)


def _tokens(script: str) -> Iterator[_Token]:
    for piece in pieces(script):
        if piece.kind is PieceKind.CODE:
            for match in _CODE.finditer(script, piece.start, piece.stop):
                yield _Token(match.lastgroup or "other", match[0], match.start(), match.end())
        else:
            kind = "comment" if piece.kind is PieceKind.COMMENT and piece.is_closed else "quoted"
            yield _Token(kind, script[piece.start : piece.stop], piece.start, piece.stop)


class _Block:
    """Follows the words of a statement into compound statements and out of them."""

    def __init__(self) -> None:
        self._words: list[str] = []
        self._depth = 0
        self._has_ended = False

    @property
    def is_open(self) -> bool:
        """Whether a semicolon belongs to the statement."""
        return self._depth > 0

    def read(self, token: _Token) -> None:
        """Take the next token."""
        if token.kind in ("blank", "comment"):
            return
        word = token.text.upper()
        if self._has_ended:
            # What the END was of is told behind it.
            self._depth -= 0 if word in _OTHER_BLOCKS else 1
            self._has_ended = False
            if word == "CASE":
                return
        if self._depth == 0:
            self._depth = 1 if word == "BEGIN" and self._may_begin() else 0
        elif word in ("BEGIN", "CASE"):
            self._depth += 1
        elif word == "END":
            self._has_ended = True
        if len(self._words) < 64 or word == "AS":
            self._words.append(word)

    def _may_begin(self) -> bool:
        """Whether a BEGIN here begins a compound statement: a statement, perhaps with a label, or a trigger's."""
        if not self._words or (len(self._words) == 2 and self._words[1] == ":"):
            return True
        is_trigger = "TRIGGER" in self._words[:4] and self._words[0] == "CREATE"
        return is_trigger and self._words[-1] == "AS"
