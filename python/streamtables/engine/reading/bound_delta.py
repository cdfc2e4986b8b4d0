"""The changes of one refresh, read into a session, and what the holes of a template stand for."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.frontier import Parts
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.programs.bind_versions import rows_of
from streamtables.engine.programs.bindings import CHANGES_VIEW, Instants, bindings_of, delta_view
from streamtables.engine.reading.change_sizes import ChangeSizes
from streamtables.engine.reading.evaluated_rows import EvaluatedRows, evaluated_rows
from streamtables.engine.reading.key_ranges import Bounds
from streamtables.engine.reading.needed_rows import NeededRows
from streamtables.engine.reading.read_estimate import begins_otherwise
from streamtables.engine.reading.read_ranges import ReadRanges
from streamtables.engine.reading.remembered_steps import MOST_REMEMBERED_ROWS, RememberedSteps, StepMemory
from streamtables.engine.sources.change_set import ChangeSet
from streamtables.engine.sources.source_change import SourceChange
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables.spark.accelerators.chosen import uses
from streamtables.spark.failures.size_failures import TooWideError
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.picking.change_frames import change_frame
from streamtables.spark.picking.picked_rows import Picking, picked_together, picking_of_change
from streamtables.spark.rows.small_frames import (
    COLLECT_LIMIT_ROWS,
    HELD_LIMIT_ROWS,
    HeldRows,
    SmallFrame,
    brought_here,
    counted,
    kept_whole,
    materialise,
    memory_share,
    most_held_rows,
)
from streamtables.spark.tables.delta_writes import (
    FEW_ROWS,
    INTERPRETED,
    NOTHING_SENT,
    ONE_PLACE,
    mark_settings,
    small_change,
)
from streamtables.spark.tables.file_lists import MOST_PICKED_FILES
from streamtables_rewriter.sql.columns import WEIGHT
from streamtables_rewriter.sql.nested_queries import nest_queries
from streamtables_rewriter.sql.small_partners import hash_small_sides, meets_by_equality, send_nothing
from streamtables_rewriter.sql.with_clauses import common_queries, count_reads
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.shared_steps import take_steps
from streamtables_rewriter.templates.staging import Statement
from streamtables_rewriter.templates.template import statement_text

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from streamtables.engine.programs.program import Program
    from streamtables.spark.tables.file_lists import FileLists, Files
    from streamtables_rewriter.plan.nodes import Source

_ONE_TASK_BYTES = 16 * 2**20
"""Bytes of rows up to which they go into one task: a cluster refuses tasks above 128 MB."""
_MOST_SENT = "spark.sql.maxBroadcastTableSize"
_SENT_BYTES = 2**20
"""Size of a table's files up to which all of it is sent to the workers in less time than a job takes."""


