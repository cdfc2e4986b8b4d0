"""The time that a scheduler goes by."""

from __future__ import annotations

import time
from datetime import datetime, timezone
from typing import Protocol


class Clock(Protocol):
    """Tells the time in two ways: what the calendar says, which may jump, and what has passed, which does not."""

    def now(self) -> datetime:
        """Return the time of day, in UTC."""
        ...

    def monotonic(self) -> float:
        """Return seconds since some moment."""
        ...


class SystemClock:
    """The machine's own."""

    def now(self) -> datetime:
        """Return the time of day, in UTC."""
        return datetime.now(timezone.utc)

    def monotonic(self) -> float:
        """Return seconds since some moment."""
        return time.monotonic()
