from __future__ import annotations

import pytest
import sqlglot
from hypothesis import given
from hypothesis import strategies as st
from sqlglot import exp

from streamtables_grammar.plain_text import plain_text
from streamtables_grammar.quoting import quote_identifier, quote_name, quote_properties, quote_string
from streamtables_grammar.string_literals import string_value
from streamtables_rewriter.sql.dialect import FaithfulSpark

TEXTS = st.text(st.characters(exclude_categories=("Cs",))) | st.text(
    st.sampled_from("\\'\"`${}:?\n\r\t\0-/*%_ nu04é😀")
)


def test_written_literal_is_one_line_of_readable_text() -> None:
    assert quote_string("it's\n\\ \x00 é") == r"'it\'s\n\\ \u0000 é'"


@given(TEXTS)
def test_nothing_in_a_literal_is_more_than_text(text: str) -> None:
    literal = quote_string(text)
    assert string_value(literal) == text
    assert "${" not in literal
    assert not set(literal) & set("\n\r\0")
    rendered = exp.Literal.string(text).sql(dialect=FaithfulSpark)
    assert rendered == literal
    parsed = sqlglot.parse_one(f"SELECT {literal}", dialect=FaithfulSpark).expressions
    assert [one.name for one in parsed] == [text]


@given(TEXTS.filter(bool))
def test_nothing_in_a_name_is_more_than_a_name(text: str) -> None:
    quoted = quote_identifier(text)
    assert exp.to_identifier(text, quoted=True).sql(dialect=FaithfulSpark) == quoted
    (parsed,) = sqlglot.parse_one(f"SELECT {quoted}", dialect=FaithfulSpark).expressions
    assert parsed.name == text


def test_half_of_a_character_is_written_so_that_it_can_be_sent() -> None:
    assert quote_string("\ud83d") == r"'\ud83d'"


def test_names_and_properties_are_put_together() -> None:
    assert quote_name(("a", "b`c")) == "`a`.`b``c`"
    assert quote_properties({"a'": "${x}"}) == r"('a\'' = '\u0024{x}')"


@pytest.mark.parametrize(
    ("query", "plain"),
    [
        (r"SELECT 'a\d', r'\d', R" + r'"\d"', r"SELECT 'a\\d', r'\d', R" + r'"\d"'),
        ("SELECT 'it''s', 'x'", r"SELECT 'it\'\'s', 'x'"),
        (r"SELECT 'it\'s'", r"SELECT 'it\\\'s'"),
        (
            "SELECT `a\\b`, /* '\\' /* */ ' */ 1 -- '\\d'\n, '\\d'",
            "SELECT `a\\b`, /* '\\' /* */ ' */ 1 -- '\\d'\n, '\\\\d'",
        ),
        ('SELECT colr"\\d"', "SELECT colr'\\\\d'"),
        ("SELECT 'unclosed", "SELECT 'unclosed"),
    ],
)
def test_backslashes_that_stand_for_themselves_are_written_so(query: str, plain: str) -> None:
    assert plain_text(query, escaped_literals=True, quoted_identifiers=False) == plain


@given(st.text(st.sampled_from("abr'\"`\\ \n-/*${}"), max_size=30))
def test_a_query_without_such_settings_stays_as_it_is(query: str) -> None:
    assert plain_text(query, escaped_literals=False, quoted_identifiers=False) == query


def test_names_in_double_quotes_become_names_in_backticks() -> None:
    query = """SELECT "a""b`c", 'x "y"', `"z"` FROM t -- "q" """
    plain = """SELECT `a"b``c`, 'x "y"', `"z"` FROM t -- "q" """
    assert plain_text(query, escaped_literals=False, quoted_identifiers=True) == plain
