"""How far the rows of stream tables are behind their sources, from the logs alone."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from streamtables.catalog.definition import table_key
from streamtables.catalog.dependency_graph import DependencyGraph
from streamtables.catalog.registry import RegisteredTable
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.sources.pins import PinnedSource, Pins
from streamtables.errors import NewerFormatError, SourceError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.errors import StreamTableError
from streamtables_rewriter.plan.relations import Table

_LOOKED_AT = 100
"""Commits that are searched for the first that changed rows."""


class Lags:
    """Finds out for stream tables since when a change waits for them.

    Args:
        lookup: Finds tables.
        tables: All stream tables.
        load: Reads what is stored of one, by its full name.
        now_ms: The time, in milliseconds since 1970; None for now.
    """

    def __init__(
        self,
        lookup: CatalogLookup,
        tables: Sequence[RegisteredTable],
        load: Callable[[tuple[str, ...]], StoredState | None],
        now_ms: int | None = None,
    ) -> None:
        self._pins = Pins(lookup)
        self._graph = DependencyGraph(tables)
        self._names = {table_key(table.name): table.name for table in tables}
        self._load = load
        self._now_ms = time.time_ns() // 1_000_000 if now_ms is None else now_ms
        self._known: dict[str, float | None] = {}

    def of(self, name: tuple[str, ...]) -> int | None:
        """Return how old the oldest change is that a stream table does not show.

        What the stream tables that it reads do not show, it does not show either.

        Args:
            name: Full name of the stream table.

        Returns:
            Milliseconds; 0 where everything is shown; None where it is not known, as of sources without a log.
        """
        since = [self._since(key) for key in self._graph.upstream([table_key(name)])]
        known = [one for one in since if one is not None]
        if len(known) < len(since) or not known:
            return None
        oldest = min(known)
        return max(0, round(self._now_ms - oldest)) if oldest < self._now_ms else 0

    def _since(self, key: str) -> float | None:
        if key not in self._known:
            try:
                state = self._load(self._names[key])
            except StreamTableError:
                # Whoever lists that table is told; here it is one that another reads.
                state = None
            self._known[key] = None if state is None else self._waiting_since(state)
        return self._known[key]

    def _waiting_since(self, state: StoredState) -> float | None:
        """Return when the first change was committed that the table does not show; infinity if there is none."""
        definition, frontier = state.definition, state.frontier
        tables = {name for name, relation in definition.relations.items() if isinstance(relation, Table)}
        if frontier is None or not state.populated or tables - set(definition.base_tables):
            return None
        since = float("inf")
        for name in definition.base_tables:
            position = frontier.positions.get(name)
            if position is None:
                return None
            try:
                source = self._pins.pin(definition.relations[name].name)
            except (SourceError, NewerFormatError):
                return None
            if source.snapshot.table_id != position.table_id:
                since = min(since, source.snapshot.timestamp_ms)
            elif source.version > position.version:
                since = min(since, _first_change(source, position.version))
        return since


def _first_change(source: PinnedSource, after: int) -> float:
    """Return when the first commit behind a version changed rows; infinity if none did."""
    last = min(source.version, after + _LOOKED_AT)
    for version in range(after + 1, last + 1):
        commit = source.log.commit(version)
        if commit is None or commit.timestamp_ms is None:
            # The log was cleaned up; what is left of it is newer.
            return source.snapshot.timestamp_ms
        if commit.changes_rows or commit.schema is not None:
            return commit.timestamp_ms
    return float("inf") if last == source.version else source.snapshot.timestamp_ms
