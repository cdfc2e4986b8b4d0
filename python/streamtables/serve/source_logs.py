"""Since when a source has something that a stream table does not show: one look at its log, and no Spark job."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted, split_name
from streamtables.errors import SourceError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup, is_path
from streamtables.spark.tables.delta_log import DeltaTableLog

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.catalog.frontier import SourcePosition
    from streamtables.spark.tables.snapshot import Snapshot

_MOST_COMMITS = 100
"""So many commits of a source are looked through for the first one that changed rows."""


@dataclass(slots=True)
class SourceMemory:
    """What need not be looked up again.

    Attributes:
        folders: Where sources lie, by dotted name.
        changed_at_s: When the first commit behind a version changed rows, by the table's id and the version.
        unchanged_to: Up to which version none did.
    """

    folders: dict[str, str] = field(default_factory=dict)
    changed_at_s: dict[tuple[str, int], float] = field(default_factory=dict)
    unchanged_to: dict[tuple[str, int], int] = field(default_factory=dict)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def keep_only(self, versions: set[tuple[str, int]]) -> None:
        """Forget what is behind versions that no stream table shows any more.

        Args:
            versions: Table ids and versions that are shown.
        """
        with self.lock:
            for known in (self.changed_at_s, self.unchanged_to):
                for gone in known.keys() - versions:
                    del known[gone]


class SourceLogs:
    """The sources at one time: each is looked at once.

    Args:
        session: A session of our own.
        memory: What earlier looks have found.
    """

    def __init__(self, session: SparkSession, memory: SourceMemory) -> None:
        self._session = session
        self._memory = memory
        self._seen: dict[str, tuple[DeltaTableLog, Snapshot]] = {}

    def changed_at_s(self, name: str, shown: SourcePosition) -> float | None:
        """Return since when a source has rows that a version of it does not have, or has lost some.

        Args:
            name: Its dotted full name.
            shown: The version.

        Returns:
            When that was committed, in seconds since 1970; None where the version has all.

        Raises:
            SourceError: SOURCE_MISSING.
        """
        log, now = self._look(name)
        if now.table_id != shown.table_id:
            return now.timestamp_ms / 1000
        if now.version == shown.version:
            return None
        if now.version < shown.version:
            # It was put back by taking commits away.
            return now.timestamp_ms / 1000
        return self._first_change(log, now, shown)

    def _first_change(self, log: DeltaTableLog, now: Snapshot, shown: SourcePosition) -> float | None:
        key = shown.table_id, shown.version
        with self._memory.lock:
            found = self._memory.changed_at_s.get(key)
            begin = self._memory.unchanged_to.get(key, shown.version) + 1
        if found is not None:
            return found
        end = min(now.version, begin + _MOST_COMMITS - 1)
        for version in range(begin, end + 1):
            commit = log.commit(version)
            if commit is None or commit.changes_rows or commit.schema is not None:
                made_ms = now.timestamp_ms if commit is None or commit.timestamp_ms is None else commit.timestamp_ms
                with self._memory.lock:
                    self._memory.changed_at_s[key] = made_ms / 1000
                return made_ms / 1000
        with self._memory.lock:
            self._memory.unchanged_to[key] = end
        return None

    def _look(self, name: str) -> tuple[DeltaTableLog, Snapshot]:
        if name not in self._seen:
            log = self._open(name)
            if not log.exists():
                with self._memory.lock:
                    self._memory.folders.pop(name, None)
                raise SourceError("SOURCE_MISSING", {"source": name})
            self._seen[name] = log, log.latest()
        return self._seen[name]

    def _open(self, name: str) -> DeltaTableLog:
        with self._memory.lock:
            folder = self._memory.folders.get(name)
        if folder is not None:
            return DeltaTableLog.for_path(self._session, folder)
        parts, lookup = split_name(name), CatalogLookup(self._session)
        if is_path(parts):
            return lookup.log(parts)
        entry = lookup.find(parts)
        if entry is None or entry.is_view:
            raise SourceError("SOURCE_MISSING", {"source": dotted(parts[1:])})
        log = lookup.log_of(entry)
        with self._memory.lock:
            self._memory.folders[name] = log.path
        return log
