"""Errors in one piece."""

from __future__ import annotations

import re

import pytest

from streamtables.errors import StreamSqlSyntaxError
from streamtables.jupyter.error_text import error_lines, read_error
from streamtables.jupyter.shown_errors import Place, in_one_piece
from streamtables.jupyter.statements import statement_spans
from streamtables.jupyter.variables import bind
from streamtables_grammar.parse import parse_statement

PARSE = """
[PARSE_SYNTAX_ERROR] Syntax error at or near 'y'. SQLSTATE: 42601 (line 2, pos 9)

== SQL ==
SELECT 1,
  FORM x y z
---------^^^
"""
ANALYSIS = (
    "[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name `a` cannot be resolved. Did you mean [`id`]. "
    "SQLSTATE: 42703; line 1 pos 7;\n'Project ['a]\n+- Relation t\n"
)
RUNTIME = """[DIVIDE_BY_ZERO] Division by zero. SQLSTATE: 22012
== SQL (line 1, position 8) ==
SELECT 1/0
       ^^^
"""
REMOTE = "[STREAM_SQL_SYNTAX] Syntax error at 'x' (line 1, column 9) Hint: Write y. SQLSTATE: 42601"


@pytest.mark.parametrize(
    ("text", "message", "hint", "place"),
    [
        (PARSE, "Syntax error at or near 'y'.", "", (2, 10)),
        (ANALYSIS, "A column with name `a` cannot be resolved. Did you mean [`id`].", "", (1, 8)),
        (RUNTIME, "Division by zero.", "", (1, 8)),
        (REMOTE, "Syntax error at 'x'", "Write y.", (1, 9)),
        ("no condition at all", "no condition at all", "", None),
    ],
)
def test_an_error_is_taken_apart(text: str, message: str, hint: str, place: tuple[int, int] | None) -> None:
    found = read_error(RuntimeError(text))
    assert (found.message, found.hint, found.place) == (message, hint, place)


def test_all_lines_of_an_error_of_several_tables_are_told() -> None:
    text = "[REFRESH_FAILED] 1 of 2 stream tables could not be refreshed in run 5:\n  s.x: gone\n SQLSTATE: 58000"
    assert read_error(RuntimeError(text)).message.splitlines()[1] == "  s.x: gone"


def _plain(lines: list[str]) -> list[str]:
    return [re.sub(r"\x1b\[\d*m", "", line) for line in lines]


def test_the_caret_stands_below_the_mistake_of_the_cell() -> None:
    cell = "SELECT 1;\nCREATE STREAM TABLE x COMMENT :c REFRESH MODE FAST AS SELECT 1"
    place = Place(cell, 2)
    span = statement_spans(cell)[1]
    statement = bind(span.of(cell), {"c": "a rather long comment"})
    place.begin(span, statement)
    with pytest.raises(StreamSqlSyntaxError) as caught, in_one_piece(place):
        parse_statement(statement.text)
    lines = _plain(vars(caught.value)["_render_traceback_"]())
    shown = next(line for line in lines if line.startswith("line 3: CREATE"))
    caret = lines[lines.index(shown) + 1]
    assert shown[caret.index("^") :].startswith("FAST")
    assert not any("Traceback" in line for line in lines)


def test_a_defect_keeps_its_stack() -> None:
    with pytest.raises(ZeroDivisionError) as caught, in_one_piece(Place("", 1)):
        raise ZeroDivisionError
    assert "_render_traceback_" not in vars(caught.value)


def test_an_error_without_a_place_shows_no_line() -> None:
    lines = error_lines(read_error(RuntimeError("[A_B] c. SQLSTATE: 00000")), "SELECT 1", 1)
    assert _plain(lines) == ["A_B 00000", "c."]
