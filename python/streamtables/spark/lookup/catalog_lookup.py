"""What a name stands for in Spark's catalog."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pyspark.sql.types import StructType

from streamtables.spark.jvm import scala
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.jvm.long_text import full_text
from streamtables.spark.sessions.recorded_settings import view_difference
from streamtables.spark.tables.delta_log import DeltaTableLog
from streamtables_grammar.quoting import quote_name
from streamtables_rewriter.plan.relations import ColumnType, Table, View

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SESSION_CATALOG = "spark_catalog"

STREAM_TABLE_ID = "streamtables.id"
"""View property that marks a stream table and carries its id."""
DEFINITION_VERSION = "streamtables.version"
"""View property that says which version of the definition the view shows."""
READ_QUERY = "streamtables.read_query"
"""View property with the query that reads the backing table without expanding multiplicities."""
MULTIPLICITY = "streamtables.multiplicity"
"""Backing table property that names the column which counts equal rows."""

_SESSIONS = "spark.sessionWindow"
"""How Spark marks a column of sessions in a schema."""


@dataclass(frozen=True, slots=True)
class CatalogEntry:
    """A table or view of the session catalog.

    Attributes:
        name: Full name: catalog, schema, table.
        is_view: Whether it is a view.
        location: URI of a table's folder; None for a view.
        provider: Data source of a table, lower case.
        view_text: A view's query.
        columns: The columns that the catalog itself knows (empty for Delta tables).
        namespace: Catalog and schema in which a view's text is read.
        properties: Table properties, a view's captured settings included.
    """

    name: tuple[str, ...]
    is_view: bool
    location: str | None
    provider: str
    view_text: str | None
    columns: tuple[ColumnType, ...]
    namespace: tuple[str, ...]
    properties: dict[str, str]

    @property
    def stream_table_id(self) -> str | None:
        """The id, if the entry is a stream table's view."""
        return self.properties.get(STREAM_TABLE_ID) if self.is_view else None

    @property
    def definition_version(self) -> str | None:
        """Which version of its definition a stream table's view shows."""
        return self.properties.get(DEFINITION_VERSION) if self.is_view else None


