"""The files that hold a source's change between two versions, found in the log alone.

Each commit's change is the rows of its change data files where it has any (a commit with change files describes itself
completely by them), else the rows of the files it adds less the rows of those it removes. The change of a range is the
sum over its commits; a file that one commit of the second kind adds and a later one removes cancels.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from streamtables.catalog.frontier import Frontier
from streamtables.spark.tables.commit_log import Commit, DataFile


class Provider(Enum):
    """Where a change is read from, cheapest first."""

    NOTHING = "nothing"
    APPENDED_FILES = "appended files"
    CHANGE_DATA_FEED = "change data feed"
    FILE_DIFFERENCE = "file difference"


@dataclass(frozen=True, slots=True)
class ChangeSet:
    """What a range of commits changed.

    Attributes:
        provider: Where the change is read from.
        added: Files whose rows count +1.
        removed: Files whose rows count -1.
        change_files: Change data feed files, whose rows say themselves how they count.
        unchanged_until: The last version that has the same rows as the range's start.
        changed_rows: Rows inserted, updated or deleted according to the log; None where it does not tell.
        vanished: Files that the range removed and that reading the change or the old state may need.
        schema_changed: Whether a commit of the range carries metadata.
        compacted: Whether parts of groups were replaced by their sums in between: then the rows that were before are
            not those that are now less the change, although their sums are.
    """

    provider: Provider
    added: tuple[DataFile, ...]
    removed: tuple[DataFile, ...]
    change_files: tuple[DataFile, ...]
    unchanged_until: int
    changed_rows: int | None
    vanished: tuple[DataFile, ...]
    schema_changed: bool
    compacted: bool

    @property
    def size_bytes(self) -> int:
        """Sizes of the files that hold the change; one whose deletion vector has grown is read once."""
        files = {file.path: file.size_bytes for file in self.added + self.removed + self.change_files}
        return sum(files.values())

    @property
    def insert_only(self) -> bool:
        """Whether every row of the change is an inserted one."""
        return self.provider in (Provider.NOTHING, Provider.APPENDED_FILES)


def collect_changes(start: int, commits: Sequence[Commit], *, feed_readable: bool = True) -> ChangeSet:
    """Sum the commits after ``start``.

    Args:
        start: The version that the range begins from, exclusive.
        commits: Every commit of the range, in order.
        feed_readable: Whether change data files may be read directly; if not, such commits count by their files.

    Returns:
        The change set.
    """
    unchanged_until = start
    for commit in commits:
        if commit.changes_rows:
            break
        unchanged_until = commit.version
    changing = [commit for commit in commits if commit.changes_rows]
    added: dict[tuple[str, str], DataFile] = {}
    removed: dict[tuple[str, str], DataFile] = {}
    change_files: list[DataFile] = []
    for commit in changing:
        if commit.change_files and feed_readable:
            change_files.extend(commit.change_files)
            continue
        for file in commit.removes:
            if added.pop(file.identity, None) is None:
                removed[file.identity] = file
        for file in commit.adds:
            if removed.pop(file.identity, None) is None:
                added[file.identity] = file
    late = [commit for commit in commits if commit.version > unchanged_until]
    vanished = [file for commit in late for file in commit.removes + commit.rearranged_removes]
    counts = [_changed_rows(commit) for commit in changing]
    return ChangeSet(
        provider=_provider(bool(added), bool(removed), bool(change_files)),
        added=tuple(added.values()),
        removed=tuple(removed.values()),
        change_files=tuple(change_files),
        unchanged_until=unchanged_until,
        changed_rows=None if None in counts else sum(count for count in counts if count is not None),
        vanished=tuple(vanished + change_files),
        schema_changed=any(commit.schema is not None for commit in commits),
        compacted=any(
            not commit.changes_rows and Frontier.from_json(commit.user_metadata) is not None for commit in late
        ),
    )


def _changed_rows(commit: Commit) -> int | None:
    """Count the rows that a commit changed: one of ours may say it."""
    frontier = Frontier.from_json(commit.user_metadata)
    return commit.changed_rows if frontier is None or frontier.touched is None else frontier.touched


def _provider(added: bool, removed: bool, fed: bool) -> Provider:
    if removed:
        return Provider.FILE_DIFFERENCE
    if fed:
        return Provider.CHANGE_DATA_FEED
    return Provider.APPENDED_FILES if added else Provider.NOTHING
