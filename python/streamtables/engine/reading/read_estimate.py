"""How much a refresh would have to read, as far as the log tells before anything is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.engine.programs.program import Program
from streamtables.engine.reading.chosen_keys import choose_keys
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import PlaceholderKind
from streamtables_rewriter.templates.template import Template

if TYPE_CHECKING:
    from streamtables.spark.tables.file_lists import FileLists

LEAST_BYTES = 32 * 2**20
"""Changes that lie in fewer bytes are not estimated: their keys are few, so that ranges leave out most of the rest."""


@dataclass(frozen=True, slots=True)
class ReadEstimate:
    """Bytes of data files.

    Attributes:
        differential: What a differential refresh reads: the files that hold the change, and what it is joined with.
        full: What recomputing reads.
    """

    differential: int
    full: int


def estimate_reading(program: Program, changes: SourceChanges, files: FileLists) -> ReadEstimate | None:
    """Estimate from the sizes of files; columns and rows that a reader leaves out count on both sides.

    Args:
        program: The compiled definition.
        changes: What each source did.
        files: Knows the files of tables that have few.

    Returns:
        The estimate; None for a query that is only recomputed, and for changes that lie in few bytes.
    """
    found = None if program.plan is None else _sizes(changes)
    if program.plan is None or found is None:
        return None
    delta = program.template(found.changed, False)
    differential = found.read_by(delta.changes, read_once=_read_once(delta, changes, files))
    if delta.alternative is not None:
        differential = min(differential, found.read_by(delta.alternative))
    return ReadEstimate(differential, found.read_by(program.plan.initial))


def prefers_alternative(program: Program, changes: SourceChanges, files: FileLists) -> bool:
    """Return whether a template's second way reads less than the change and what it meets.

    Args:
        program: The compiled definition.
        changes: What each source did.
        files: Knows the files of tables that have few.

    Returns:
        False where there is no second way, and for changes that lie in few bytes.
    """
    found = None if program.plan is None else _sizes(changes)
    if found is None:
        return False
    delta = program.template(found.changed, False)
    if delta.alternative is None:
        return False
    read_once = _read_once(delta, changes, files)
    return found.read_by(delta.changes, read_once=read_once) > found.read_by(delta.alternative)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Bytes of sources: of all of it, and of the files that hold its change."""

    whole: Mapping[int, int]
    holding: Mapping[int, int]

    @property
    def changed(self) -> frozenset[int]:
        """The sources that changed."""
        return frozenset(self.holding)

    def read_by(self, template: Template, *, read_once: Collection[int] = ()) -> int:
        """Add up what a statement reads: a change once, a source in each place that asks for it."""
        places = Counter[int]()
        changes = set[int]()
        for placeholder in template.placeholders:
            if placeholder.read_source is not None:
                places[placeholder.read_source] += template.counts[placeholder]
            elif placeholder.kind is PlaceholderKind.DELTA and placeholder.source is not None:
                changes.add(placeholder.source)
        scanned = sum(self.whole[source] * (1 if source in read_once else count) for source, count in places.items())
        return scanned + sum(self.holding.get(source, 0) for source in changes)


def _read_once(delta: DeltaTemplate, changes: SourceChanges, files: FileLists) -> frozenset[int]:
    """Find the sources that are read once for all places: those of whose keys the change can have few."""
    changed_rows: dict[int | str, int] = {
        index: source.change.changed_rows or 0 for index, source in changes.by_source.items() if source.change
    }
    # Steps may tell that fewer rows are needed: how many is not known before they are computed.
    once = set() if delta.staging is None else set(delta.staging.reducing)
    for source, candidates in delta.semi_join_keys.items():
        pinned = changes[source].source
        live = files.at(pinned.log, pinned.snapshot, pinned.version)
        if live is not None and choose_keys(source, candidates, live, changed_rows, lambda _: None) is not None:
            once.add(source)
    return frozenset(once)


def _sizes(changes: SourceChanges) -> _Sizes | None:
    by_source = changes.by_source
    holding = {
        index: source.change.size_bytes
        for index, source in by_source.items()
        if source.changed and source.change is not None
    }
    if not holding or sum(holding.values()) < LEAST_BYTES:
        return None
    return _Sizes({index: source.source.snapshot.size_bytes for index, source in by_source.items()}, holding)
