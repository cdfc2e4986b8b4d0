"""What to say where a stream table is asked for and something else, or nothing, has the name."""

from __future__ import annotations

from streamtables.catalog.definition import BACKING_SUFFIX, dotted
from streamtables.errors import StreamTableNotFoundError
from streamtables.spark.lookup.catalog_lookup import SESSION_CATALOG, CatalogEntry, CatalogLookup
from streamtables_grammar.names import QualifiedName

_LISTED = "SHOW STREAM TABLES lists them."


def no_stream_table(lookup: CatalogLookup, name: QualifiedName) -> StreamTableNotFoundError:
    """Return the error for a name that is no stream table's.

    Args:
        lookup: Finds tables, and completes the name.
        name: The name as written.

    Returns:
        NOT_A_STREAM_TABLE where a table or view has it, else STREAM_TABLE_NOT_FOUND; with what to write instead.
    """
    full = lookup.full_name(name.parts)
    if full[0].lower() != SESSION_CATALOG:
        inner = dotted((SESSION_CATALOG, *full[1:]))
        hint = f"Stream tables live in the catalog {SESSION_CATALOG}: write {inner}."
        return StreamTableNotFoundError("STREAM_TABLE_NOT_FOUND", {"name": dotted(full)}, span=name.span, hint=hint)
    if lookup.is_temporary(name.parts):
        return _other_kind(name, "temporary view", None)
    entry = lookup.find(full)
    if entry is not None:
        return _other_kind(name, "view" if entry.is_view else "table", _owner(lookup, entry))
    schema_missing = not lookup.schema_exists(full[1])
    hint = f"There is no schema {dotted((full[1],))}; {_LISTED}" if schema_missing else _LISTED
    return StreamTableNotFoundError("STREAM_TABLE_NOT_FOUND", {"name": str(name)}, span=name.span, hint=hint)


def _other_kind(name: QualifiedName, kind: str, owner: str | None) -> StreamTableNotFoundError:
    hint = f"It holds the rows of {owner}: write {owner}." if owner is not None else _LISTED
    return StreamTableNotFoundError("NOT_A_STREAM_TABLE", {"name": str(name), "kind": kind}, span=name.span, hint=hint)


def _owner(lookup: CatalogLookup, entry: CatalogEntry) -> str | None:
    """Return the stream table whose rows a table holds."""
    if entry.is_view or not entry.name[-1].endswith(BACKING_SUFFIX):
        return None
    view = lookup.find((*entry.name[:-1], entry.name[-1].removesuffix(BACKING_SUFFIX)))
    return dotted(view.name[1:]) if view is not None and view.stream_table_id is not None else None
