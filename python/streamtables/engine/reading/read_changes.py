"""Reading what changed in the sources: few rows are selected out of files, others are left to Spark, some to nobody."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from streamtables.catalog.frontier import Parts
from streamtables.engine.reading.change_sizes import ChangeSizes
from streamtables.engine.reading.read_rows import ReadRows
from streamtables.engine.sources.change_set import ChangeSet
from streamtables.engine.sources.source_change import SourceChange
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.late_materialization.change_frames import change_frame
from streamtables.spark.late_materialization.row_selection import Selection, select_together, selection_of_change
from streamtables.spark.rows.materialized_frames import (
    COLLECT_LIMIT_ROWS,
    DRIVER_LIMIT_ROWS,
    MaterializedFrame,
    counted,
    materialize,
)
from streamtables.spark.tables.delta_writes import small_change
from streamtables_rewriter.sql.columns import WEIGHT

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.programs.program import Program
    from streamtables_rewriter.plan.nodes import Source


@dataclass(frozen=True, slots=True)
class _Asked:
    """A change whose rows are asked for; by one statement alone, which appends them, or not."""

    source: Source
    change: SourceChange
    files: ChangeSet
    once: bool


@dataclass(slots=True)
class ReadChanges:
    """The changes of the sources of one refresh.

    Attributes:
        session: A session of our own.
        program: The compiled definition.
        changes: What changed.
        rows: Where the rows go that are read.
        sizes: Estimates what rows take in memory.
        parts: What has been appended to the table.
        alternative: Whether templates begin with their second way.
        holds: Whether the driver's memory may hold rows that are few.
        most_bytes: How many bytes of rows it takes.
        changed_rows: Rows that changed, as far as they have been read, or the log tells.
        is_read_once: Whether the change has not been read yet, because the statement that appends it reads it.
    """

    session: SparkSession
    program: Program
    changes: SourceChanges
    rows: ReadRows
    sizes: ChangeSizes
    parts: Parts | None
    alternative: bool
    holds: bool
    most_bytes: int
    changed_rows: int = field(default=0, init=False)
    is_read_once: bool = field(default=False, init=False)
    _unread: dict[int, ChangeSet] = field(default_factory=dict, init=False)

    def read_all(self) -> frozenset[int]:
        """Read the change of each source that changed, unless nothing asks for its rows.

        Returns:
            Indexes of the sources of which a used column of some row changed; those that were not read are among them.
        """
        plan = self.program.plan
        sources = plan.bound.sources if plan is not None else ()
        changed = [source for source in sources if self.changes[source.index].changed]
        reading = frozenset(source.index for source in changed)
        asked = self._asked(changed, reading)
        selected = select_together([self._selection(one) for one in asked])
        for one, collected in zip(asked, selected, strict=True):
            keys = self.program.joined_keys(one.source.index, reading)
            if collected is not None:
                consolidated = collected if one.files.insert_only else collected.consolidated()
                self._put(one.source.index, counted(self.session, consolidated, WEIGHT, keys))
            else:
                self._read(one, keys)
        return frozenset(self.rows.changes) | frozenset(self._unread)

    @property
    def insert_only(self) -> bool:
        """Whether every change only inserts."""
        read = all(rows.negative == 0 for rows in self.rows.changes.values())
        return read and all(change.insert_only for change in self._unread.values())

    def _asked(self, changed: Sequence[Source], reading: frozenset[int]) -> list[_Asked]:
        """Find the changes whose rows are asked for; of the others it is enough to know how many rows they are."""
        found = []
        for source in changed:
            change = self.changes[source.index]
            if change.change is None:
                continue
            files = change.change
            is_asked = self.program.reads_change(source.index, reading, alternative=self.alternative)
            if files.changed_rows is not None and not is_asked:
                self._unread[source.index] = files
                self.changed_rows += files.changed_rows
                continue
            once = len(changed) == 1 and self.program.appends_at_once(source.index, self.parts, files.insert_only)
            found.append(_Asked(source, change, files, once))
        return found

    def _selection(self, asked: _Asked) -> Selection | None:
        """Say how a change of few rows is read without decoding the others; None where Spark is to read it."""
        source, change, files = asked.source, asked.change, asked.files
        if files.changed_rows is None or files.changed_rows > COLLECT_LIMIT_ROWS:
            return None
        if not self.holds or (asked.once and files.insert_only):
            return None
        return selection_of_change(
            change.source.log.in_session(self.session),
            change.source.snapshot,
            added=files.added,
            removed=files.removed,
            change_files=files.change_files,
            columns=source.used,
            multiplicity=source.table.multiplicity,
            condition=self.program.filters.get(source.index),
            limit=DRIVER_LIMIT_ROWS,
        )

    def _read(self, asked: _Asked, keys: Sequence[str]) -> None:
        """Have Spark read a change, or leave that to the statement that alone asks for it."""
        source, change, files = asked.source, asked.change, asked.files
        frame = change_frame(
            change.source.log.in_session(self.session),
            change.source.snapshot,
            added=files.added,
            removed=files.removed,
            change_paths=[file.path for file in files.change_files],
            columns=source.used,
            multiplicity=source.table.multiplicity,
            condition=self.program.filters.get(source.index),
            consolidated=not asked.once,
        )
        if asked.once and files.changed_rows is not None:
            # Nothing is gained by having the rows before the statement that reads them.
            bytes_ = self.sizes.of_files(change, files, self.most_bytes)
            rows = MaterializedFrame(frame, files.changed_rows, files.changed_rows, 0, bytes=bytes_)
            self._unread[source.index] = files
            self.is_read_once = True
            self.changed_rows += files.changed_rows
            self.rows.put_change(source.index, rows)
            return
        expected_rows = files.changed_rows if self.holds else None
        with settings_for(self.session, small_change(self.session, files.size_bytes)):
            self._put(source.index, materialize(self.session, frame, WEIGHT, expected_rows, keys))

    def _put(self, source: int, rows: MaterializedFrame) -> None:
        self.changed_rows += rows.positive + rows.negative
        if rows.rows:
            self.rows.put_change(source, rows)
