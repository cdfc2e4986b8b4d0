"""Merge on read: deletion vectors hide the stored rows that go, and rows that come are added, in the same commit.

MERGE reads the table once to find the files that a change touches and once more to write them. Here the stored rows
to which changes belong are looked up once, together with the files and the positions in which they lie; deletion
vectors hide those that go or change, and what comes is written as a new file. Source: *Deletion Vectors* in the Delta
protocol.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.frontier import Frontier
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.programs.bindings import Bindings
from streamtables.engine.reading.data_skipping import Bounds, is_plain, within_bounds
from streamtables.engine.reading.read_ranges import overlap
from streamtables.engine.writing.committing import committing, on_definition
from streamtables.engine.writing.row_counts import UNKNOWN, RowCounts
from streamtables.spark.accelerators.chosen import uses
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.late_materialization.row_selection import KeySelection, RowSelection
from streamtables.spark.rows.materialized_frames import (
    CollectedRows,
    MaterializedFrame,
    collect_rows,
    memory_share,
    with_positions,
)
from streamtables.spark.tables.commit_log import DataFile
from streamtables.spark.tables.delta_writes import FEW_ROWS, INTERPRETED, small_change
from streamtables_rewriter.merge.merge_on_read import ALTERS, ARRIVES, FILE, NUMBER, POSITION
from streamtables_rewriter.sql.columns import ROWS, VISIBLE, relation
from streamtables_rewriter.templates.delta_template import DeltaTemplate, MergeOnRead
from streamtables_rewriter.templates.runtime_filters import KeyRange
from streamtables_rewriter.templates.template import Template, statement_text

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from streamtables.spark.tables.delta_log import DeltaTableLog
    from streamtables.spark.tables.file_lists import FileLists, Files
    from streamtables.spark.tables.snapshot import Snapshot

_STORED_VIEW, _NUMBERED_VIEW = "__st_stored", "__st_numbered"
_BINDINGS = Bindings(backing=relation(_STORED_VIEW), changes=relation(_NUMBERED_VIEW))
_GONE, _BECOMES = 3, 4
"""Positions of these columns in ``MergeOnRead.matched``."""
LEAST_DISTINCT = 0.5
"""Share of the changes that have a value of their own in a column by which stored rows are selected."""
MOST_FOUND, MOST_FOUND_ROWS = 4, 10_000
"""Rows selected for each change, and besides, above which the column is none that tells rows apart."""
_VECTORS = "delta.enableDeletionVectors"


def can_merge_on_read(session: SparkSession, state: StoredState) -> bool:
    """Return whether rows of a table can be hidden by deletion vectors, and others be written with them.

    Args:
        session: A session of our own.
        state: The stored state.

    Returns:
        Whether the session uses the accelerator ``merge_on_read`` and the backing table's property allows it.
    """
    return uses(session, "exchange") and state.snapshot.properties.get(_VECTORS) == "true"


@dataclass(frozen=True, slots=True)
class MergedOnRead:
    """What a merge on read did.

    Attributes:
        seen: What readers see of it.
        touched: How many stored rows it inserted, updated or deleted.
    """

    seen: RowCounts
    touched: int


@dataclass(frozen=True, slots=True)
class _Found:
    """The stored rows to hide, with their places, the rows to store, and what that will have done."""

    hidden: CollectedRows
    came: CollectedRows
    done: MergedOnRead


@dataclass(frozen=True, slots=True)
class MergeOnReadCommit:
    """The stored rows of one refresh that go or change, and those that come.

    Attributes:
        session: A session of our own.
        state: The stored state.
        template: Has ``copies`` or ``merge_on_read``.
        changes: The changed rows.
        collected: The same in the driver's memory.
        lists: Remembers the files of tables.
        copies_counted: Whether a stored row stands for copies of a row, and a change for some that came or went.
    """

    session: SparkSession
    state: StoredState
    template: DeltaTemplate
    changes: MaterializedFrame
    collected: CollectedRows
    lists: FileLists
    copies_counted: bool

    def commit(self, frontier: Frontier) -> MergedOnRead | None:
        """Exchange the rows.

        Args:
            frontier: What the commit records, beside the number of rows that it touches.

        Returns:
            What the commit did; None without a commit: where rows went that are not stored, or too many are met.
        """
        reservation = memory_share(self.session).reserve(max(1, self.collected.bytes))
        if reservation is None:
            return None
        with reservation.released_after():
            return self._commit(frontier)

    def _commit(self, frontier: Frontier) -> MergedOnRead | None:
        """Exchange the rows, for which there is room to be numbered."""
        session, log = self.session, self.state.log.in_session(self.session)
        with on_definition(session, self.state.definition_text):
            transaction = log.begin()
        files = self.lists.at(log, transaction.snapshot, transaction.snapshot.version)
        stored, few = _stored_rows(log, transaction.snapshot, files, self.changes, self.collected)
        stored.createOrReplaceTempView(_STORED_VIEW)
        self.collected.numbered(session, NUMBER).createOrReplaceTempView(_NUMBERED_VIEW)
        settings = small_change(session, self.state.snapshot.size_bytes) | (INTERPRETED if few else {})
        with settings_for(session, settings):
            found = self._find()
            if found is None:
                return None
            recorded = replace(frontier, touched=found.done.touched)
            with committing(session, recorded, self.state.definition_text):
                ids = frontier.stream_table_id, frontier.refresh_number
                log.merge_on_read(transaction, found.hidden, found.came, files, *ids)
        return found.done

    def _find(self) -> _Found | None:
        """Look up the stored rows that changes belong to; None where that is not all that has to be known."""
        if self.template.merge_on_read is not None:
            return self._find_each(self.template.merge_on_read)
        return None if self.template.copies is None else self._find_copies(self.template.copies)

    def _find_each(self, merged: MergeOnRead) -> _Found | None:
        """Find the one stored row, if any, that each change belongs to, and what takes its place."""
        found = self._matched(merged.matched)
        if found is None:
            return None
        self.collected.without(found).frame(self.session).createOrReplaceTempView(_NUMBERED_VIEW)
        new = self._as_stored(self.session.sql(statement_text(_bound(merged.not_matched))))
        changed = self._as_stored(found.structs(_BECOMES).frame(self.session))
        if new is None or changed is None:
            return None
        hidden, came = found.either(_GONE, _BECOMES), changed.together_with(new)
        seen = self._counted if self.copies_counted else _seen_of(merged, found, new)
        return _Found(hidden, came, MergedOnRead(seen, new.rows + hidden.rows))

    def _find_copies(self, asked: Template) -> _Found | None:
        """Find the stored copies of rows that go; what of the changes is left comes."""
        copies = self._matched(asked)
        remaining = None if copies is None else self.collected.remaining(ROWS, copies)
        came = None if remaining is None else self._as_stored(remaining.frame(self.session))
        if copies is None or came is None:
            return None
        return _Found(copies, came, MergedOnRead(self._counted, self.changes.rows))

    @property
    def _counted(self) -> RowCounts:
        """What readers see where each change is of some copies of a row."""
        return RowCounts(self.changes.positive, 0, self.changes.negative)

    def _matched(self, asked: Template) -> CollectedRows | None:
        statement = statement_text(within_bounds(_bound(asked), self.changes.bounds))
        return collect_rows(self.session, self.session.sql(statement))

    def _as_stored(self, rows: DataFrame) -> CollectedRows | None:
        return collect_rows(self.session, rows.to(self.state.snapshot.schema))


def _bound(asked: Template) -> exp.Expr:
    return asked.bind(_BINDINGS.of(asked.placeholders))


def _seen_of(merged: MergeOnRead, found: CollectedRows, new: CollectedRows) -> RowCounts:
    """Return what readers see of merged groups: the queries say it, where it can be told group by group."""
    told = [select.alias_or_name for select in merged.matched.tree.expressions]
    hides = VISIBLE in [select.alias_or_name for select in merged.not_matched.tree.expressions]
    arrived, altered = (found.sums(name) if name in told else None for name in (ARRIVES, ALTERS))
    if arrived is None:
        return UNKNOWN
    came = new.trues(VISIBLE) if hides else new.rows
    return RowCounts(came + arrived[0], None if altered is None else altered[0], arrived[1])


def _stored_rows(
    log: DeltaTableLog, snapshot: Snapshot, files: Files | None, changes: MaterializedFrame, collected: CollectedRows
) -> tuple[DataFrame, bool]:
    """Read the stored rows of which changes may be some, with their places; tell whether both are few."""
    if files is None:
        return with_positions(log.read_version(snapshot), FILE, POSITION), False
    near = [file for file in files if _may_hold(file, changes.bounds)]
    found = _selected(log, snapshot, near, changes, collected)
    if found is None:
        return with_positions(log.read_files(snapshot, near), FILE, POSITION), False
    return found.frame(log.session), found.rows + collected.rows <= FEW_ROWS


def _selected(
    log: DeltaTableLog,
    snapshot: Snapshot,
    files: Sequence[DataFile],
    changes: MaterializedFrame,
    collected: CollectedRows,
) -> CollectedRows | None:
    """Select the stored rows that share a value of one telling column with a change; None where there is none."""
    names = [name for name in changes.bounds if collected.distinct(name) >= LEAST_DISTINCT * collected.rows]
    column = max(names, key=lambda name: _width(files, name), default=None)
    selected = None if column is None else RowSelection.of(log, snapshot, snapshot.schema.names)
    if column is None or selected is None:
        return None
    keys = KeySelection.of(log, column, [(collected, column)], or_null=changes.bounds[column][2])
    if keys is None:
        return None
    selected.add(files)
    return selected.placed(keys, FILE, POSITION, limit=MOST_FOUND_ROWS + MOST_FOUND * collected.rows)


def _width(files: Sequence[DataFile], column: str) -> int:
    """Return how many values a column of whole numbers can have, by the files' statistics; 0 where they do not tell."""
    known = [side[column] for file in files for side in (file.lowest, file.highest) if column in side]
    numbers = [value for value in known if isinstance(value, int)]
    return max(numbers) - min(numbers) + 1 if numbers else 0


def _may_hold(file: DataFile, bounds: Bounds) -> bool:
    return all(
        has_nulls or not (is_plain(low) and is_plain(high)) or overlap(file, name, KeyRange(low, high)) > 0
        for name, (low, high, has_nulls) in bounds.items()
    )
