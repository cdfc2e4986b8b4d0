"""What the stream tables that read one need of it."""

from __future__ import annotations

import re

from streamtables.catalog.definition import Definition, RecordedRelations, dotted, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.stored_state import load_state
from streamtables.engine.context import Engine
from streamtables.engine.defining.view_columns import as_recorded
from streamtables.errors import DefinitionError, StreamTableNotFoundError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.spans import SourceSpan
from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.plan.relations import Table, View


def require_columns_of_dependents(engine: Engine, before: Definition, after: Definition, span: SourceSpan) -> None:
    """Refuse a definition that lacks columns which other stream tables read.

    Args:
        engine: The engine.
        before: The definition that the others were made over.
        after: The new one.
        span: Where the statement stands.

    Raises:
        DefinitionError: ``COLUMN_IN_USE``, which names the columns and those that read them.
    """
    kept = {column.name.lower() for column in after.columns}
    lost = [column.name for column in before.columns if column.name.lower() not in kept]
    if not lost:
        return
    used: dict[str, list[str]] = {}
    with engine.open_session({}) as own:
        graph = DependencyGraph(engine.registry.entries(own))
        key = table_key(before.name)
        for reader in graph.readers(key):
            if key not in graph.direct_sources(table_key(reader.name)):
                continue
            try:
                definition = load_state(CatalogLookup(own), QualifiedName(reader.name)).definition
            except StreamTableNotFoundError:
                continue
            for column in lost:
                if _reads(definition, key, column):
                    used.setdefault(column, []).append(dotted(reader.name[1:]))
    if used:
        names = sorted({name for readers in used.values() for name in readers})
        parameters = {"name": before.display_name, "columns": ", ".join(used), "dependents": ", ".join(names)}
        hint = "keep the columns in the query, or drop or alter those that read them first"
        raise DefinitionError("COLUMN_IN_USE", parameters, span=span, hint=hint)


def _reads(reader: Definition, view: str, column: str) -> bool:
    """Return whether a query cannot be read any more where a view lacks a column."""
    if reader.full_only is not None:
        # Nobody knows what it reads: the column, if it can be seen in the text.
        return "*" in reader.query or re.search(rf"(?i)\b{re.escape(column)}\b", reader.query) is not None
    relations = {name: _without(relation, view, column) for name, relation in reader.relations.items()}
    try:
        bound = bind_query(
            reader.query,
            RecordedRelations(relations, reader.namespace),
            namespace=reader.namespace,
            case_sensitive=reader.settings.get("spark.sql.caseSensitive") == "true",
            functions=[called.function for called in reader.functions],
            clock=True,
        )
    except StreamTableError:
        return True
    return len(bound.outputs) != len(reader.columns)


def _without(relation: Table | View, view: str, column: str) -> Table | View:
    if not isinstance(relation, View) or table_key(relation.name) != view:
        return relation
    fewer = tuple(name for name in relation.columns if name.lower() != column.lower())
    recorded = View(relation.name, relation.query, fewer, relation.namespace)
    return as_recorded(relation, recorded) or relation
