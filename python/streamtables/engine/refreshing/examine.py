"""What is known before a refresh, and what is decided of it: all that EXPLAIN needs."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import NO_INPUTS, RefreshInputs
from streamtables.catalog.stored_state import StoredProblem, StoredState, load_state
from streamtables.engine.defining.rebuild import redefine
from streamtables.engine.defining.user_defined_functions import functions_now
from streamtables.engine.programs.options import Options
from streamtables.engine.programs.program import Program, ProgramCache
from streamtables.engine.reading.read_estimate import estimate_reading
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.refreshing.decide import Decision, RefreshFacts, SourceFacts, decide_refresh
from streamtables.engine.refreshing.definition_problems import definition_problem, readable_columns
from streamtables.engine.refreshing.meter import Phase, RefreshMeter
from streamtables.engine.refreshing.redefined_views import adopted
from streamtables.engine.sources.pins import Pins
from streamtables.engine.sources.source_change import SourceChange, read_change
from streamtables.engine.sources.source_changes import SourceChanges
from streamtables.errors import RefreshError
from streamtables.spark.jvm.settings import set_all
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.sessions.recorded_settings import in_force
from streamtables.spark.tables.file_lists import FileLists
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import RefreshMode
from streamtables_rewriter.plan.relations import Table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True, slots=True)
class Examination:
    """All that is known before a refresh.

    Attributes:
        state: The stored state.
        program: The compiled definition.
        changes: What each source did.
        decision: What to do.
        redefined: The definition to rebuild with, where a source's types, a view or a function changed; else None.
        instant_us: What the query's clock shows, in microseconds since 1970 in UTC; None where it reads none.
        defect: What showed a defect of ours in making that definition, so that it can only be recomputed; else None.
        meter: Measures the refresh.
        inputs: What a commit keeps of all this.
        adopted: The definition to go on with, where views were redefined and the stored rows are the same; else None.
    """

    state: StoredState
    program: Program
    changes: SourceChanges
    decision: Decision
    redefined: Definition | None
    instant_us: int | None = None
    defect: StreamTableError | None = None
    meter: RefreshMeter = field(default_factory=RefreshMeter)
    inputs: RefreshInputs = NO_INPUTS
    adopted: Definition | None = None


class Examiner:
    """Finds out what a refresh has to do.

    Args:
        programs: Compiled definitions.
        files: Knows the files of tables that have few.
    """

    def __init__(self, programs: ProgramCache, files: FileLists) -> None:
        self._programs = programs
        self._files = files

    def examine(
        self,
        session: SparkSession,
        name: QualifiedName,
        pins: Pins,
        requested: RefreshMode | None,
        known: StoredState | None = None,
        meter: RefreshMeter | None = None,
    ) -> Examination:
        """Gather the facts and decide; nothing is written.

        Args:
            session: A session of our own; it takes the definition's settings.
            name: Full name of the stream table.
            pins: The run's pinned sources.
            requested: The mode that the statement asks for.
            known: The stored state, where it has just been read.
            meter: Measures the refresh; None where nothing is to run.

        Returns:
            The facts and the decision.

        Raises:
            SourceError: A source, a used column or a function that is needed is gone.
            RefreshError: DIFFERENTIAL was requested of a query that can only be recomputed.
        """
        lookup, meter = CatalogLookup(session), meter or RefreshMeter()
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
        if any(found.change is not None and found.change.compacted for found in changes.by_name.values()):
            program = program.over_compactions()
        redefined = defect = None
        if problem is not None or any(change.redeclared for change in changes.by_name.values()):
            functions.require()
            redefined, defect = redefine(session, lookup, definition)
        same = None
        if redefined is not None and defect is None and not any(c.redeclared for c in changes.by_name.values()):
            others = definition_problem(lookup, state, program, pins, functions, views=False)
            same = adopted(program, redefined) if others is None else None
        if same is not None:
            problem = redefined = None
        options = Options.of(definition.properties)
        sources = [source_facts(change) for change in changes.by_name.values()]
        fuse = None if _goes_ahead(state) or requested is not None else options.fuse
        if fuse is not None:
            sources = [
                _counted(session, change, f) for change, f in zip(changes.by_name.values(), sources, strict=True)
            ]
        timed = program.plan is not None and program.plan.uses_now
        facts = RefreshFacts(
            mode=definition.mode,
            requested=requested,
            populated=state.populated,
            rebuild=problem or (None if state.problem is None else state.problem.value),
            rebuild_code=_rebuild_code(problem, state.problem),
            full_only=definition.full_only,
            tracked=is_tracked(definition),
            sources=sources,
            costs=state.costs,
            timed=timed,
            full_fraction=options.full_fraction,
            fuse=fuse,
            reading=lambda: estimate_reading(program, changes, self._files),
        )
        instant_us = pins.instant_us if timed else None
        meter.end(Phase.DETECT)
        decision = decide_refresh(facts)
        meter.end(Phase.DECIDE)
        if decision.mode not in (RanMode.NO_CHANGE, RanMode.SKIPPED):
            functions.require()
        return Examination(state, program, changes, decision, redefined, instant_us, defect, meter, adopted=same)

    @staticmethod
    def _read_changes(state: StoredState, program: Program, pins: Pins) -> SourceChanges:
        positions = state.frontier.positions if state.frontier is not None else {}
        used = readable_columns(state.definition, program)
        changes = {}
        for name in state.definition.base_tables:
            source = pins.pin(state.definition.relations[name].name)
            changes[name] = read_change(source, positions.get(name), used.get(name, ()))
        return SourceChanges.of(changes, program.tables)


def _rebuild_code(redefined: str | None, problem: StoredProblem | None) -> ReasonCode:
    if problem is StoredProblem.RESHAPED or (problem is StoredProblem.EDITED and redefined is None):
        return ReasonCode.STORED_ROWS_EDITED
    return ReasonCode.STORED_STATE_LOST if redefined is None else ReasonCode.DEFINITION_CHANGED


def _goes_ahead(state: StoredState) -> bool:
    """Return whether the next refresh is one that somebody has let pass, by resuming the table."""
    return state.definition.fuse_open_at is not None and state.definition.fuse_open_at == state.last_number


def is_tracked(definition: Definition) -> bool:
    """Return whether the versions of all that a query reads are known, so that "nothing changed" can be known."""
    foreign = any(isinstance(r, Table) and r.maintainable is not None for r in definition.relations.values())
    volatile = definition.full_only is not None and definition.full_only.volatile
    return not foreign and not volatile


def source_facts(change: SourceChange) -> SourceFacts:
    """Return what the decision has to know of a source's change."""
    return SourceFacts(
        name=change.source.shown,
        changed=change.changed,
        rebuild=change.rebuild,
        changed_rows=change.change.changed_rows if change.change is not None else None,
        rows=change.position.rows if change.position is not None else None,
        changed_bytes=changed_bytes(change),
    )


def _counted(session: SparkSession, change: SourceChange, facts: SourceFacts) -> SourceFacts:
    """Count a source's rows at the frontier by its log, where the decision must not rest on an estimate."""
    snapshot = None
    if facts.changed and change.position is not None and facts.rebuild is None:
        snapshot = change.source.log.snapshot_at(change.position.version)
    rows = None if snapshot is None else snapshot.count_rows(session)
    return facts if rows is None else replace(facts, rows=rows)


def changed_bytes(change: SourceChange) -> int:
    """Return the size of the files that hold a change; 0 where there is none, or it cannot be read."""
    return change.change.size_bytes if change.changed and change.change is not None else 0
