"""What the placeholders of a template stand for: versions of tables, and the views of what has been read."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from sqlglot import exp

from streamtables.engine.programs.bind_versions import instant_at, source_at, table_at
from streamtables.engine.programs.program import Program
from streamtables_rewriter.plan.relations import Table
from streamtables_rewriter.sql.columns import relation
from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.template import Template

CHANGES_VIEW = "__st_changes"
"""Shows the change of the query's rows."""
Instants = tuple["int | None", "int | None"]


def delta_view(index: int) -> str:
    """Return the name of the temporary view that holds a source's change."""
    return f"__st_delta_{index}"


def newest(_: Placeholder) -> None:
    """Read every source as it is when the statement runs."""


@dataclass(frozen=True, slots=True)
class Bindings:
    """Says what placeholders stand for.

    Attributes:
        backing: The rows that the table stores.
        tables: The sources by index.
        version: Tells the version of the source whose rows a placeholder stands for; None for the newest.
        instants: What the query's clock showed at the refresh before, and what it shows now, in microseconds since 1970
            in UTC; None for the instant of the statement itself.
        changes: The change of the query's rows.
    """

    backing: exp.Table
    tables: Mapping[int, Table] = field(default_factory=dict)
    version: Callable[[Placeholder], int | None] = newest
    instants: Instants = (None, None)
    changes: exp.Table = field(default_factory=lambda: relation(CHANGES_VIEW))

    def of(self, placeholders: Iterable[Placeholder]) -> dict[Placeholder, exp.Expr]:
        """Return what some placeholders stand for.

        Args:
            placeholders: The placeholders.

        Returns:
            A relation for each, or a TIMESTAMP.
        """
        return {placeholder: self._one(placeholder) for placeholder in placeholders}

    def sql(self, template: Template, *, pretty: bool = False) -> str:
        """Write a template.

        Args:
            template: The template.
            pretty: Whether to break lines for people to read.

        Returns:
            SQL text.
        """
        return template.sql(self.of(template.placeholders), pretty=pretty)

    def _one(self, placeholder: Placeholder) -> exp.Expr:
        if placeholder.kind is PlaceholderKind.CHANGES:
            return self.changes
        if placeholder.kind is PlaceholderKind.BACKING:
            return self.backing
        if placeholder.source is None:
            return instant_at(self.instants[placeholder.kind is PlaceholderKind.NOW_NEW])
        if placeholder.kind is PlaceholderKind.DELTA:
            return relation(delta_view(placeholder.source))
        return source_at(self.tables[placeholder.source], self.version(placeholder))


def bindings_of(
    program: Program, version: Callable[[Placeholder], int | None] = newest, instants: Instants = (None, None)
) -> Bindings:
    """Say what the placeholders of a definition's templates stand for.

    Args:
        program: The compiled definition.
        version: Tells the version of the source whose rows a placeholder stands for; None for the newest.
        instants: What the query's clock showed at the refresh before, and what it shows now.

    Returns:
        The bindings; the stored rows are those at hand when the statement runs.
    """
    return Bindings(table_at(program.definition.backing, None), program.tables, version, instants)
