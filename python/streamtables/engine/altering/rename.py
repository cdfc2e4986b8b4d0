"""Renaming a stream table: the backing table first, whose properties say what is under way.

A statement that is killed is finished by the next one that meets either name: a table that has its new name and a
definition with the old one knows from ``renamed_to`` what it is called, and what is derived from it follows.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition, dotted, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.context import Engine
from streamtables.engine.defining import storage
from streamtables.engine.defining.create import require_place
from streamtables.engine.defining.reconcile import observe, register, show
from streamtables.errors import DefinitionError
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.quoting import quote_name

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def new_name(session: SparkSession, full: tuple[str, ...], name: QualifiedName) -> tuple[str, ...]:
    """Complete the new name of a stream table: without a schema it stays in its own.

    Args:
        session: The user's session, whose current catalog completes a name with a schema.
        full: The name that it has.
        name: The new one.

    Returns:
        Catalog, schema and name.
    """
    return (*full[:-1], *name.parts) if len(name.parts) == 1 else CatalogLookup(session).full_name(name.parts)


def renamed(engine: Engine, session: SparkSession, before: Definition, name: QualifiedName) -> Definition:
    """Check that a stream table can have another name, and return its definition under that.

    Args:
        engine: The engine.
        session: The user's session.
        before: The definition.
        name: The new name, one to three parts.

    Returns:
        The definition with its new name; the same where it has that already.

    Raises:
        DefinitionError: ``STREAM_TABLE_EXISTS``, ``SCHEMA_NOT_FOUND``, ``UNSUPPORTED_CATALOG``, or
            ``STREAM_TABLE_IN_USE``: other stream tables read it by its name.
    """
    full = new_name(session, before.name, name)
    require_place(CatalogLookup(session), full, name.span)
    if table_key(full) == table_key(before.name):
        return before
    with engine.open_session({}) as own:
        taken = observe(CatalogLookup(own), full)
        graph = DependencyGraph(engine.registry.entries(own))
    if taken.entry is not None or taken.backing is not None:
        found = taken.entry or taken.backing
        kind = "stream table" if taken.is_there else "view" if found is not None and found.is_view else "table"
        shown = dotted((found.name if found is not None else full)[1:])
        parameters = {"name": shown, "kind": kind}
        raise DefinitionError("STREAM_TABLE_EXISTS", parameters, span=name.span, hint="choose another name")
    readers = graph.readers(table_key(before.name))
    if readers:
        names = ", ".join(dotted(reader.name[1:]) for reader in readers)
        hint = "drop them first, and create them again over the new name"
        parameters = {"name": before.display_name, "dependents": names}
        raise DefinitionError("STREAM_TABLE_IN_USE", parameters, span=name.span, hint=hint)
    return replace(before, name=tuple(full))


def rename(engine: Engine, session: SparkSession, state: StoredState, after: Definition) -> None:
    """Rename a stream table.

    Args:
        engine: The engine.
        session: A session of our own.
        state: The stream table as it is stored.
        after: Its definition with the new name.
    """
    before = state.definition
    begun = replace(before, renamed_to=after.name)
    storage.set_definition(session, state.definition_text, begun)
    FAULT_POINTS.reach("rename.begun")
    session.sql(f"ALTER TABLE {quote_name(before.backing)} RENAME TO {quote_name(after.backing[1:])}")
    engine.folders.forget(before.id)
    engine.sources.forget_all()
    FAULT_POINTS.reach("rename.backing")
    storage.set_definition(session, begun.to_json(), after)
    FAULT_POINTS.reach("rename.definition")
    show(engine, after)
    FAULT_POINTS.reach("rename.view")
    register(engine, session, after)
    engine.programs.drop(before.id)
