"""SIGTERM and SIGINT: the first asks the process to stop, the second not to wait any longer."""

from __future__ import annotations

import os
import signal
import sys
import threading
from types import FrameType

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class StopSignals:
    """What was asked by signals.

    Until ``wait`` is first called nothing runs that could be lost, so that a signal ends the process at once.
    """

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._urgent = threading.Event()
        self._is_started = False

    def install(self) -> None:
        """Take the signals; once more where somebody else has taken them since, as PySpark does."""
        for number in _SIGNALS:
            signal.signal(number, self._take)

    def started(self) -> None:
        """Take note that there is something to stop in an orderly way."""
        self._is_started = True
        self.install()

    def wait(self, seconds: float) -> bool:
        """Wait until the process is asked to stop.

        Args:
            seconds: At most so long.

        Returns:
            Whether it was asked.
        """
        return self._asked.wait(seconds)

    @property
    def is_urgent(self) -> bool:
        """Whether it was asked a second time."""
        return self._urgent.is_set()

    def _take(self, _number: int, _frame: FrameType | None) -> None:
        if not self._is_started:
            sys.stdout.flush()
            # Its JVM ends with it.
            os._exit(0)
        if self._asked.is_set():
            self._urgent.set()
        self._asked.set()
