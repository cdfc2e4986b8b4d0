"""What a refresh leaves for the history: from what it has learnt anyway, without a query or a look at a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.commit_details import NOTHING_WRITTEN, size_after, written
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import (
    RefreshDetails,
    RefreshInputs,
    RequestedBy,
    SourceVersions,
    data_range,
)
from streamtables.engine.refreshing.meter import Phase
from streamtables_rewriter.plan.relations import Table

if TYPE_CHECKING:
    from streamtables.catalog.frontier import Frontier
    from streamtables.engine.refreshing.examine import Examination
    from streamtables.engine.result import RefreshResult
    from streamtables.engine.sources.source_change import SourceChange


def refresh_inputs(examination: Examination, requested_by: RequestedBy) -> RefreshInputs:
    """Return what a refresh is decided from.

    Args:
        examination: What is known.
        requested_by: Who asked for it.

    Returns:
        What its commit keeps of that.
    """
    shown, changes = examination.state.populated, examination.changes.by_name
    oldest, newest = data_range([change.source.snapshot.timestamp_ms for change in changes.values()])
    return RefreshInputs(
        requested_by.name,
        tuple(_versions(name, change, shown=shown) for name, change in changes.items()),
        examination.decision.prediction,
        oldest,
        newest,
    )


def _versions(name: str, change: SourceChange, *, shown: bool) -> SourceVersions:
    position = change.position if shown else None
    if position is None:
        return SourceVersions(name, None, change.source.version)
    changed = (change.change.changed_rows if change.change is not None else None) if change.changed else 0
    return SourceVersions(name, position.version, change.source.version, changed)


def recomputing_reads(examination: Examination, frontier: Frontier) -> tuple[int | None, int | None]:
    """Return what recomputing reads, each source once.

    Args:
        examination: What is known.
        frontier: What the commit records.

    Returns:
        Rows and bytes; None where a source does not tell.
    """
    relations = examination.state.definition.relations.values()
    if any(isinstance(relation, Table) and relation.maintainable is not None for relation in relations):
        return None, None
    rows = [position.rows for position in frontier.positions.values()]
    sizes = [change.source.snapshot.known_size for change in examination.changes.by_name.values()]
    return (
        None if None in rows else sum(row or 0 for row in rows),
        None if None in sizes else sum(size[0] for size in sizes if size is not None),
    )


def refresh_details(examination: Examination, result: RefreshResult) -> RefreshDetails:
    """Return what the history keeps of a refresh.

    Args:
        examination: What was known of it.
        result: What it answers.

    Returns:
        The details.
    """
    state, meter = examination.state, examination.meter
    size, wrote = state.snapshot.known_size, NOTHING_WRITTEN
    if result.mode is not RanMode.NO_CHANGE and result.version is not None:
        for version in range(state.snapshot.version + 1, result.version + 1):
            commit = state.log.commit(version)
            size = size_after(size, commit)
            wrote = written(commit)
    return RefreshDetails(
        stream_table_id=state.definition.id,
        refresh_number=1 + state.last_number if result.committed else None,
        inputs=examination.inputs,
        detect_ms=meter.milliseconds(Phase.DETECT),
        decide_ms=meter.milliseconds(Phase.DECIDE),
        plan_ms=meter.milliseconds(Phase.PLAN),
        apply_ms=meter.milliseconds(Phase.APPLY),
        rows_read=meter.rows_read,
        bytes_read=meter.bytes_read,
        rows_written=wrote[0],
        bytes_written=wrote[1],
        size_bytes=None if size is None else size[0],
        files=None if size is None else size[1],
    )
