"""One writing statement at a time between its commit and the maintenance of the IMMEDIATE tables that follow it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable


class WriteLocks:
    """Names that belong to a statement, whichever threads it is asked on.

    All names of a call are taken at once or none, so that two statements cannot hold what the other waits for.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._owners: dict[str, str] = {}

    def acquire(self, owner: str, names: Iterable[str], seconds: float) -> bool:
        """Wait until nobody else has some names, and take them.

        Args:
            owner: Who takes them; it may have others already.
            names: The names.
            seconds: For how long to wait.

        Returns:
            Whether they could be taken.
        """
        wanted = set(names)
        until = time.monotonic() + seconds
        with self._changed:
            while any(self._owners.get(name, owner) != owner for name in wanted):
                left = until - time.monotonic()
                if left <= 0:
                    return False
                self._changed.wait(left)
            self._owners.update(dict.fromkeys(wanted, owner))
            return True

    def release(self, owner: str) -> None:
        """Give everything back that somebody has.

        Args:
            owner: Who.
        """
        with self._changed:
            for name in [name for name, its in self._owners.items() if its == owner]:
                del self._owners[name]
            self._changed.notify_all()
