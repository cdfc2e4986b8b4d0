"""A clock that tests set."""

from __future__ import annotations

from datetime import datetime, timedelta, timezone


class FakeClock:
    """Stands still until a test lets time pass."""

    def __init__(self, now: datetime = datetime(2026, 5, 4, 12, 0, tzinfo=timezone.utc)) -> None:
        self._now = now
        self._passed = 1000.0

    def now(self) -> datetime:
        return self._now

    def monotonic(self) -> float:
        return self._passed

    def pass_s(self, seconds: float) -> None:
        self._now += timedelta(seconds=seconds)
        self._passed += seconds

    def set_by(self, by: timedelta) -> None:
        """Set the time of day only."""
        self._now += by
