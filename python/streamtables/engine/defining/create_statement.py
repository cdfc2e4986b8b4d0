"""The statement that would make a stream table as it is."""

from __future__ import annotations

from streamtables.catalog.definition import Definition
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import ColumnSpec, CreateStreamTable, Query

_NOWHERE = SourceSpan(0, 0, 1, 1)


def create_statement_of(definition: Definition) -> CreateStreamTable:
    """Return the statement that a definition comes from.

    Args:
        definition: The definition.

    Returns:
        The statement; its spans point nowhere.
    """
    shown = {column.stored: column.name for column in definition.columns}
    named = [column.name for column in definition.columns] != list(definition.query_names)
    described = any(column.comment for column in definition.columns)
    columns = tuple(ColumnSpec(column.name, column.comment, _NOWHERE) for column in definition.columns)
    return CreateStreamTable(
        name=QualifiedName(definition.name[1:]),
        query=Query(definition.query, _NOWHERE),
        span=_NOWHERE,
        columns=columns if named or described else (),
        comment=definition.comment,
        partitioned_by=tuple(shown[name] for name in definition.partitioned_by),
        clustered_by=tuple(shown[name] for name in definition.clustered_by),
        location=definition.location,
        properties=tuple(definition.properties.items()),
        refresh_mode=definition.mode,
        schedule=definition.schedule,
    )
