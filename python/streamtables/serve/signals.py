"""SIGTERM and SIGINT: the first asks the process to stop, the second not to wait any longer."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

_SIGNALS = (signal.SIGTERM, signal.SIGINT)


class StopSignals:
    """What was asked by signals.

    Until ``started`` is called nothing runs that could be lost, so that a signal ends the process at once.
    """

    def __init__(self) -> None:
        self._asked = threading.Event()
        self._urgent = threading.Event()
        self._is_started = False

    @contextmanager
    def taken(self) -> Iterator[None]:
        """Take the signals for the length of a ``with`` block.

        Yields:
            Nothing.
        """
        before = {number: signal.getsignal(number) for number in _SIGNALS}
        self._install()
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def started(self) -> None:
        """Take note that there is something to stop in an orderly way."""
        self._is_started = True
        # PySpark has taken one of them when it started.
        self._install()

    def _install(self) -> None:
        for number in _SIGNALS:
            signal.signal(number, self._take)

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
