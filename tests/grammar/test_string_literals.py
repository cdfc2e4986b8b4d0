from __future__ import annotations

import pytest

from streamtables_grammar.quoting import quote_string
from streamtables_grammar.string_literals import string_value


@pytest.mark.parametrize(
    ("literal", "text"),
    [
        ("''", ""),
        ("'plain'", "plain"),
        (r"'it\'s'", "it's"),
        ("'it''s'", "it's"),
        ('\'say ""x""\'', 'say ""x""'),
        ('"it\'s"', "it's"),
        ('"say ""x"""', 'say "x"'),
        ("\"it''s\"", "it''s"),
        (r"'a\nb\tc\rd\be\0f\Zg'", "a\nb\tc\rd\be\0f\x1ag"),
        (r"'\\'", "\\"),
        (r"'\\n'", "\\n"),
        (r"'\u0041\u00e9'", "Aé"),
        (r"'\U0001F600'", "\U0001f600"),
        (r"'\uD83D\uDE00'", "\U0001f600"),
        (r"'\101\0612'", "A12"),
        (r"'\x\q'", "xq"),
        (r"'100\%\_'", r"100\%\_"),
        (r"'\u00'", "u00"),
        ("'\\\n'", "\n"),
        (r"r'\d\n'", r"\d\n"),
        (r'R"it\'s"', r"it\'s"),
    ],
)
def test_literal_stands_for_the_text_that_spark_reads(literal: str, text: str) -> None:
    assert string_value(literal) == text


def test_written_literal_is_one_line_of_readable_text() -> None:
    assert quote_string("it's\n\\ \x00 é") == r"'it\'s\n\\ \u0000 é'"
