"""Which tables IMMEDIATE stream tables follow, by the folders that Delta's transactions know."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.definition import split_name, table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.engine.context import Engine
from streamtables.spark.lookup.catalog_lookup import CatalogLookup, is_path

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(frozen=True, slots=True)
class WatchedTables:
    """What statements and queries have to be compared with.

    Attributes:
        registry: Folder and version of the registry that this follows from; None where there is none.
        sources: Dotted full names by the URI of their folder.
        readers: Schema and name, in lower case, of the stream tables to be brought up to date before they are read.
    """

    registry: tuple[str, int] | None
    sources: dict[str, tuple[str, ...]]
    readers: tuple[str, ...]

    def names_at(self, folders: Iterable[str]) -> set[str]:
        """Return the names of the followed tables that lie in some folders."""
        return {name for folder in folders for name in self.sources.get(folder, ())}


def watched_tables(engine: Engine, session: SparkSession) -> WatchedTables:
    """Find out which tables matter.

    Args:
        engine: The engine.
        session: A session of our own.

    Returns:
        The tables.
    """
    registry = engine.registry.version(session)
    tables = engine.registry.entries(session)
    lookup = CatalogLookup(session)
    sources: dict[str, tuple[str, ...]] = {}
    for name in sorted(DependencyGraph(tables).immediate_sources()):
        folder = _folder(engine, lookup, split_name(name))
        if folder is not None:
            sources[folder] = (*sources.get(folder, ()), name)
    return WatchedTables(registry, sources, tuple(fresh_tables(engine, session)))


def fresh_tables(engine: Engine, session: SparkSession) -> dict[str, str]:
    """Return the stream tables that are brought up to date before they are read.

    Args:
        engine: The engine.
        session: A session of our own.

    Returns:
        Their keys (``table_key``) by schema and name in lower case, as the JVM knows them.
    """
    fresh = (t for t in engine.registry.entries(session) if t.fresh_reads and not t.suspended)
    return {".".join(table.name[1:]).lower(): table_key(table.name) for table in fresh}


def _folder(engine: Engine, lookup: CatalogLookup, name: tuple[str, ...]) -> str | None:
    """Return where a table lies, as its log spells it; None if there is no such table now."""
    if is_path(name):
        return lookup.log(name).path
    known = engine.sources.get(name)
    if known is None:
        entry = lookup.find(name)
        if entry is None or entry.location is None:
            return None
        known = entry.location
    return lookup.log_at(known).path
