"""Ratios, and what is made of them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from tests.benchmarks.measurement import Measurement

RECOMPUTING = ("FULL", "CREATE TABLE AS", "plain Spark")
"""What recomputing is called, by suite."""


def geometric_mean(values: Iterable[float]) -> float | None:
    """Return the geometric mean of positive numbers, None of none."""
    logarithms = [math.log(value) for value in values]
    return math.exp(sum(logarithms) / len(logarithms)) if logarithms else None


def break_even(points: Sequence[tuple[float, float]]) -> float | None:
    """Find the changed fraction at which a refresh is as fast as recomputing.

    Args:
        points: Fraction and speed-up over recomputing.

    Returns:
        The fraction, interpolated between the two measured ones around it, both scales logarithmic; None if all
        points lie on one side.
    """
    ordered = sorted(points)
    for (low, faster), (high, slower) in pairwise(ordered):
        if faster >= 1 > slower:
            share = math.log(faster) / (math.log(faster) - math.log(slower))
            return math.exp(math.log(low) + share * (math.log(high) - math.log(low)))
    return None


def recomputed(sides: Mapping[str, Measurement]) -> Measurement | None:
    """Return the side of a case that recomputes, if it has one."""
    return next((sides[name] for name in RECOMPUTING if name in sides), None)


def speed_up(sides: Mapping[str, Measurement], side: str = "DIFFERENTIAL") -> float | None:
    """Return how many times faster a side is than recomputing, by medians; None where one of them is not there."""
    full = recomputed(sides)
    if full is None or side not in sides or _found_nothing_to_do(sides[side]):
        return None
    return full.seconds / sides[side].seconds


def _found_nothing_to_do(refreshed: Measurement) -> bool:
    """Tell a refresh without a job from one that read the change and found that no row follows from it."""
    return refreshed.modes == "NO_CHANGE" and refreshed.typical_work("jobs") == 0


def above(sides: Mapping[str, Measurement], floor: str, side: str = "DIFFERENTIAL") -> float | None:
    """Return a side's time as a multiple of what cannot be saved, by medians; None where one of them is not there."""
    refreshed = sides.get("DIFFERENTIAL")
    if floor not in sides or side not in sides or refreshed is None or _found_nothing_to_do(refreshed):
        return None
    return sides[side].seconds / sides[floor].seconds


def regret(sides: Mapping[str, Measurement]) -> float | None:
    """Return AUTO's time as a multiple of the better of the two others; None where one of them is not there."""
    full = recomputed(sides)
    if full is None or "AUTO" not in sides or "DIFFERENTIAL" not in sides:
        return None
    return sides["AUTO"].seconds / min(full.seconds, sides["DIFFERENTIAL"].seconds)


def wrong_choice(sides: Mapping[str, Measurement]) -> float | None:
    """Return what ``regret`` does, where AUTO mostly ran another mode than the better one; None where it ran that one.

    Where both ran the same mode, their times differ by what the rounds differ.
    """
    ratio, full = regret(sides), recomputed(sides)
    if ratio is None or full is None:
        return None
    slower = "FULL" if sides["DIFFERENTIAL"].seconds < full.seconds else "DIFFERENTIAL"
    modes = [sample.mode for sample in sides["AUTO"].samples]
    return ratio if 2 * modes.count(slower) >= len(modes) else None


def repeated(sides: Mapping[str, Measurement]) -> float | None:
    """Return AUTO's time as a multiple of DIFFERENTIAL's where both ran from the changes in every round, else None.

    That is one statement, measured twice: what the ratio differs from 1 is what such ratios cannot tell.
    """
    both = [sides[side] for side in ("AUTO", "DIFFERENTIAL") if side in sides]
    modes = {sample.mode for side in both for sample in side.samples}
    return both[0].seconds / both[1].seconds if len(both) == 2 and modes == {"DIFFERENTIAL"} else None
