"""Whether what a definition recorded of its sources, and how its rows are stored, is still so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition, dotted
from streamtables.catalog.stored_format import RELEASE
from streamtables.catalog.stored_state import StoredProblem, StoredState
from streamtables.engine.defining.placement import placement_problem
from streamtables.engine.defining.user_defined_functions import FunctionsNow
from streamtables.engine.defining.view_columns import as_recorded
from streamtables.engine.programs.program import Program
from streamtables.engine.sources.pins import Pins
from streamtables.engine.sources.source_change import used_columns_problem
from streamtables.spark.lookup.catalog_lookup import MULTIPLICITY, CatalogLookup
from streamtables_rewriter.plan.relations import Table, View

if TYPE_CHECKING:
    from collections.abc import Mapping


def definition_problem(
    lookup: CatalogLookup,
    state: StoredState,
    program: Program,
    pins: Pins,
    functions: FunctionsNow,
    *,
    views: bool = True,
) -> str | None:
    """Compare what a definition recorded, and how its rows are stored, with what is there now.

    Args:
        lookup: Finds tables.
        state: The stored state.
        program: The compiled definition.
        pins: The run's pinned sources.
        functions: The functions that the query calls.
        views: Whether views that were redefined count; where they do not, columns may be gone that they alone read.

    Returns:
        Why the stream table is to be redefined and rebuilt, or None.

    Raises:
        SourceError: A source, or a used column of it, is gone.
    """
    definition = state.definition
    problem = functions.redefined or _layout_problem(state, program) or placement_problem(definition)
    for relation in definition.relations.values():
        if isinstance(relation, View):
            now = as_recorded(lookup.resolve(relation.name), relation)
            if views and now is not None and now != relation:
                problem = problem or f"the view {dotted(relation.name[1:])} was redefined"
        elif relation.maintainable is None:
            source = pins.pin(relation.name)
            if relation.multiplicity != source.snapshot.properties.get(MULTIPLICITY):
                problem = problem or f"{source.shown} stores its rows in another way"
    # What a new definition reads of the tables below such a view is not known yet.
    loose = definition.full_only is not None or problem is not None or not views
    used = readable_columns(definition, program)
    for name, relation in definition.relations.items():
        if isinstance(relation, Table) and relation.maintainable is None:
            source = pins.pin(relation.name)
            problem = used_columns_problem(relation, used.get(name, ()), source, may_be_missing=loose) or problem
    return problem


def readable_columns(definition: Definition, program: Program) -> Mapping[str, tuple[str, ...]]:
    """Return the columns of each source that a query reads, or may read.

    Args:
        definition: The definition.
        program: The same, compiled.

    Returns:
        The columns by dotted source name: all that there were at CREATE for a query that is only recomputed, since
        nobody knows which of them it reads.
    """
    if definition.full_only is None:
        return program.used_columns()
    return {
        name: tuple(column.name for column in relation.columns)
        for name, relation in definition.relations.items()
        if isinstance(relation, Table)
    }


def _layout_problem(state: StoredState, program: Program) -> str | None:
    """Return whether the table has other columns than its definition asks for: another version may have made it."""
    if program.plan is None:
        return None
    wanted = [column.name for column in program.plan.stored if column.name not in program.plan.computed]
    if wanted == state.snapshot.schema.names:
        return None
    what = StoredProblem.RESHAPED.value
    release = RELEASE if state.frontier is None else state.frontier.release
    return what if release == RELEASE else f"{what}, by {_called(release)}"


def _called(release: str | None) -> str:
    return "an earlier release of streamtables" if release is None else f"streamtables {release}"
