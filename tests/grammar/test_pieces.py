"""Statements and parameters found in a text without parsing it."""

from __future__ import annotations

import pytest

from streamtables_grammar.pieces import find_parameters, pieces, split_statements

TEXTS = [
    "SELECT 1",
    "SELECT ';', \";\", `;` -- ;\n, 2 /* ; /* ; */ ; */; SELECT 'it''s', r'a\\', 'b\\';' FROM t;",
    "SELECT 'never closed ; :x",
    "/* never closed ; :x",
    "`never closed ; :x",
    "",
]


@pytest.mark.parametrize("text", TEXTS)
def test_pieces_together_are_the_text(text: str) -> None:
    found = list(pieces(text))
    assert "".join(text[one.start : one.stop] for one in found) == text
    assert all(one.start < one.stop for one in found)


@pytest.mark.parametrize(
    ("text", "statements"),
    [
        ("SELECT 1", ["SELECT 1"]),
        (" SELECT 1 ; \n SELECT 2;;\n", ["SELECT 1", "SELECT 2"]),
        ("SELECT ';' ; -- no; statement\n/* nor; this */;", ["SELECT ';'"]),
        ("-- about; it\nSELECT 1", ["-- about; it\nSELECT 1"]),
        (
            "SELECT `a;b`, \"c;d\", r'\\'; SELECT 'it''s; \\'; ;'",
            ["SELECT `a;b`, \"c;d\", r'\\'", "SELECT 'it''s; \\'; ;'"],
        ),
        ("BEGIN SELECT 1; SELECT 2; END", ["BEGIN SELECT 1; SELECT 2; END"]),
        ("-- a script\nstep: BEGIN SELECT 1; END;", ["-- a script\nstep: BEGIN SELECT 1; END;"]),
        ("; ;", []),
        ("'a text alone'", ["'a text alone'"]),
    ],
)
def test_semicolons_part_statements_where_they_are_code(text: str, statements: list[str]) -> None:
    assert [span.of(text) for span in split_statements(text)] == statements


def test_statements_know_their_line() -> None:
    assert [(span.line, span.column) for span in split_statements("SELECT 1;\n\n  SELECT 2")] == [(1, 1), (3, 3)]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("SELECT :a, x=:b+:_c1", ["a", "b", "_c1"]),
        ("SELECT (:a), -:a", ["a", "a"]),
        ("SELECT ':a', \":a\", `:a`, r':a' -- :a\n/* :a /* :a */ :a */", []),
        ("SELECT x::INT, 'y'::STRING, (z)::INT, :a::INT", ["a"]),
        ("SELECT v:path, `v`:path, f(v):path, v[0]:path", []),
        ("SELECT :1, ::, :", []),
    ],
)
def test_parameters_are_found_in_code_alone(text: str, names: list[str]) -> None:
    found = find_parameters(text)
    assert [one.name for one in found] == names
    assert all(text[one.start : one.stop] == f":{one.name}" for one in found)
