"""The rows of a change, as a frame with a weight: +1 for a row that came, -1 for one that went."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from pyspark.sql import DataFrame
from pyspark.sql.types import StructType

from streamtables.spark.late_materialization.row_selection import paired
from streamtables.spark.rows.map_entries import with_entries, with_maps
from streamtables_grammar.quoting import quote_identifier
from streamtables_rewriter.semantics.column_types import is_comparable
from streamtables_rewriter.semantics.identity import has_entries
from streamtables_rewriter.sql.columns import WEIGHT

if TYPE_CHECKING:
    from streamtables.spark.tables.commit_log import DataFile
    from streamtables.spark.tables.delta_log import DeltaTableLog
    from streamtables.spark.tables.snapshot import Snapshot

_CHANGE_TYPE = "_change_type"


def feed_is_plain(snapshot: Snapshot) -> bool:
    """Return whether change data files can be read as ordinary Parquet files.

    Args:
        snapshot: The table's newest snapshot.

    Returns:
        False where partition values or column mapping stand between the file and the table's columns.
    """
    return not snapshot.partition_columns and snapshot.properties.get("delta.columnMapping.mode", "none") == "none"


def change_frame(
    log: DeltaTableLog,
    snapshot: Snapshot,
    *,
    added: Sequence[DataFile],
    removed: Sequence[DataFile],
    change_paths: Sequence[str],
    columns: Sequence[str],
    multiplicity: str | None,
    condition: str | None = None,
    consolidated: bool = True,
) -> DataFrame:
    """Read a change.

    Args:
        log: The source's log.
        snapshot: The source's newest snapshot, whose schema the files are read with.
        added: The files whose rows came.
        removed: The files whose rows went.
        change_paths: Change data files, as the log names them.
        columns: The columns to keep.
        multiplicity: Column that says how often a stored row counts, if the table has one.
        condition: What rows must meet over ``columns``; None for nothing.
        consolidated: Whether equal rows are to be one, with the sum of their weights.

    Returns:
        ``columns`` and a BIGINT weight; never consolidated where rows only came.
    """
    came, went = live_difference(log, added, removed)
    kept = [quote_identifier(name) for name in columns]

    def weighted(weight: str) -> list[str]:
        factor = weight if multiplicity is None else f"{weight} * {quote_identifier(multiplicity)}"
        return [*kept, f"CAST({factor} AS BIGINT) AS {WEIGHT}"]

    change = log.read_change(
        snapshot,
        (came, weighted("1")),
        (went, weighted("-1")),
        (change_paths, weighted(f"CASE WHEN {_CHANGE_TYPE} IN ('insert', 'update_postimage') THEN 1 ELSE -1 END")),
    )
    if condition is not None:
        change = change.where(condition)
    if not consolidated or (not removed and not change_paths):
        return change
    return _consolidate(log, change, snapshot.schema, columns)


def live_difference(
    log: DeltaTableLog, added: Sequence[DataFile], removed: Sequence[DataFile]
) -> tuple[list[DataFile], list[DataFile]]:
    """Leave out the rows that a file shows before and after its deletion vector has changed.

    Args:
        log: The table's log.
        added: The files whose rows came.
        removed: The files whose rows went.

    Returns:
        Files of the same difference, with fewer rows.
    """
    pairs, came, went = paired(added, removed)
    for old, after in pairs:
        difference = log.deletion_vector_difference(old, after)
        lost, regained = (old, after) if difference is None else difference
        went += [] if lost is None else [lost]
        came += [] if regained is None else [regained]
    return came, went


def _consolidate(log: DeltaTableLog, change: DataFrame, schema: StructType, columns: Sequence[str]) -> DataFrame:
    """Add up the weights of equal rows, unless the values of a column cannot be told apart."""
    types = [schema[name].dataType.simpleString() for name in columns]
    if not all(is_comparable(type_) or has_entries(type_) for type_ in types):
        return change
    return with_maps(log.consolidated(with_entries(change), columns, WEIGHT), change.schema)
