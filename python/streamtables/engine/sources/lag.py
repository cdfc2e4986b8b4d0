"""How far the rows of stream tables are behind their sources, from the logs alone."""

from __future__ import annotations

import time
from collections.abc import Mapping

from streamtables.catalog.definition import backing_name, table_key
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.sources.pins import PinnedSource, Pins
from streamtables.errors import NewerFormatError, SourceError
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_rewriter.plan.relations import Table

_LOOKED_AT = 100
"""Commits that are searched for the first that changed rows."""


class Lags:
    """Finds out for some stream tables since when a change waits for them.

    Args:
        lookup: Finds tables.
        now_ms: The time, in milliseconds since 1970; None for now.
    """

    def __init__(self, lookup: CatalogLookup, now_ms: int | None = None) -> None:
        self._pins = Pins(lookup)
        self._now_ms = time.time_ns() // 1_000_000 if now_ms is None else now_ms

    def behind(self, states: Mapping[tuple[str, ...], StoredState]) -> dict[tuple[str, ...], int | None]:
        """Return how old the oldest change is that each table does not show.

        What the stream tables that it reads do not show, it does not show either.

        Args:
            states: What is stored of each stream table, by full name.

        Returns:
            Milliseconds; 0 where everything is shown; None where it is not known, as of sources without a log.
        """
        own = {name: self._waiting_since(state) for name, state in states.items()}
        by_backing = {table_key(backing_name(name)): name for name in states}
        found: dict[tuple[str, ...], int | None] = {}
        for name in states:
            reached, waiting = {name}, [name]
            while waiting:
                definition = states[waiting.pop()].definition
                for source in definition.base_tables:
                    upstream = by_backing.get(table_key(definition.relations[source].name))
                    if upstream is not None and upstream not in reached:
                        reached.add(upstream)
                        waiting.append(upstream)
            since = [own[one] for one in reached]
            found[name] = None if None in since else self._age(min(one for one in since if one is not None))
        return found

    def _age(self, since_ms: float) -> int:
        return max(0, round(self._now_ms - since_ms)) if since_ms < self._now_ms else 0

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