class BoundDelta:
    """The changes of one refresh, read into a session, and the templates bound to them.

    Args:
        session: A session of our own; temporary views are made in it.
        program: The compiled definition.
        changes: What changed.
        instants: What the query's clock showed at the refresh before, and what it shows now.
        files: Knows the files of tables that have few.
        remembered: Results of steps at the refreshes before.
        parts: What has been appended to the table.
        shortcuts: Whether rows that are few may be held in the driver's memory and sent to all workers.

    Attributes:
        bindings: What the placeholders stand for where nothing is read for them.
        changed_rows: Rows that changed, as far as they have been read.
        is_read_once: Whether the change has not been read yet, because the statement that appends it reads it.
    """

    def __init__(
        self,
        session: SparkSession,
        program: Program,
        changes: SourceChanges,
        instants: Instants,
        files: FileLists,
        remembered: RememberedSteps,
        parts: Parts | None = None,
        *,
        shortcuts: bool = True,
    ) -> None:
        self._share = memory_share(session)
        self._share.memory.relieved_by(remembered.give_up)
        self._remembered = remembered
        self._files = files
        self._parts = parts
        self._session = session
        self._program = program
        self._changes = changes
        self._frames: dict[int, SmallFrame] = {}
        self._steps: dict[str, SmallFrame] = {}
        self._unread: dict[int, ChangeSet] = {}
        self._views: list[str] = []
        self._versions: dict[Placeholder, tuple[exp.Expr | None, int | None]] = {}
        self._new_files = cache(self._find_files)
        self._needed = NeededRows(session, program, changes, self._frames, self._steps, self._new_files)
        self._sizes = ChangeSizes(program, changes, self._frames)
        self._insert_only = True
        self._sends_nothing = not shortcuts
        self._holds_nothing = not shortcuts
        self._remembers = uses(session, "remembered_groups")
        self._computed: list[DataFrame] = []
        self._otherwise = begins_otherwise(program, changes, files)
        self.bindings = bindings_of(program, changes.version_read, instants)
        self.changed_rows = 0
        self.is_read_once = False

    def read_sources(self) -> frozenset[int]:
        """Read the change of each source that changed, unless nothing asks for its rows.

        Returns:
            Indexes of the sources of which a used column of some row changed; those that were not read are among them.
        """
        plan = self._program.plan
        sources = plan.bound.sources if plan is not None else ()
        changed = [source for source in sources if self._changes[source.index].changed]
        reading = frozenset(source.index for source in changed)
        wanted: list[tuple[Source, SourceChange, ChangeSet, bool]] = []
        for source in changed:
            change = self._changes[source.index]
            if change.change is None:
                continue
            files = change.change
            asked = self._program.reads_change(source.index, reading, otherwise=self._otherwise)
            if files.changed_rows is not None and not asked:
                self._unread[source.index] = files
                self.changed_rows += files.changed_rows
                continue
            once = len(changed) == 1 and self._program.appends_at_once(source.index, self._parts, files.insert_only)
            wanted.append((source, change, files, once))
        picked = picked_together([self._picking(*one) for one in wanted])
        for (source, change, files, once), held in zip(wanted, picked, strict=True):
            keys = self._program.joined_keys(source.index, reading)
            if held is not None:
                netted = held if files.insert_only else held.netted()
                self._put(source.index, counted(self._session, netted, WEIGHT, keys))
                continue
            frame = change_frame(
                change.source.log.in_session(self._session),
                change.source.snapshot,
                added=files.added,
                removed=files.removed,
                change_paths=[file.path for file in files.change_files],
                columns=source.used,
                multiplicity=source.table.multiplicity,
                condition=self._program.filters.get(source.index),
                netted=not once,
            )
            if once and files.changed_rows is not None:
                # Nothing is gained by having the rows before the statement that reads them.
                bytes_ = self._sizes.of_files(change, files, self._share.bytes)
                self._frames[source.index] = SmallFrame(frame, files.changed_rows, files.changed_rows, 0, bytes=bytes_)
                self._insert_only = files.insert_only
                self.is_read_once = True
                frame.createOrReplaceTempView(delta_view(source.index))
                self.changed_rows += files.changed_rows
                continue
            expected_rows = None if self._holds_nothing else files.changed_rows
            with settings_for(self._session, small_change(self._session, files.size_bytes)):
                self._put(source.index, materialise(self._session, frame, WEIGHT, expected_rows, keys))
        return frozenset(self._frames) | frozenset(self._unread)

    def _picking(self, source: Source, change: SourceChange, files: ChangeSet, once: bool) -> Picking | None:
        """Say how a change of few rows is read without decoding the others; None where Spark is to read it."""
        if files.changed_rows is None or files.changed_rows > COLLECT_LIMIT_ROWS or (once and files.insert_only):
            return None
        if self._holds_nothing:
            return None
        return picking_of_change(
            change.source.log.in_session(self._session),
            change.source.snapshot,
            added=files.added,
            removed=files.removed,
            change_files=files.change_files,
            columns=source.used,
            multiplicity=source.table.multiplicity,
            condition=self._program.filters.get(source.index),
            limit=HELD_LIMIT_ROWS,
        )

    def _put(self, source: int, small: SmallFrame) -> None:
        self.changed_rows += small.positive + small.negative
        if small.rows:
            small.frame.createOrReplaceTempView(delta_view(source))
            self._frames[source] = small

    @property
    def insert_only(self) -> bool:
        """Whether every change only inserts."""
        read = self._insert_only and all(frame.negative == 0 for frame in self._frames.values())
        return read and all(change.insert_only for change in self._unread.values())

    @property
    def files(self) -> FileLists:
        """Remembers the files of tables."""
        return self._files

    @property
    def fits(self) -> bool:
        """Whether what is derived from the changed rows may be expected to fit into the memory of every process."""
        if self._sends_nothing or self.changed_rows > HELD_LIMIT_ROWS:
            return False
        return self._sizes.rows <= HELD_LIMIT_ROWS and not self._is_wide

    @property
    def unasked(self) -> Mapping[str, str]:
        """The settings under which Spark sends around unasked what it takes for small: nothing where rows are wide."""
        return NOTHING_SENT if self._sends_nothing or self._is_wide else {}

    @property
    def _is_wide(self) -> bool:
        """Whether what is derived from the changed rows may be more bytes than the driver's memory has for rows."""
        return self._sizes.bytes > self._share.bytes

    @property
    def expected_rows(self) -> int | None:
        """How many rows the change of the query may have, to begin with; None if that is not expected to fit."""
        return self.changed_rows if self.fits else None

    def send_nothing(self) -> None:
        """Treat the change as a large one from now on, because what is derived from it does not fit."""
        self._sends_nothing = True

    def template(self, changed: frozenset[int], *, scattered: bool) -> DeltaTemplate:
        """Return the template for what changed, with the way to begin with.

        Args:
            changed: Indexes of the sources that changed.
            scattered: Whether equal rows may be stored apart.

        Returns:
            The template.
        """
        template = self._program.template(changed, self.insert_only, scattered=scattered)
        return template.instead() if self._otherwise else template

    def evaluated(self, changed: frozenset[int], enough: float) -> EvaluatedRows | None:
        """Find the source over most of which window functions would be evaluated anew.

        Args:
            changed: Indexes of the sources that changed.
            enough: Share of the rows from which on they need not be counted exactly.

        Returns:
            The source and its rows; None where there is none, or it is not known.
        """
        template = self.template(changed, scattered=False)
        return evaluated_rows(self._session, template, self._changes, self._frames, self._files, enough)

    @property
    def most_rows(self) -> int:
        """How many changed rows of the stream table the driver's memory takes."""
        return most_held_rows(self._session)

    def ranges(self) -> ReadRanges:
        """Return the ranges of the changed keys, as far as they help."""
        bounds: dict[int | str, Bounds] = {index: frame.bounds for index, frame in self._frames.items()}
        bounds |= {step: frame.bounds for step, frame in self._steps.items()}
        return ReadRanges(bounds, self._new_files)

    def _find_files(self, source: int) -> Files | None:
        pinned = self._changes[source].source
        return self._files.at(pinned.log, pinned.snapshot, pinned.version, MOST_PICKED_FILES)

    def _read_versions(
        self, placeholders: Collection[Placeholder], state: StoredState
    ) -> tuple[dict[Placeholder, exp.Expr], dict[Placeholder, int | None]]:
        """Read the versions of tables that a statement needs from their files, where these are few.

        Args:
            placeholders: The statement's placeholders of which nothing else has read the rows.
            state: The stream table's stored state.

        Returns:
            What those placeholders stand for that are read so, and the size in bytes of each table that is read;
            None where it is not known.
        """
        for placeholder in sorted(placeholders, key=str):
            if placeholder not in self._versions and (
                placeholder.kind is PlaceholderKind.BACKING or placeholder.read_source is not None
            ):
                self._versions[placeholder] = self._read_version(placeholder, state)
        read = {p: self._versions[p] for p in placeholders if p in self._versions}
        bound = {p: table for p, (table, _) in read.items() if table is not None}
        return bound, {p: size for p, (_, size) in read.items()}

    def _read_version(self, placeholder: Placeholder, state: StoredState) -> tuple[exp.Expr | None, int | None]:
        tables = self._program.tables
        if placeholder.source is None:
            log, snapshot, version = state.log, state.snapshot, state.snapshot.version
        else:
            change = self._changes[placeholder.source]
            if change.change is None or change.change.schema_changed:
                return None, None
            log, snapshot, version = change.source.log, change.source.snapshot, change.version_read(placeholder)
        files = self._files.at(log, snapshot, version)
        if files is None:
            return None, None
        view = f"__st_{placeholder.kind.value}_{'' if placeholder.source is None else placeholder.source}"
        log.in_session(self._session).read_files(snapshot, files).createOrReplaceTempView(view)
        self._views.append(view)
        stored = exp.to_table(view)
        table = stored if placeholder.source is None else rows_of(tables[placeholder.source], stored)
        return table, sum(file.size_bytes for file in files)

    def query(self, template: DeltaTemplate, state: StoredState) -> tuple[str, dict[str, str]]:
        """Write the changes' query over what is read for it.

        Args:
            template: The template.
            state: The stream table's stored state.

        Returns:
            The query's text, and the settings to run it under.
        """
        if not self.fits:
            return self._large_query(template, state)
        narrowed = () if template.staging is None else template.staging.narrowed()
        needed = self._needed.read(template.changes, template.needed_rows, self.ranges(), narrowed=narrowed)
        statements: Sequence[Statement] = [Statement(template.changes, {})]
        if template.staging is not None:
            statements = template.staging.statements(self._needed.worth_a_step(template, needed, self.ranges()))
        *steps, last = statements
        for step in steps:
            memory = StepMemory.of(self._program, step, self._changes) if self._remembers else None
            held = self._held_step(step, memory, state, needed)
            if memory is not None and held is not None:
                self._remembered.keep(memory, held, most_held_rows(self._session), self._share.bytes)
        return self._bound(last, state, needed)

    def _held_step(
        self,
        step: Statement,
        memory: StepMemory | None,
        state: StoredState,
        needed: Mapping[Placeholder, exp.Expr],
    ) -> HeldRows | None:
        """Compute a step, or take or follow what is remembered; None where its rows do not fit into memory."""
        known = None if memory is None else self._remembered.recall(memory)
        if known is not None and step.following is None:
            self._hold(step.name, known, step.keys)
            return known
        statement = step
        if known is not None and step.following is not None:
            self._hold(step.remembered, known, ())
            statement = step.following
        query, settings = self._bound(statement, state, needed)
        with settings_for(self._session, settings):
            is_kept = memory is not None
            return self._compute(step.name, query, step.keys, is_whole=statement.is_whole, is_kept=is_kept)

    def _bound(
        self,
        statement: Statement,
        state: StoredState,
        needed: Mapping[Placeholder, exp.Expr],
    ) -> tuple[str, dict[str, str]]:
        """Write one of the statements; return it with the settings to run it under."""
        query, ranges = statement.query, self.ranges()
        read = {p: table for p, table in needed.items() if p in query.placeholders}
        if self._steps:
            read |= self._needed.read(query, statement.needed_rows, ranges, read)
        versions, sizes = self._read_versions(set(query.placeholders).difference(read), state)
        known = {**self.bindings.of(query.placeholders), **versions, **read}
        small = [p for p, size in sizes.items() if size is not None and size <= _SENT_BYTES]
        bound = query.bind({p: known[p] for p in query.placeholders}, ranges, small)
        read_bytes = None if None in sizes.values() else sum(size or 0 for size in sizes.values())
        settings = small_change(self._session, read_bytes)
        held = self._all_held(bound)
        # What is sent around is built in the driver's memory.
        settings.setdefault(_MOST_SENT, str(self._share.bytes))
        if held is None or not _are_few(held.values()):
            return _statement(bound, settings)
        for name, rows in held.items():
            rows.in_one_place(self._session).createOrReplaceTempView(name)
        settings |= ONE_PLACE | (INTERPRETED if meets_by_equality(bound) else {})
        return _statement(hash_small_sides(bound), settings)

    def _all_held(self, query: exp.Expr) -> dict[str, HeldRows] | None:
        """Return what a statement reads, by name, if all of it is in the driver's memory."""
        held = self._needed.held | {name: frame.held for name, frame in self._steps.items()}
        held |= {delta_view(index): frame.held for index, frame in self._frames.items()}
        read = {name for name in count_reads(query) if name not in common_queries(query)}
        rows = {name: found for name in read if (found := held.get(name)) is not None}
        return rows if len(rows) == len(read) else None

    def _large_query(self, template: DeltaTemplate, state: StoredState) -> tuple[str, dict[str, str]]:
        """Write the changes' query where what is derived from them is not sent around."""
        versions, _ = self._read_versions(template.changes.placeholders, state)
        known = {**self.bindings.of(template.changes.placeholders), **versions}
        tree = send_nothing(template.changes.bind(known, self.ranges()))
        steps, rest = take_steps(tree, template.whole_steps)
        for step in steps:
            text, settings = _statement(step.query, self.unasked)
            with settings_for(self._session, settings):
                self._compute(step.name, text, (), is_whole=True)
        return _statement(rest, self.unasked)

    def _compute(
        self, name: str, query: str, keys: Sequence[str], *, is_whole: bool, is_kept: bool = False
    ) -> HeldRows | None:
        """Compute a step, and hold its rows in the driver's memory where they are few.

        Args:
            name: The step's name.
            query: Its query's text.
            keys: The columns by whose values the next ones look up rows.
            is_whole: Whether the rows are all groups of an aggregate, perhaps many, so that they are counted first.
            is_kept: Whether the next refresh goes on from them; otherwise many are better left where they are.

        Returns:
            The rows that are held; None if they are not.

        Raises:
            TooWideError: They are too many bytes to be sent around.
        """
        rows, held = self._session.sql(query), None
        if is_whole:
            rows, count, _ = kept_whole(rows)
            self._computed.append(rows)
            if is_kept and count <= MOST_REMEMBERED_ROWS:
                held = brought_here(self._session, rows)
        else:
            held = brought_here(self._session, rows)
            if held is None:
                rows, _, bytes_ = kept_whole(rows)
                self._computed.append(rows)
                if bytes_ > self._share.bytes:
                    raise TooWideError
        if held is None:
            self._show(name, rows)
        else:
            self._hold(name, held, keys)
        return held

    def _hold(self, name: str, held: HeldRows, keys: Sequence[str]) -> None:
        """Show rows in the driver's memory under a step's name."""
        self._steps[name] = SmallFrame.of(self._session, held, keys)
        self._show(name, self._steps[name].frame)

    def _show(self, name: str, rows: DataFrame) -> None:
        rows.createOrReplaceTempView(name)
        self._views.append(name)

    def release(self) -> None:
        """Drop the temporary views and free their rows."""
        for view in self._views:
            self._session.catalog.dropTempView(view)
        for index, frame in self._frames.items():
            self._session.catalog.dropTempView(delta_view(index))
            frame.release()
        for rows in self._computed:
            rows.unpersist()
        self._needed.release()
        self._frames.clear()
        self._steps.clear()
        self._session.catalog.dropTempView(CHANGES_VIEW)


def _are_few(held: Collection[HeldRows]) -> bool:
    """Tell whether rows are few enough to go into one task."""
    return sum(rows.rows for rows in held) <= FEW_ROWS and sum(rows.size_bytes for rows in held) <= _ONE_TASK_BYTES


def _statement(query: exp.Expr, settings: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    text = statement_text(nest_queries(query))
    return text, {**settings, **mark_settings(text)}
