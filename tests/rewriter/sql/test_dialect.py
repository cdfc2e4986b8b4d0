"""Parsing and rendering keep the meaning of Spark's SQL."""

from __future__ import annotations

from pathlib import Path

import pytest
import sqlglot
from sqlglot import exp

from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.dialect import FaithfulSpark

_EXPRESSIONS = [
    line
    for line in (Path(__file__).parents[1] / "bind" / "expressions.sql").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("--")
]


def _parse(text: str) -> exp.Expr:
    return sqlglot.parse_one(f"SELECT {text}", read=FaithfulSpark).expressions[0]


@pytest.mark.parametrize(
    ("written", "same"),
    [
        ("a || b + c", "(a || b) + c"),
        ("a + b || c", "(a + b) || c"),
        ("a | b & c", "a | (b & c)"),
        ("a & b ^ c | d", "((a & b) ^ c) | d"),
        ("a & b << c + d", "a & (b << (c + d))"),
        ("-a * b", "(-a) * b"),
        ("-a::int", "-(a::int)"),
        ("NOT a = b AND c", "(NOT (a = b)) AND c"),
        ("! a OR b", "(NOT a) OR b"),
        ("a * b / c % d DIV e", "(((a * b) / c) % d) DIV e"),
        ("a - b - c", "(a - b) - c"),
        ("a AND b OR c AND d", "(a AND b) OR (c AND d)"),
        ("a = b IS NULL", "(a = b) IS NULL"),
    ],
)
def test_operators_bind_as_in_sparks_grammar(written, same):
    assert canonical(_parse(written)) == canonical(_parse(same))


@pytest.mark.parametrize("expression", _EXPRESSIONS)
def test_rendered_expression_is_rendered_the_same_again(expression):
    rendered = _parse(expression).sql("spark")
    assert _parse(rendered).sql("spark") == rendered


def test_function_calls_keep_their_names():
    for name in ("nvl", "ifnull", "date_sub", "to_date", "size", "element_at", "trunc", "unix_timestamp", "log2"):
        assert _parse(f"{name}(a, b)").sql("spark", normalize_functions=False) == f"{name}(a, b)"
