"""Cached results of steps that the next refresh goes on from: all groups of an aggregate, and what of nothing changed.

They are in the driver's memory only. Each is known by the rows that it was computed from, table by table and version by
version; a refresh that begins elsewhere, in another application or behind a recomputation, computes it anew.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.spark.rows.materialized_frames import CollectedRows

if TYPE_CHECKING:
    from streamtables.engine.programs.program import Program
    from streamtables.engine.sources.source_changes import SourceChanges
    from streamtables_rewriter.templates.staging import Statement

MOST_CACHED_ROWS = 250_000
"""Rows of one result above which to bring them here, and to put a change into them, takes what reading a table does."""
_PART = 2
"""What is cached takes no more than this part of the memory for rows."""
_Versions = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class StepCacheKey:
    """Where a step's result is cached.

    Attributes:
        key: The stream table's definition, and the step's text.
        before: Table and version of each source at the refresh before.
        after: The same at this refresh.
    """

    key: tuple[str, int, str]
    before: _Versions
    after: _Versions

    @classmethod
    def of(cls, program: Program, step: Statement, changes: SourceChanges) -> StepCacheKey | None:
        """Find out whether a step's result may be cached.

        Args:
            program: The compiled definition.
            step: The step.
            changes: What each source did.

        Returns:
            Where; None if it is not known by its sources alone, or the refresh before is not known.
        """
        definition = program.definition
        if not step.text or definition.functions:
            return None
        before, after = [], []
        for source in sorted(step.sources):
            change = changes[source]
            if change.position is None or change.change is None:
                return None
            before.append((change.position.table_id, change.position.version))
            after.append((change.source.snapshot.table_id, change.source.version))
        return cls((definition.id, definition.version, step.text), tuple(before), tuple(after))


class StepCache:
    """The results that were used last, as many as there is room for."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[tuple[str, int, str], tuple[_Versions, CollectedRows]] = OrderedDict()

    def get(self, memory: StepCacheKey) -> CollectedRows | None:
        """Return a step's result as it was at the refresh before.

        Args:
            memory: Where it is cached.

        Returns:
            The rows; None if they are not known.
        """
        with self._lock:
            versions, rows = self._known.get(memory.key, (None, None))
            return rows if versions == memory.before else None

    def put(self, memory: StepCacheKey, rows: CollectedRows, most: int, most_bytes: int) -> None:
        """Cache a step's result as it is now, in the place of what it was.

        Args:
            memory: Where.
            rows: The rows.
            most: How many rows there is room for; the results used longest ago go.
            most_bytes: How many bytes rows may take of the driver's memory, whatever they are for.
        """
        most_bytes //= _PART
        with self._lock:
            self._known.pop(memory.key, None)
            if rows.rows <= min(most, MOST_CACHED_ROWS) and rows.bytes <= most_bytes:
                self._known[memory.key] = memory.after, rows
            while (
                sum(collected.rows for _, collected in self._known.values()) > most
                or sum(collected.bytes for _, collected in self._known.values()) > most_bytes
            ):
                self._known.popitem(last=False)

    def evict_oldest(self) -> bool:
        """Evict the result that was used longest ago, because others need its room.

        Returns:
            Whether there was one.
        """
        with self._lock:
            if not self._known:
                return False
            self._known.popitem(last=False)
            return True