class CatalogLookup:
    """Resolves names in one session.

    Args:
        session: The session whose current catalog and schema complete short names.
    """

    def __init__(self, session: SparkSession) -> None:
        self._session = session
        self._jvm: Any = session._jvm
        self._state: Any = session._jsparkSession.sessionState()
        self._facts = JvmBridge.of(session).table_facts

    def current_namespace(self) -> tuple[str, ...]:
        """Return the current catalog and schema."""
        manager = self._state.catalogManager()
        return (str(manager.currentCatalog().name()), *(str(part) for part in manager.currentNamespace()))

    def full_name(self, parts: Sequence[str], namespace: Sequence[str] | None = None) -> tuple[str, ...]:
        """Complete a name.

        Args:
            parts: One to three parts.
            namespace: Catalog and schema for what is missing; None for the session's.

        Returns:
            Catalog, schema and table.
        """
        if len(parts) >= 3:
            return tuple(parts)
        base = tuple(namespace) if namespace is not None else self.current_namespace()
        if len(parts) == 2:
            return (base[0], *parts)
        return (*base, *parts)

    def is_temporary(self, parts: Sequence[str]) -> bool:
        """Return whether a name is a temporary view's, which a definition must not depend on."""
        catalog = self._state.catalog()
        return bool(catalog.isTempView(scala.sequence(self._jvm, list(parts)).toSeq()))

    def default_location(self, full_name: Sequence[str]) -> str:
        """Return the URI of the folder that a managed table of a name gets.

        Args:
            full_name: Catalog, schema and table.

        Returns:
            The URI, whether there is such a table or not.
        """
        return str(self._facts.defaultLocation(self._state, full_name[1], full_name[2]))

    def schemas(self) -> list[str]:
        """Name the schemas of the session catalog."""
        return [str(name) for name in scala.to_list(self._state.catalog().listDatabases())]

    def tables_like(self, schema: str, pattern: str) -> list[tuple[str, ...]]:
        """Return the full names of a schema's tables that fit a pattern, in one question to the metastore.

        Args:
            schema: The schema.
            pattern: As that of SHOW TABLES; ``*`` stands for any characters.

        Returns:
            Full names, tables of the session alone left out.
        """
        found = scala.to_list(self._state.catalog().externalCatalog().listTables(schema, pattern))
        return [(SESSION_CATALOG, schema, str(table)) for table in found]

    def schema_exists(self, schema: str) -> bool:
        """Return whether the session catalog has a schema."""
        return bool(self._state.catalog().databaseExists(schema))

    def find(self, full_name: Sequence[str]) -> CatalogEntry | None:
        """Look a table or view of the session catalog up.

        Args:
            full_name: Catalog, schema and table.

        Returns:
            The entry, or None if there is none or it belongs to another catalog.
        """
        if not _is_in_session_catalog(full_name):
            return None
        text = full_text(self._facts.entry(self._state, full_name[1], full_name[2]))
        return None if text is None else _entry(json.loads(text))

    def find_all(self, full_names: Sequence[Sequence[str]]) -> list[CatalogEntry | None]:
        """Look several tables and views up, in one question to the metastore a schema.

        Args:
            full_names: Catalog, schema and table of each.

        Returns:
            What ``find`` gives for each of them.
        """
        tables: dict[str, set[str]] = {}
        for name in filter(_is_in_session_catalog, full_names):
            tables.setdefault(name[1], set()).add(name[2])
        found: dict[tuple[str, ...], CatalogEntry] = {}
        for schema, names in tables.items():
            text = full_text(self._facts.entries(self._state, schema, sorted(names)))
            for entry in map(_entry, json.loads(text or "[]")):
                found[_lower(entry.name)] = entry
        return [found.get(_lower(name)) for name in full_names]

    def log(self, full_name: Sequence[str]) -> DeltaTableLog:
        """Open the log of a Delta table, given its full name or ``delta`` and a path."""
        if is_path(full_name):
            return DeltaTableLog.for_path(self._session, full_name[-1])
        return DeltaTableLog.for_table(self._session, full_name[-2], full_name[-1])

    def log_of(self, entry: CatalogEntry) -> DeltaTableLog:
        """Open the log of a Delta table that has been found."""
        if entry.location is None:
            return self.log(entry.name)
        return self.log_at(entry.location)

    def log_at(self, location: str) -> DeltaTableLog:
        """Open the log of a Delta table by the URI of its folder."""
        return DeltaTableLog.for_path(self._session, location)

    def resolve(self, parts: Sequence[str], namespace: Sequence[str] | None = None) -> Table | View | None:
        """Find a relation for the rewriter; see ``Relations.resolve``."""
        if is_path(parts):
            log = DeltaTableLog.for_path(self._session, parts[-1])
            return self._delta_table(tuple(parts), log) if log.exists() else None
        if len(parts) == 2 and "/" in parts[1]:
            return Table(tuple(parts), (), maintainable=f"{parts[0].lower()} folder")
        full = self.full_name(parts, namespace)
        entry = self.find(full)
        if entry is None:
            return self._foreign(full)
        if entry.is_view:
            return self._view(entry)
        if entry.provider == "delta":
            return self._delta_table(entry.name, self.log_of(entry))
        return Table(entry.name, entry.columns, maintainable=f"{entry.provider} table")

    @staticmethod
    def _delta_table(name: tuple[str, ...], log: DeltaTableLog) -> Table:
        snapshot = log.latest()
        return Table(name, column_types(snapshot.schema), multiplicity=snapshot.properties.get(MULTIPLICITY))

    def _view(self, entry: CatalogEntry) -> Table | View:
        columns = tuple(column.name for column in entry.columns)
        if READ_QUERY in entry.properties:
            return View(entry.name, entry.properties[READ_QUERY], columns, entry.name[:2])
        setting = view_difference(self._session, entry.properties)
        if setting is not None:
            return Table(entry.name, entry.columns, maintainable=f"view written under {setting}")
        return View(entry.name, entry.view_text or "", columns, entry.namespace)

    def _foreign(self, full_name: tuple[str, ...]) -> Table | None:
        if full_name[0].lower() == SESSION_CATALOG:
            return None
        if not self._state.catalogManager().isCatalogRegistered(full_name[0]):
            return None
        quoted = quote_name(full_name)
        if not self._session.catalog.tableExists(quoted):
            return None
        columns = column_types(self._session.table(quoted).schema)
        return Table(full_name, columns, maintainable=f"table of the catalog {full_name[0]}")


def _is_in_session_catalog(full_name: Sequence[str]) -> bool:
    return len(full_name) == 3 and full_name[0].lower() == SESSION_CATALOG


def _lower(full_name: Sequence[str]) -> tuple[str, ...]:
    return tuple(part.lower() for part in full_name)


def _entry(found: dict[str, Any]) -> CatalogEntry:
    return CatalogEntry(
        name=(SESSION_CATALOG, found["schema"], found["table"]),
        is_view=found["view"],
        location=found["location"],
        provider=(found["provider"] or "hive").lower(),
        view_text=found["text"],
        columns=column_types(StructType.fromJson(json.loads(found["columns"]))),
        namespace=tuple(found["namespace"]),
        properties=found["properties"],
    )


def column_types(schema: StructType) -> tuple[ColumnType, ...]:
    """Return a schema's columns with their types in DDL spelling."""
    return tuple(
        ColumnType(field.name, field.dataType.simpleString(), sessions=bool((field.metadata or {}).get(_SESSIONS)))
        for field in schema.fields
    )


def is_path(parts: Sequence[str]) -> bool:
    """Return whether a name is a path to a Delta table: ``delta.`/path```."""
    return len(parts) == 2 and parts[0].lower() == "delta" and ("/" in parts[1])
