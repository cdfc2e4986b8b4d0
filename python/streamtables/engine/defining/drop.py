"""Dropping stream tables: the registry forgets them first, the rows go last.

A statement that is killed half-way has dropped a table or has not: whatever is left of it is a stream table again as
soon as a statement meets its name.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.missing import no_stream_table
from streamtables.engine.context import Engine
from streamtables.engine.defining import storage
from streamtables.engine.defining.reconcile import forget, observe, reconcile_all
from streamtables.errors import DefinitionError
from streamtables.fault_points import FAULT_POINTS
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.catalog.registry import RegisteredTable


def drop_stream_table(
    engine: Engine, session: SparkSession, name: QualifiedName, *, if_exists: bool, cascade: bool
) -> list[str]:
    """Drop a stream table.

    Args:
        engine: The engine.
        session: The user's session.
        name: The stream table.
        if_exists: Whether a missing one is no error.
        cascade: Whether those that read it go too.

    Returns:
        Names of the dropped stream tables, readers first.

    Raises:
        DefinitionError: Others read it, and ``cascade`` is not given.
        StreamTableNotFoundError: There is no such stream table.
    """
    full = CatalogLookup(session).full_name(name.parts)
    with engine.open_session({}) as own, ExitStack() as held:
        # What is waited for may change what there is to drop.
        locked: set[str] = {table_key(full)}
        while True:
            held.close()
            held.enter_context(engine.locks.hold(locked))
            reconcile_all(engine, own)
            dependents = _dependents(engine, own, full)
            wanted = locked | {table_key(dependent.name) for dependent in dependents}
            if wanted == locked:
                break
            locked = wanted
        lookup = CatalogLookup(own)
        catalog_state = observe(lookup, full)
        if not catalog_state.is_there and not catalog_state.is_shown:
            _forget(engine, own, full)
            if if_exists and not catalog_state.is_taken:
                return []
            missing = no_stream_table(CatalogLookup(session), name)
            raise missing
        shown = str(QualifiedName(catalog_state.name[1:]))
        if dependents and not cascade:
            raise DefinitionError(
                "DEPENDENT_STREAM_TABLES",
                {"name": shown, "dependents": ", ".join(dotted(d.name[1:]) for d in dependents)},
                span=name.span,
                hint="drop them first, or add CASCADE",
            )
        FAULT_POINTS.reach("drop.begin")
        dropped = []
        for dependent in reversed(dependents):
            _drop(engine, own, dependent.name)
            dropped.append(dotted(dependent.name[1:]))
        _drop(engine, own, catalog_state.name)
    return [*dropped, shown]


def _dependents(engine: Engine, session: SparkSession, name: tuple[str, ...]) -> list[RegisteredTable]:
    return DependencyGraph(engine.registry.entries(session)).readers(table_key(name))


def _drop(engine: Engine, session: SparkSession, name: tuple[str, ...]) -> None:
    catalog_state = observe(CatalogLookup(session), name)
    _forget(engine, session, name)
    FAULT_POINTS.reach("drop.registry")
    storage.drop_view(session, name)
    FAULT_POINTS.reach("drop.view")
    if catalog_state.definition is not None:
        storage.drop_backing(session, name, catalog_state.definition.id)
        engine.programs.drop(catalog_state.definition.id)
    FAULT_POINTS.reach("drop.backing")


def _forget(engine: Engine, session: SparkSession, name: tuple[str, ...]) -> None:
    """Take a name out of the registry, whatever is or was under it."""
    key = table_key(name)
    ids = [entry.id for entry in engine.registry.entries(session) if table_key(entry.name) == key]
    if ids:
        forget(engine, session, dotted(name[1:]), *ids)
