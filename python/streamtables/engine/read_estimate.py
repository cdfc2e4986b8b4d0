"""How much a refresh would have to read, as far as the log tells before anything is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from streamtables.catalog.definition import dotted
from streamtables.engine.program import Program
from streamtables.engine.sources import SourceChange
from streamtables_rewriter.template import Template

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


def estimate_reading(program: Program, changes: Mapping[str, SourceChange]) -> ReadEstimate | None:
    """Estimate from the sizes of files; columns and rows that a reader leaves out count on both sides.

    Args:
        program: The compiled definition.
        changes: What each source did, by dotted name.

    Returns:
        The estimate; None for a query that is only recomputed, and for changes that lie in few bytes.
    """
    found = None if program.plan is None else _sizes(program, changes)
    if program.plan is None or found is None:
        return None
    delta = program.template(found.changed, False)
    differential = found.holding + _scanned(delta.changes, found.whole, read_once=delta.needed_rows)
    if delta.otherwise is not None:
        differential = min(differential, _scanned(delta.otherwise, found.whole))
    return ReadEstimate(differential, _scanned(program.plan.initial, found.whole))


def begins_otherwise(program: Program, changes: Mapping[str, SourceChange]) -> bool:
    """Tell whether a template's second way reads less than the change and what it meets.

    Args:
        program: The compiled definition.
        changes: What each source did, by dotted name.

    Returns:
        False where there is no second way, and for changes that lie in few bytes.
    """
    found = None if program.plan is None else _sizes(program, changes)
    if found is None:
        return False
    delta = program.template(found.changed, False)
    if delta.otherwise is None:
        return False
    differential = found.holding + _scanned(delta.changes, found.whole, read_once=delta.needed_rows)
    return differential > _scanned(delta.otherwise, found.whole)


@dataclass(frozen=True, slots=True)
class _Sizes:
    """Bytes: of each source, and of the files that hold the change."""

    whole: Mapping[int, int]
    changed: frozenset[int]
    holding: int


def _sizes(program: Program, changes: Mapping[str, SourceChange]) -> _Sizes | None:
    by_source = {index: changes[dotted(table.name)] for index, table in program.tables.items()}
    changed = {index: change for index, change in by_source.items() if change.changed and change.change is not None}
    holding = sum(change.change.size_bytes for change in changed.values() if change.change is not None)
    if not changed or holding < LEAST_BYTES:
        return None
    whole = {index: change.source.snapshot.size_bytes for index, change in by_source.items()}
    return _Sizes(whole, frozenset(changed), holding)


def _scanned(template: Template, sizes: Mapping[int, int], *, read_once: Collection[int] = ()) -> int:
    places = Counter[int]()
    for placeholder in template.placeholders:
        if placeholder.read_source is not None:
            places[placeholder.read_source] += template.count(placeholder)
    return sum(sizes[source] * (1 if source in read_once else count) for source, count in places.items())
