"""How much a refresh would have to read, as far as the log tells before anything is read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from streamtables.catalog.definition import dotted
from streamtables.engine.program import Program
from streamtables.engine.sources import SourceChange
from streamtables_rewriter.template import PlaceholderKind, Template

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
    if program.plan is None:
        return None
    by_source = {index: changes[dotted(table.name)] for index, table in program.tables.items()}
    changed = {index: change for index, change in by_source.items() if change.changed and change.change is not None}
    holding = sum(change.change.size_bytes for change in changed.values() if change.change is not None)
    if holding < LEAST_BYTES:
        return None
    sizes = {index: change.source.snapshot.size_bytes for index, change in by_source.items()}
    delta = program.template(frozenset(changed), False)
    differential = holding + _scanned(delta.changes, sizes, read_once=delta.needed_rows)
    return ReadEstimate(differential, _scanned(program.plan.initial, sizes))


def _scanned(template: Template, sizes: Mapping[int, int], *, read_once: Collection[int] = ()) -> int:
    places = Counter[int]()
    for placeholder in template.placeholders:
        if placeholder.kind in (PlaceholderKind.NEW, PlaceholderKind.OLD) and placeholder.source is not None:
            places[placeholder.source] += template.count(placeholder)
    return sum(sizes[source] * (1 if source in read_once else count) for source, count in places.items())
