"""Which statements of ours run in this process, so that a server can let them end before it stops."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from streamtables.errors import SessionError


class RunningStatements:
    """Counts them, and admits no more once it is closed."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._running = 0
        self._is_closed = False

    @property
    def count(self) -> int:
        """How many run."""
        with self._changed:
            return self._running

    @contextmanager
    def one_more(self) -> Iterator[None]:
        """Count a statement for the length of a ``with`` block.

        Yields:
            Nothing.

        Raises:
            SessionError: SERVER_STOPPING.
        """
        with self._changed:
            if self._is_closed:
                raise SessionError("SERVER_STOPPING", hint="Connect again when it has been started again.")
            self._running += 1
        try:
            yield
        finally:
            with self._changed:
                self._running -= 1
                self._changed.notify_all()

    def close(self) -> None:
        """Admit no more; those that run go on."""
        with self._changed:
            self._is_closed = True

    def wait(self, timeout_s: float) -> bool:
        """Wait until none runs.

        Args:
            timeout_s: For how long, in seconds.

        Returns:
            Whether none runs.
        """
        end = time.monotonic() + timeout_s
        with self._changed:
            while self._running and (left := end - time.monotonic()) > 0:
                self._changed.wait(left)
            return not self._running
