"""The live files of Delta tables, version by version, carried on from commit to commit.

Reading a table at a version costs Delta a Spark job that finds the version's files, and another that rebuilds an older
version's state. For a table of few files, the files of one version and the commits between give those of another.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterable
from typing import TYPE_CHECKING

from streamtables.spark.tables.commit_log import Commit, DataFile, parse_files

if TYPE_CHECKING:
    from streamtables.spark.tables.delta_log import DeltaTableLog
    from streamtables.spark.tables.snapshot import Snapshot

MOST_FILES = 64
"""Above it Delta's own search pays: it leaves out files by their statistics."""
MOST_SELECTED_FILES = 1024
"""The same where a few rows are selected out of files, which leaves files out by itself."""
_MOST_COMMITS = 50
_MOST_TABLES = 256
_MOST_VERSIONS = 4

Files = tuple[DataFile, ...]


class FileLists:
    """Remembers the files of some versions of the tables that were read last."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._known: OrderedDict[str, OrderedDict[int, Files]] = OrderedDict()

    def at(self, log: DeltaTableLog, snapshot: Snapshot, version: int, most: int | None = None) -> Files | None:
        """Return the live files of a version.

        Args:
            log: The table's log.
            snapshot: A snapshot of the version, or of a newer one.
            version: The version.
            most: The most files to tell; ``MOST_FILES`` if not given.

        Returns:
            The files; None if there are too many, or the log does not tell.
        """
        most = MOST_FILES if most is None else most
        known = self._recall(snapshot.table_id)
        if snapshot.version not in known and not any(0 <= snapshot.version - v <= _MOST_COMMITS for v in known):
            lines = snapshot.live_files(most)
            if lines is None:
                return None
            known[snapshot.version] = parse_files(lines)
            self._remember(snapshot.table_id, snapshot.version, known[snapshot.version])
        start = min(known, key=lambda v: (abs(v - version), v))
        files: Files | None = known[start]
        if abs(start - version) > _MOST_COMMITS:
            return None
        for number in range(start + 1, version + 1):
            files = _after(files, log.commit(number))
        for number in range(start, version, -1):
            files = _before(files, log.commit(number))
        if files is None or len(files) > most:
            return None
        self._remember(snapshot.table_id, version, files)
        return files

    def _recall(self, table_id: str) -> dict[int, Files]:
        with self._lock:
            return dict(self._known.get(table_id, {}))

    def _remember(self, table_id: str, version: int, files: Files) -> None:
        with self._lock:
            versions = self._known.setdefault(table_id, OrderedDict())
            self._known.move_to_end(table_id)
            versions[version] = files
            versions.move_to_end(version)
            while len(versions) > _MOST_VERSIONS:
                versions.popitem(last=False)
            while len(self._known) > _MOST_TABLES:
                self._known.popitem(last=False)


def _after(files: Files | None, commit: Commit | None) -> Files | None:
    if files is None or commit is None:
        return None
    return _replaced(files, commit.removes + commit.rearranged_removes, commit.adds + commit.rearranged_adds)


def _before(files: Files | None, commit: Commit | None) -> Files | None:
    if files is None or commit is None:
        return None
    return _replaced(files, commit.adds + commit.rearranged_adds, commit.removes + commit.rearranged_removes)


def _replaced(files: Files, gone: Iterable[DataFile], come: Iterable[DataFile]) -> Files | None:
    """Take files out and put others in; None if one was not there, so that what is known cannot be right."""
    live = {file.identity: file for file in files}
    for file in gone:
        if live.pop(file.identity, None) is None:
            return None
    for file in come:
        if not file.is_complete:
            return None
        live[file.identity] = file
    return tuple(live.values())
