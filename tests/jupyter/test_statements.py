"""Where the statements of a cell stand."""

from __future__ import annotations

import pytest

from streamtables.jupyter.statements import statement_spans


@pytest.mark.parametrize(
    ("text", "statements", "places"),
    [
        ("SELECT 1", ["SELECT 1"], [(1, 1)]),
        ("SELECT 1;\n\n  SELECT ';'\nFROM t ;", ["SELECT 1", "SELECT ';'\nFROM t"], [(1, 1), (3, 3)]),
        ("-- about; it\nSELECT 1", ["SELECT 1"], [(2, 1)]),
        ("BEGIN SELECT 1; SELECT 2; END", ["BEGIN SELECT 1; SELECT 2; END"], [(1, 1)]),
        ("; -- nothing", [], []),
    ],
)
def test_statements_know_where_they_stand(text: str, statements: list[str], places: list[tuple[int, int]]) -> None:
    spans = statement_spans(text)
    assert [span.of(text) for span in spans] == statements
    assert [(span.line, span.column) for span in spans] == places
