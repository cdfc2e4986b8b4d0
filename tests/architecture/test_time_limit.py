"""Long tests are left out where a run has taken its minutes, and no others are."""

from __future__ import annotations

import time

import pytest

from tests.conftest import pytest_runtest_setup


class _Item:
    def __init__(self, *markers: str) -> None:
        self._markers = markers

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
