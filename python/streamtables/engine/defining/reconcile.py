"""What a name stands for, and reconciling what is derived from a stream table's own properties.

The backing table is the truth: its properties hold the definition, its commits the frontiers. The view shows it and the
registry lists it; both are derived. A statement that was killed may have left them behind, ahead, or not made them at
all, so every statement that meets a name looks at it here first and finishes what was begun.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from streamtables.catalog.definition import (
    BACKING_SUFFIX,
    DEFINITION_PROPERTY,
    Definition,
    backing_name,
    dotted,
    table_key,
)
from streamtables.catalog.missing import no_stream_table
from streamtables.catalog.registry import RegisteredTable
from streamtables.engine.concurrency.conflicts import Backoff
from streamtables.engine.context import Engine
from streamtables.engine.defining import storage
from streamtables.errors import NewerFormatError, StreamTableNotFoundError
from streamtables.spark.failures.failure_kind import is_conflict
from streamtables.spark.lookup.catalog_lookup import CatalogEntry, CatalogLookup
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CatalogState:
    """What there is under the name of a stream table, perhaps.

    Attributes:
        name: Catalog, schema and name, as the catalog spells them.
        entry: The table or view of that name, or None.
        backing: The table with the backing table's name, or None.
        text: The definition's text that the backing table, or a folder left behind in its place, has; None without.
        definition: The definition that the backing table has of itself under this name, or None.
    """

    name: tuple[str, ...]
    entry: CatalogEntry | None
    backing: CatalogEntry | None
    text: str | None
    definition: Definition | None

    @property
    def is_shown(self) -> bool:
        """Whether the name is that of a view of ours."""
        return self.entry is not None and self.entry.stream_table_id is not None

    @property
    def is_taken(self) -> bool:
        """Whether the name is that of a table or view that is none of ours."""
        return self.entry is not None and self.entry.stream_table_id is None

    @property
    def is_there(self) -> bool:
        """Whether there is a stream table of the name: one that holds its definition, and a name to show it under."""
        return self.definition is not None and self.backing is not None and not self.is_taken

    @property
    def is_unfinished(self) -> bool:
        """Whether a stream table holds its rows, but was never shown, or is not any more."""
        return self.is_there and not self.is_shown

    @property
    def is_consistent(self) -> bool:
        """Whether the view shows the definition that the backing table has."""
        entry, definition = self.entry, self.definition
        if definition is None:
            return not self.is_shown
        return definition.renamed_to is None and shows(entry, definition)


def shows(entry: CatalogEntry | None, definition: Definition) -> bool:
    """Return whether a view shows a definition.

    Args:
        entry: What the catalog has under the stream table's name.
        definition: The definition.

    Returns:
        Whether it is the view that was made for this very version of it.
    """
    return (
        entry is not None
        and entry.stream_table_id == definition.id
        and entry.definition_version == str(definition.version)
    )


def observe(lookup: CatalogLookup, name: Sequence[str], location: str | None = None) -> CatalogState:
    """Look at a name. Nothing is changed.

    Args:
        lookup: Finds tables.
        name: Catalog, schema and name.
        location: Folder of the table to come, where the user names one.

    Returns:
        What it stands for.
    """
    entry = lookup.find(name)
    full = entry.name if entry is not None else tuple(name)
    backing = lookup.find(backing_name(full))
    if backing is not None:
        if backing.is_view or backing.provider != "delta":
            return CatalogState(full, entry, backing, None, None)
        text = lookup.log_of(backing).latest().properties.get(DEFINITION_PROPERTY)
    else:
        there = lookup.schema_exists(full[1])
        text = _left_behind(lookup, location or lookup.default_location(backing_name(full))) if there else None
    definition = None if text is None else Definition.from_json(text)
    if definition is not None and definition.renamed_to is not None and backing is not None:
        definition = _renamed(definition, full)
    if definition is not None and table_key(definition.name) != table_key(full):
        # A clone, or a table that was renamed, has the properties of another.
        return CatalogState(full, entry, backing, None, None)
    if backing is None:
        return CatalogState(full, entry, None, text, None)
    if entry is None and definition is not None:
        full = definition.name
    return CatalogState(full, entry, backing, text, definition)


def _renamed(definition: Definition, name: tuple[str, ...]) -> Definition:
    """Return the definition of a table whose statement was killed between the table's new name and the definition's."""
    renamed_to = definition.renamed_to
    if renamed_to is None or table_key(renamed_to) != table_key(name):
        return definition
    return replace(definition, name=name, renamed_to=None)


def _left_behind(lookup: CatalogLookup, location: str) -> str | None:
    """Read the definition out of a folder that no table of the catalog has."""
    log = lookup.log_at(location)
    return log.latest().properties.get(DEFINITION_PROPERTY) if log.exists() else None


def reconcile(engine: Engine, session: SparkSession, name: Sequence[str]) -> CatalogState:
    """Look at a name, and finish what a killed statement has begun under it.

    Args:
        engine: The engine.
        session: A session of our own; its settings are not changed.
        name: Catalog, schema and name.

    Returns:
        What it stands for now.
    """
    lookup = CatalogLookup(session)
    catalog_state = observe(lookup, name)
    if catalog_state.is_shown and not catalog_state.is_there:
        # A statement that was killed may have given its table another name.
        reconcile_all(engine, session)
        return observe(lookup, name)
    if not catalog_state.is_there or (catalog_state.is_consistent and _is_registered(engine, session, catalog_state)):
        return catalog_state
    with engine.locks.hold([dotted(catalog_state.name)]):
        catalog_state = observe(lookup, name)
        definition = catalog_state.definition
        if not catalog_state.is_there or definition is None:
            return catalog_state
        settled = replace(definition, renamed_to=None)
        if catalog_state.text is not None and Definition.from_json(catalog_state.text) != settled:
            storage.set_definition(session, catalog_state.text, settled)
            definition = settled
        if not catalog_state.is_consistent:
            show(engine, definition)
            _LOGGER.warning("%s: the view was reconciled with the table behind it", definition.display_name)
        if not _is_registered(engine, session, catalog_state):
            register(engine, session, definition)
        return observe(lookup, name)


def reconcile_readable(engine: Engine, session: SparkSession, name: Sequence[str]) -> None:
    """Do the same for one name of many: what a newer release has made is left to statements that name it.

    Args:
        engine: The engine.
        session: A session of our own; its settings are not changed.
        name: Catalog, schema and name.
    """
    try:
        reconcile(engine, session, name)
    except NewerFormatError as error:
        _LOGGER.warning("%s is left as it is: %s", dotted(name[1:]), error.message)


def show(engine: Engine, definition: Definition) -> None:
    """Let the view show what the backing table holds.

    Args:
        engine: The engine.
        definition: The definition that the backing table has.
    """
    with engine.open_session(definition.settings) as own:
        storage.write_view(own, engine.programs.get(definition))


def register(engine: Engine, session: SparkSession, definition: Definition) -> None:
    """Register a stream table, in the place of whatever has its name; what is left of an earlier name of its own goes.

    Args:
        engine: The engine.
        session: A session of our own.
        definition: The definition.
    """
    name = table_key(definition.name)
    earlier = [e for e in engine.registry.entries(session) if e.id == definition.id and table_key(e.name) != name]
    for entry in earlier:
        shown = CatalogLookup(session).find(entry.name)
        if shown is not None and shown.stream_table_id == definition.id:
            storage.drop_view(session, entry.name)
    if earlier:
        forget(engine, session, definition.display_name, definition.id)
    _persist(engine, definition.display_name, lambda: engine.registry.put(session, definition))


def forget(engine: Engine, session: SparkSession, name: str, *stream_table_ids: str) -> None:
    """Take stream tables out of the registry, and out of memory.

    Args:
        engine: The engine.
        session: A session of our own.
        name: Whose work it is, for an error.
        stream_table_ids: Their ids.
    """
    _persist(engine, name, lambda: engine.registry.remove(session, *stream_table_ids))
    for stream_table_id in stream_table_ids:
        engine.programs.drop(stream_table_id)


def _persist(engine: Engine, name: str, write: Callable[[], None]) -> None:
    """Write to the registry, also where other processes do so, too."""
    backoff = Backoff.of(engine.user)
    while True:
        try:
            write()
        except Exception as error:
            if not is_conflict(error):
                raise
            backoff.wait(name, error)
        else:
            return


def has_other_name(engine: Engine, session: SparkSession, catalog_state: CatalogState) -> bool:
    """Return whether a stream table that is not shown was a whole one under another name, which a statement changed.

    Args:
        engine: The engine.
        session: A session of our own.
        catalog_state: What there is under its new name.

    Returns:
        Whether the registry knows it under its old name.
    """
    definition = catalog_state.definition
    if definition is None or not catalog_state.is_unfinished:
        return False
    name = table_key(catalog_state.name)
    return any(e.id == definition.id and table_key(e.name) != name for e in engine.registry.entries(session))


def _is_registered(engine: Engine, session: SparkSession, catalog_state: CatalogState) -> bool:
    if catalog_state.definition is None:
        return True
    wanted = RegisteredTable.of(catalog_state.definition)
    name = table_key(wanted.name)
    found = [e for e in engine.registry.entries(session) if table_key(e.name) == name or e.id == wanted.id]
    return found == [wanted]


def find_all(session: SparkSession) -> list[Definition]:
    """Find every stream table by the tables themselves.

    Args:
        session: A session of our own.

    Returns:
        The definitions of those that are there.
    """
    lookup = CatalogLookup(session)
    found = []
    for schema in lookup.schemas():
        for backing in lookup.tables_like(schema, f"*{BACKING_SUFFIX}"):
            try:
                catalog_state = observe(lookup, (*backing[:-1], backing[-1].removesuffix(BACKING_SUFFIX)))
            except NewerFormatError as error:
                _LOGGER.warning("%s is left out: %s", dotted(backing[1:]), error.message)
                continue
            if catalog_state.is_there and catalog_state.definition is not None:
                found.append(catalog_state.definition)
    return found


def reconcile_all(engine: Engine, session: SparkSession) -> tuple[RegisteredTable, ...]:
    """Reconcile the registry with the tables where they disagree: by names alone, which is cheap.

    Names that another statement works on are left to it.

    Args:
        engine: The engine.
        session: A session of our own.

    Returns:
        What was registered and is gone, and is forgotten now.
    """
    lookup = CatalogLookup(session)
    there = {
        table_key(backing): backing
        for schema in lookup.schemas()
        for backing in lookup.tables_like(schema, f"*{BACKING_SUFFIX}")
    }
    registered = {table_key(entry.backing): entry for entry in engine.registry.entries(session)}
    for key in there.keys() - registered.keys():
        backing = there[key]
        name = (*backing[:-1], backing[-1].removesuffix(BACKING_SUFFIX))
        with engine.locks.hold_if_free(dotted(name)) as held:
            if held:
                reconcile_readable(engine, session, name)
    gone = []
    for key in registered.keys() - there.keys():
        entry = registered[key]
        with engine.locks.hold_if_free(dotted(entry.name)) as held:
            if held and lookup.find(entry.name) is None and lookup.find(entry.backing) is None:
                gone.append(entry)
    if gone:
        forget(engine, session, ", ".join(dotted(entry.name[1:]) for entry in gone), *(entry.id for entry in gone))
    return tuple(sorted(gone, key=lambda entry: dotted(entry.name)))


def rebuild_registry(engine: Engine, session: SparkSession) -> int:
    """Make the registry again from the tables, whatever is in it.

    Args:
        engine: The engine.
        session: A session of our own.

    Returns:
        How many stream tables there are.
    """
    found = find_all(session)
    _persist(engine, "the registry", lambda: engine.registry.replace_all(session, found))
    for definition in found:
        reconcile(engine, session, definition.name)
    return len(found)


def require(engine: Engine, session: SparkSession, name: QualifiedName) -> tuple[str, ...]:
    """Complete the name of a stream table, and finish what a killed statement has begun under it.

    Args:
        engine: The engine.
        session: The session whose current catalog and schema complete the name.
        name: One to three parts.

    Returns:
        Catalog, schema and name, as the catalog spells them.

    Raises:
        StreamTableNotFoundError: There is no stream table of that name, or its backing table is gone.
    """
    full = CatalogLookup(session).full_name(name.parts)
    with engine.open_session({}) as own:
        catalog_state = reconcile(engine, own, full)
    if catalog_state.is_there:
        return catalog_state.name
    if catalog_state.is_shown:
        raise StreamTableNotFoundError("BACKING_TABLE_MISSING", {"name": str(name)}, span=name.span)
    missing = no_stream_table(CatalogLookup(session), name)
    raise missing
