"""Over how many rows a change makes window functions be evaluated anew: each of its partitions before and after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.engine.reading.chosen_keys import key_selectivity
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables.spark.rows.keyed_rows import count_of_partitions
from streamtables.spark.rows.materialized_frames import MaterializedFrame
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.templates.affected_partitions import AffectedPartitions, affected_partitions
from streamtables_rewriter.templates.delta_template import DeltaTemplate

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.tables.file_lists import FileLists, Files

LEAST_BYTES = 32 * 2**20
"""All of a smaller source is evaluated in about the time that the count takes."""


@dataclass(frozen=True, slots=True)
class AffectedPartitionRows:
    """Rows of a source.

    Attributes:
        source: Index of the source.
        rows: How many are evaluated at the least: all of the partitions that its own change touches, or as large a
            share of all as these are of all partitions, where that is large.
        of: How many the source has.
    """

    source: int
    rows: int
    of: int


def affected_partition_rows(
    session: SparkSession,
    template: DeltaTemplate,
    changes: SourceChanges,
    changed: Mapping[int, MaterializedFrame],
    files: FileLists,
    enough: float,
) -> AffectedPartitionRows | None:
    """Find the source of which most rows are evaluated.

    The partitions that a source's own change touches are counted first; unless they are many, the rows of them, which
    reads the columns of their keys.

    Args:
        session: A session of our own.
        template: The template for what changed.
        changes: What changed.
        changed: The changes that have been read, by source.
        files: Knows the files of tables that have few.
        enough: Share of the rows from which on they need not be counted exactly.

    Returns:
        The source; None where no window function is evaluated over a large one, or it is not known over what.
    """
    found = []
    for evaluation in sorted(affected_partitions(template), key=lambda one: len(one.keys)):
        source = evaluation.source
        pinned, position = changes[source].source, changes[source].position
        rows = None if position is None else position.rows
        if not rows or pinned.snapshot.size_bytes < LEAST_BYTES:
            continue
        if not evaluation.keys:
            return AffectedPartitionRows(source, rows, rows)
        frame = changed.get(source)
        if frame is None:
            continue
        live = files.at(pinned.log, pinned.snapshot, pinned.version)
        share = None if live is None else _share(evaluation, frame, live)
        if share is not None and share > enough:
            count: int | None = round(min(share, 1) * rows)
        else:
            everything = pinned.log.in_session(session).read_version(pinned.snapshot)
            count = count_of_partitions(
                everything, frame.frame, [key.sql(dialect=FaithfulSpark) for key in evaluation.keys]
            )
        if count is None:
            continue
        found.append(AffectedPartitionRows(source, count, rows))
        if count > enough * rows:
            break
    return max(found, key=lambda one: one.rows / one.of, default=None)


def _share(evaluation: AffectedPartitions, change: MaterializedFrame, files: Files) -> float | None:
    """Estimate the share of the partitions that a change touches, where their keys are whole numbers."""
    column, collected = evaluation.column, change.collected
    return None if column is None or collected is None else key_selectivity(files, column, collected.distinct(column))
