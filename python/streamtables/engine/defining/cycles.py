"""Circles: stream tables that would read themselves, by way of others or of views."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from streamtables.catalog.definition import BACKING_SUFFIX, Definition, dotted, table_key
from streamtables.catalog.stored_state import load_state
from streamtables.engine.context import Engine
from streamtables.errors import DefinitionError, StreamTableNotFoundError
from streamtables.spark.lookup.analysis import ANALYSIS_ERRORS, analyse
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def require_no_cycle(lookup: CatalogLookup, definition: Definition) -> None:
    """Refuse a definition that reads its own stream table, at any distance, by what the others have stored.

    Args:
        lookup: Finds tables.
        definition: The definition.

    Raises:
        DefinitionError: ``SELF_REFERENCE``.
    """
    own = {table_key(definition.name), table_key(definition.backing)}
    read = [relation.name for relation in definition.relations.values()]
    if own & set(map(table_key, read)) or _reader_among(lookup, read, own) is not None:
        raise DefinitionError("SELF_REFERENCE", {"name": definition.display_name})


def require_no_cycle_through_view(engine: Engine, session: SparkSession, name: QualifiedName, query: str) -> None:
    """Refuse a view that would read a stream table which reads the view.

    Args:
        engine: The engine.
        session: The user's session.
        name: The view, as the user wrote it.
        query: The query that it is to have.

    Raises:
        DefinitionError: ``STREAM_TABLE_CYCLE``.
    """
    with engine.open_session({}) as own:
        if not engine.registry.entries(own):
            return
    try:
        read = analyse(session, query).tables
    except ANALYSIS_ERRORS:
        # The statement itself says what is wrong.
        return
    lookup = CatalogLookup(session)
    full = lookup.full_name(name.parts)
    reader = _reader_among(lookup, read, {table_key(full)})
    if reader is not None:
        parameters = {"view": dotted(full[1:]), "name": reader.display_name}
        hint = f"let it read what {reader.display_name} reads, or drop that first"
        raise DefinitionError("STREAM_TABLE_CYCLE", parameters, span=name.span, hint=hint)


def _reader_among(lookup: CatalogLookup, tables: Iterable[tuple[str, ...]], read: set[str]) -> Definition | None:
    """Return a stream table that reads one of some relations, among some tables and all that those read."""
    pending, seen = list(tables), set[str]()
    while pending:
        name = pending.pop()
        if table_key(name) in seen or not name[-1].endswith(BACKING_SUFFIX):
            continue
        seen.add(table_key(name))
        try:
            owner = QualifiedName((*name[:-1], name[-1].removesuffix(BACKING_SUFFIX)))
            definition = load_state(lookup, owner).definition
        except StreamTableNotFoundError:
            continue
        relations = [relation.name for relation in definition.relations.values()]
        if read & set(map(table_key, relations)):
            return definition
        pending.extend(relations)
    return None
