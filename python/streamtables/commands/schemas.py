"""The schema that a statement's IN names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted
from streamtables.errors import DefinitionError, StreamTableNotFoundError
from streamtables.spark.lookup.catalog_lookup import SESSION_CATALOG, CatalogLookup
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def require_schema(session: SparkSession, schema: QualifiedName) -> str:
    """Find a schema.

    Args:
        session: The user's session, whose current catalog completes the name.
        schema: The schema, with or without its catalog.

    Returns:
        Its name without the catalog.

    Raises:
        DefinitionError: UNSUPPORTED_CATALOG: stream tables live in the session catalog only.
        StreamTableNotFoundError: SCHEMA_NOT_FOUND.
    """
    lookup = CatalogLookup(session)
    catalog, name = lookup.full_name((*schema.parts, ""))[:2]
    if catalog.lower() != SESSION_CATALOG:
        raise DefinitionError(
            "UNSUPPORTED_CATALOG",
            {"name": dotted((catalog, name))},
            span=schema.span,
            hint=f"Write {dotted((SESSION_CATALOG, name))}.",
        )
    if not lookup.schema_exists(name):
        raise StreamTableNotFoundError(
            "SCHEMA_NOT_FOUND", {"schema": dotted((name,))}, span=schema.span, hint="SHOW SCHEMAS lists them."
        )
    return name
