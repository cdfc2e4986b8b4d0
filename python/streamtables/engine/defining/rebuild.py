"""Rebuilding a stream table whose sources changed their meaning: a type, the text of a view, a function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from streamtables.catalog.definition import DEFINITION_PROPERTY, Definition, OutputColumn, RecordedRelations, dotted
from streamtables.catalog.frontier import Frontier
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.defining import storage
from streamtables.engine.defining.cycles import require_no_cycle
from streamtables.engine.defining.define import QueryPlan, plan_query, redefine_relations
from streamtables.engine.defining.placement import placed_exactly
from streamtables.engine.defining.properties import users_properties
from streamtables.engine.defining.user_defined_functions import record_functions
from streamtables.engine.defining.view_columns import as_recorded, require_columns
from streamtables.engine.programs.program import Program
from streamtables.engine.programs.recompute import at_versions, stored_rows_sql, use_namespace, visible_query_sql
from streamtables.engine.writing.apply import Applied, count_replaced, own_commit
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.lookup.analysis import analyse
from streamtables_grammar.quoting import quote_name
from streamtables_rewriter.plan.relations import Table, View

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.lookup.catalog_lookup import CatalogLookup
    from streamtables_grammar.errors import StreamTableError


def redefine(
    session: SparkSession, lookup: CatalogLookup, definition: Definition
) -> tuple[Definition, StreamTableError | None]:
    """Make the next version of a definition, from its sources and views as they are now.

    Args:
        session: A session under the definition's settings.
        lookup: Finds tables.
        definition: The definition.

    Returns:
        The definition with today's types; output names and the expansion of ``*`` stay. What showed a defect of ours,
        where that is why the query can only be recomputed; else None.

    Raises:
        SourceError: ``SOURCE_COLUMN_MISSING``: a column that the query uses is gone.
        DefinitionError: ``SELF_REFERENCE``: by way of a view that was redefined it would read itself.
    """
    require_columns(session, lookup, definition)
    views: dict[str, Table | View] = {}
    for name, relation in definition.relations.items():
        if isinstance(relation, View):
            now = as_recorded(lookup.resolve(relation.name), relation)
            views[name] = now if now is not None else relation
    names = [column.name for column in definition.columns]
    functions = definition.functions
    if functions or views:
        session.sql(f"USE {quote_name(definition.namespace)}")
        functions = record_functions(session, analyse(session, definition.query).functions)

    def planned(*, all_columns: bool) -> tuple[dict[str, Table | View], QueryPlan]:
        current = {**redefine_relations(lookup, definition, all_columns=all_columns), **views}
        query = plan_query(
            session,
            definition.query,
            _Fallback(RecordedRelations(current, definition.namespace), lookup),
            definition.namespace,
            names,
            definition.settings,
            properties=definition.properties,
            functions=[called.function for called in functions],
            placed=bool(definition.partitioned_by or definition.clustered_by),
            strict=False,
        )
        return current, query

    current, query = planned(all_columns=False)
    if query.plan is None and views:
        # A view that was redefined may read columns that came since.
        current, query = planned(all_columns=True)
    relations = {**current, **query.relations.found}
    draft = replace(definition, relations=relations, functions=functions)
    if views:
        require_no_cycle(lookup, draft)
    if query.plan is not None:
        by_output = {column.output: column for column in query.plan.stored if column.output is not None}
        columns = tuple(
            replace(column, stored=by_output[index].name, type=by_output[index].type)
            for index, column in enumerate(definition.columns)
        )
    else:
        columns = _analysed_columns(session, draft)
    rebuilt = draft.rebuilt_from(
        columns=columns,
        types=query.types,
        full_only=query.full_only,
        base_tables=tuple(
            dotted(r.name) for r in relations.values() if isinstance(r, Table) and r.maintainable is None
        ),
    )
    return placed_exactly(rebuilt), query.defect


def apply_rebuild(
    session: SparkSession,
    before: Program,
    program: Program,
    state: StoredState,
    versions: Mapping[str, int],
    frontier: Frontier,
) -> Applied:
    """Replace table and view by those of a new version of the definition.

    Meanwhile the view shows the rows that were there before. If it stays so, since the process ends, the next statement
    puts it right.

    Args:
        session: A session of our own, under the definition's settings.
        before: The compiled definition that the table has.
        program: The compiled new definition.
        state: The stored state.
        versions: Version of each source by dotted name.
        frontier: What the commit records.

    Returns:
        What the commit did.
    """
    query = stored_rows_sql(program, at_versions(versions), frontier.instant_us)
    use_namespace(session, program)
    storage.show_version(session, before, state.snapshot.version)
    try:
        kept = users_properties(state.snapshot.properties)
        storage.write_backing(session, program, query, frontier, replaced=state.definition_text, kept=kept)
    except BaseException:
        if state.log.latest().properties.get(DEFINITION_PROPERTY) == state.definition_text:
            storage.write_view(session, before)
        raise
    FAULT_POINTS.reach("rebuild.backing")
    storage.write_view(session, program)
    return count_replaced(own_commit(state.log, frontier), program, state, before)


def _analysed_columns(session: SparkSession, definition: Definition) -> tuple[OutputColumn, ...]:
    query = visible_query_sql(definition, lambda _: None)
    types = {column.name: column.type for column in analyse(session, query).columns}
    return tuple(
        replace(column, type=types.get(old, column.type))
        for column, old in zip(definition.columns, definition.query_names, strict=True)
    )


class _Fallback:
    """Answers from what is recorded first, then from the catalog: a redefined view may read other tables."""

    def __init__(self, first: RecordedRelations, second: CatalogLookup) -> None:
        self._first = first
        self._second = second

    def resolve(self, parts: Sequence[str], namespace: Sequence[str] | None = None) -> Table | View | None:
        return self._first.resolve(parts, namespace) or self._second.resolve(parts, namespace)
