"""Sources pinned at one version for a whole run, and what changed in them since a frontier."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from streamtables.catalog.definition import dotted
from streamtables.catalog.frontier import SourcePosition
from streamtables.engine.catalog_check import CatalogCheck
from streamtables.engine.change_set import ChangeSet, Provider, collect_changes
from streamtables.engine.column_identity import other_column, redeclared_column
from streamtables.errors import SourceError
from streamtables.spark.catalog_lookup import CatalogEntry, CatalogLookup, column_types, is_path
from streamtables.spark.change_frames import feed_is_plain
from streamtables.spark.commit_log import Commit
from streamtables_rewriter.plan.relations import Table

if TYPE_CHECKING:
    from streamtables.spark.delta_log import DeltaTableLog, Snapshot


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


class SourceFolders:
    """Where sources lie, as far as they were found before: the metastore, which tells it, is slow."""

    def __init__(self) -> None:
        self._folders: dict[str, str] = {}

    def get(self, name: tuple[str, ...]) -> str | None:
        """Return the URI of a table's folder, None if it was not found before."""
        return self._folders.get(dotted(name).lower())

    def put(self, name: tuple[str, ...], folder: str) -> None:
        """Remember a table's folder."""
        self._folders[dotted(name).lower()] = folder

    def forget_all(self) -> None:
        """Look everything up again."""
        self._folders.clear()


class Pins:
    """Pins every source of a run once, the first time it is asked for.

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

    def pin(self, name: tuple[str, ...]) -> PinnedSource:
        """Return a source at the run's version.

        Raises:
            SourceError: ``SOURCE_MISSING``: there is no such Delta table any more.
        """
        key = dotted(name)
        if key not in self._pinned:
            self._pinned[key] = self._open(name)
        return self._pinned[key]

    def release(self, name: tuple[str, ...]) -> None:
        """Forget a pin: the run itself has made a newer version of the table."""
        self._pinned.pop(dotted(name), None)

    def require_found(self) -> None:
        """Wait until the catalog has said that the sources are where they were before.

        Raises:
            CatalogChangedError: Some are not.
        """
        if self._check is not None:
            self._check.require()

    def _open(self, name: tuple[str, ...]) -> PinnedSource:
        log = self._lookup.log(name) if is_path(name) else self._remembered(name) or self._find(name)
        if not log.exists():
            raise SourceError("SOURCE_MISSING", {"source": dotted(name)})
        snapshot = log.latest()
        columns = {column.name.lower(): column.type for column in column_types(snapshot.schema)}
        return PinnedSource(name, log, snapshot, columns)

    def _remembered(self, name: tuple[str, ...]) -> DeltaTableLog | None:
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


@dataclass(frozen=True, slots=True)
class SourceChange:
    """What a source did since the frontier.

    Attributes:
        source: The pinned source.
        position: Where the frontier stands; None if the frontier does not know the source.
        change: The files of the change; None if it cannot be read.
        rebuild: Why only a rebuild can follow it, or None.
        redeclared: Whether that is because a column's declared type is another one, which the stream table shows, too.
    """

    source: PinnedSource
    position: SourcePosition | None
    change: ChangeSet | None
    rebuild: str | None
    redeclared: bool = False

    @property
    def name(self) -> str:
        """Dotted full name."""
        return dotted(self.source.name)

    @property
    def changed(self) -> bool:
        """Whether rows may differ from those at the frontier."""
        return self.rebuild is not None or self.change is None or self.change.provider is not Provider.NOTHING


def used_columns_problem(
    table: Table, used: Iterable[str], source: PinnedSource, *, may_be_missing: bool = False
) -> str | None:
    """Compare a source's columns with those a definition was made for.

    Args:
        table: The source as it was at CREATE.
        used: The columns that the query reads.
        source: The source as it is.
        may_be_missing: Whether ``used`` are columns that the query perhaps does not read.

    Returns:
        Why a rebuild is needed (a type changed), or None.

    Raises:
        SourceError: ``SOURCE_COLUMN_MISSING``: a used column is gone.
    """
    recorded = {column.name: column.type for column in table.columns}
    for name in used:
        now = source.columns.get(name.lower())
        if now is None and may_be_missing:
            continue
        if now is None:
            shown = dotted(table.name if is_path(table.name) else table.name[1:])
            raise SourceError("SOURCE_COLUMN_MISSING", {"source": shown, "column": name})
        if now != recorded[name]:
            return f"column {name} of {dotted(table.name[1:])} is now {now}, was {recorded[name]}"
    return None


def read_change(source: PinnedSource, position: SourcePosition | None, used: Iterable[str]) -> SourceChange:
    """Find what a source did since a position, from its log alone.

    Args:
        source: The pinned source.
        position: The frontier's position of it.
        used: The columns that the query reads, or may read.

    Returns:
        The change, or why it cannot be read.
    """
    shown = dotted(source.name if is_path(source.name) else source.name[1:])

    def rebuild(reason: str) -> SourceChange:
        return SourceChange(source, position, None, reason)

    if position is None:
        return rebuild(f"{shown} is new in the definition")
    if position.table_id != source.snapshot.table_id or position.version > source.version:
        return rebuild(f"{shown} was dropped and created again")
    commits = []
    for version in range(position.version + 1, source.version + 1):
        commit = source.log.commit(version)
        if commit is None:
            return rebuild(f"the log of {shown} no longer has version {version}")
        commits.append(commit)
    change = collect_changes(position.version, commits, feed_readable=_feed_readable(source, commits))
    if change.schema_changed:
        # Also where no row changed: a name may stand for another column since.
        before = source.log.schema_at(position.version)
        if before is None:
            return rebuild(f"the log of {shown} no longer tells the columns of version {position.version}")
        declared = redeclared_column(before, source.snapshot.schema_json, used)
        if declared is not None:
            return SourceChange(source, position, None, f"{shown} {declared}", redeclared=True)
        other = other_column(before, source.snapshot.schema_json, used)
        if other is not None:
            return rebuild(f"{shown} {other}")
    if change.provider is Provider.NOTHING:
        return SourceChange(source, position, change, None)
    missing = source.log.missing_files({file.path for file in change.vanished})
    if missing:
        return rebuild(f"{shown} was vacuumed below the frontier")
    return SourceChange(source, position, change, None)


def rows_after(position: SourcePosition | None, change: ChangeSet | None) -> int | None:
    """Estimate a source's rows after a change, from the log's statistics."""
    if position is None or position.rows is None or change is None:
        return None
    came, went = ([file.rows for file in files] for files in (change.added, change.removed))
    if None in came or None in went:
        return position.rows
    return max(0, position.rows + sum(row or 0 for row in came) - sum(row or 0 for row in went))


def _feed_readable(source: PinnedSource, commits: Iterable[Commit]) -> bool:
    return feed_is_plain(source.snapshot) and all(commit.schema is None for commit in commits)
