"""What a commit tells of its refresh: what it wrote, and how large it left the table."""

from __future__ import annotations

from streamtables.catalog.frontier import Frontier
from streamtables.catalog.refresh_details import RefreshDetails
from streamtables.spark.tables.commit_log import Commit

TableSize = tuple[int, int]
"""Bytes and number of a table's live files."""
EMPTY: TableSize = (0, 0)
Written = tuple[int | None, int | None]
"""Rows and bytes."""
NOTHING_WRITTEN: Written = (0, 0)


def size_after(before: TableSize | None, commit: Commit | None) -> TableSize | None:
    """Return how large a table is after a commit.

    Args:
        before: How large it was; None if that is not known.
        commit: The commit; None if the log does not tell.

    Returns:
        Bytes and number of its live files; None if that is not known.
    """
    if before is None or commit is None:
        return None
    came, went = commit.adds + commit.rearranged_adds, commit.removes + commit.rearranged_removes
    size = before[0] + sum(file.size_bytes for file in came) - sum(file.size_bytes for file in went)
    return size, before[1] + len(came) - len(went)


def written(commit: Commit | None) -> Written:
    """Return what a commit wrote: files that only got a deletion vector, or another one, were there before.

    Args:
        commit: The commit; None if the log does not tell.

    Returns:
        Rows in the written files, and the bytes of these files; None where the log does not tell.
    """
    if commit is None:
        return None, None
    there = {file.path for file in commit.removes + commit.rearranged_removes}
    new = [file for file in commit.adds + commit.rearranged_adds if file.path not in there]
    rows = [file.rows for file in new]
    return None if None in rows else sum(row or 0 for row in rows), sum(file.size_bytes for file in new)


def details_of(frontier: Frontier, commit: Commit | None, size: TableSize | None) -> RefreshDetails:
    """Return what a commit tells of its refresh.

    Args:
        frontier: The commit's frontier.
        commit: The commit; None if the log does not tell.
        size: How large it left the table; None if that is not known.

    Returns:
        The details, without what only the process knew that ran it.
    """
    rows, size_written = written(commit)
    return RefreshDetails(
        stream_table_id=frontier.stream_table_id,
        refresh_number=frontier.refresh_number,
        inputs=frontier.inputs,
        rows_written=rows,
        bytes_written=size_written,
        size_bytes=None if size is None else size[0],
        files=None if size is None else size[1],
    )
