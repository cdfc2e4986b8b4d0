"""Where a stream table's rows lie: which columns it can be partitioned and clustered by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from streamtables.catalog.definition import Definition, OutputColumn
from streamtables.errors import DefinitionError
from streamtables_grammar.spans import SourceSpan

_EXACT = ("boolean", "tinyint", "smallint", "int", "bigint", "date", "timestamp_ntz")
_EXACT_FAMILIES = ("decimal(",)
_CLUSTERED = ("string", "float", "double", "timestamp")


def stored_columns(
    wanted: Sequence[str], columns: Sequence[OutputColumn], clause: str, span: SourceSpan | None = None
) -> tuple[str, ...]:
    """Find the columns of a clause in the backing table.

    Args:
        wanted: The columns as users name them.
        columns: The output columns.
        clause: The clause, for errors.
        span: Where the statement is.

    Returns:
        The stored columns.

    Raises:
        DefinitionError: One is no output column, or rows cannot be partitioned by it and be read as they were written.
    """
    by_name = {column.name.lower(): column for column in columns}
    for name in wanted:
        found = by_name.get(name.lower())
        if found is None:
            raise DefinitionError("UNKNOWN_CLUSTER_COLUMN", {"column": name, "clause": clause})
        problem = inexact_partition(found.type) if clause == "PARTITIONED BY" else None
        if problem is not None:
            raise DefinitionError(
                "INEXACT_PARTITION_COLUMN",
                {"column": name, "type": found.type, "reason": problem},
                span=span,
                hint=_hint(found),
            )
    return tuple(by_name[name.lower()].stored for name in wanted)


def placement_problem(definition: Definition) -> str | None:
    """Return whether a stream table is partitioned by a column whose values do not all come back.

    Args:
        definition: The definition; one of before such columns were refused, or one whose source's type has changed.

    Returns:
        The problem in words, or None.
    """
    for column in definition.columns:
        problem = inexact_partition(column.type) if column.stored in definition.partitioned_by else None
        if problem is not None:
            return f"it was partitioned by {column.name} of type {column.type}: {problem}"
    return None


def placed_exactly(definition: Definition) -> Definition:
    """Cluster a table by what it cannot be partitioned by.

    Args:
        definition: A definition.

    Returns:
        The same where its partitions keep all values; else one that is clustered instead, as far as types allow.
    """
    if placement_problem(definition) is None:
        return definition
    types = {column.stored: column.type for column in definition.columns}
    clustered = [name for name in definition.partitioned_by if _is_clustered(types[name])]
    return replace(definition, partitioned_by=(), clustered_by=tuple(clustered))


def _hint(column: OutputColumn) -> str:
    other = "partition by a column of whole numbers or dates"
    return f"CLUSTER BY ({column.name}), or {other}" if _is_clustered(column.type) else other


def _is_clustered(type_: str) -> bool:
    """Return whether Delta keeps the ranges of a type's values, by which it clusters."""
    return type_ in _CLUSTERED or (inexact_partition(type_) is None and type_ != "boolean")


def inexact_partition(type_: str) -> str | None:
    """Return why values of a type do not come back as they were when a table is partitioned by them.

    Delta's log keeps the value of a partition as text, in which the empty text stands for NULL.

    Args:
        type_: The type in DDL spelling.

    Returns:
        The reason, or None if every value comes back.
    """
    if type_ in _EXACT or type_.startswith(_EXACT_FAMILIES):
        return None
    if type_.startswith("string"):
        return "a partition keeps an empty text as NULL"
    if type_ in ("float", "double"):
        return "a partition keeps -0.0 as 0.0"
    if type_ == "timestamp":
        return "a partition keeps local time, of which one hour comes twice where clocks are set back"
    return "a partition keeps a value as text, which not every value of this type comes back from"
