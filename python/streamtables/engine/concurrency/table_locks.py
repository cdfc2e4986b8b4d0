"""One statement at a time on a stream table, within a process; between processes Delta decides."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager


class TableLocks:
    """A lock for each name of a stream table.

    Whoever needs several takes them at once, in the order of the names, so that two of them cannot wait for each other.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._by_name: dict[str, threading.RLock] = {}

    @contextmanager
    def hold(self, names: Iterable[str]) -> Iterator[bool]:
        """Wait until nobody else works on some tables, and keep others from doing so.

        Args:
            names: Dotted full names, in any case.

        Yields:
            Whether somebody else had to be waited for.
        """
        waited = False
        with ExitStack() as stack:
            for name in sorted({name.lower() for name in names}):
                lock = self._of(name)
                if not lock.acquire(blocking=False):
                    waited = True
                    lock.acquire()
                stack.callback(lock.release)
            yield waited

    @contextmanager
    def hold_if_free(self, name: str) -> Iterator[bool]:
        """Keep others from working on a table, unless somebody does so now.

        Args:
            name: Dotted full name, in any case.

        Yields:
            Whether the table is held.
        """
        lock = self._of(name.lower())
        held = lock.acquire(blocking=False)
        try:
            yield held
        finally:
            if held:
                lock.release()

    def _of(self, name: str) -> threading.RLock:
        with self._lock:
            return self._by_name.setdefault(name, threading.RLock())
