"""Refreshing one stream table: gather facts, decide, apply, report."""

from __future__ import annotations

import logging
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition
from streamtables.catalog.frontier import Frontier, SourcePosition
from streamtables.catalog.stored_state import StoredState, load_state
from streamtables.engine import apply
from streamtables.engine.bound_delta import BoundDelta
from streamtables.engine.catalog_check import CatalogChangedError
from streamtables.engine.check_delta import raise_if_defect
from streamtables.engine.conflicts import OutdatedPinsError, Patience, lost_race
from streamtables.engine.decide import (
    MOST_EVALUATED,
    Decision,
    RefreshFacts,
    SourceFacts,
    decide_refresh,
    evaluates_most,
)
from streamtables.engine.definition_problems import definition_problem, readable_columns
from streamtables.engine.fold import is_due
from streamtables.engine.functions import functions_now
from streamtables.engine.options import Options
from streamtables.engine.program import Program, ProgramCache
from streamtables.engine.read_estimate import estimate_reading
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.rebuild import apply_rebuild, redefine
from streamtables.engine.remembered_steps import RememberedSteps
from streamtables.engine.result import RanMode, RefreshResult
from streamtables.engine.row_counts import NO_ROWS
from streamtables.engine.sources import Pins, SourceChange, read_change, rows_after
from streamtables.engine.view_columns import require_columns
from streamtables.errors import RefreshError
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.analysis import ANALYSIS_ERRORS
from streamtables.spark.catalog_lookup import CatalogLookup
from streamtables.spark.delta_writes import NOTHING_SENT
from streamtables.spark.error_lines import is_cancelled
from streamtables.spark.file_lists import FileLists
from streamtables.spark.kept_errors import kept_text, kept_trace
from streamtables.spark.meaning import in_force
from streamtables.spark.settings import set_all, settings_for
from streamtables.spark.size_failures import size_failure
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import RefreshMode
from streamtables_rewriter.plan.relations import Table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OpenSession = Callable[[Mapping[str, str]], "AbstractContextManager[SparkSession]"]

_LOGGER = logging.getLogger(__name__)

_UNTOUCHED = "the changes touch no row or column that the query uses"


@dataclass(frozen=True, slots=True)
class Examination:
    """All that is known before a refresh.

    Attributes:
        state: The stored state.
        program: The compiled definition.
        changes: What each source did, by dotted name.
        decision: What to do.
        redefined: The definition to rebuild with, where a source's types, a view or a function changed; else None.
        instant_us: What the query's clock shows, in microseconds since 1970 in UTC; None where it reads none.
    """

    state: StoredState
    program: Program
    changes: Mapping[str, SourceChange]
    decision: Decision
    redefined: Definition | None
    instant_us: int | None = None


