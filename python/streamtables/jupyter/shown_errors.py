"""Errors of statements raised as they are, and shown without the stack of what ran them."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from streamtables.errors import StreamTableError
from streamtables.jupyter.error_text import ErrorParts, error_lines, read_error
from streamtables.jupyter.variables import BoundStatement
from streamtables.spark.failures.kinds_of_errors import is_spark_error
from streamtables_grammar.spans import SourceSpan

_RENDER = "_render_traceback_"
"""What IPython calls, if an error has it, instead of writing a stack."""


@dataclass(slots=True)
class Place:
    """Where in a cell statements stand.

    Attributes:
        text: The SQL of the cell.
        first_line: Which line of the cell it begins in.
        span: The statement that runs; None before the first.
        statement: The statement as it is run; None if it is as it was written.
    """

    text: str
    first_line: int
    span: SourceSpan | None = field(default=None, init=False)
    statement: BoundStatement | None = field(default=None, init=False)

    def begin(self, span: SourceSpan, statement: BoundStatement | None = None) -> None:
        """Note which statement runs.

        Args:
            span: Where it stands in the text.
            statement: How it is run.
        """
        self.span, self.statement = span, statement

    def in_cell(self, place: tuple[int, int] | None) -> tuple[int, int] | None:
        """Return where in the text something stands that was found in the statement.

        Args:
            place: Line and column in the statement as it is run.

        Returns:
            Line and column in the text; None where it is not known.
        """
        if place is None or self.span is None:
            return None
        run = self.span.of(self.text) if self.statement is None else self.statement.text
        lines = run.splitlines(keepends=True)
        line, column = place
        if line > len(lines):
            return None
        offset = sum(map(len, lines[: line - 1])) + column - 1
        if self.statement is not None:
            offset = self.statement.written_offset(offset)
        found = SourceSpan.at(self.text, min(self.span.start + offset, len(self.text)), len(self.text))
        return found.line, found.column


@contextmanager
def in_one_piece(place: Place) -> Iterator[None]:
    """Have an error of a statement shown in one piece, around a ``with`` block; defects keep their stack.

    Args:
        place: Where the statement stands.

    Yields:
        Nothing.

    Raises:
        KeyboardInterrupt: The user has interrupted the block.
        Exception: What the block raises, the same object.
    """
    try:
        yield
    except KeyboardInterrupt as interrupt:
        vars(interrupt)[_RENDER] = lambda: ["Interrupted; the statement was cancelled."]
        raise
    except Exception as error:
        if isinstance(error, StreamTableError) or is_spark_error(error):
            found = read_error(error)
            shown = ErrorParts(found.condition, found.state, found.message, found.hint, place.in_cell(found.place))
            lines = error_lines(shown, place.text, place.first_line)
            vars(error)[_RENDER] = lambda: lines
        raise


@contextmanager
def without_log() -> Iterator[None]:
    """Keep PySpark from logging the errors that it raises, around a ``with`` block: the cell shows them.

    Yields:
        Nothing.
    """
    logger = logging.getLogger("SQLQueryContextLogger")
    before = logger.disabled
    logger.disabled = True
    try:
        yield
    finally:
        logger.disabled = before
