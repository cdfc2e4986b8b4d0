"""The order in which sides work."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest

from tests.benchmarks.contest import Side, in_turn


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 8])
def test_each_side_has_each_place_and_each_predecessor_as_often(number: int) -> None:
    sides = [Side(str(place), lambda: None) for place in range(number)]
    rounds = [in_turn(sides, turn) for turn in range(number * (1 + number % 2))]
    assert all({side.name for side in order} == {side.name for side in sides} for order in rounds)
    places = Counter((place, side.name) for order in rounds for place, side in enumerate(order))
    followers = Counter((one.name, other.name) for order in rounds for one, other in pairwise(order))
    assert len(places) == number**2
    assert len(followers) == number * (number - 1)
    assert len(set(places.values())) == 1
    assert len(set(followers.values())) <= 1