class Refresher:
    """Refreshes stream tables.

    Args:
        open_session: Lends a session of our own under given settings.
        programs: Compiled definitions.
        files: Knows the files of tables that have few.
        remembered: Results of steps that the next refresh goes on from.
        patience: Says for how long to try again where others commit first.
    """

    def __init__(
        self,
        open_session: OpenSession,
        programs: ProgramCache,
        files: FileLists,
        remembered: RememberedSteps,
        patience: Patience,
    ) -> None:
        self._patience = patience
        self._files = files
        self._remembered = remembered
        self._open_session = open_session
        self._programs = programs

    def examine(
        self,
        session: SparkSession,
        name: QualifiedName,
        pins: Pins,
        requested: RefreshMode | None,
        known: StoredState | None = None,
    ) -> Examination:
        """Gather the facts and decide; nothing is written.

        Args:
            session: A session of our own; it takes the definition's settings.
            name: Full name of the stream table.
            pins: The run's pinned sources.
            requested: The mode that the statement asks for.
            known: The stored state, where it has just been read.

        Returns:
            The facts and the decision.

        Raises:
            SourceError: A source, a used column or a function that is needed is gone.
            RefreshError: DIFFERENTIAL was requested of a query that can only be recomputed.
        """
        lookup = CatalogLookup(session)
        # A state that another refresh has made stale since is found out: its refresh number is taken.
        state = known or load_state(lookup, name)
        definition = state.definition
        set_all(session, in_force(session, definition.settings))
        if requested is RefreshMode.DIFFERENTIAL and definition.full_only is not None:
            parameters = {"name": definition.display_name, "reason": definition.full_only.reason}
            raise RefreshError("DIFFERENTIAL_IMPOSSIBLE", parameters, hint="REFRESH STREAM TABLE ... FULL")
        program = self._programs.get(definition)
        functions = functions_now(session, definition)
        problem = definition_problem(lookup, state, program, pins, functions)
        changes = self._read_changes(state, program, pins)
        redefined = None
        if problem is not None or any(change.redeclared for change in changes.values()):
            functions.require()
            redefined = redefine(session, lookup, definition)
        timed = program.plan is not None and program.plan.uses_now
        facts = RefreshFacts(
            mode=definition.mode,
            requested=requested,
            populated=state.populated,
            rebuild=problem or state.problem,
            rebuild_code=ReasonCode.DEFINITION_CHANGED if problem else ReasonCode.STORED_STATE_LOST,
            full_only=definition.full_only,
            tracked=_is_tracked(definition),
            sources=[_facts(change) for change in changes.values()],
            costs=state.costs,
            timed=timed,
            full_fraction=Options.of(definition.properties).full_fraction,
            reading=lambda: estimate_reading(program, changes, self._files),
        )
        instant_us = pins.instant_us if timed else None
        decision = decide_refresh(facts)
        if decision.mode is not RanMode.NO_CHANGE:
            functions.require()
        return Examination(state, program, changes, decision, redefined, instant_us)

    def refresh(
        self,
        name: QualifiedName,
        pins: Pins,
        requested: RefreshMode | None,
        known: StoredState | None = None,
        *,
        already_s: float = 0.0,
    ) -> RefreshResult:
        """Refresh one stream table.

        Args:
            name: Full name of the stream table.
            pins: The run's pinned sources.
            requested: The mode that the statement asks for.
            known: The stored state, where it has just been read.
            already_s: Seconds that were spent on this refresh before.

        Returns:
            What ran.

        Raises:
            SourceError: A source, a used column or a function is gone; the table keeps its rows.
            RefreshError: Somebody else kept refreshing the table at the same time.
            OutdatedPinsError: Somebody else has refreshed the table with newer versions of its sources than are pinned.
        """
        started = time.perf_counter() - already_s
        while True:
            try:
                return self._attempt(name, pins, requested, known, started)
            except OutdatedPinsError:
                raise
            except Exception as error:
                if not lost_race(error):
                    raise
                self._patience.wait(str(QualifiedName(name.parts[1:])), error)
            known = None

    def _attempt(
        self,
        name: QualifiedName,
        pins: Pins,
        requested: RefreshMode | None,
        known: StoredState | None,
        started: float,
    ) -> RefreshResult:
        with self._open_session({}) as session:
            examination = self.examine(session, name, pins, requested, known)
            state, decision = examination.state, examination.decision
            FAULT_POINTS.reach("refresh.examined")
            if decision.mode is RanMode.NO_CHANGE:
                pins.require_found()
                nothing = apply.Applied(state.snapshot.version, NO_ROWS, wrote=False)
                why = decision.reason, decision.code
                result = _result(state.definition, decision.mode, why, 0, nothing, started)
                return replace(result, committed=False)
            mode, reason, code = decision.mode, decision.reason, decision.code
            if mode is RanMode.DIFFERENTIAL:
                try:
                    ran = self._fitting(session, examination, pins, started)
                    if isinstance(ran, RefreshResult):
                        return ran
                    mode, reason, code = RanMode.FULL, ran, ReasonCode.LARGE_WINDOWS
                except Exception as error:
                    if requested is not None or state.definition.mode is not RefreshMode.AUTO or _ends_attempt(error):
                        raise_if_defect(error, state.definition.display_name)
                        raise
                    text = kept_text(error)
                    _LOGGER.warning("%s: recomputing after a failed delta", name, exc_info=kept_trace(error))
                    mode, reason = RanMode.FULL, f"the differential refresh failed: {text}"
                    code = ReasonCode.DELTA_FAILED
            pins.require_found()
            frontier = replace(self._next_frontier(examination), mode=mode.value, reason=reason)
            applied = self._recompute(session, examination, frontier)
            return _result(state.definition, mode, (reason, code), None, applied, started)

    def _recompute(self, session: SparkSession, examination: Examination, frontier: Frontier) -> apply.Applied:
        state, versions = examination.state, _versions(examination)
        frontier = self._with_row_counts(session, frontier, examination)
        if examination.redefined is None:
            try:
                return apply.apply_full(session, examination.program, state, versions, frontier)
            except ANALYSIS_ERRORS:
                require_columns(session, CatalogLookup(session), state.definition)
                raise
        program = self._programs.get(examination.redefined)
        frontier = replace(frontier, definition_version=examination.redefined.version)
        return apply_rebuild(session, examination.program, program, state, versions, frontier)

    def _fitting(
        self, session: SparkSession, examination: Examination, pins: Pins, started: float
    ) -> RefreshResult | str:
        """Process what changed, without shortcuts if something does not fit with them."""
        try:
            return self._differential(session, examination, pins, started)
        except Exception as error:
            # What the first attempt had in memory is free whoever goes on looking at the error.
            traceback.clear_frames(error.__traceback__)
            failure = size_failure(error)
            if failure is None or _ends_attempt(error):
                raise
            _LOGGER.warning("%s: %s; once more without shortcuts", examination.state.definition.display_name, failure)
        reason = f"{examination.decision.reason}; {failure}, so rows were neither held by the driver nor sent around"
        with settings_for(session, NOTHING_SENT):
            return self._differential(session, examination, pins, started, reason)

    def _differential(
        self,
        session: SparkSession,
        examination: Examination,
        pins: Pins,
        started: float,
        without_shortcuts: str | None = None,
    ) -> RefreshResult | str:
        """Process what changed; return what ran, or the reason to recompute instead.

        Args:
            session: A session of our own.
            examination: What is known.
            pins: The run's pinned sources.
            started: When the refresh began.
            without_shortcuts: The reason to give, which says why shortcuts are left out; None where they are taken.

        Returns:
            What ran, or the reason.
        """
        reason = without_shortcuts or examination.decision.reason
        frontier = replace(self._next_frontier(examination), reason=reason)
        state, program = examination.state, examination.program
        before = None if state.frontier is None else state.frontier.instant_us
        instants = (before, examination.instant_us)
        delta = BoundDelta(
            session,
            program,
            examination.changes,
            instants,
            self._files,
            self._remembered,
            state.parts,
            shortcuts=without_shortcuts is None,
        )
        try:
            changed = delta.read_sources()
            pins.require_found()
            held_in = sum(map(_changed_bytes, examination.changes.values()))
            rows = _logged_rows(examination.changes.values())
            frontier = replace(
                frontier, changed_rows=delta.changed_rows if rows is None else rows, changed_bytes=held_in
            )
            unused = _UNTOUCHED, ReasonCode.NOTHING_USED_CHANGED
            if not changed and examination.instant_us is None:
                quiet = replace(frontier, mode=RanMode.NO_CHANGE.value, reason=_UNTOUCHED, parts=state.parts)
                applied = apply.apply_nothing(session, state, quiet)
                return _result(state.definition, RanMode.NO_CHANGE, unused, 0, applied, started)
            too_much = _evaluates_most(examination, delta, changed) if without_shortcuts is None else None
            if too_much is not None:
                return too_much
            frontier = replace(frontier, parts=state.parts)
            applied = apply.apply_differential(session, program, state, delta, changed, frontier)
        finally:
            delta.release()
        why = reason, examination.decision.code
        merged = program.plan is not None and program.plan.layout == "groups"
        if applied.parts is not None and not applied.wrote and not merged:
            return _result(state.definition, RanMode.NO_CHANGE, unused, 0, applied, started)
        if applied.version == state.snapshot.version:
            timed = "no row came or went with time", ReasonCode.NOTHING_TIMED_OUT
            result = _result(state.definition, RanMode.NO_CHANGE, timed, 0, applied, started)
            return replace(result, committed=False)
        result = _result(state.definition, RanMode.DIFFERENTIAL, why, delta.changed_rows, applied, started)
        return replace(result, fold_due=applied.parts is not None and is_due(program, applied.parts))

    def _read_changes(self, state: StoredState, program: Program, pins: Pins) -> dict[str, SourceChange]:
        positions = state.frontier.positions if state.frontier is not None else {}
        used = readable_columns(state.definition, program)
        changes = {}
        for name in state.definition.base_tables:
            relation = state.definition.relations[name]
            source = pins.pin(relation.name)
            changes[name] = read_change(source, positions.get(name), used.get(name, ()))
        return changes

    def _next_frontier(self, examination: Examination) -> Frontier:
        state = examination.state
        return Frontier(
            stream_table_id=state.definition.id,
            refresh_number=1 + (state.frontier.refresh_number if state.frontier else _lost_number(state)),
            definition_version=state.definition.version,
            positions={
                name: SourcePosition(
                    change.source.snapshot.table_id,
                    change.source.version,
                    rows_after(change.position, change.change),
                )
                for name, change in examination.changes.items()
            },
            mode=examination.decision.mode.value,
            reason=examination.decision.reason,
            changed_rows=None,
            costs=state.costs,
            instant_us=examination.instant_us,
            started_at=datetime.now(timezone.utc).isoformat(),
        )

    def _with_row_counts(self, session: SparkSession, frontier: Frontier, examination: Examination) -> Frontier:
        """Count the rows of sources whose number is not known, for later cost decisions."""
        positions = dict(frontier.positions)
        for name, position in positions.items():
            if position.rows is None:
                rows = examination.changes[name].source.snapshot.count_rows(session)
                positions[name] = replace(position, rows=rows)
        return replace(frontier, positions=positions)


