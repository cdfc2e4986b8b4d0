"""Which ranges of changed keys are worth saying when tables are read: those that leave out most of a table."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from streamtables.engine.reading.data_skipping import Bounds, is_plain
from streamtables.spark.tables.commit_log import DataFile
from streamtables.spark.tables.file_lists import Files
from streamtables_rewriter.templates.runtime_filters import KeyRange, RuntimeFilter

LARGEST_SHARE = 0.5
"""A range of which more of the table's bytes lie inside costs more than it saves: Spark compiles code for each."""


class ReadRanges:
    """Gives the ranges of one refresh.

    Args:
        bounds: For each source that changed, and each step that is computed, the bounds of its keys.
        files: Gives the files of a source; None if they are many, so that Delta searches them by their statistics.
    """

    def __init__(self, bounds: Mapping[int | str, Bounds], files: Callable[[int], Files | None]) -> None:
        self._bounds = bounds
        self._files = files

    def __call__(self, runtime_filter: RuntimeFilter) -> KeyRange | None:
        """Return the range to say, or None."""
        key_range: KeyRange | None = None
        for change in runtime_filter.changes:
            low, high, _ = self._bounds.get(change.source, {}).get(change.column, (None, None, False))
            if not (is_plain(low) and is_plain(high)):
                return None
            key_range = KeyRange(low, high) if key_range is None else key_range.with_values(low, high)
        if key_range is None:
            return None
        files = self._files(runtime_filter.target.source)
        if files is not None and range_selectivity(files, runtime_filter.target.column, key_range) > LARGEST_SHARE:
            return None
        return key_range


def range_selectivity(files: Files, column: str, key_range: KeyRange) -> float:
    """Estimate which share of a table's bytes a range takes in, from the files' statistics.

    Args:
        files: The table's files.
        column: The column.
        key_range: The range.

    Returns:
        From 0 to 1.
    """
    total = sum(file.size_bytes for file in files)
    inside = sum(file.size_bytes * overlap(file, column, key_range) for file in files)
    return inside / total if total else 0.0


def overlap(file: DataFile, column: str, key_range: KeyRange) -> float:
    """Estimate which share of a file's rows a range takes in.

    Args:
        file: The file.
        column: The column.
        key_range: The range.

    Returns:
        From 0 to 1; 0 only where the file's statistics say that no row is inside.
    """
    lowest, highest = file.lowest.get(column), file.highest.get(column)
    low, high = key_range.low, key_range.high
    if isinstance(lowest, str) and isinstance(highest, str) and isinstance(low, str) and isinstance(high, str):
        return float(lowest <= high and low <= highest)
    if isinstance(lowest, int) and isinstance(highest, int) and isinstance(low, int) and isinstance(high, int):
        return max(0, min(high, highest) - max(low, lowest) + 1) / (highest - lowest + 1)
    return 1.0
