"""What the sources of a stream table did: known by index, as templates name them, and by name, as frontiers do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from streamtables.catalog.definition import dotted
from streamtables.engine.sources.source_change import SourceChange
from streamtables_rewriter.plan.relations import Table
from streamtables_rewriter.templates.placeholders import Placeholder


@dataclass(frozen=True, slots=True)
class SourceChanges:
    """What each source of a stream table did since its frontier.

    Attributes:
        by_name: The changes of all base tables, by the dotted names under which a frontier has their positions.
        names: These names of the sources that templates read, by index.
    """

    by_name: Mapping[str, SourceChange]
    names: Mapping[int, str]

    @classmethod
    def of(cls, by_name: Mapping[str, SourceChange], tables: Mapping[int, Table]) -> SourceChanges:
        """Return which change is that of which source.

        Args:
            by_name: The changes of all base tables, by dotted name.
            tables: The sources' tables by index; none for a query that is only recomputed.

        Returns:
            The changes.
        """
        return cls(by_name, {index: dotted(table.name) for index, table in tables.items()})

    def __getitem__(self, source: int) -> SourceChange:
        """Return what a source did, by its index."""
        return self.by_name[self.names[source]]

    @property
    def by_source(self) -> dict[int, SourceChange]:
        """The changes of the sources that templates read, by index."""
        return {source: self[source] for source in self.names}

    @property
    def changed(self) -> frozenset[int]:
        """The sources whose rows may differ from those at the frontier."""
        return frozenset(source for source, change in self.by_source.items() if change.changed)

    @property
    def versions(self) -> dict[str, int]:
        """The pinned versions, by dotted name."""
        return {name: change.source.version for name, change in self.by_name.items()}

    def version_read(self, placeholder: Placeholder) -> int | None:
        """Return the version that a placeholder for a source's rows stands for; None for what is no source's."""
        return None if placeholder.source is None else self[placeholder.source].version_read(placeholder)
