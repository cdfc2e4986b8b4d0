"""The rows of a change, as a frame with a weight: +1 for a row that came, -1 for one that went."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING
from urllib.parse import unquote

from pyspark.sql import DataFrame
from pyspark.sql import functions as f
from pyspark.sql.types import StringType, StructField, StructType

from streamtables.spark.map_entries import with_entries, with_maps
from streamtables_grammar.names import quote_identifier
from streamtables_rewriter.columns import WEIGHT
from streamtables_rewriter.identity import has_identity

if TYPE_CHECKING:
    from pyspark.sql import Column

    from streamtables.spark.commit_log import DataFile
    from streamtables.spark.delta_log import DeltaTableLog, Snapshot

_CHANGE_TYPE = "_change_type"


def feed_is_plain(snapshot: Snapshot) -> bool:
    """Tell whether change data files can be read as ordinary Parquet files.

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
    netted: bool = True,
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
        netted: Whether equal rows are to be one, with the sum of their weights.

    Returns:
        ``columns`` and a BIGINT weight; never netted where rows only came.
    """
    parts: list[DataFrame] = []

    def keep(frame: DataFrame, weight: Column) -> None:
        factor = weight if multiplicity is None else weight * f.col(f"`{multiplicity}`")
        kept = [f.col(quote_identifier(name)) for name in columns]
        parts.append(frame.select(*kept, factor.cast("bigint").alias(WEIGHT)))

    came, went = narrowed(log, added, removed)
    if came:
        keep(log.read_files(snapshot, came), f.lit(1))
    if went:
        keep(log.read_files(snapshot, went), f.lit(-1))
    if change_paths:
        inserted = f.col(_CHANGE_TYPE).isin("insert", "update_postimage")
        keep(_read_feed(log, snapshot, change_paths), f.when(inserted, 1).otherwise(-1))
    if not parts:
        keep(log.read_files(snapshot, []), f.lit(1))
    change = reduce(DataFrame.unionAll, parts)
    if not netted or (not removed and not change_paths):
        return change
    return _net(change, snapshot.schema, columns)


def narrowed(
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
    before: dict[str, list[DataFile]] = {}
    for file in removed:
        before.setdefault(file.path, []).append(file)
    came, went = [], []
    for after in added:
        old = before[after.path].pop() if before.get(after.path) else None
        narrow = None if old is None else log.changed_vector(old, after)
        if narrow is None:
            came.append(after)
            went += [] if old is None else [old]
            continue
        lost, regained = narrow
        went += [] if lost is None else [lost]
        came += [] if regained is None else [regained]
    return came, went + [file for files in before.values() for file in files]


def _read_feed(log: DeltaTableLog, snapshot: Snapshot, paths: Sequence[str]) -> DataFrame:
    schema = StructType([*snapshot.schema.fields, StructField(_CHANGE_TYPE, StringType())])
    files = [f"{log.path.rstrip('/')}/{unquote(path)}" for path in paths]
    return log.session.read.schema(schema).parquet(*files)


def _net(change: DataFrame, schema: StructType, columns: Sequence[str]) -> DataFrame:
    """Add up the weights of equal rows, unless the values of a column cannot be told apart."""
    if not all(has_identity(schema[name].dataType.simpleString()) for name in columns):
        return change
    keys = [f.col(quote_identifier(name)) for name in columns]
    total = f.sum(WEIGHT).alias(WEIGHT)
    netted = with_entries(change).groupBy(*keys).agg(total) if keys else change.agg(total)
    return with_maps(netted.where(f.col(WEIGHT) != 0), change.schema)
