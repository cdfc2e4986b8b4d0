"""What is to be expected of a change that other rows meet: how many rows it becomes, and how many bytes of memory."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from streamtables.engine.programs.program import Program
    from streamtables.engine.reading.read_rows import ReadRows
    from streamtables.engine.sources.change_set import ChangeSet
    from streamtables.engine.sources.source_change import SourceChange
    from streamtables.engine.sources.source_changes import SourceChanges
    from streamtables.spark.rows.materialized_frames import MaterializedFrame

_EXPANSION, _LARGEST_EXPANSION = 3, 100
"""How many bytes of memory a byte of Parquet's files becomes: usually, and at the most."""


class ChangeSizes:
    """Estimates the sizes of what a query makes of a change.

    Args:
        program: The compiled definition.
        changes: What changed.
        rows: The changes that have been read.
    """

    def __init__(self, program: Program, changes: SourceChanges, rows: ReadRows) -> None:
        self._program = program
        self._changes = changes
        self._rows = rows

    @property
    def rows(self) -> float:
        """How many rows the change becomes that is joined with the largest source."""
        return self._joined(lambda frame: frame.positive + frame.negative)

    @property
    def bytes(self) -> float:
        """How many bytes these take: what changed, and the widest row that it meets, by the sizes of files."""
        return self._joined(lambda frame: frame.bytes) + self.rows * self._widest_partner()

    def of_files(self, change: SourceChange, files: ChangeSet, most: int) -> int:
        """Estimate what rows that came take in memory.

        Args:
            change: The change.
            files: Its files, of which rows only came.
            most: How many bytes there is memory for; the files are opened only where it may be more.

        Returns:
            The bytes, or fewer where all that they can become fits.
        """
        if len(self._program.tables) == 1 or files.size_bytes * _LARGEST_EXPANSION <= most:
            return files.size_bytes
        return change.source.log.size_in_memory(files.added)

    def _joined(self, amount: Callable[[MaterializedFrame], int]) -> float:
        positions = [self._changes[source].position for source in self._rows.changes]
        rows = [None if position is None else position.rows for position in positions]
        everywhere = (change.position for change in self._changes.by_name.values())
        largest = max((position.rows or 0 for position in everywhere if position is not None), default=0)
        return rows_joined(list(zip(map(amount, self._rows.changes.values()), rows, strict=True)), largest)

    def _widest_partner(self) -> float:
        if len(self._program.tables) == 1:
            return 0
        sizes = [
            change.source.snapshot.size_bytes / change.position.rows
            for change in self._changes.by_name.values()
            if change.position is not None and change.position.rows
        ]
        return _EXPANSION * max(sizes, default=0)


def rows_joined(changed: Collection[tuple[int, int | None]], largest: int) -> float:
    """Estimate how many rows a change becomes that is joined with the largest table by keys of its own table.

    Args:
        changed: For each changed source, how many of its rows changed and how many it has; None where that is unknown.
        largest: How many rows the largest source has.

    Returns:
        The rows; no fewer than changed.
    """
    return sum(count * max(1.0, largest / rows if rows else 1.0) for count, rows in changed)
