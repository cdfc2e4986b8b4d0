"""Parameters found in a text without parsing it."""

from __future__ import annotations

import pytest

from streamtables_grammar.pieces import find_parameters, pieces

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
