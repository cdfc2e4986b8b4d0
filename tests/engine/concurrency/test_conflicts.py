"""How long a statement waits that has lost against another writer."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from streamtables.engine.concurrency import conflicts
from streamtables.engine.concurrency.conflicts import Backoff
from streamtables.errors import RefreshError


class _Clock:
    """A clock that sleeping moves on, and nothing else."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.slept: list[float] = []
        monkeypatch.setattr(conflicts, "time", SimpleNamespace(monotonic=lambda: self.now, sleep=self._sleep))

    def _sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> _Clock:
    return _Clock(monkeypatch)


def _wait_to_the_end(backoff: Backoff, lost: Exception) -> RefreshError:
    while True:
        try:
            backoff.wait("s.g", lost)
        except RefreshError as error:
            return error


def test_waits_may_grow_to_a_limit_and_end_when_the_time_is_over(clock, monkeypatch):
    bounds = []

    def longest(low, high):
        bounds.append((low, high))
        return high

    monkeypatch.setattr(conflicts, "random", SimpleNamespace(uniform=longest))
    lost = ValueError("lost")
    error = _wait_to_the_end(Backoff(7.5), lost)
    assert [low for low, _ in bounds] == [0] * 8
    assert [high for _, high in bounds] == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 2, 2, 2])
    # The last wait is what is left of the time.
    assert clock.slept == pytest.approx([0.1, 0.2, 0.4, 0.8, 1.6, 2, 2, 0.4])
    assert error.getCondition() == "REFRESH_CONFLICT"
    assert error.parameters == {"name": "s.g", "attempts": "9", "seconds": "7.5"}
    assert error.__cause__ is lost


def test_two_that_lose_at_once_do_not_wait_alike(clock):
    for _ in range(2):
        _wait_to_the_end(Backoff(5), ValueError("lost"))
    half = len(clock.slept) // 2
    assert len(set(clock.slept)) > half
    assert sum(clock.slept) == pytest.approx(10)
    assert all(0 <= seconds <= 2 for seconds in clock.slept)


def test_work_between_attempts_counts_as_time(clock):
    backoff = Backoff(5)
    backoff.wait("s.g", ValueError("lost"))
    clock.now += 5
    assert _wait_to_the_end(backoff, ValueError("lost")).parameters["attempts"] == "2"
