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
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import RequestedBy
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.concurrency.conflicts import Backoff, OutdatedPinsError, lost_race
from streamtables.engine.defects import WHERE_TRACES_ARE, defect_reason, raise_defect
from streamtables.engine.defining import storage
from streamtables.engine.defining.check_delta import raise_if_defect
from streamtables.engine.defining.rebuild import apply_rebuild
from streamtables.engine.defining.view_columns import require_columns
from streamtables.engine.programs.program import ProgramCache
from streamtables.engine.progress import Tell
from streamtables.engine.reading.bound_delta import BoundDelta
from streamtables.engine.reading.step_cache import StepCache
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.refreshing.decide import MOST_EVALUATED, evaluates_most
from streamtables.engine.refreshing.details import recomputing_reads, refresh_details, refresh_inputs
from streamtables.engine.refreshing.examine import Examination, Examiner, changed_bytes, source_facts
from streamtables.engine.refreshing.meter import Phase, RefreshMeter
from streamtables.engine.refreshing.report import skipped
from streamtables.engine.result import RefreshResult
from streamtables.engine.sources.catalog_check import CatalogChangedError
from streamtables.engine.sources.pins import Pins
from streamtables.engine.sources.source_change import SourceChange, rows_after
from streamtables.engine.writing import apply
from streamtables.engine.writing.compaction import is_due
from streamtables.engine.writing.row_counts import NO_ROWS
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.accelerators.chosen import turn_off
from streamtables.spark.failures.failure_kind import FailureKind, failure_kind
from streamtables.spark.failures.misfits import misfit
from streamtables.spark.failures.redacted_errors import kept_stack, redacted_text, redacted_trace
from streamtables.spark.failures.size_failures import size_failure
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.lookup.analysis import ANALYSIS_ERRORS
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.delta_writes import NO_BROADCAST
from streamtables.spark.tables.file_lists import FileLists
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import RefreshMode

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OpenSession = Callable[[Mapping[str, str]], "AbstractContextManager[SparkSession]"]

_LOGGER = logging.getLogger(__name__)

_RECOMPUTING = (RefreshMode.AUTO, RefreshMode.IMMEDIATE)
"""Modes in which a refresh goes on where its delta fails: to fail an IMMEDIATE one is to fail the user's statement."""
_UNTOUCHED = "the changes touch no row or column that the query uses"


@dataclass(frozen=True, slots=True)
class _Why:
    """What runs, why, and where the defect came up that is recomputed around."""

    mode: RanMode
    reason: str
    code: ReasonCode
    trace: str | None = None


