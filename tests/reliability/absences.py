"""When which table was away, so that an error that says so can be told from one that is made up."""

from __future__ import annotations

import threading
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import dataclass


@dataclass(slots=True)
class _Absence:
    names: frozenset[str]
    begun: float
    ended: float | None = None


class Absences:
    """Spans of time in which tables may not be found, because somebody drops or replaces them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._spans: list[_Absence] = []

    @contextmanager
    def of(self, *names: str) -> Iterator[None]:
        """Note that tables may be away while the block runs."""
        span = _Absence(frozenset(names), time.monotonic())
        with self._lock:
            self._spans.append(span)
        try:
            yield
        finally:
            with self._lock:
                span.ended = time.monotonic()

    def explain(self, names: Collection[str], begun: float) -> bool:
        """Tell whether one of some tables may have been away since a time.

        Args:
            names: The tables.
            begun: The time, of the monotonic clock.

        Returns:
            True if one was.
        """
        with self._lock:
            return any(span.names & set(names) and (span.ended is None or span.ended >= begun) for span in self._spans)
