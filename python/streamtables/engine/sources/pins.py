"""Sources pinned at one version for a whole run."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from streamtables.catalog.definition import BACKING_SUFFIX, DEFINITION_PROPERTY, Definition, dotted, table_key
from streamtables.engine.concurrency.conflicts import OutdatedPinsError
from streamtables.engine.sources.catalog_check import CatalogCheck
from streamtables.errors import SourceError
from streamtables.spark.lookup.catalog_lookup import CatalogEntry, CatalogLookup, column_types, is_path

if TYPE_CHECKING:
    from streamtables.spark.tables.delta_log import DeltaTableLog
    from streamtables.spark.tables.snapshot import Snapshot


@dataclass(frozen=True, slots=True)
class PinnedSource:
    """A Delta source at the version that a run uses.

    Attributes:
        name: Full name, or ``delta`` and a path.
        log: The table's log.
        snapshot: The pinned snapshot.
        columns: Types by lower-case column name.
    """

    name: tuple[str, ...]
    log: DeltaTableLog
    snapshot: Snapshot
    columns: Mapping[str, str]

    @property
    def version(self) -> int:
        """The pinned version."""
        return self.snapshot.version

    @property
    def shown(self) -> str:
        """The name that users know: of the stream table, where it is the table that holds the rows of one."""
        if is_path(self.name):
            return dotted(self.name)
        name = self.name[1:]
        if DEFINITION_PROPERTY in self.snapshot.properties:
            name = (*name[:-1], name[-1].removesuffix(BACKING_SUFFIX))
        return dotted(name)


class SourceFolders:
    """Where sources lie, as far as they were found before: the metastore, which tells it, is slow."""

    def __init__(self) -> None:
        self._folders: dict[str, str] = {}
        self._lock = threading.Lock()

    def get(self, name: tuple[str, ...]) -> str | None:
        """Return the URI of a table's folder, None if it was not found before."""
        with self._lock:
            return self._folders.get(table_key(name))

    def put(self, name: tuple[str, ...], folder: str) -> None:
        """Remember a table's folder."""
        with self._lock:
            self._folders[table_key(name)] = folder

    def forget_all(self) -> None:
        """Look everything up again."""
        with self._lock:
            self._folders.clear()


class Pins:
    """Pins every source of a run once, the first time it is asked for, whichever thread asks.

    Args:
        lookup: Finds tables.
        folders: Where they were before; None to look each of them up first.
        check: Is told what was taken from ``folders``.

    Attributes:
        instant_us: What the clock shows to every query of the run, in microseconds since 1970 in UTC.
    """

    def __init__(
        self, lookup: CatalogLookup, folders: SourceFolders | None = None, check: CatalogCheck | None = None
    ) -> None:
        self._lookup = lookup
        self._folders = folders
        self._check = check
        self.instant_us = time.time_ns() // 1000
        self._pinned: dict[str, PinnedSource] = {}
        self._moved: dict[str, int] = {}
        self._lock = threading.Lock()

    def pin(self, name: tuple[str, ...]) -> PinnedSource:
        """Return a source at the run's version.

        Raises:
            SourceError: ``SOURCE_MISSING``: there is no such Delta table any more.
            NewerFormatError: It holds the rows of a stream table that a newer release has made.
            OutdatedPinsError: It is a stream table of the run, and somebody else has refreshed it since.
        """
        key = dotted(name)
        with self._lock:
            if key not in self._pinned:
                source = self._open(name)
                if key in self._moved:
                    self._require_unchanged(source, self._moved[key])
                self._pinned[key] = source
            return self._pinned[key]

    def pinned(self) -> list[PinnedSource]:
        """Return what has been pinned so far."""
        with self._lock:
            return list(self._pinned.values())

    def move(self, name: tuple[str, ...], version: int | None) -> None:
        """Pin a table anew, at the version that the run itself has made of it or found right.

        Args:
            name: Full name of the table.
            version: The version; None to pin whatever is newest when it is asked for.

        Raises:
            OutdatedPinsError: Somebody else has changed the table's rows since, from newer versions of its sources.
        """
        with self._lock:
            self._pinned.pop(dotted(name), None)
            if version is not None:
                self._moved[dotted(name)] = version

    def _require_unchanged(self, source: PinnedSource, since: int) -> None:
        commits = [source.log.commit(version) for version in range(since + 1, source.version + 1)]
        if any(commit is None or commit.changes_rows for commit in commits):
            raise OutdatedPinsError(dotted(source.name))

    def require_found(self) -> None:
        """Wait until the catalog has said that the sources are where they were before.

        Raises:
            CatalogChangedError: Some are not.
        """
        if self._check is not None:
            self._check.require()

    def _open(self, name: tuple[str, ...]) -> PinnedSource:
        log = self._lookup.log(name) if is_path(name) else self._cached(name) or self._find(name)
        if not log.exists():
            raise SourceError("SOURCE_MISSING", {"source": dotted(name)})
        snapshot = log.latest()
        definition = snapshot.properties.get(DEFINITION_PROPERTY)
        if definition is not None:
            Definition.require_readable(definition)
        columns = {column.name.lower(): column.type for column in column_types(snapshot.schema)}
        return PinnedSource(name, log, snapshot, columns)

    def _cached(self, name: tuple[str, ...]) -> DeltaTableLog | None:
        """Open a source where it was before; None if it is not known, or not there any more."""
        folder = None if self._folders is None else self._folders.get(name)
        if folder is None or self._check is None or self._check.is_asked:
            return None
        log = self._lookup.log_at(folder)
        if not log.exists():
            return None
        self._check.expect(name, lambda entry: _is_source(entry) and entry.location == folder)
        return log

    def _find(self, name: tuple[str, ...]) -> DeltaTableLog:
        entry = self._lookup.find(name)
        if not _is_source(entry):
            raise SourceError("SOURCE_MISSING", {"source": dotted(name[1:])})
        if self._folders is not None and entry.location is not None:
            self._folders.put(name, entry.location)
        return self._lookup.log_of(entry)


def _is_source(entry: CatalogEntry | None) -> TypeGuard[CatalogEntry]:
    return entry is not None and not entry.is_view and entry.provider == "delta"
