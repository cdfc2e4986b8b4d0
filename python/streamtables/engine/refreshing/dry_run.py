"""What a run would do, table by table: what is upstream is refreshed first, and what follows may depend on that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.definition import backing_name, dotted, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import RequestedBy
from streamtables.catalog.stored_state import load_state
from streamtables.engine.concurrency.conflicts import Backoff, OutdatedPinsError
from streamtables.engine.context import Engine
from streamtables.engine.defining.reconcile import require
from streamtables.engine.refreshing.chosen_tables import ChosenTables
from streamtables.engine.refreshing.examine import Examination, Examiner
from streamtables.engine.refreshing.report import SUSPENDED, suspended_reason
from streamtables.engine.sources.pins import Pins
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.statements import RefreshMode, RefreshStreamTable

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_PLACES = {
    RequestedBy.MANUAL: None,
    RequestedBy.UPSTREAM: "upstream",
    RequestedBy.CASCADE: "downstream",
    RequestedBy.IMMEDIATE: "downstream",
}
_UNUSABLE = (RanMode.FAILED.value, RanMode.SKIPPED.value)


@dataclass(frozen=True, slots=True)
class PlannedRefresh:
    """What would become of one table of a run.

    Attributes:
        name: Full name.
        place: ``upstream`` or ``downstream`` of what the statement names; None for a named one.
        mode: The mode that would run, or the modes with "or" between them.
        reason: Why.
        examination: What is known of it now; None where it cannot be refreshed.
        after: Lower-case dotted names of the backing tables that would have other rows by then.
    """

    name: tuple[str, ...]
    place: str | None
    mode: str
    reason: str
    examination: Examination | None
    after: frozenset[str] = frozenset()


def dry_run(engine: Engine, session: SparkSession, statement: RefreshStreamTable) -> list[PlannedRefresh]:
    """Examine every table of a run; nothing is written.

    Args:
        engine: The engine.
        session: The user's session.
        statement: The statement.

    Returns:
        The tables in the order in which they would be refreshed.

    Raises:
        StreamTableNotFoundError: A name is no stream table.
        Exception: The only table of the run cannot be refreshed.
    """
    named = {table_key(full): full for full in (require(engine, session, name) for name in statement.names)}
    backoff = Backoff.of(session)
    while True:
        try:
            return _plan_all(engine, statement, named)
        except OutdatedPinsError as error:
            backoff.wait(str(error), error)


def _plan_all(
    engine: Engine, statement: RefreshStreamTable, named: Mapping[str, tuple[str, ...]]
) -> list[PlannedRefresh]:
    examiner = Examiner(engine.programs, engine.files)
    with engine.open_session({}) as own:
        graph = DependencyGraph(engine.registry.entries(own))
        chosen = ChosenTables.named(graph, named, upstream=statement.upstream, cascade=statement.cascade)
        ordered = {table_key(table.name): table.name for table in chosen.tables}
        pins = Pins(CatalogLookup(own))
        found: dict[str, PlannedRefresh] = {}
        for key, full in ordered.items():
            place = _PLACES[chosen.requested_by[key]]
            before = [found[source] for source in sorted(graph.direct_sources(key) & found.keys())]
            requested = statement.mode if key in named else None
            try:
                found[key] = _plan_one(engine, examiner, full, place, pins, requested, before)
            except OutdatedPinsError:
                raise
            except Exception as error:
                if len(ordered) == 1:
                    raise
                found[key] = PlannedRefresh(full, place, RanMode.FAILED.value, error_line(error), None)
    return list(found.values())


def _plan_one(
    engine: Engine,
    examiner: Examiner,
    name: tuple[str, ...],
    place: str | None,
    pins: Pins,
    requested: RefreshMode | None,
    before: Sequence[PlannedRefresh],
) -> PlannedRefresh:
    blocking = [
        dotted(one.name[1:]) for one in before if one.mode in _UNUSABLE and not one.reason.startswith(SUSPENDED)
    ]
    if blocking:
        reason = f"{', '.join(blocking)} could not be refreshed"
        return PlannedRefresh(name, place, RanMode.SKIPPED.value, reason, None)
    with engine.open_session({}) as session:
        state = load_state(CatalogLookup(session), QualifiedName(name))
        if state.definition.suspended:
            return PlannedRefresh(name, place, RanMode.SKIPPED.value, suspended_reason(state.definition), None)
        examination = examiner.examine(session, QualifiedName(name), pins, requested, state)
    waited = [one for one in before if one.mode not in (RanMode.NO_CHANGE.value, RanMode.SKIPPED.value)]
    after = {table_key(backing_name(one.name)): dotted(one.name[1:]) for one in waited}
    mode, reason = _expected(examination, requested, after)
    return PlannedRefresh(name, place, mode, reason, examination, frozenset(after))


def _expected(examination: Examination, requested: RefreshMode | None, after: Mapping[str, str]) -> tuple[str, str]:
    """Tell the mode, or the modes of which one will run, and why."""
    decision, definition = examination.decision, examination.state.definition
    if not after or decision.mode in (RanMode.INITIAL, RanMode.FULL):
        return decision.mode.value, decision.reason
    names = ", ".join(sorted(after.values()))
    when = f"after {names} {'is' if len(after) == 1 else 'are'} refreshed"
    stays = "" if decision.mode is not RanMode.NO_CHANGE else "; NO_CHANGE if no row of it is another then"
    if definition.full_only is not None:
        return RanMode.FULL.value, f"{when}: {definition.full_only.reason}{stays}"
    if requested is RefreshMode.DIFFERENTIAL:
        return RanMode.DIFFERENTIAL.value, f"{when}: requested{stays}"
    if definition.mode is RefreshMode.AUTO:
        either = f"{RanMode.DIFFERENTIAL.value} or {RanMode.FULL.value}"
        return either, f"{when}: {either} by size{stays}"
    full = definition.mode is RefreshMode.FULL
    mode = RanMode.FULL if full else RanMode.DIFFERENTIAL
    return mode.value, f"{when}: refresh mode {definition.mode.value}{stays}"
