"""What the holes of a template stand for in one refresh: versions of tables, and the views of what has been read."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from streamtables.catalog.definition import dotted
from streamtables.engine.programs.bind_versions import instant_at, source_at, table_at
from streamtables.engine.programs.program import Program
from streamtables.engine.sources.source_change import SourceChange
from streamtables_rewriter.templates.delta_template import DeltaTemplate
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind

CHANGES_VIEW = "__st_changes"
Instants = tuple["int | None", "int | None"]


def delta_view(index: int) -> str:
    """Return the name of the temporary view that holds a source's change."""
    return f"__st_delta_{index}"


def bind_relations(
    program: Program, template: DeltaTemplate, changes: Mapping[str, SourceChange], instants: Instants
) -> dict[Placeholder, exp.Expr]:
    """Bind a template's placeholders to versions and views.

    Args:
        program: The compiled definition.
        template: The template.
        changes: The sources' changes by dotted name, which know both versions.
        instants: What the query's clock showed at the refresh before, and what it shows now.

    Returns:
        A relation for each placeholder of either statement.
    """
    bound: dict[Placeholder, exp.Expr] = {}
    if template.merge is not None:
        bound[Placeholder(PlaceholderKind.CHANGES)] = exp.to_table(CHANGES_VIEW)
    for placeholder in template.reads:
        if placeholder.kind is PlaceholderKind.BACKING:
            bound[placeholder] = table_at(program.definition.backing, None)
        elif placeholder.source is not None:
            table = program.tables[placeholder.source]
            change = changes[dotted(table.name)]
            if placeholder.kind is PlaceholderKind.DELTA:
                bound[placeholder] = exp.to_table(delta_view(placeholder.source))
            else:
                bound[placeholder] = source_at(table, version_read(placeholder, change))
        else:
            bound[placeholder] = instant_at(instants[placeholder.kind is PlaceholderKind.NOW_NEW])
    return bound


def version_read(placeholder: Placeholder, change: SourceChange) -> int:
    """Return the version of a source that a placeholder for its rows stands for.

    Args:
        placeholder: For the rows as they are or as they were.
        change: What the source did.

    Returns:
        The version.
    """
    if placeholder.kind is PlaceholderKind.OLD and change.change is not None:
        return change.change.unchanged_until
    return change.source.version
