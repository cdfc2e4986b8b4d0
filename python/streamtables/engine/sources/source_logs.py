"""Since when a source has something that a stream table does not show: one look at its log, and no Spark job."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted, split_name
from streamtables.errors import SourceError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup, is_path
from streamtables.spark.tables.newest_version import NewestVersion

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.catalog.frontier import SourcePosition
    from streamtables.spark.tables.delta_log import DeltaTableLog


@dataclass(slots=True)
class SourceMemory:
    """What one look at the sources leaves for the next one.

    Attributes:
        logs: The sources' logs, by dotted name.
        newest: What follows their newest versions.
        changed_at_s: When the first commit behind a version changed rows, by the table's id and the version.
        unchanged_to: Up to which version none did.
    """

    logs: dict[str, DeltaTableLog] = field(default_factory=dict)
    newest: dict[str, NewestVersion] = field(default_factory=dict)
    changed_at_s: dict[tuple[str, int], float] = field(default_factory=dict)
    unchanged_to: dict[tuple[str, int], int] = field(default_factory=dict)

    def keep_only(self, shown: dict[str, set[tuple[str, int]]]) -> None:
        """Forget what no stream table shows any more.

        Args:
            shown: Table ids and versions, by the sources' names.
        """
        for name in self.logs.keys() - shown.keys():
            self.forget(name)
        positions = set().union(*shown.values())
        for key in self.changed_at_s.keys() - positions:
            del self.changed_at_s[key]
        for key in self.unchanged_to.keys() - positions:
            del self.unchanged_to[key]

    def forget(self, name: str) -> None:
        """Look a source up again when it is next asked for.

        Args:
            name: Its dotted name.
        """
        self.logs.pop(name, None)
        self.newest.pop(name, None)


class SourceLogs:
    """The sources at one time: each is looked at once.

    Args:
        session: A session of our own.
        memory: What earlier looks have left; None where there were none.
    """

    def __init__(self, session: SparkSession, memory: SourceMemory | None = None) -> None:
        self._session = session
        self._memory = SourceMemory() if memory is None else memory
        self._versions: dict[str, int] = {}

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
        newest = self._look(name)
        if newest == shown.version:
            return None
        key = shown.table_id, shown.version
        found = self._memory.changed_at_s.get(key)
        if found is None:
            found = self._first_change(self._memory.logs[name].in_session(self._session), shown)
            if found is not None:
                self._memory.changed_at_s[key] = found
        return found

    def _first_change(self, log: DeltaTableLog, shown: SourcePosition) -> float | None:
        now = log.latest()
        if now.table_id != shown.table_id or now.version < shown.version:
            # It was made anew, or put back by taking commits away.
            return now.timestamp_ms / 1000
        key = shown.table_id, shown.version
        begin = self._memory.unchanged_to.get(key, shown.version) + 1
        for version in range(begin, now.version + 1):
            commit = log.commit(version)
            if commit is None or commit.timestamp_ms is None:
                # The log was cleaned up; what is left of it is newer.
                return now.timestamp_ms / 1000
            if commit.changes_rows or commit.schema is not None:
                return commit.timestamp_ms / 1000
        self._memory.unchanged_to[key] = now.version
        return None

    def _look(self, name: str) -> int:
        if name not in self._versions:
            if name not in self._memory.logs:
                self._memory.logs[name] = log = self._open(name)
                self._memory.newest[name] = NewestVersion(log)
            version = self._memory.newest[name].look()
            if version is None:
                self._memory.forget(name)
                raise SourceError("SOURCE_MISSING", {"source": name})
            self._versions[name] = version
        return self._versions[name]

    def _open(self, name: str) -> DeltaTableLog:
        parts, lookup = split_name(name), CatalogLookup(self._session)
        if is_path(parts):
            return lookup.log(parts)
        entry = lookup.find(parts)
        if entry is None or entry.is_view:
            raise SourceError("SOURCE_MISSING", {"source": dotted(parts[1:])})
        return lookup.log_of(entry)
