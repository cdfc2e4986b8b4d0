"""How far the rows of stream tables are behind their sources: from the logs alone, without a Spark job.

A stream table is up to date where none of its sources has changed rows since the versions that it shows. Else it has
been behind since the first commit that it does not show; through a stream table that it reads, since the first one that
this does not show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from streamtables.catalog.definition import dotted
from streamtables.catalog.frontier import SourcePosition
from streamtables.catalog.registry import RegisteredTable
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.sources.source_logs import SourceLogs
from streamtables_rewriter.plan.relations import Table

Positions = Mapping[str, SourcePosition]
"""The versions of its sources that a stream table shows, by their full names."""


def shown_positions(state: StoredState) -> Positions | None:
    """Return which versions of its sources a stream table shows.

    Args:
        state: What is stored of it.

    Returns:
        They; None where it shows none, or where one of the sources has no versions.
    """
    definition, frontier = state.definition, state.frontier
    tables = {name for name, relation in definition.relations.items() if isinstance(relation, Table)}
    if frontier is None or not state.populated or tables - set(definition.base_tables):
        return None
    if set(definition.base_tables) - set(frontier.positions):
        return None
    return {name: frontier.positions[name] for name in definition.base_tables}


class Lags:
    """Finds out for stream tables since when a change waits for them, at one time.

    Args:
        tables: All stream tables.
        shown: Tells the versions that one shows; None where that is not known.
        sources: The sources' logs.
        tell: Is told which table's figures cannot be had, and what is wrong with a source.
    """

    def __init__(
        self,
        tables: Sequence[RegisteredTable],
        shown: Callable[[RegisteredTable], Positions | None],
        sources: SourceLogs,
        tell: Callable[[RegisteredTable, Exception], None],
    ) -> None:
        self._by_backing = {dotted(table.backing).lower(): table for table in tables}
        self._shown = shown
        self._sources = sources
        self._tell = tell
        self._found: dict[str, float | None] = {}

    def lag_s(self, table: RegisteredTable, now_s: float) -> float | None:
        """Return how old the oldest change is that a stream table does not show.

        What the stream tables that it reads do not show, it does not show either.

        Args:
            table: The stream table.
            now_s: The time, in seconds since 1970.

        Returns:
            Seconds; 0 where everything is shown; None where it is not known, as of sources without a log.
        """
        since_s = self._since_s(table)
        return None if since_s is None else max(0.0, now_s - since_s)

    def _since_s(self, table: RegisteredTable) -> float | None:
        """Return since when it is behind; infinity where it is not, and None where that is not known."""
        if table.id not in self._found:
            # A cycle, which another tool may have made, ends here.
            self._found[table.id] = None
            try:
                self._found[table.id] = self._look(table)
            except Exception as error:  # noqa: BLE001 - one source that cannot be read leaves the others theirs
                self._tell(table, error)
        return self._found[table.id]

    def _look(self, table: RegisteredTable) -> float | None:
        positions = self._shown(table)
        if positions is None:
            return None
        oldest = float("inf")
        for name, position in positions.items():
            upstream = self._by_backing.get(name.lower())
            since_s = float("inf") if upstream is None else self._since_s(upstream)
            if since_s is None:
                return None
            changed_s = self._sources.changed_at_s(name, position)
            oldest = min(oldest, since_s, float("inf") if changed_s is None else changed_s)
        return oldest
