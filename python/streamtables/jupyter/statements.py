"""The statements of a cell, and where they stand in it."""

from __future__ import annotations

from streamtables_grammar.scripts import split_script
from streamtables_grammar.spans import SourceSpan


def statement_spans(text: str) -> tuple[SourceSpan, ...]:
    """Find the statements of a text.

    Args:
        text: SQL, with semicolons between its statements.

    Returns:
        Where each stands, without the semicolon.
    """
    starts = [0]
    for line in text.split("\n")[:-1]:
        starts.append(starts[-1] + len(line) + 1)
    spans = []
    for statement in split_script(text):
        start = starts[statement.line - 1] + statement.column - 1
        spans.append(SourceSpan.at(text, start, start + len(statement.text)))
    return tuple(spans)
