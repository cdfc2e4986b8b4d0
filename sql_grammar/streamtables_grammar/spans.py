"""Where in the user's text something stands."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SourceSpan:
    """A half-open range of the text a user wrote.

    Attributes:
        start: Offset of the first character, counted from 0.
        stop: Offset behind the last character.
        line: Line of the first character, counted from 1.
        column: Column of the first character, counted from 1.
    """

    start: int
    stop: int
    line: int
    column: int

    @classmethod
    def at(cls, text: str, start: int, stop: int) -> SourceSpan:
        """Build the span of ``text[start:stop]``, counting its line and column.

        Args:
            text: The whole text.
            start: Offset of the first character.
            stop: Offset behind the last character.

        Returns:
            The span with line and column of ``start``.
        """
        line = text.count("\n", 0, start) + 1
        column = start - (text.rfind("\n", 0, start) + 1) + 1
        return cls(start, stop, line, column)

    def of(self, text: str) -> str:
        """Return the part of ``text`` that the span covers."""
        return text[self.start : self.stop]
