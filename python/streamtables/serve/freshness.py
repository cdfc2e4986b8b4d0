"""How far behind its sources each stream table is: from the logs alone, without a Spark job.

A stream table is up to date where none of its sources has changed rows since the versions that it shows. Else it has
been behind since the first commit that it does not show; through a stream table that it reads, since the first one that
this does not show.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted
from streamtables.catalog.frontier import SourcePosition
from streamtables.catalog.registry import RegisteredTable
from streamtables.engine.context import Engine
from streamtables.serve.source_logs import SourceLogs, SourceMemory
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.names import QualifiedName
from streamtables_rewriter.plan.relations import Table

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.catalog.stored_state import StoredState

_LOGGER = logging.getLogger(__name__)
_KEPT_SECONDS = 60.0
"""For how long a table's own state is believed where no refresh of this process has changed it: others may."""


@dataclass(frozen=True, slots=True)
class Freshness:
    """What can be said of one stream table.

    Attributes:
        data_at_s: When the newest version of its sources that it shows was committed, in seconds since 1970; None where
            it shows none, or none that is known.
        refreshed_at_s: When the last refresh began that found it, or brought it, up to date.
        lag_s: For how long there has been something in its sources that it does not show, in seconds; 0 where there is
            nothing; None where that cannot be told: it was never filled, a source is gone or is no Delta table.
    """

    data_at_s: float | None = None
    refreshed_at_s: float | None = None
    lag_s: float | None = None


@dataclass(frozen=True, slots=True)
class _Stored:
    """A stream table's own state, as it was read last."""

    read_at_s: float
    positions: Mapping[str, SourcePosition]
    refreshed_at_s: float | None
    data_at_s: float | None
    all_delta: bool


class FreshnessReader:
    """Reads how fresh stream tables are.

    Args:
        engine: The engine.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._lock = threading.Lock()
        self._stored: dict[str, _Stored] = {}
        self._found_fresh_s: dict[str, float] = {}
        self._memory = SourceMemory()
        self._troubles: dict[str, str] = {}

    def refreshed(self, stream_table_id: str, started_at_s: float | None) -> None:
        """Take note of a refresh of this process.

        Args:
            stream_table_id: Of which stream table.
            started_at_s: When it began, in seconds since 1970; None where the table is not up to date.
        """
        with self._lock:
            self._stored.pop(stream_table_id, None)
            if started_at_s is None:
                # A source may be gone.
                self._memory = SourceMemory()
            else:
                self._found_fresh_s[stream_table_id] = started_at_s

    def read(self) -> dict[str, Freshness]:
        """Return what can be said of each registered stream table, by schema and name."""
        with self._engine.open_session({}) as session:
            entries = self._engine.registry.entries(session)
            self._forget_all_but(entries)
            stored = {entry.id: self._state_of(session, entry) for entry in entries}
            shown: dict[str, set[tuple[str, int]]] = {}
            for name, one in (
                pair for state in stored.values() if state is not None for pair in state.positions.items()
            ):
                shown.setdefault(name, set()).add((one.table_id, one.version))
            memory = self._memory
            memory.keep_only(shown)
            behind = _Behind(entries, stored, SourceLogs(session, memory), self._tell)
            return {dotted(entry.name[1:]): self._freshness(entry, stored[entry.id], behind) for entry in entries}

    def _freshness(self, entry: RegisteredTable, stored: _Stored | None, behind: _Behind) -> Freshness:
        if stored is None:
            return Freshness()
        with self._lock:
            found_s = self._found_fresh_s.get(entry.id)
        refreshed_s = max((at for at in (stored.refreshed_at_s, found_s) if at is not None), default=None)
        known, since_s = behind.since_s(entry)
        lag_s = (0.0 if since_s is None else max(0.0, time.time() - since_s)) if known else None
        return Freshness(stored.data_at_s, refreshed_s, lag_s)

    def _state_of(self, session: SparkSession, entry: RegisteredTable) -> _Stored | None:
        with self._lock:
            known = self._stored.get(entry.id)
        if known is not None and time.monotonic() - known.read_at_s < _KEPT_SECONDS:
            return known
        try:
            stored = _stored(self._engine.folders.load_state(session, entry.id, QualifiedName(entry.name)))
        except Exception as error:
            _LOGGER.warning("%s: its state cannot be read", dotted(entry.name[1:]), exc_info=redacted_trace(error))
            return None
        with self._lock:
            self._stored[entry.id] = stored
        return stored

    def _tell(self, entry: RegisteredTable, error: Exception) -> None:
        """Say why there are no figures, once for each reason."""
        line = error_line(error)
        if self._troubles.get(entry.id) != line:
            self._troubles[entry.id] = line
            trace = None if isinstance(error, StreamTableError) else redacted_trace(error)
            _LOGGER.warning("%s: how fresh it is cannot be told: %s", dotted(entry.name[1:]), line, exc_info=trace)

    def _forget_all_but(self, entries: Sequence[RegisteredTable]) -> None:
        ids = {entry.id for entry in entries}
        with self._lock:
            for gone in self._stored.keys() - ids:
                del self._stored[gone]
            for gone in self._found_fresh_s.keys() - ids:
                del self._found_fresh_s[gone]


class _Behind:
    """Since when stream tables are behind, at one time.

    Args:
        entries: All of them.
        stored: Their states, by id; None where one cannot be read.
        sources: Their sources.
        tell: Is told what is wrong with a source.
    """

    def __init__(
        self,
        entries: Sequence[RegisteredTable],
        stored: Mapping[str, _Stored | None],
        sources: SourceLogs,
        tell: Callable[[RegisteredTable, Exception], None],
    ) -> None:
        self._tell = tell
        self._by_backing = {dotted(entry.backing).lower(): entry for entry in entries}
        self._stored = stored
        self._sources = sources
        self._found: dict[str, tuple[bool, float | None]] = {}

    def since_s(self, entry: RegisteredTable) -> tuple[bool, float | None]:
        """Return whether that is known, and since when; None where the table is up to date."""
        if entry.id not in self._found:
            # A cycle, which another tool may have made, ends here.
            self._found[entry.id] = False, None
            try:
                self._found[entry.id] = self._look(entry)
            except Exception as error:  # noqa: BLE001 - one source that cannot be read leaves the others theirs
                self._tell(entry, error)
        return self._found[entry.id]

    def _look(self, entry: RegisteredTable) -> tuple[bool, float | None]:
        stored = self._stored[entry.id]
        if stored is None or stored.refreshed_at_s is None or not stored.all_delta:
            return False, None
        times: list[float] = []
        for name, position in stored.positions.items():
            upstream = self._by_backing.get(name.lower())
            known, since_s = (True, None) if upstream is None else self.since_s(upstream)
            if not known:
                return False, None
            changed_s = self._sources.changed_at_s(name, position)
            times += [at for at in (since_s, changed_s) if at is not None]
        return True, min(times, default=None)


def _stored(state: StoredState) -> _Stored:
    frontier = state.frontier
    tables = [one for one in state.definition.relations.values() if isinstance(one, Table)]
    all_delta = all(table.maintainable is None for table in tables)
    if frontier is None or not state.populated:
        return _Stored(time.monotonic(), {}, None, None, all_delta)
    newest_ms = frontier.inputs.data_newest_ms
    return _Stored(
        read_at_s=time.monotonic(),
        positions=frontier.positions,
        refreshed_at_s=datetime.fromisoformat(frontier.started_at).timestamp(),
        data_at_s=None if newest_ms is None else newest_ms / 1000,
        all_delta=all_delta,
    )
