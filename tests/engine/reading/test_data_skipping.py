"""The condition of a MERGE says where its target's rows can lie, and never leaves one out."""

from __future__ import annotations

import pytest
import sqlglot

from streamtables.engine.reading.data_skipping import within_bounds
from streamtables_rewriter.sql.dialect import FaithfulSpark

MERGE = "MERGE INTO t AS stored USING c AS changes ON stored.k = changes.k WHEN MATCHED THEN DELETE"


def _condition(bounds):
    merge = within_bounds(sqlglot.parse_one(MERGE, dialect="spark"), bounds)
    return merge.args["on"].sql(dialect=FaithfulSpark)


def test_the_range_of_the_changed_keys_bounds_the_target():
    assert _condition({"k": (3, 9, False)}) == "stored.k = changes.k AND stored.k BETWEEN 3 AND 9"


def test_null_keys_stay_within_reach():
    assert _condition({"k": (-3, 9, True)}) == (
        "stored.k = changes.k AND (stored.k BETWEEN -3 AND 9 OR stored.k IS NULL)"
    )


def test_texts_bound_too_whatever_they_hold():
    assert _condition({"k": ("a", "b", False)}).endswith("stored.k BETWEEN 'a' AND 'b'")
    assert _condition({"k": ("${x}'", "\\", False)}).endswith(r"stored.k BETWEEN '\u0024{x}\'' AND '\\'")


@pytest.mark.parametrize("text", ["a\ufffd", "\ud800", "a" * 1001])
def test_texts_that_may_not_be_the_rows_own_or_are_long_bound_nothing(text):
    assert _condition({"k": ("a", text, False)}) == "stored.k = changes.k"


def test_keys_that_are_all_null_bound_nothing():
    assert _condition({"k": (None, None, True)}) == "stored.k = changes.k"
