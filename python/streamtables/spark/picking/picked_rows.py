"""A few rows of a Delta table's files, by their positions or by one column's values, without decoding the others.

One small Spark job, without a plan, reads them with Spark's own Parquet reader into the driver's memory. It serves rows
that changed and rows that a change meets; where they are many, or of types that it does not know, Spark's ordinary
reading serves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from streamtables.spark.accelerators.chosen import accelerators_of
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.rows.small_frames import HELD_LIMIT_ROWS, HeldRows, held_in, memory_share
from streamtables_rewriter.sql.columns import WEIGHT

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.tables.commit_log import DataFile
    from streamtables.spark.tables.delta_log import DeltaTableLog, Snapshot

LARGEST_PART_BYTES = 64 * 2**20
"""A larger file is read by several tasks."""
_SEPARATOR = "\0"


def picker(session: SparkSession) -> Any:
    """Return the Java object that picks rows."""
    return JvmBridge.of(session).part("picking.Picker")


class PickedKeys:
    """Values of one column of which a row is to have one.

    Args:
        java: The values, for Java.
    """

    def __init__(self, java: Any) -> None:
        self.java = java

    @classmethod
    def of(
        cls, log: DeltaTableLog, column: str, held: Sequence[tuple[HeldRows, str]], *, or_null: bool
    ) -> PickedKeys | None:
        """Take the values out of rows.

        Args:
            log: The log of the table whose rows are to be picked.
            column: The table's column.
            held: Rows, each with the column of them that holds values.
            or_null: Whether rows without a value are wanted, too.

        Returns:
            The keys; None where they are neither whole numbers nor texts.
        """
        rows, names = [rows.java for rows, _ in held], [name for _, name in held]
        java = picker(log.session).keys(column, or_null, rows, names)
        return None if java is None else cls(java)

    def cover(self, session: SparkSession, narrower: PickedKeys) -> bool:
        """Tell whether the rows that have one of other keys are among those that have one of these.

        Args:
            session: Any session.
            narrower: The others.

        Returns:
            True only if they are of the same column.
        """
        return bool(picker(session).cover(self.java, narrower.java))


class PickedRows:
    """Files, and which of their rows to pick.

    Args:
        log: The table's log.
        java: Collects the files, for Java.

    Attributes:
        log: The same.
        java: The same.
    """

    def __init__(self, log: DeltaTableLog, java: Any) -> None:
        self.log = log
        self.java = java

    @classmethod
    def of(
        cls,
        log: DeltaTableLog,
        snapshot: Snapshot,
        columns: Sequence[str],
        multiplicity: str | None = None,
        condition: str | None = None,
    ) -> PickedRows | None:
        """Begin with no file.

        Args:
            log: The table's log, in the session that reads.
            snapshot: A version of the table, for the columns' types.
            columns: The columns to read.
            multiplicity: Column that says how often a stored row counts, if the table has one.
            condition: What rows must meet over these columns; None for nothing. It must not fail for any row.

        Returns:
            The beginning; None where these columns do not lie in the files as they are to be read, or without the
            accelerator ``picked_rows``.
        """
        chosen = accelerators_of(log.session)
        if "picked_rows" not in chosen.used:
            return None
        names, memory = _SEPARATOR.join(columns), chosen.kept_columns_memory
        java = log.pick(snapshot, names, multiplicity, condition, memory)
        return None if java is None else cls(log, java)

    def add(self, files: Iterable[DataFile], weight: int = 1) -> None:
        """Add the live rows of files, which count ``weight`` each."""
        self.java.add("\n".join(file.as_add_action() for file in files), weight)

    def add_difference(self, pairs: Iterable[tuple[DataFile, DataFile]]) -> None:
        """Add what two states of each file show of it: what only the first does counts -1, what only the second, +1."""
        before, after = [], []
        for old, new in pairs:
            before.append(old.as_add_action())
            after.append(new.as_add_action())
        self.java.addDifference("\n".join(before), "\n".join(after))

    def add_feed(self, files: Sequence[DataFile]) -> None:
        """Add change data files, whose rows say themselves how they count."""
        gateway: Any = self.log.session.sparkContext._gateway
        sizes = gateway.new_array(gateway.jvm.long, len(files))
        for index, file in enumerate(files):
            sizes[index] = file.size_bytes
        self.java.addFeed(_SEPARATOR.join(unquote(file.path) for file in files), sizes)

    def placed(self, keys: PickedKeys, file: str, position: str, limit: int = HELD_LIMIT_ROWS) -> HeldRows | None:
        """Read the rows that have one of some keys, and where they lie.

        Args:
            keys: The keys.
            file: Name for a column with the URI of a row's file.
            position: Name for a column with its position in that file, from 0 on.
            limit: The most rows to bring here.

        Returns:
            The columns and these two; None if there are more, or more than the driver's memory takes.
        """
        room = memory_share(self.log.session).allow()
        if room is None:
            return None
        with room.kept() as most:
            rows = self.java.placed(keys.java, file, position, limit, most, LARGEST_PART_BYTES)
            return None if rows is None else held_in(room, rows)


@dataclass(frozen=True, slots=True)
class Picking:
    """Rows to pick.

    Attributes:
        rows: The files.
        keys: Which rows; None for all of them.
    """

    rows: PickedRows
    keys: PickedKeys | None = None


def picked_together(pickings: Sequence[Picking | None], limit: int = HELD_LIMIT_ROWS) -> list[HeldRows | None]:
    """Read rows of several tables in one job.

    Args:
        pickings: The rows; None for nothing.
        limit: The most rows to bring here of each.

    Returns:
        For each the columns and a BIGINT weight; None where there was nothing to read, where there are more rows or
        more than the driver's memory takes, or where the files are written so that Spark is to read them.
    """
    given = [picking for picking in pickings if picking is not None]
    if not given:
        return [None] * len(pickings)
    session = given[0].rows.log.session
    room = memory_share(session).allow()
    if room is None:
        return [None] * len(pickings)
    keys = [None if picking.keys is None else picking.keys.java for picking in given]
    tables = [picking.rows.java for picking in given]
    with room.kept() as most:
        read = iter(picker(session).picked(tables, keys, WEIGHT, limit, most, LARGEST_PART_BYTES))
        found = [None if picking is None else next(read) for picking in pickings]
        return [None if rows is None else held_in(room, rows) for rows in found]


def picking_of_change(
    log: DeltaTableLog,
    snapshot: Snapshot,
    *,
    added: Sequence[DataFile],
    removed: Sequence[DataFile],
    change_files: Sequence[DataFile],
    columns: Sequence[str],
    multiplicity: str | None,
    condition: str | None,
    limit: int,
) -> Picking | None:
    """Say how a change is picked.

    Args:
        log: The source's log, in the session that reads.
        snapshot: The source's newest snapshot, whose schema the files are read with.
        added: The files whose rows came.
        removed: The files whose rows went.
        change_files: Change data files.
        columns: The columns to keep.
        multiplicity: Column that says how often a stored row counts, if the table has one.
        condition: What rows must meet over ``columns``; None for nothing. It must not fail for any row.
        limit: The most rows to read.

    Returns:
        What gives ``columns`` and a weight, not netted; None where Spark is to read it.
    """
    pairs, came, went = paired(added, removed)
    whole = [file.rows for file in (*came, *went)]
    if None in whole or sum(rows or 0 for rows in whole) > limit:
        return None
    picked = PickedRows.of(log, snapshot, columns, multiplicity, condition)
    if picked is None:
        return None
    picked.add(came, 1)
    picked.add(went, -1)
    picked.add_difference(pairs)
    picked.add_feed(change_files)
    return Picking(picked)


def paired(
    added: Sequence[DataFile], removed: Sequence[DataFile]
) -> tuple[list[tuple[DataFile, DataFile]], list[DataFile], list[DataFile]]:
    """Find the files of which a range changed the deletion vector only.

    Args:
        added: The files whose rows came.
        removed: The files whose rows went.

    Returns:
        The two states of each such file, the other files that came, and the other ones that went.
    """
    before: dict[str, list[DataFile]] = {}
    for file in removed:
        before.setdefault(file.path, []).append(file)
    pairs, came = [], []
    for after in added:
        if before.get(after.path):
            pairs.append((before[after.path].pop(), after))
        else:
            came.append(after)
    return pairs, came, [file for files in before.values() for file in files]