def _evaluates_most(examination: Examination, delta: BoundDelta, changed: frozenset[int]) -> str | None:
    """Tell why to recompute after all, now that the changed rows are known; None if there is no reason."""
    if not (examination.decision.is_try and changed):
        return None
    found = delta.evaluated(changed, MOST_EVALUATED)
    if found is None:
        return None
    name = _facts(examination.changes[found.source]).name
    return evaluates_most(name, found.rows, found.of, delta.most_rows)


def _ends_attempt(error: Exception) -> bool:
    return lost_race(error) or isinstance(error, CatalogChangedError) or is_cancelled(error)


def _lost_number(state: StoredState) -> int:
    """Return the last refresh number that Delta itself remembers for the stream table."""
    return state.log.transaction_version(state.definition.id) or 0


def _is_tracked(definition: Definition) -> bool:
    foreign = any(isinstance(r, Table) and r.maintainable is not None for r in definition.relations.values())
    volatile = definition.full_only is not None and definition.full_only.volatile
    return not foreign and not volatile


def _facts(change: SourceChange) -> SourceFacts:
    return SourceFacts(
        name=change.source.shown,
        changed=change.changed,
        rebuild=change.rebuild,
        changed_rows=change.change.changed_rows if change.change is not None else None,
        rows=change.position.rows if change.position is not None else None,
        changed_bytes=_changed_bytes(change),
    )


def _logged_rows(changes: Iterable[SourceChange]) -> int | None:
    """Count the changed rows as the log tells them, whether they matter or not; None if it does not."""
    counts = [change.change.changed_rows for change in changes if change.changed and change.change is not None]
    return None if None in counts else sum(count for count in counts if count is not None)


def _changed_bytes(change: SourceChange) -> int:
    return change.change.size_bytes if change.changed and change.change is not None else 0


def _versions(examination: Examination) -> dict[str, int]:
    return {name: change.source.version for name, change in examination.changes.items()}


def _result(
    definition: Definition,
    mode: RanMode,
    why: tuple[str, ReasonCode],
    changed_rows: int | None,
    applied: apply.Applied,
    started: float,
) -> RefreshResult:
    reason, code = why
    return RefreshResult(
        stream_table=definition.display_name,
        mode=mode,
        reason=reason,
        changed_rows=changed_rows,
        rows_inserted=applied.counts.inserted,
        rows_updated=applied.counts.updated,
        rows_deleted=applied.counts.deleted,
        version=applied.version,
        duration_ms=round(1000 * (time.perf_counter() - started)),
        reason_code=code,
    )
