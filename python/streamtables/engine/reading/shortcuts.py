"""What pays for few rows only: to hold them in the driver's memory, and to send them to all workers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from streamtables.engine.reading.change_sizes import ChangeSizes
from streamtables.engine.reading.read_changes import ReadChanges
from streamtables.spark.jvm.driver_memory import MemoryShare
from streamtables.spark.rows.materialized_frames import DRIVER_LIMIT_ROWS, most_collected_rows
from streamtables.spark.tables.delta_writes import NO_BROADCAST

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Shortcuts:
    """Tells which shortcuts a refresh takes, by what has been read of its changes.

    Args:
        session: A session of our own.
        share: How much of the driver's memory rows may take.
        changes: The changes, as far as they have been read.
        sizes: Estimates what becomes of them.
        allowed: Whether any are to be taken.
    """

    def __init__(
        self, session: SparkSession, share: MemoryShare, changes: ReadChanges, sizes: ChangeSizes, *, allowed: bool
    ) -> None:
        self._session = session
        self._share = share
        self._changes = changes
        self._sizes = sizes
        self._broadcast_disabled = not allowed

    @property
    def fit(self) -> bool:
        """Whether what is derived from the changed rows may be expected to fit into the memory of every process."""
        if self._broadcast_disabled or self._changes.changed_rows > DRIVER_LIMIT_ROWS:
            return False
        return self._sizes.rows <= DRIVER_LIMIT_ROWS and not self._is_wide

    @property
    def auto_broadcast(self) -> Mapping[str, str]:
        """The settings under which Spark broadcasts by itself what it takes for small: nothing where rows are wide."""
        return NO_BROADCAST if self._broadcast_disabled or self._is_wide else {}

    @property
    def _is_wide(self) -> bool:
        """Whether what is derived from the changed rows may be more bytes than the driver's memory has for rows."""
        return self._sizes.bytes > self._share.bytes

    @property
    def expected_rows(self) -> int | None:
        """How many rows the change of the query may have, to begin with; None if that is not expected to fit."""
        return self._changes.changed_rows if self.fit else None

    @property
    def most_rows(self) -> int:
        """How many changed rows of the stream table the driver's memory takes."""
        return most_collected_rows(self._session)

    def disable_broadcast(self) -> None:
        """Treat the change as a large one from now on, because what is derived from it does not fit."""
        self._broadcast_disabled = True
