"""What a source did since a frontier, from its log alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from streamtables.catalog.frontier import SourcePosition
from streamtables.engine.concurrency.conflicts import OutdatedPinsError
from streamtables.engine.sources.change_set import ChangeSet, Provider, collect_changes
from streamtables.engine.sources.column_identity import other_column, redeclared_column
from streamtables.engine.sources.pins import PinnedSource
from streamtables.errors import SourceError
from streamtables.spark.late_materialization.change_frames import feed_is_plain
from streamtables.spark.tables.commit_log import Commit
from streamtables_rewriter.plan.relations import Table
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind


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
    def changed(self) -> bool:
        """Whether rows may differ from those at the frontier."""
        return self.rebuild is not None or self.change is None or self.change.provider is not Provider.NOTHING

    def version_read(self, placeholder: Placeholder) -> int:
        """Return the version of the source that a placeholder for its rows, as they are or as they were, stands for."""
        if placeholder.kind is PlaceholderKind.OLD and self.change is not None:
            return self.change.unchanged_until
        return self.source.version


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
    """Return why a pinned version does not follow a position.

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
