"""What a tree says belongs together belongs together in its text."""

from __future__ import annotations

import sqlglot
from tests.rewriter.nested_operands import nested_operands, same_shape

from streamtables_rewriter.sql.dialect import FaithfulSpark


def test_every_expression_as_an_operand_of_every_other_is_read_back_as_written():
    pairs, wrong = list(nested_operands()), []
    for tree, _ in pairs:
        text = tree.sql(dialect=FaithfulSpark)
        (read,) = sqlglot.parse_one(f"SELECT {text}", dialect=FaithfulSpark).expressions
        if same_shape(read) != same_shape(tree):
            wrong.append(text)
    assert not wrong
    assert len(pairs) > 1_500


def test_parentheses_are_written_where_they_are_needed_only():
    text = "SELECT a + b * c = d AND NOT e IS NULL OR f IN (1, 2) AND -g BETWEEN 1 AND h + 1"
    tree = sqlglot.parse_one(text, dialect=FaithfulSpark)
    assert tree.sql(dialect=FaithfulSpark) == text


def test_collation_belongs_to_the_operand_before_it():
    text = "SELECT a || b COLLATE UTF8_LCASE = c COLLATE system.builtin.UNICODE_CI, -(d COLLATE UNICODE)"
    assert sqlglot.parse_one(text, dialect=FaithfulSpark).sql(dialect=FaithfulSpark) == text
