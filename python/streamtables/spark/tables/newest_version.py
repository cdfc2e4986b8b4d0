"""Noticing that a Delta table has a new version, for as little as can be.

No Spark job is needed, and no call to the JVM where the table lies on a local disk.
"""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamtables.spark.tables.delta_log import DeltaTableLog

_ASKED_AFTER_S = 30.0
"""Delta itself is asked so often: a table that was made anew in its place has earlier versions."""


class NewestVersion:
    """Follows the newest version of one table. Version n + 1 is there as soon as its entry in the log is.

    Args:
        log: The table's log.
    """

    def __init__(self, log: DeltaTableLog) -> None:
        self._log = log
        # Hadoop's paths are not encoded.
        scheme, _, path = log.path.partition(":")
        self._folder = Path("/" + path.lstrip("/")) / "_delta_log" if scheme == "file" else None
        self._known: int | None = None
        self._asked = 0.0

    def look(self) -> int | None:
        """Return the newest version; None if there is no table."""
        now = time.monotonic()
        if self._folder is not None and self._known is not None and now - self._asked < _ASKED_AFTER_S:
            while (self._folder / f"{self._known + 1:020d}.json").exists():
                self._known += 1
            return self._known
        snapshot = self._log.latest()
        self._known = snapshot.version if snapshot.version >= 0 else None
        self._asked = now
        return self._known
