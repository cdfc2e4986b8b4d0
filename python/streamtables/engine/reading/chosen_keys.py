"""By which keys fewest rows of a source are read, and whether that is few enough."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from streamtables.engine.reading.data_skipping import is_plain
from streamtables.engine.reading.read_ranges import overlap
from streamtables_rewriter.templates.runtime_filters import KeyRange, Ranges, RuntimeFilter, SourceColumn

if TYPE_CHECKING:
    from streamtables.spark.tables.file_lists import Files
    from streamtables_rewriter.templates.semi_join_keys import SemiJoinKeys

LEAST_BYTES = 16 * 2**20
"""A smaller table is read several times in less time than a job takes."""
LARGEST_SHARE = 0.1
"""Share of a table's keys above which keeping the rows costs as much as reading them again."""


def skip_files(files: Files, column: str, bounds: Sequence[tuple[object, object, bool] | None]) -> Files:
    """Leave out the files in which a column has no value that some keys can have, by the files' statistics.

    Args:
        files: The files.
        column: The column.
        bounds: The smallest and the largest of some of the keys, and of others; None where they are not known.

    Returns:
        The others.
    """
    ranges = [
        KeyRange(found[0], found[1])
        for found in bounds
        if found is not None and is_plain(found[0]) and is_plain(found[1])
    ]
    if len(ranges) < len(bounds):
        return files
    return tuple(file for file in files if any(overlap(file, column, key_range) > 0 for key_range in ranges))


def choose_keys(
    source: int,
    candidates: Iterable[SemiJoinKeys],
    files: Files,
    changed_rows: Mapping[int | str, int],
    ranges: Ranges,
    least_bytes: int | None = None,
) -> SemiJoinKeys | None:
    """Choose the keys by which fewest rows of a source are read.

    Args:
        source: Index of the source.
        candidates: The keys by which it can be read.
        files: Its files.
        changed_rows: How many rows have the keys, for each source's change and each step that is known.
        ranges: Gives the ranges that leave most of a table out.
        least_bytes: The least size of a table that is worth it; ``LEAST_BYTES`` if not given.

    Returns:
        The keys; None where it is better to read the source in each place.
    """
    if sum(file.size_bytes for file in files) < (LEAST_BYTES if least_bytes is None else least_bytes):
        return None
    best: tuple[float, SemiJoinKeys] | None = None
    for keys in candidates:
        if ranges(RuntimeFilter(SourceColumn(source, keys.column), keys.changes)) is not None:
            return None
        share = key_selectivity(files, keys.column, most_keys(keys, changed_rows))
        if share is not None and share <= LARGEST_SHARE and (best is None or share < best[0]):
            best = share, keys
    return None if best is None else best[1]


def most_keys(keys: SemiJoinKeys, rows: Mapping[int | str, int]) -> int:
    """Return how many keys there are at the most: as many as rows that have them, by source and step."""
    return sum(rows.get(source, 0) for source in {change.source for change in keys.changes})


def key_selectivity(files: Files, column: str, keys: int) -> float | None:
    """Estimate which share of a column's values some keys are, by the range of the values.

    Args:
        files: The files of a table.
        column: A column of it.
        keys: How many keys there are.

    Returns:
        The share of the values that there could be; None for other values than whole numbers.
    """
    known = (side.get(column) for file in files for side in (file.lowest, file.highest))
    numbers = [value for value in known if isinstance(value, int)]
    return keys / (max(numbers) - min(numbers) + 1) if numbers else None
