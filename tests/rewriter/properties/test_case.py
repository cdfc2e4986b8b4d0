"""A case that fails is told as the few rows that it takes."""

from __future__ import annotations

import pytest
from tests.rewriter.properties.case import shrink
from tests.rewriter.properties.planted_defects import drop_a_union_term, keep_zero_for_a_sum_of_nothing
from tests.rewriter.properties.property_run import WrongRowsError, run


@pytest.mark.parametrize(
    "plant",
    [drop_a_union_term, pytest.param(keep_zero_for_a_sum_of_nothing, marks=pytest.mark.thorough)],
    ids=lambda p: p.__name__,
)
def test_a_failed_case_shrinks_to_what_it_takes(monkeypatch, plant):
    plant(monkeypatch)
    with pytest.raises(WrongRowsError) as caught:
        run(0, 4000)
    case = caught.value.case
    assert case is not None
    assert case.fails()
    small = shrink(case)
    assert small.fails()
    assert len(small.steps) <= 2
    assert len(small.rows) + sum(len(step.changes) for step in small.steps) <= 4
    assert small.query in small.text()
    assert "refresh 1" in small.text()
    monkeypatch.undo()
    assert not small.fails()
