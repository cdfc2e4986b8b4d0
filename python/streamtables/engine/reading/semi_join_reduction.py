"""Semi-join reduction of sources: rows that have changed keys are read once for all places that ask for them.

A deep query asks for rows of the changed keys in several places, before and after the change, and Spark would read the
table for each. Reading them once pays where the table is large, the keys are few among its own, and lie so far apart
that no range leaves most of the table out. What the rows were is what they are less what has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.engine.reading.chosen_keys import LEAST_BYTES, choose_keys, key_selectivity, most_keys, skip_files
from streamtables.engine.reading.read_rows import ReadRows
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.late_materialization.row_selection import KeySelection, RowSelection, Selection, select_together
from streamtables.spark.rows.keyed_rows import pre_image, rows_of_keys
from streamtables.spark.rows.materialized_frames import (
    CollectedRows,
    MaterializedFrame,
    counted,
    materialize,
    memory_share,
    most_collected_rows,
)
from streamtables.spark.tables.delta_writes import FEW_ROWS, small_change
from streamtables_rewriter.semantics.column_types import is_exact
from streamtables_rewriter.sql.columns import WEIGHT
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.runtime_filters import (
    Ranges,
    no_range,
    runtime_filters_in,
)
from streamtables_rewriter.templates.template import Template

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from streamtables.engine.programs.program import Program
    from streamtables.engine.sources.pins import PinnedSource
    from streamtables.engine.sources.source_changes import SourceChanges
    from streamtables.spark.tables.file_lists import Files
    from streamtables_rewriter.templates.semi_join_keys import SemiJoinKeys

LEAST_SELECTED_BYTES = 2 * 2**20
"""The same where rows are selected, together with those of other tables."""
LEAST_PLACES = 2
LEAST_PLACES_BEFORE = 4
"""Places that ask for rows from which reading them once pays, where they are also asked for as they were: to find that
out takes jobs of its own."""
MOST_BY_CHANGES = FEW_ROWS
"""Rows of a source above which the steps that tell better which of them are needed come first. That costs two jobs, and
up to as many rows a statement takes no longer over them."""


@dataclass(frozen=True, slots=True)
class _ReducedSource:
    """A source of which the rows of some keys are needed: in so many places, perhaps also as they were before."""

    source: int
    keys: SemiJoinKeys
    files: Files
    before: bool
    places: int


@dataclass(frozen=True, slots=True)
class _Selected:
    """Rows of a source that have been selected, and the keys that they have."""

    keys: KeySelection
    rows: CollectedRows


class SemiJoinReduction:
    """The rows that one refresh reads once.

    Args:
        session: A session of our own; temporary views are made in it.
        program: The compiled definition.
        changes: What changed.
        rows: The changes and steps that are known.
        files: Gives the files of a source at its new version; None if they are many.
    """

    def __init__(
        self,
        session: SparkSession,
        program: Program,
        changes: SourceChanges,
        rows: ReadRows,
        files: Callable[[int], Files | None],
    ) -> None:
        self._session = session
        self._program = program
        self._changes = changes
        self._rows = rows
        self._files = files
        self._most_rows = most_collected_rows(session)
        self._kept: dict[str, MaterializedFrame] = {}
        self._selected: dict[int, list[_Selected]] = {}
        self._readings = 0

    def read(
        self,
        query: Template,
        needed: Mapping[int, Sequence[SemiJoinKeys]],
        ranges: Ranges,
        done: Collection[Placeholder] = (),
        reduced: Collection[int] = (),
    ) -> dict[Placeholder, exp.Expr]:
        """Read the sources that are worth it.

        Args:
            query: What asks for rows.
            needed: The keys that rows of its sources must have, in as many ways as it can be said.
            ranges: Gives the ranges that leave most of a table out.
            done: Placeholders of which the rows have been read.
            reduced: Sources of which steps can tell better which rows are needed.

        Returns:
            What the placeholders of these sources' rows stand for, perhaps more than the query has.
        """
        bound: dict[Placeholder, exp.Expr] = {}
        chosen = [one for one in self._choose(query, needed, reduced) if not _is_done(one, query, done)]
        selections = [self._selection(one) for one in chosen]
        known = [self._among_selected(one, selection) for one, selection in zip(chosen, selections, strict=True)]
        unknown = [
            selection if collected is None else None for selection, collected in zip(selections, known, strict=True)
        ]
        selected = select_together(unknown, self._most_rows)
        for one, selection, among, found in zip(chosen, selections, known, selected, strict=True):
            source, collected = one.source, found if among is None else among
            if collected is not None and selection is not None and selection.keys is not None:
                self._selected.setdefault(source, []).append(_Selected(selection.keys, collected))
            if collected is None and not self._pays(one, ranges):
                continue
            self._readings += 1
            new, old = f"__st_needed_{source}_{self._readings}", f"__st_former_{source}_{self._readings}"
            if collected is None:
                rows = self._keep(new, self._rows_of(one), one.files)
            else:
                rows = self._show(new, counted(self._session, collected, WEIGHT))
            bound[Placeholder(PlaceholderKind.NEW, source)] = exp.to_table(new)
            if one.before:
                change = self._rows.changes[source]
                before = None
                if collected is not None and change.collected is not None:
                    before = collected.pre_image(change.collected, memory_share(self._session))
                if before is not None:
                    self._show(old, counted(self._session, before, WEIGHT))
                else:
                    self._keep(old, pre_image(rows, change.frame, self._used(source)), ())
                bound[Placeholder(PlaceholderKind.OLD, source)] = exp.to_table(old)
        return bound

    def worth_a_step(self, template: DeltaTemplate, done: Collection[Placeholder], ranges: Ranges) -> frozenset[str]:
        """Find the relations of keys to compute first, because they tell which rows of a large source are needed.

        Args:
            template: The template.
            done: Placeholders of which the rows have been read.
            ranges: Gives the ranges that leave most of a table out.

        Returns:
            The names of their common table expressions.
        """
        found = set[str]()
        reducing = {} if template.staging is None else template.staging.reducing
        for source, names in reducing.items():
            runtime_filters = [
                runtime_filter
                for runtime_filter in runtime_filters_in(template.changes.tree)
                if runtime_filter.target.source == source
            ]
            files = self._files(source)
            if files is None or sum(file.size_bytes for file in files) < LEAST_BYTES:
                continue
            is_read = any(placeholder.read_source == source for placeholder in done)
            before = Placeholder(PlaceholderKind.OLD, source) in template.changes.placeholders
            if (
                not is_read
                and self._is_known(source, before=before)
                and all(ranges(runtime_filter) is None for runtime_filter in runtime_filters)
            ):
                found |= names
        return frozenset(found)

    def _pays(self, one: _ReducedSource, ranges: Ranges) -> bool:
        """Return whether rows that cannot be selected are worth a job of Spark's that reads them for all places."""
        least = LEAST_PLACES_BEFORE if one.before else LEAST_PLACES
        keys = choose_keys(one.source, [one.keys], one.files, self._rows.counts, ranges)
        return one.places >= least and keys is not None

    def _choose(
        self, query: Template, needed: Mapping[int, Sequence[SemiJoinKeys]], reduced: Collection[int]
    ) -> Iterator[_ReducedSource]:
        """Find the sources of which a few keys' rows are needed, and nothing else."""
        key_rows = self._rows.counts
        for source, candidates in needed.items():
            states = [p for p in query.placeholders if p.read_source == source]
            known = [keys for keys in candidates if all(change.source in key_rows for change in keys.changes)]
            before = Placeholder(PlaceholderKind.OLD, source) in states
            places = sum(query.counts[state] for state in states)
            if not places or not self._is_known(source, before=before):
                continue
            files = self._files(source)
            keys = (
                None if files is None else choose_keys(source, known, files, key_rows, no_range, LEAST_SELECTED_BYTES)
            )
            most = MOST_BY_CHANGES if source in reduced else self._most_rows
            if files is not None and keys is not None and self._fit(source, keys, files, key_rows, most):
                yield _ReducedSource(source, keys, files, before, places)

    def _fit(self, source: int, keys: SemiJoinKeys, files: Files, key_rows: Mapping[int | str, int], most: int) -> bool:
        """Return whether the rows of some keys may be expected to be no more than some."""
        position = self._changes[source].position
        share = key_selectivity(files, keys.column, most_keys(keys, key_rows))
        rows = None if position is None else position.rows
        return rows is None or share is None or share * rows <= most

    @property
    def collected(self) -> dict[str, CollectedRows | None]:
        """What has been read, by the name of its view; None where it is not in the driver's memory."""
        return {view: frame.collected for view, frame in self._kept.items()}

    def release(self) -> None:
        """Drop the temporary views and free their rows."""
        for view, kept in self._kept.items():
            self._session.catalog.dropTempView(view)
            kept.release()
        self._kept.clear()
        self._selected.clear()

    def _is_known(self, source: int, *, before: bool) -> bool:
        """Return whether the files hold the rows as they count, and whether it is known what they were before."""
        table = self._program.tables[source]
        change = self._changes[source].change
        if table.multiplicity is not None or change is None or change.schema_changed:
            return False
        if not before:
            return True
        if change.compacted:
            return False
        types = {column.name: column.type for column in table.columns}
        return source in self._rows.changes and all(is_exact(types[name]) for name in self._used(source))

    def _used(self, source: int) -> Sequence[str]:
        plan = self._program.plan
        return () if plan is None else next(s.used for s in plan.bound.sources if s.index == source)

    def _rows_of(self, one: _ReducedSource) -> DataFrame:
        pinned, needed = self._pinned(one.source), one.keys
        rows = pinned.log.in_session(self._session).read_files(pinned.snapshot, one.files)
        keys = [(self._rows.of(change).frame, change.column) for change in sorted(needed.changes, key=str)]
        condition = self._program.filters.get(one.source)
        used = self._used(one.source)
        return rows_of_keys(rows, used, needed.column, keys, or_null=needed.or_null, condition=condition)

    def _pinned(self, source: int) -> PinnedSource:
        return self._changes[source].source

    def _selection(self, one: _ReducedSource) -> Selection | None:
        """Say how rows are read without decoding the others; None where Spark is to read them."""
        changes = [(self._rows.of(change), change.column) for change in sorted(one.keys.changes, key=str)]
        keyed = [(frame.collected, column) for frame, column in changes if frame.collected is not None]
        if len(keyed) < len(changes):
            return None
        pinned = self._pinned(one.source)
        log = pinned.log.in_session(self._session)
        condition = self._program.filters.get(one.source)
        selected = RowSelection.of(log, pinned.snapshot, self._used(one.source), condition=condition)
        bounds = [frame.bounds.get(column) for frame, column in changes]
        # Rows without a key belong to keys that are NULL.
        or_null = one.keys.or_null and any(found is None or found[2] for found in bounds)
        keys = KeySelection.of(log, one.keys.column, keyed, or_null=or_null)
        if selected is None or keys is None:
            return None
        selected.add(one.files if or_null else skip_files(one.files, one.keys.column, bounds))
        return Selection(selected, keys)

    def _among_selected(self, one: _ReducedSource, selection: Selection | None) -> CollectedRows | None:
        """Take needed rows out of those that have been selected before; None where some may not be among them."""
        if selection is None or selection.keys is None:
            return None
        for before in self._selected.get(one.source, ()):
            if before.keys.cover(self._session, selection.keys):
                return before.rows.having(selection.keys.java)
        return None

    def _keep(self, view: str, rows: DataFrame, files: Files) -> DataFrame:
        read_bytes = sum(file.size_bytes for file in files)
        with settings_for(self._session, small_change(self._session, read_bytes)):
            return self._show(view, materialize(self._session, rows, WEIGHT, expected_rows=None))

    def _show(self, view: str, rows: MaterializedFrame) -> DataFrame:
        self._kept[view] = rows
        rows.frame.createOrReplaceTempView(view)
        return rows.frame


def _is_done(one: _ReducedSource, query: Template, done: Collection[Placeholder]) -> bool:
    """Return whether the rows of a source that a query asks for have been read."""
    return all(p in done for p in query.placeholders if p.read_source == one.source)
