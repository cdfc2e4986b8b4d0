"""Whether the versions of sources that a stream table shows can still be read."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition, dotted
from streamtables.catalog.frontier import Frontier
from streamtables.engine.sources.pins import Pins
from streamtables.engine.sources.source_change import read_change
from streamtables.errors import RefreshError, SourceError
from streamtables_rewriter.plan.relations import Table

if TYPE_CHECKING:
    from streamtables.spark.lookup.catalog_lookup import CatalogLookup


def readable_frontier(lookup: CatalogLookup, definition: Definition, frontier: Frontier) -> Frontier:
    """Find versions with the frontier's rows that can be read.

    Args:
        lookup: Finds tables.
        definition: The stream table's definition.
        frontier: Its frontier.

    Returns:
        The frontier, with later versions for sources whose files were only rearranged since: those of the older version
        may have been vacuumed.

    Raises:
        SourceError: ``SOURCE_MISSING``: a source is gone.
        RefreshError: ``FRONTIER_GONE``: a source was created again, or its files or its log were cleaned up.
    """
    for relation in definition.relations.values():
        foreign = isinstance(relation, Table) and relation.maintainable is not None
        if foreign and lookup.resolve(relation.name) is None:
            raise SourceError("SOURCE_MISSING", {"source": dotted(relation.name[1:])})
    pins = Pins(lookup)
    positions = dict(frontier.positions)
    for name in definition.base_tables:
        change = read_change(pins.pin(definition.relations[name].name), positions.get(name), ())
        if change.rebuild is not None:
            shown = definition.display_name
            hint = f"REFRESH STREAM TABLE {shown} FULL"
            raise RefreshError("FRONTIER_GONE", {"name": shown, "reason": change.rebuild}, hint=hint)
        found = change.change
        if found is not None and not found.schema_changed:
            positions[name] = replace(positions[name], version=found.unchanged_until)
    return replace(frontier, positions=positions)
