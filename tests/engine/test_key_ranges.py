"""The condition of a MERGE says where its target's rows can lie, and never leaves one out."""

from __future__ import annotations

import sqlglot

from streamtables.engine.key_ranges import within_bounds

MERGE = "MERGE INTO t AS stored USING c AS changes ON stored.k = changes.k WHEN MATCHED THEN DELETE"


def _condition(bounds):
    merge = within_bounds(sqlglot.parse_one(MERGE, dialect="spark"), bounds)
    return merge.args["on"].sql("spark")


def test_the_range_of_the_changed_keys_bounds_the_target():
    assert _condition({"k": (3, 9, False)}) == "stored.k = changes.k AND stored.k BETWEEN 3 AND 9"


def test_null_keys_stay_within_reach():
    assert _condition({"k": (-3, 9, True)}) == (
        "stored.k = changes.k AND (stored.k BETWEEN -3 AND 9 OR stored.k IS NULL)"
    )


def test_texts_bound_too_unless_they_would_need_escapes():
    assert _condition({"k": ("a", "b", False)}).endswith("stored.k BETWEEN 'a' AND 'b'")
    assert _condition({"k": ("a'", "b", False)}) == "stored.k = changes.k"
    assert _condition({"k": ("a\\", "b", False)}) == "stored.k = changes.k"


def test_keys_that_are_all_null_bound_nothing():
    assert _condition({"k": (None, None, True)}) == "stored.k = changes.k"
