"""Comparing rows of which sums of doubles may differ in their last digits."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import Decimal

Row = tuple[object, ...]


def close_rows(left: Sequence[Row], right: Sequence[Row]) -> bool:
    """Compare sorted rows exactly, but doubles with a relative tolerance of 1e-9, or 1e-12 around zero."""
    return len(left) == len(right) and all(map(_close_row, left, right))


def _close_row(left: Row, right: Row) -> bool:
    return len(left) == len(right) and all(map(_close_value, left, right))


def _close_value(left: object, right: object) -> bool:
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=1e-9, abs_tol=1e-12) or (math.isnan(left) and math.isnan(right))
    if isinstance(left, Decimal | int) and isinstance(right, Decimal | int):
        return left == right
    return type(left) is type(right) and left == right
