"""How many rows of a stream table came, changed and went, as readers see it.

What is stored is not what is seen: a row without a group is stored once with the number of its copies, groups that fail
a condition are stored and hidden, of first groups all are stored, and a group that is stored in parts is the sum of
them. What a refresh does not learn on its way is not known (None): no query is run to count.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from streamtables.engine.programs.program import Program
from streamtables.spark.rows.materialized_frames import CollectedRows, MaterializedFrame
from streamtables.spark.tables.commit_log import Commit, DataFile
from streamtables_rewriter.sql.columns import ROWS


@dataclass(frozen=True, slots=True)
class RowCounts:
    """Rows of a stream table; None where their number is not known.

    Attributes:
        inserted: Rows that came.
        updated: Groups of which readers see other values than before.
        deleted: Rows that went.
    """

    inserted: int | None
    updated: int | None
    deleted: int | None


UNKNOWN = RowCounts(None, None, None)
NO_ROWS = RowCounts(0, 0, 0)


def appended_counts(
    program: Program, appended: Sequence[str], stored: int, collected: CollectedRows | None, copies: int | None
) -> RowCounts:
    """Count what came by appending.

    Args:
        program: The compiled definition.
        appended: The columns that rows were appended to, in the order of theirs.
        stored: How many rows were appended.
        collected: The same rows, where they are in the driver's memory.
        copies: How many rows they stand for, where that is known already.

    Returns:
        The counts: nobody has looked whether the group of a part was there before, unless all rows are one group.
    """
    plan = program.plan
    if stored == 0:
        return NO_ROWS
    if plan is None or plan.layout == "rows":
        if copies is None and collected is not None:
            copies = (collected.sums(ROWS) or (None, 0))[0]
        return RowCounts(stored if copies is None else copies, 0, 0)
    if plan.keys or plan.hides_some or plan.shows_top_k:
        return UNKNOWN
    shown = {c.name for c in plan.stored if c.output is not None and c.name not in plan.computed}
    changed = collected is not None and any(
        collected.is_zero(name) is False
        for name, column in zip(collected.names, appended, strict=True)
        if column in shown
    )
    return RowCounts(0, 1 if changed else None, 0)


def merged_counts(program: Program, commit: Commit, changes: MaterializedFrame) -> RowCounts:
    """Count what a MERGE did.

    Args:
        program: The compiled definition.
        commit: Its commit.
        changes: What was merged.

    Returns:
        The counts: of groups, the commit tells the stored ones.
    """
    plan = program.plan
    if plan is None or plan.layout == "rows":
        return RowCounts(changes.positive, 0, changes.negative)
    if plan.hides_some or plan.shows_top_k:
        return UNKNOWN
    seen = all(column.output is not None or column.name in plan.keys for column in plan.stored)
    updated = _metric(commit.metrics, "Updated") if seen else None
    return RowCounts(_metric(commit.metrics, "Inserted"), updated, _metric(commit.metrics, "Deleted"))


def replaced_counts(program: Program, commit: Commit, before: Program | None, *, whole: bool) -> RowCounts:
    """Count the rows of a commit that wrote the whole table.

    Args:
        program: The compiled definition.
        commit: The commit.
        before: That of the rows that were there; None where there were none.
        whole: Whether none of their groups was in several parts.

    Returns:
        All rows that are there now, as inserted, and all that were there, as deleted.
    """
    went = 0 if not commit.removes else None
    if before is not None and (whole or before.plan is None or before.plan.layout != "parts"):
        went = _shown_rows(before, commit.removes)
    return RowCounts(_shown_rows(program, commit.adds), 0, went)


def _shown_rows(program: Program, files: Iterable[DataFile]) -> int | None:
    """Return how many rows readers see of files that hold all rows, from the files' statistics."""
    plan, stored, copies = program.plan, 0, 0
    for file in files:
        if file.rows is None:
            return None
        stored += file.rows
        lowest, highest = file.lowest.get(ROWS), file.highest.get(ROWS)
        if plan is not None and plan.layout == "rows" and file.rows:
            if not isinstance(lowest, int) or lowest != highest:
                return None
            copies += lowest * file.rows
    if plan is None:
        return stored
    return copies if plan.layout == "rows" else plan.rows_shown(stored)


def _metric(metrics: Mapping[str, str], what: str) -> int | None:
    value = metrics.get(f"numTargetRows{what}", "")
    return int(value) if value.isdigit() else None
