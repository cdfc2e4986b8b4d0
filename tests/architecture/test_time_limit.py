"""Long tests are left out where a run has taken its minutes, and no others are."""

from __future__ import annotations

import time

import pytest

from tests.conftest import pytest_collection_modifyitems, pytest_runtest_setup


class _Item:
    def __init__(self, *markers: str) -> None:
        self._markers = markers
        self.stash = pytest.Stash()

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self._markers else None


@pytest.mark.parametrize(
    ("marker", "minutes", "left_out"),
    [("thorough", "10", True), ("thorough", "30", False), ("thorough", None, False), ("spark", "10", False)],
)
def test_only_thorough_tests_are_left_out_and_only_behind_the_limit(
    monkeypatch: pytest.MonkeyPatch, marker: str, minutes: str | None, left_out: bool
) -> None:
    monkeypatch.setenv("STREAMTABLES_TESTS_STARTED", str(time.time() - 20 * 60))
    if minutes is None:
        monkeypatch.delenv("STREAMTABLES_TEST_MINUTES", raising=False)
    else:
        monkeypatch.setenv("STREAMTABLES_TEST_MINUTES", minutes)
    if left_out:
        with pytest.raises(pytest.skip.Exception, match="10 minutes have passed"):
            pytest_runtest_setup(_Item(marker))
    else:
        pytest_runtest_setup(_Item(marker))


def _order(monkeypatch: pytest.MonkeyPatch, number: str) -> list[_Item]:
    monkeypatch.setenv("STREAMTABLES_TEST_ORDER", number)
    items = [_Item("thorough") if index % 2 else _Item() for index in range(100)]
    numbered = {id(item): index for index, item in enumerate(items)}
    pytest_collection_modifyitems(items)
    for item in items:
        item.index = numbered[id(item)]
    return items


def test_thorough_tests_come_last_and_in_another_order_each_day(monkeypatch: pytest.MonkeyPatch) -> None:
    first, again, other = (_order(monkeypatch, number) for number in ("1", "1", "2"))
    orders = [[item.index for item in items] for items in (first, again, other)]
    assert orders[0] == orders[1] != orders[2]
    for order in orders:
        assert order[:50] == list(range(0, 100, 2))
        assert sorted(order[50:]) == list(range(1, 100, 2))


def test_a_sample_of_the_thorough_tests_runs_however_late_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STREAMTABLES_TESTS_STARTED", str(time.time() - 20 * 60))
    monkeypatch.setenv("STREAMTABLES_TEST_MINUTES", "10")
    thorough = _order(monkeypatch, "1")[50:]
    for item in thorough[:12]:
        pytest_runtest_setup(item)
    for item in thorough[12:]:
        with pytest.raises(pytest.skip.Exception, match="10 minutes have passed"):
            pytest_runtest_setup(item)
