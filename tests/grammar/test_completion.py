"""What can follow the beginning of a statement."""

from __future__ import annotations

import pytest

from streamtables_grammar.completion import NAME, QUERY, expected_behind


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("CREATE STREAM ", {"TABLE"}),
        ("REFRESH STREAM TABLE ", {NAME}),
        ("REFRESH STREAM TABLE s.x ", {"FULL", "DIFFERENTIAL", "WITHOUT UPSTREAM", "CASCADE", "','"}),
        ("CREATE STREAM TABLE x REFRESH MODE ", {"AUTO", "DIFFERENTIAL", "FULL", "IMMEDIATE"}),
        ("CREATE STREAM TABLE x AS ", {QUERY}),
        ("VERIFY STREAM TABLE x SAMPLE 5 ", {"PERCENT"}),
    ],
)
def test_what_the_grammar_admits_is_expected(text: str, expected: set[str]) -> None:
    assert set(expected_behind(text)) == expected


def test_nothing_is_expected_behind_a_mistake() -> None:
    assert expected_behind("REFRESH STREAM TABLE x NONSENSE ") == ()
