"""Holding the rows of one frame against those of another."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def assert_same_rows(found: DataFrame, expected: DataFrame, where: object = "") -> None:
    """Compare columns, types and rows with their copies: EXCEPT ALL both ways, for which Spark reads each side twice.

    Args:
        found: Few rows.
        expected: What they have to be.
        where: What a failure tells beside them.
    """
    assert found.dtypes == expected.dtypes, where
    have, want = _rows(found), _rows(expected)
    assert have == want, f"{where}\nmissing: {want - have}\nextra: {have - want}"


def _rows(frame: DataFrame) -> Counter[str]:
    return Counter(repr(tuple(row)) for row in frame.collect())
