"""The random run finds rules that are broken on purpose; otherwise its silence would mean nothing."""

from __future__ import annotations

import pytest
from tests.rewriter.properties.find_defects import find
from tests.rewriter.properties.planted_defects import DEFECTS

pytestmark = pytest.mark.thorough


@pytest.mark.parametrize("plant", DEFECTS, ids=lambda plant: plant.__name__)
def test_random_run_finds_the_planted_defect(monkeypatch, plant):
    with monkeypatch.context() as patch:
        plant(patch)
        assert find(plant.__name__) is not None, "no wrong rows: the random run is blind to this"
