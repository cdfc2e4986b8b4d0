"""Sources pinned at one version for a whole run, and what changed in them since a frontier."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeGuard

from streamtables.catalog.definition import BACKING_SUFFIX, DEFINITION_PROPERTY, dotted
from streamtables.catalog.frontier import SourcePosition
from streamtables.engine.catalog_check import CatalogCheck
from streamtables.engine.change_set import ChangeSet, Provider, collect_changes
from streamtables.engine.column_identity import other_column, redeclared_column
from streamtables.engine.conflicts import OutdatedPinsError
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
        self._moved: dict[str, int] = {}

    def pin(self, name: tuple[str, ...]) -> PinnedSource:
        """Return a source at the run's version.

        Raises:
            SourceError: ``SOURCE_MISSING``: there is no such Delta table any more.
            OutdatedPinsError: It is a stream table of the run, and somebody else has refreshed it since.
        """
        key = dotted(name)
        if key not in self._pinned:
            source = self._open(name)
            if key in self._moved:
                self._require_unchanged(source, self._moved[key])
            self._pinned[key] = source
        return self._pinned[key]

    def move(self, name: tuple[str, ...], version: int | None) -> None:
        """Pin a table anew, at the version that the run itself has made of it or found right.

        Args:
            name: Full name of the table.
            version: The version; None to pin whatever is newest when it is asked for.

        Raises:
            OutdatedPinsError: Somebody else has changed the table's rows since, from newer versions of its sources.
        """
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
            raise SourceError("SOURCE_COLUMN_MISSING", {"source": source.shown, "column": name})
        if now != recorded[name]:
            return f"column {name} of {source.shown} is now {now}, was {recorded[name]}"
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
    shown = source.shown

    def rebuild(reason: str) -> SourceChange:
        return SourceChange(source, position, None, reason)

    if position is None:
        return rebuild(f"{shown} is new in the definition")
    elsewhere = _left_line(source, position)
    if elsewhere is not None:
        return rebuild(elsewhere)
    commits = []
    for version in range(position.version + 1, source.version + 1):
        commit = source.log.commit(version)
        if commit is None:
            return rebuild(f"the log of {shown} no longer has version {version}")
        commits.append(commit)
    change = collect_changes(position.version, commits, feed_readable=_feed_readable(source, commits))
    # Also where no row changed: a name may stand for another column since.
    columns = _changed_columns(source, position, used) if change.schema_changed else None
    if columns is not None:
        return columns
    if change.provider is Provider.NOTHING:
        return SourceChange(source, position, change, None)
    missing = source.log.missing_files({file.path for file in change.vanished})
    if missing:
        return rebuild(f"{shown} was vacuumed below the frontier")
    return SourceChange(source, position, change, None)


def _left_line(source: PinnedSource, position: SourcePosition) -> str | None:
    """Tell why a pinned version does not follow a position.

    Returns:
        The reason; None if it follows.

    Raises:
        OutdatedPinsError: The position is at a newer version of the source than the run has pinned.
    """
    if position.table_id != source.snapshot.table_id:
        return f"{source.shown} was dropped and created again"
    if position.version <= source.version:
        return None
    if source.log.latest().version >= position.version:
        raise OutdatedPinsError(source.shown)
    return f"{source.shown} was put back to an earlier version of its log"


def _changed_columns(source: PinnedSource, position: SourcePosition, used: Iterable[str]) -> SourceChange | None:
    """Return why a change cannot be read whose commits carry metadata; None where the used columns are the same."""
    before = source.log.schema_at(position.version)
    if before is None:
        reason = f"the log of {source.shown} no longer tells the columns of version {position.version}"
        return SourceChange(source, position, None, reason)
    declared = redeclared_column(before, source.snapshot.schema_json, used)
    if declared is not None:
        return SourceChange(source, position, None, f"{source.shown} {declared}", redeclared=True)
    other = other_column(before, source.snapshot.schema_json, used)
    return None if other is None else SourceChange(source, position, None, f"{source.shown} {other}")


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
