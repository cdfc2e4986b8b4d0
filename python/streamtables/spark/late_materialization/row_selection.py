"""Late materialization: few rows of a Delta table's files, by positions or one column's values, the others not decoded.

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
from streamtables.spark.rows.materialized_frames import DRIVER_LIMIT_ROWS, CollectedRows, collected_in, memory_share
from streamtables_rewriter.sql.columns import WEIGHT

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.tables.commit_log import DataFile
    from streamtables.spark.tables.delta_log import DeltaTableLog
    from streamtables.spark.tables.snapshot import Snapshot

LARGEST_PART_BYTES = 64 * 2**20
"""A larger file is read by several tasks."""
_SEPARATOR = "\0"


def picker(session: SparkSession) -> Any:
    """Return the Java object that selects rows."""
    return JvmBridge.of(session).part("picking.Picker")


class KeySelection:
    """Values of one column of which a row is to have one.

    Args:
        java: The values, for Java.
    """

    def __init__(self, java: Any) -> None:
        self.java = java

    @classmethod
    def of(
        cls, log: DeltaTableLog, column: str, collected: Sequence[tuple[CollectedRows, str]], *, or_null: bool
    ) -> KeySelection | None:
        """Take the values out of rows.

        Args:
            log: The log of the table whose rows are to be selected.
            column: The table's column.
            collected: Rows, each with the column of them that holds values.
            or_null: Whether rows without a value are wanted, too.

        Returns:
            The keys; None where they are neither whole numbers nor texts.
        """
        rows, names = [rows.java for rows, _ in collected], [name for _, name in collected]
        java = picker(log.session).keys(column, or_null, rows, names)
        return None if java is None else cls(java)

    def cover(self, session: SparkSession, narrower: KeySelection) -> bool:
        """Return whether the rows that have one of other keys are among those that have one of these.

        Args:
            session: Any session.
            narrower: The others.

        Returns:
            True only if they are of the same column.
        """
        return bool(picker(session).cover(self.java, narrower.java))


class RowSelection:
    """Files, and which of their rows to select.

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
    ) -> RowSelection | None:
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
        java = log.select(snapshot, names, multiplicity, condition, memory)
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

    def placed(
        self, keys: KeySelection, file: str, position: str, limit: int = DRIVER_LIMIT_ROWS
    ) -> CollectedRows | None:
        """Read the rows that have one of some keys, and where they lie.

        Args:
            keys: The keys.
            file: Name for a column with the URI of a row's file.
            position: Name for a column with its position in that file, from 0 on.
            limit: The most rows to bring here.

        Returns:
            The columns and these two; None if there are more, or more than the driver's memory takes.
        """
        reservation = memory_share(self.log.session).allow()
        if reservation is None:
            return None
        with reservation.released_after() as most:
            rows = self.java.placed(keys.java, file, position, limit, most, LARGEST_PART_BYTES)
            return None if rows is None else collected_in(reservation, rows)


@dataclass(frozen=True, slots=True)
class Selection:
    """Rows to select.

    Attributes:
        rows: The files.
        keys: Which rows; None for all of them.
    """

    rows: RowSelection
    keys: KeySelection | None = None


def select_together(
    selections: Sequence[Selection | None], limit: int = DRIVER_LIMIT_ROWS
) -> list[CollectedRows | None]:
    """Read rows of several tables in one job.

    Args:
        selections: The rows; None for nothing.
        limit: The most rows to bring here of each.

    Returns:
        For each the columns and a BIGINT weight; None where there was nothing to read, where there are more rows or
        more than the driver's memory takes, or where the files are written so that Spark is to read them.
    """
    given = [selection for selection in selections if selection is not None]
    if not given:
        return [None] * len(selections)
    session = given[0].rows.log.session
    reservation = memory_share(session).allow()
    if reservation is None:
        return [None] * len(selections)
    keys = [None if selection.keys is None else selection.keys.java for selection in given]
    tables = [selection.rows.java for selection in given]
    with reservation.released_after() as most:
        read = iter(picker(session).selected(tables, keys, WEIGHT, limit, most, LARGEST_PART_BYTES))
        found = [None if selection is None else next(read) for selection in selections]
        return [None if rows is None else collected_in(reservation, rows) for rows in found]


def selection_of_change(
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
) -> Selection | None:
    """Say how a change is selected.

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
        What gives ``columns`` and a weight, not consolidated; None where Spark is to read it.
    """
    pairs, came, went = paired(added, removed)
    whole = [file.rows for file in (*came, *went)]
    if None in whole or sum(rows or 0 for rows in whole) > limit:
        return None
    selected = RowSelection.of(log, snapshot, columns, multiplicity, condition)
    if selected is None:
        return None
    selected.add(came, 1)
    selected.add(went, -1)
    selected.add_difference(pairs)
    selected.add_feed(change_files)
    return Selection(selected)


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
