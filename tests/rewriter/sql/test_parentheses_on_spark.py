"""Spark reads operands as the tree has them."""

from __future__ import annotations

import re

import pytest
from tests.rewriter.nested_operands import nested_operands

from streamtables_rewriter.sql.dialect import FaithfulSpark

pytestmark = pytest.mark.spark


def test_spark_reads_each_operand_as_if_it_stood_in_parentheses(plain_spark):
    parser = plain_spark._jsparkSession.sessionState().sqlParser()

    def read(tree):
        parsed = parser.parseExpression(tree.sql(dialect=FaithfulSpark)).toString()
        # Each subquery that Spark reads has a number of its own.
        return re.sub(r"#\d+", "", parsed)

    sample = list(nested_operands())[::4]
    wrong = [tree.sql(dialect=FaithfulSpark) for tree, clear in sample if read(tree) != read(clear)]
    assert not wrong
    assert len(sample) > 400
