"""What is measured while a refresh runs: where its time goes, and what it reads."""

from __future__ import annotations

import time
from enum import Enum

from streamtables.engine.progress import Tell


class Phase(Enum):
    """A part of a refresh."""

    DETECT = "reading the table's state and the sources' logs"
    DECIDE = "choosing the mode"
    PLAN = "reading the changed rows and writing the statements for them"
    APPLY = "computing the rows and committing them"


_NEXT = {Phase.DETECT: Phase.DECIDE, Phase.DECIDE: Phase.PLAN, Phase.PLAN: Phase.APPLY}


class RefreshMeter:
    """Adds up the time of each phase; phases that are tried again add up.

    Args:
        started: When the refresh began, as ``time.perf_counter`` tells; None for now.
        tell: Is called with each phase when it begins; None for nobody.

    Attributes:
        rows_read: Rows of the sources, or of their changes, that were read; None where that is not known.
        bytes_read: Bytes of the files that hold them; None where that is not known.
    """

    def __init__(self, started: float | None = None, tell: Tell | None = None) -> None:
        self._last = time.perf_counter() if started is None else started
        self._seconds: dict[Phase, float] = {}
        self.rows_read: int | None = None
        self.bytes_read: int | None = None
        self._tell = tell
        if tell is not None:
            tell(Phase.DETECT.value)

    def end(self, phase: Phase) -> None:
        """Note that a phase has ended, which began when the one before it ended."""
        now = time.perf_counter()
        self._seconds[phase] = self._seconds.get(phase, 0.0) + now - self._last
        self._last = now
        if self._tell is not None and phase in _NEXT:
            self._tell(_NEXT[phase].value)

    def milliseconds(self, phase: Phase) -> int | None:
        """Return how long a phase took; None if it was not reached."""
        seconds = self._seconds.get(phase)
        return None if seconds is None else round(1000 * seconds)
