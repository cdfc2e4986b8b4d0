"""The change of one refresh: what is read for it, and the query that says what changes in the stream table."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from streamtables.catalog.stored_state import StoredState
from streamtables.engine.programs.bindings import CHANGES_VIEW, Instants, bindings_of
from streamtables.engine.reading.affected_partition_rows import AffectedPartitionRows, affected_partition_rows
from streamtables.engine.reading.bound_statements import BoundStatements, Query
from streamtables.engine.reading.change_sizes import ChangeSizes
from streamtables.engine.reading.read_changes import ReadChanges
from streamtables.engine.reading.read_estimate import prefers_alternative
from streamtables.engine.reading.read_rows import ReadRows
from streamtables.engine.reading.read_versions import ReadVersions
from streamtables.engine.reading.semi_join_reduction import SemiJoinReduction
from streamtables.engine.reading.shortcuts import Shortcuts
from streamtables.engine.reading.step_cache import StepCache
from streamtables.engine.reading.steps import Steps
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables.spark.rows.materialized_frames import memory_share
from streamtables.spark.tables.file_lists import MOST_SELECTED_FILES
from streamtables_rewriter.sql.broadcast_side import disable_broadcast
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.materialized_ctes import take_steps
from streamtables_rewriter.templates.staging import Statement

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.programs.program import Program
    from streamtables.spark.tables.file_lists import FileLists, Files


class BoundDelta:
    """The changes of one refresh, and the templates bound to them.

    Args:
        session: A session of our own; temporary views are made in it.
        program: The compiled definition.
        changes: What changed.
        instants: What the query's clock showed at the refresh before, and what it shows now.
        files: Knows the files of tables that have few.
        step_cache: Results of steps at the refreshes before.
        state: The stream table's stored state.
        shortcuts: Whether rows that are few may be collected into the driver's memory and broadcast.

    Attributes:
        bindings: What placeholders stand for where nothing is read for them.
        read: The sources' changes, as far as they have been read.
        shortcuts: What may be done because these are few.
        files: The same as given.
    """

    def __init__(
        self,
        session: SparkSession,
        program: Program,
        changes: SourceChanges,
        instants: Instants,
        files: FileLists,
        step_cache: StepCache,
        state: StoredState,
        *,
        shortcuts: bool = True,
    ) -> None:
        @cache
        def new_files(source: int) -> Files | None:
            pinned = changes[source].source
            return files.at(pinned.log, pinned.snapshot, pinned.version, MOST_SELECTED_FILES)

        share = memory_share(session)
        share.memory.on_pressure(step_cache.evict_oldest)
        self._session = session
        self._program = program
        self._changes = changes
        self._uses_alternative = prefers_alternative(program, changes, files)
        self._template: DeltaTemplate | None = None
        self._rows = ReadRows(session)
        sizes = ChangeSizes(program, changes, self._rows)
        self.files = files
        self.bindings = bindings_of(program, changes.version_read, instants)
        self.read = ReadChanges(
            session, program, changes, self._rows, sizes, state.parts, self._uses_alternative, shortcuts, share.bytes
        )
        self.shortcuts = Shortcuts(session, share, self.read, sizes, allowed=shortcuts)
        self._needed = SemiJoinReduction(session, program, changes, self._rows, new_files)
        self._versions = ReadVersions(session, program, changes, files, state)
        self._statements = BoundStatements(
            session, self.bindings, self._rows, self._needed, self._versions, new_files, share.bytes
        )
        self._steps = Steps(session, program, changes, self._rows, step_cache, share.bytes)

    def read_sources(self) -> frozenset[int]:
        """Read the change of each source that changed, unless nothing asks for its rows.

        Returns:
            Indexes of the sources of which a used column of some row changed; those that were not read are among them.
        """
        return self.read.read_all()

    @property
    def changed_rows(self) -> int:
        """Rows that changed, as far as they have been read."""
        return self.read.changed_rows

    @property
    def reads_only_changes(self) -> bool:
        """Whether the template that was asked for last reads nothing of the sources but their changes."""
        template = self._template
        if template is None or template.alternative is not None:
            return template is None
        return all(placeholder.read_source is None for placeholder in template.changes.placeholders)

    @property
    def most_rows(self) -> int:
        """How many changed rows of the stream table the driver's memory takes."""
        return self.shortcuts.most_rows

    def template(self, changed: frozenset[int], *, unconsolidated: bool) -> DeltaTemplate:
        """Return the template for what changed, with the way to begin with.

        Args:
            changed: Indexes of the sources that changed.
            unconsolidated: Whether equal rows may be stored apart.

        Returns:
            The template.
        """
        template = self._program.template(changed, self.read.insert_only, unconsolidated=unconsolidated)
        self._template = template.with_alternative() if self._uses_alternative else template
        return self._template

    def affected_partitions(self, changed: frozenset[int], enough: float) -> AffectedPartitionRows | None:
        """Find the source over most of which window functions would be evaluated anew.

        Args:
            changed: Indexes of the sources that changed.
            enough: Share of the rows from which on they need not be counted exactly.

        Returns:
            The source and its rows; None where there is none, or it is not known.
        """
        template = self.template(changed, unconsolidated=False)
        return affected_partition_rows(self._session, template, self._changes, self._rows.changes, self.files, enough)

    def query(self, template: DeltaTemplate) -> Query:
        """Write the changes' query over what is read for it.

        Args:
            template: The template.

        Returns:
            The query.

        Raises:
            TooWideError: What it reads of steps is too many bytes to be broadcast.
        """
        if not self.shortcuts.fit:
            return self._large_query(template)
        ranges, staging = self._statements.ranges(), template.staging
        reduced = () if staging is None else staging.reduced_sources()
        needed = self._needed.read(template.changes, template.semi_join_keys, ranges, reduced=reduced)
        write = partial(self._statements.write, needed=needed)
        if staging is None:
            return write(Statement(template.changes, {}))
        *steps, last = staging.statements(self._needed.worth_a_step(template, needed, ranges))
        for step in steps:
            self._steps.take(step, write)
        return write(last)

    def _large_query(self, template: DeltaTemplate) -> Query:
        """Write the changes' query where what is derived from them is not broadcast."""
        tree, auto_broadcast = (
            disable_broadcast(self._statements.whole(template.changes)),
            self.shortcuts.auto_broadcast,
        )
        steps, rest = take_steps(tree, template.whole_steps)
        for step in steps:
            self._steps.keep_whole(step.name, Query.of(step.query, auto_broadcast))
        return Query.of(rest, auto_broadcast)

    def release(self) -> None:
        """Drop the temporary views and free their rows."""
        self._steps.release()
        self._versions.release()
        self._rows.release()
        self._needed.release()
        self._session.catalog.dropTempView(CHANGES_VIEW)
