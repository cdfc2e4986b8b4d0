"""Scripts: which semicolons end a statement, and where each statement stands."""

from __future__ import annotations

import pytest

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.parse import parse_statement
from streamtables_grammar.scripts import split_script


def texts(script: str) -> list[str]:
    return [statement.text for statement in split_script(script)]


@pytest.mark.parametrize(
    ("script", "statements"),
    [
        ("a; b", ["a", "b"]),
        (" ;; a ;; ", ["a"]),
        ("", []),
        ("-- nothing;\n/* ; */", []),
        ("SELECT ';', \"a;b\", 'it''s; \\';'; b", ["SELECT ';', \"a;b\", 'it''s; \\';'", "b"]),
        ("SELECT r'\\'; b", ["SELECT r'\\'", "b"]),
        ("SELECT `a;b``;`; b", ["SELECT `a;b``;`", "b"]),
        ("a -- ;\n; b", ["a -- ;", "b"]),
        ("a -- ; \\\n ; still\n; b", ["a -- ; \\\n ; still", "b"]),
        ("a /* ; /* ; */ ; */; b", ["a /* ; /* ; */ ; */", "b"]),
        ("-- why\nSELECT /*+ BROADCAST(t) */ 1; b", ["SELECT /*+ BROADCAST(t) */ 1", "b"]),
        ("BEGIN SELECT 1; SELECT 2; END; b", ["BEGIN SELECT 1; SELECT 2; END", "b"]),
        ("x: BEGIN SELECT 1; END x; b", ["x: BEGIN SELECT 1; END x", "b"]),
        (
            "BEGIN IF a THEN (CASE c WHEN d THEN 1 END); END IF; CASE c WHEN d THEN e; END CASE; BEGIN f; END; END; b",
            [
                "BEGIN IF a THEN (CASE c WHEN d THEN 1 END); END IF; CASE c WHEN d THEN e; END CASE; BEGIN f; END; END",
                "b",
            ],
        ),
        ("BEGIN WHILE a DO b; END WHILE; END; c", ["BEGIN WHILE a DO b; END WHILE; END", "c"]),
        (
            "CREATE OR REPLACE TRIGGER t AFTER INSERT ON STREAM TABLE x AS BEGIN a; b; END; c",
            ["CREATE OR REPLACE TRIGGER t AFTER INSERT ON STREAM TABLE x AS BEGIN a; b; END", "c"],
        ),
        ("SELECT begin FROM t; b", ["SELECT begin FROM t", "b"]),
        ("SELECT 1 AS begin; b", ["SELECT 1 AS begin", "b"]),
    ],
)
def test_semicolons_in_strings_names_comments_and_compound_statements_end_nothing(
    script: str, statements: list[str]
) -> None:
    assert texts(script) == statements


@pytest.mark.parametrize("open_text", ["SELECT 'a; b", "SELECT `a; b", "SELECT 1 /* ; /* */ ; b", "BEGIN SELECT 1; b"])
def test_what_is_not_closed_goes_on_to_the_end(open_text: str) -> None:
    (statement,) = split_script(open_text)
    assert (statement.text, statement.is_ended) == (open_text, False)


def test_statement_knows_its_place_and_whether_it_is_ended() -> None:
    first, second = split_script("-- a script\n  SELECT 1;\r\n\n\tSELECT\n 2")
    assert (first.line, first.column, first.is_ended) == (2, 3, True)
    assert (second.line, second.column, second.is_ended) == (4, 2, False)


def test_errors_of_a_statement_in_its_place_have_the_positions_of_the_script() -> None:
    *_, wrong = split_script("SELECT 1;\n\nSELECT 2; REFRESH\n STREAM TABLE ^x")
    with pytest.raises(StreamSqlSyntaxError) as caught:
        parse_statement(wrong.in_place)
    assert caught.value.span is not None
    assert (caught.value.span.line, caught.value.span.column) == (4, 15)
