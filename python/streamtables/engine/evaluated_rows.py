"""Over how many rows a change makes window functions be evaluated anew: each of its partitions before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted
from streamtables.engine.needed_rows import share_of_values
from streamtables.engine.program import Program
from streamtables.engine.sources import SourceChange
from streamtables.spark.keyed_rows import rows_of_keys
from streamtables.spark.small_frames import SmallFrame
from streamtables_rewriter.changed_ranges import SourceColumn
from streamtables_rewriter.template import DeltaTemplate

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.file_lists import FileLists
    from streamtables_rewriter.needed_rows import NeededKeys

LEAST_BYTES = 32 * 2**20
"""All of a smaller source is evaluated in about the time that the count takes."""


@dataclass(frozen=True, slots=True)
class EvaluatedRows:
    """Rows of a source.

    Attributes:
        source: Dotted name of the source.
        rows: How many are evaluated: all that have the changed keys, or as large a share of all as these are of all
            keys, where that is large.
        of: How many the source has.
    """

    source: str
    rows: int
    of: int


def evaluated_rows(
    session: SparkSession,
    program: Program,
    template: DeltaTemplate,
    changes: Mapping[str, SourceChange],
    frames: Mapping[int, SmallFrame],
    files: FileLists,
    enough: float,
) -> EvaluatedRows | None:
    """Find the source of which most rows are evaluated.

    The partitions of the change are counted first; unless they are many, the rows of them, which reads one column.

    Args:
        session: A session of our own.
        program: The compiled definition.
        template: The template for what changed.
        changes: What changed, by dotted source name.
        frames: The changes that have been read, by source.
        files: Knows the files of tables that have few.
        enough: Share of the rows from which on they need not be counted exactly.

    Returns:
        The source; None where no window function is evaluated over a large one, or it is not known over what.
    """
    found = []
    for evaluation in template.evaluations:
        name = dotted(program.tables[evaluation.source].name)
        pinned, position = changes[name].source, changes[name].position
        rows = None if position is None else position.rows
        if not rows or pinned.snapshot.size_bytes < LEAST_BYTES:
            continue
        if evaluation.keys is None:
            found.append(EvaluatedRows(name, rows, rows))
            continue
        live = files.at(pinned.log, pinned.snapshot, pinned.version)
        counts = []
        for column, frame, keys in _own_keys(evaluation.source, evaluation.keys, frames):
            held = frame.held
            share = None if live is None or held is None else share_of_values(live, keys.column, held.distinct(column))
            if share is not None and share > enough:
                counts.append(round(share * rows))
                continue
            everything = pinned.log.in_session(session).read_version(pinned.snapshot)
            bounds = frame.bounds.get(column)
            or_null = keys.or_null and (bounds is None or bounds[2])
            wanted = [(frame.frame, column)]
            counts.append(rows_of_keys(everything, [keys.column], keys.column, wanted, or_null=or_null).count())
        if counts:
            found.append(EvaluatedRows(name, min(rows, *counts), rows))
    return max(found, key=lambda one: one.rows / one.of, default=None)


def _own_keys(
    source: int, candidates: Sequence[NeededKeys], frames: Mapping[int, SmallFrame]
) -> Iterator[tuple[str, SmallFrame, NeededKeys]]:
    """Find the keys that only come from the source's own change, few enough to be sent around."""
    for keys in candidates:
        change = next(iter(keys.changes))
        if len(keys.changes) == 1 and isinstance(change, SourceColumn) and change.source == source and source in frames:
            yield change.column, frames[source], keys
