"""Applying a decision: one Delta commit that carries the new frontier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sqlglot import exp

from streamtables.catalog.frontier import Frontier, Parts
from streamtables.catalog.refresh_details import NO_DETAILS, RefreshDetails
from streamtables.catalog.stored_state import StoredState, parts_after
from streamtables.engine.concurrency.conflicts import ReplayedRefreshError
from streamtables.engine.programs.bindings import CHANGES_VIEW
from streamtables.engine.programs.recompute import at_versions, stored_rows_sql, use_namespace
from streamtables.engine.reading.bound_delta import BoundDelta
from streamtables.engine.reading.data_skipping import range_columns, within_bounds
from streamtables.engine.writing.committing import committing
from streamtables.engine.writing.merge_on_read import MergeOnReadCommit, can_merge_on_read
from streamtables.engine.writing.row_counts import NO_ROWS, RowCounts, appended_counts, merged_counts, replaced_counts
from streamtables.spark.failures.size_failures import TooWideError
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.rows.materialized_frames import CollectedRows, MaterializedFrame, collect_rows, materialize
from streamtables.spark.tables.commit_log import Commit
from streamtables.spark.tables.delta_writes import FEW_ROWS, mark_settings, merge_settings
from streamtables_grammar.quoting import quote_identifier, quote_name
from streamtables_rewriter.sql.columns import ROWS, relation
from streamtables_rewriter.templates.template import statement_text

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.programs.program import Program
    from streamtables.spark.tables.delta_log import DeltaTableLog

_COUNTED_VIEW = "__st_counted"
"""Shows the changes with the copies of them that are stored."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What a commit did.

    Attributes:
        version: The backing table's new version.
        counts: Rows that came, changed and went, as readers see it.
        wrote: Whether stored rows were touched at all.
        parts: Where rows are added as further files, what has been added by now.
        details: What the history keeps of a table's filling.
    """

    version: int
    counts: RowCounts
    wrote: bool
    parts: Parts | None = None
    details: RefreshDetails = NO_DETAILS


def apply_differential(
    session: SparkSession,
    program: Program,
    state: StoredState,
    delta: BoundDelta,
    changed: frozenset[int],
    frontier: Frontier,
) -> Applied:
    """Bring a table up to date from the change of its sources.

    Args:
        session: A session of our own.
        program: The compiled definition.
        state: The stored state.
        delta: The read changes.
        changed: The sources that changed; none if only time has passed.
        frontier: What the commit records.

    Returns:
        What the commit did; without a commit where time alone has changed nothing.
    """
    try:
        return _applied(session, program, state, delta, changed, frontier)
    except TooWideError:
        delta.shortcuts.disable_broadcast()
    return _applied(session, program, state, delta, changed, frontier)


def _applied(
    session: SparkSession,
    program: Program,
    state: StoredState,
    delta: BoundDelta,
    changed: frozenset[int],
    frontier: Frontier,
) -> Applied:
    unconsolidated = program.leaves_unconsolidated(
        state.parts, insert_only=delta.read.insert_only, few=delta.shortcuts.fit and can_merge_on_read(session, state)
    )
    template = delta.template(changed, unconsolidated=unconsolidated)
    query, settings = delta.query(template)
    log = state.log
    state.snapshot.know_transactions(session)
    if template.merge is None and (delta.read.is_read_once or not unconsolidated):
        collected = None
        if delta.shortcuts.fit and delta.changed_rows <= FEW_ROWS:
            with settings_for(session, settings):
                collected = collect_rows(session, session.sql(query))
        return _append(session, program, state, template.appended, collected or query, settings, frontier)
    with ExitStack() as stack:
        changes = _changes(session, program, query, settings, delta.shortcuts.expected_rows)
        if changes.nulls:
            changes.release()
            template = template.with_alternative()
            query, settings = delta.query(template)
            changes = _changes(session, program, query, settings, delta.shortcuts.expected_rows)
        stack.callback(changes.release)
        if changes.rows == 0:
            if not changed:
                return Applied(log.latest().version, NO_ROWS, wrote=False)
            with committing(session, frontier, state.definition_text):
                version = log.commit_without_changes(frontier.stream_table_id, frontier.refresh_number)
            return Applied(version, NO_ROWS, wrote=False)
        changes.frame.createOrReplaceTempView(CHANGES_VIEW)
        if template.merge is None or (unconsolidated and changes.negative == 0):
            rows = changes.collected or f"TABLE {CHANGES_VIEW}"
            return _append(session, program, state, template.appended, rows, settings, frontier, changes.positive)
        if changes.collected is not None and can_merge_on_read(session, state):
            after = _appending(frontier) if unconsolidated else _merging(frontier)
            rowwise = program.plan is not None and program.plan.layout == "rows"
            merge_on_read = MergeOnReadCommit(
                session, state, template, changes, changes.collected, delta.files, rowwise
            )
            done = merge_on_read.commit(after)
            if done is not None:
                after = replace(after, touched=done.touched)
                commit = own_commit(log, after)
                return Applied(commit.version, done.seen, done.touched > 0, parts_after(after, commit))
        bindings = delta.bindings
        if template.counted is not None:
            counting = template.counted.bind(bindings.of(template.counted.placeholders))
            copies = session.sql(statement_text(within_bounds(counting, changes.bounds)))
            counted = materialize(session, copies, ROWS, changes.rows if changes.local else None)
            stack.callback(counted.release)
            # Spark drops what is cached of a view that is replaced, and of all that reads it.
            counted.frame.createOrReplaceTempView(_COUNTED_VIEW)
            stack.callback(session.catalog.dropTempView, _COUNTED_VIEW)
            bindings = replace(bindings, changes=relation(_COUNTED_VIEW))
        merge = template.merge.bind(bindings.of(template.merge.placeholders))
        statement = within_bounds(merge, changes.bounds)
        return _merge(session, program, state, statement, changes, frontier, delta.shortcuts.auto_broadcast)


def _changes(
    session: SparkSession, program: Program, query: str, settings: Mapping[str, str], expected_rows: int | None
) -> MaterializedFrame:
    with settings_for(session, settings):
        return materialize(session, session.sql(query), ROWS, expected_rows, range_columns(program))


def _merge(
    session: SparkSession,
    program: Program,
    state: StoredState,
    merge: exp.Expr,
    changes: MaterializedFrame,
    frontier: Frontier,
    auto_broadcast: Mapping[str, str],
) -> Applied:
    rows = program.plan is not None and program.plan.layout == "rows"
    if rows:
        frontier = _merging(frontier)
    settings = merge_settings(session, target_bytes=state.snapshot.size_bytes, fixed_source=changes.local)
    settings |= auto_broadcast
    with committing(session, frontier, state.definition_text), settings_for(session, settings):
        session.sql(statement_text(merge))
    commit = own_commit(state.log, frontier)
    return Applied(commit.version, merged_counts(program, commit, changes), wrote=True)


def _append(
    session: SparkSession,
    program: Program,
    state: StoredState,
    appended: Sequence[str],
    rows: CollectedRows | str,
    settings: Mapping[str, str],
    frontier: Frontier,
    copies: int | None = None,
) -> Applied:
    """Add rows, or those of a query: few that are here without a Spark job."""
    collected = None if isinstance(rows, str) else rows
    frontier, log = _appending(frontier), state.log
    number = frontier.stream_table_id, frontier.refresh_number
    with committing(session, frontier, state.definition_text):
        if isinstance(rows, str) or not log.in_session(session).append(rows, appended, *number):
            if not isinstance(rows, str):
                rows.frame(session).createOrReplaceTempView(CHANGES_VIEW)
                rows = f"TABLE {CHANGES_VIEW}"
            columns = ", ".join(map(quote_identifier, appended))
            with settings_for(session, settings):
                session.sql(f"INSERT INTO {quote_name(program.definition.backing)} ({columns}) {rows}")
    commit = own_commit(log, frontier)
    stored = int(commit.metrics.get("numOutputRows", 0))
    counts = appended_counts(program, appended, stored, collected, copies)
    return Applied(commit.version, counts, stored > 0, parts_after(frontier, commit))


def _appending(frontier: Frontier) -> Frontier:
    parts = frontier.parts or Parts(0)
    return replace(frontier, parts=replace(parts, appends=parts.appends + 1))


def _merging(frontier: Frontier) -> Frontier:
    parts = frontier.parts or Parts(0)
    return replace(frontier, parts=replace(parts, merges=parts.merges + 1))


def apply_full(
    session: SparkSession, program: Program, state: StoredState, versions: Mapping[str, int], frontier: Frontier
) -> Applied:
    """Replace a table's rows by the recomputed query.

    Args:
        session: A session of our own.
        program: The compiled definition.
        state: The stored state.
        versions: Version of each source by dotted name.
        frontier: What the commit records.

    Returns:
        What the commit did.
    """
    query = stored_rows_sql(program, at_versions(versions), frontier.instant_us)
    use_namespace(session, program)
    with committing(session, frontier, state.definition_text), settings_for(session, mark_settings(query)):
        session.sql(f"INSERT OVERWRITE {quote_name(program.definition.backing)} {query}")
    return count_replaced(own_commit(state.log, frontier), program, state, program)


def apply_nothing(session: SparkSession, state: StoredState, frontier: Frontier) -> Applied:
    """Record a frontier for rows that did not change.

    Args:
        session: A session of our own.
        state: The stored state.
        frontier: What the commit records.

    Returns:
        What the commit did: nothing but a version.
    """
    with committing(session, frontier, state.definition_text):
        version = state.log.commit_without_changes(frontier.stream_table_id, frontier.refresh_number)
    return Applied(version, NO_ROWS, wrote=False)


def count_replaced(
    commit: Commit, program: Program, state: StoredState | None = None, before: Program | None = None
) -> Applied:
    """Count the rows of a commit that wrote the whole table.

    Args:
        commit: The commit.
        program: The compiled definition.
        state: The stored state before; None where that is not known.
        before: The compiled definition of the rows before.

    Returns:
        What the commit did.
    """
    whole = state is not None and state.parts is not None and state.parts.appends == 0
    return Applied(commit.version, replaced_counts(program, commit, before, whole=whole), wrote=True)


def own_commit(log: DeltaTableLog, frontier: Frontier) -> Commit:
    """Find the commit that was just made.

    Args:
        log: The backing table's log.
        frontier: What the commit records.

    Returns:
        The commit.

    Raises:
        ReplayedRefreshError: The newest commit with the refresh number is somebody else's.
    """
    newest = log.latest().version
    for version in range(newest, max(-1, newest - 50), -1):
        commit = log.commit(version)
        if commit is None:
            break
        found = Frontier.from_json(commit.user_metadata)
        if found is not None and found.refresh_number == frontier.refresh_number:
            if found == frontier:
                return commit
            break
    raise ReplayedRefreshError