class Refresher:
    """Refreshes stream tables.

    Args:
        open_session: Lends a session of our own under given settings.
        programs: Compiled definitions.
        files: Knows the files of tables that have few.
        step_cache: Results of steps that the next refresh goes on from.
        backoff: Says for how long to try again where others commit first.
        strict: Whether defects are raised instead of recomputed around.
    """

    def __init__(
        self,
        open_session: OpenSession,
        programs: ProgramCache,
        files: FileLists,
        step_cache: StepCache,
        backoff: Backoff,
        *,
        strict: bool,
    ) -> None:
        self._strict = strict
        self._examiner = Examiner(programs, files)
        self._patience = backoff
        self._files = files
        self._step_cache = step_cache
        self._open_session = open_session
        self._programs = programs

    def refresh(
        self,
        name: QualifiedName,
        pins: Pins,
        requested: RefreshMode | None,
        known: StoredState | None = None,
        *,
        already_s: float = 0.0,
        requested_by: RequestedBy = RequestedBy.MANUAL,
        tell: Tell | None = None,
    ) -> RefreshResult:
        """Refresh one stream table.

        Args:
            name: Full name of the stream table.
            pins: The run's pinned sources.
            requested: The mode that the statement asks for.
            known: The stored state, where it has just been read.
            already_s: Seconds that were spent on this refresh before.
            requested_by: Who asked for it.
            tell: Is called with each phase when it begins.

        Returns:
            What ran.

        Raises:
            SourceError: A source, a used column or a function is gone; the table keeps its rows.
            RefreshError: Somebody else kept refreshing the table at the same time.
            OutdatedPinsError: Somebody else has refreshed the table with newer versions of its sources than are pinned.
            InternalError: A defect, in a mode in which the table is not recomputed around it.
        """
        started = time.perf_counter() - already_s
        meter = RefreshMeter(started, tell)
        while True:
            try:
                with self._open_session({}) as session:
                    examination = self._examiner.examine(session, name, pins, requested, known, meter)
                    adopted = examination.adopted
                    if adopted is not None:
                        pins.require_found()
                        self._adopt(session, examination.state, adopted)
                        examination = self._examiner.examine(session, name, pins, requested, None, meter)
                    examination = replace(examination, inputs=refresh_inputs(examination, requested_by))
                    result = self._attempt(session, examination, pins, requested, started)
                    redefined = result.redefined or adopted is not None
                    details, before = refresh_details(examination, result), examination.state.snapshot.version
                    return replace(result, details=details, redefined=redefined, before=before)
            except OutdatedPinsError:
                raise
            except Exception as error:
                if not lost_race(error):
                    raise
                self._patience.wait(str(QualifiedName(name.parts[1:])), error)
            known = None

    def _adopt(self, session: SparkSession, state: StoredState, definition: Definition) -> None:
        """Take another version of the definition, which stores the same rows, in a commit without rows."""
        storage.set_definition(session, state.definition_text, definition)
        FAULT_POINTS.reach("rebuild.backing")
        storage.write_view(session, self._programs.get(definition))

    def _attempt(
        self,
        session: SparkSession,
        examination: Examination,
        pins: Pins,
        requested: RefreshMode | None,
        started: float,
    ) -> RefreshResult:
        state, decision, meter = examination.state, examination.decision, examination.meter
        FAULT_POINTS.reach("refresh.examined")
        if decision.mode is RanMode.NO_CHANGE:
            pins.require_found()
            meter.rows_read, meter.bytes_read = 0, 0
            nothing = apply.Applied(state.snapshot.version, NO_ROWS, wrote=False)
            unchanged = decision.reason, decision.code
            result = _result(state.definition, decision.mode, unchanged, 0, nothing, started)
            return replace(result, committed=False)
        if decision.mode is RanMode.SKIPPED:
            took_ms = round(1000 * (time.perf_counter() - started))
            left_out = skipped(state.definition.display_name, decision.reason, decision.code)
            return replace(left_out, version=state.snapshot.version, duration_ms=took_ms, committed=False)
        why = _Why(decision.mode, decision.reason, decision.code)
        if examination.defect is not None:
            what = f"{examination.defect.condition.render(examination.defect.parameters)}; {decision.reason}"
            why = replace(self._around(what, examination, examination.defect), mode=decision.mode)
        if why.mode is RanMode.DIFFERENTIAL:
            try:
                ran = self._fitting(session, examination, pins, started)
                if isinstance(ran, RefreshResult):
                    return ran
                why = _Why(RanMode.FULL, ran, ReasonCode.LARGE_WINDOWS)
            except Exception as error:
                if requested is not None or state.definition.mode not in _RECOMPUTING or _ends_attempt(error):
                    raise_if_defect(error, state.definition.display_name)
                    raise
                why = self._after(error, session, examination, pins)
        pins.require_found()
        frontier = self._next_frontier(examination)
        frontier = replace(frontier, mode=why.mode.value, reason=why.reason, code=why.code.name)
        applied = self._recompute(session, examination, frontier)
        result = _result(state.definition, why.mode, (why.reason, why.code), None, applied, started)
        return replace(result, redefined=examination.redefined is not None, trace=why.trace)

    def _after(self, error: Exception, session: SparkSession, examination: Examination, pins: Pins) -> _Why:
        """Return why to recompute after a failed delta.

        Args:
            error: What was raised.
            session: The session that it was raised in.
            examination: What is known.
            pins: The run's pinned sources.

        Returns:
            The reason.

        Raises:
            SourceError: What the query uses has gone meanwhile, which has a name of its own.
            InternalError: It is a defect, and the user wants to see it.
        """
        kind, definition = failure_kind(error), examination.state.definition
        if kind is FailureKind.ANALYSIS:
            pins.require_found()
            require_columns(session, CatalogLookup(session), definition)
        what = f"the differential refresh failed: {redacted_text(error)}"
        if kind in (FailureKind.ANALYSIS, FailureKind.INTERNAL):
            return self._around(what, examination, error)
        _LOGGER.warning("%s: recomputing after a failed delta", definition.display_name, exc_info=redacted_trace(error))
        return _Why(RanMode.FULL, what, ReasonCode.DELTA_FAILED)

    def _around(self, what: str, examination: Examination, error: Exception) -> _Why:
        """Return why to recompute around a defect.

        Args:
            what: What failed, without what rows held.
            examination: What is known.
            error: What showed the defect.

        Returns:
            The reason.

        Raises:
            InternalError: The user wants to see it.
        """
        name = examination.state.definition.display_name
        if self._strict:
            raise_if_defect(error, name)
            raise_defect(error)
        _LOGGER.warning("%s: recomputing around a defect of streamtables", name, exc_info=redacted_trace(error))
        reason = f"{defect_reason(what)}; {WHERE_TRACES_ARE}"
        return _Why(RanMode.FULL, reason, ReasonCode.INTERNAL_ERROR, kept_stack(error))

    def _recompute(self, session: SparkSession, examination: Examination, frontier: Frontier) -> apply.Applied:
        state, versions = examination.state, examination.changes.versions
        frontier, meter = self._with_row_counts(session, frontier, examination), examination.meter
        meter.rows_read, meter.bytes_read = recomputing_reads(examination, frontier)
        meter.end(Phase.PLAN)
        if examination.redefined is None:
            try:
                applied = apply.apply_full(session, examination.program, state, versions, frontier)
            except ANALYSIS_ERRORS:
                require_columns(session, CatalogLookup(session), state.definition)
                raise
        else:
            program = self._programs.get(examination.redefined)
            frontier = replace(frontier, definition_version=examination.redefined.version)
            applied = apply_rebuild(session, examination.program, program, state, versions, frontier)
        meter.end(Phase.APPLY)
        return applied

    def _fitting(
        self, session: SparkSession, examination: Examination, pins: Pins, started: float
    ) -> RefreshResult | str:
        """Process what changed, without shortcuts if something does not fit with them."""
        try:
            return self._differential(session, examination, pins, started)
        except Exception as error:
            # What the first attempt had in memory is free whoever goes on looking at the error.
            traceback.clear_frames(error.__traceback__)
            failure, unfit = size_failure(error), misfit(error)
            if (failure is None and unfit is None) or _ends_attempt(error):
                raise
            _LOGGER.warning(
                "%s: %s; once more without shortcuts", examination.state.definition.display_name, failure or unfit
            )
        if failure is None:
            turn_off(session, str(unfit))
            reason = f"{examination.decision.reason}; an accelerator does not fit this Spark ({unfit}): all are off"
            return self._differential(session, examination, pins, started, reason)
        reason = f"{examination.decision.reason}; {failure}, so rows were neither collected by the driver nor broadcast"
        with settings_for(session, NO_BROADCAST):
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
        state, program, meter = examination.state, examination.program, examination.meter
        before = None if state.frontier is None else state.frontier.instant_us
        instants = (before, examination.instant_us)
        delta = BoundDelta(
            session,
            program,
            examination.changes,
            instants,
            self._files,
            self._step_cache,
            state,
            shortcuts=without_shortcuts is None,
        )
        try:
            changed = delta.read_sources()
            pins.require_found()
            collected_in = sum(map(changed_bytes, examination.changes.by_name.values()))
            rows = _logged_rows(examination.changes.by_name.values())
            frontier = replace(
                frontier, changed_rows=delta.changed_rows if rows is None else rows, changed_bytes=collected_in
            )
            unused = _UNTOUCHED, ReasonCode.NOTHING_USED_CHANGED
            meter.rows_read, meter.bytes_read = frontier.changed_rows, collected_in
            meter.end(Phase.PLAN)
            if not changed and examination.instant_us is None:
                quiet = replace(frontier, mode=RanMode.NO_CHANGE.value, reason=_UNTOUCHED, parts=state.parts)
                quiet = replace(quiet, code=ReasonCode.NOTHING_USED_CHANGED.name)
                applied = apply.apply_nothing(session, state, quiet)
                meter.end(Phase.APPLY)
                return _result(state.definition, RanMode.NO_CHANGE, unused, 0, applied, started)
            too_much = _evaluates_most(examination, delta, changed) if without_shortcuts is None else None
            if too_much is not None:
                return too_much
            frontier = replace(frontier, parts=state.parts)
            applied = apply.apply_differential(session, program, state, delta, changed, frontier)
            meter.end(Phase.APPLY)
            if not delta.reads_only_changes:
                meter.rows_read = meter.bytes_read = None
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
        return replace(result, compaction_due=applied.parts is not None and is_due(program, applied.parts))

    def _next_frontier(self, examination: Examination) -> Frontier:
        state = examination.state
        return Frontier(
            stream_table_id=state.definition.id,
            refresh_number=1 + state.last_number,
            definition_version=state.definition.version,
            positions={
                name: SourcePosition(
                    change.source.snapshot.table_id,
                    change.source.version,
                    rows_after(change.position, change.change),
                )
                for name, change in examination.changes.by_name.items()
            },
            mode=examination.decision.mode.value,
            reason=examination.decision.reason,
            changed_rows=None,
            costs=state.costs,
            instant_us=examination.instant_us,
            follows=state.snapshot.version,
            started_at=datetime.now(timezone.utc).isoformat(),
            code=examination.decision.code.name,
            inputs=examination.inputs,
        )

    def _with_row_counts(self, session: SparkSession, frontier: Frontier, examination: Examination) -> Frontier:
        """Count the rows of sources whose number is not known, for later cost decisions."""
        positions = dict(frontier.positions)
        for name, position in positions.items():
            if position.rows is None:
                rows = examination.changes.by_name[name].source.snapshot.count_rows(session)
                positions[name] = replace(position, rows=rows)
        return replace(frontier, positions=positions)


def _evaluates_most(examination: Examination, delta: BoundDelta, changed: frozenset[int]) -> str | None:
    """Return why to recompute after all, now that the changed rows are known; None if there is no reason."""
    if not (examination.decision.is_try and changed):
        return None
    found = delta.affected_partitions(changed, MOST_EVALUATED)
    if found is None:
        return None
    name = source_facts(examination.changes[found.source]).name
    return evaluates_most(name, found.rows, found.of, delta.most_rows)


def _ends_attempt(error: Exception) -> bool:
    ending = lost_race(error) or isinstance(error, CatalogChangedError)
    return ending or failure_kind(error) is FailureKind.CANCELLED


def _logged_rows(changes: Iterable[SourceChange]) -> int | None:
    """Count the changed rows as the log tells them, whether they matter or not; None if it does not."""
    counts = [change.change.changed_rows for change in changes if change.changed and change.change is not None]
    return None if None in counts else sum(count for count in counts if count is not None)


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
