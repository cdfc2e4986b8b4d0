"""How fresh stream tables are, time and again: what one look has found is kept for the next one."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from streamtables.catalog.definition import dotted
from streamtables.catalog.registry import RegisteredTable
from streamtables.engine.context import Engine
from streamtables.engine.sources.lag import Lags, Positions, shown_positions
from streamtables.engine.sources.source_logs import SourceLogs, SourceMemory
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.names import QualifiedName

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
    positions: Positions | None
    refreshed_at_s: float | None
    data_at_s: float | None


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
            positions = {table: None if state is None else state.positions for table, state in stored.items()}
            for name, one in (pair for each in positions.values() if each is not None for pair in each.items()):
                shown.setdefault(name, set()).add((one.table_id, one.version))
            memory = self._memory
            memory.keep_only(shown)
            lags = Lags(entries, lambda entry: positions[entry.id], SourceLogs(session, memory), self._tell)
            return {dotted(entry.name[1:]): self._freshness(entry, stored[entry.id], lags) for entry in entries}

    def _freshness(self, entry: RegisteredTable, stored: _Stored | None, lags: Lags) -> Freshness:
        if stored is None:
            return Freshness()
        with self._lock:
            found_s = self._found_fresh_s.get(entry.id)
        refreshed_s = max((at for at in (stored.refreshed_at_s, found_s) if at is not None), default=None)
        return Freshness(stored.data_at_s, refreshed_s, lags.lag_s(entry, time.time()))

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


def _stored(state: StoredState) -> _Stored:
    frontier = state.frontier
    if frontier is None or not state.populated:
        return _Stored(time.monotonic(), None, None, None)
    newest_ms = frontier.inputs.data_newest_ms
    return _Stored(
        read_at_s=time.monotonic(),
        positions=shown_positions(state),
        refreshed_at_s=datetime.fromisoformat(frontier.started_at).timestamp(),
        data_at_s=None if newest_ms is None else newest_ms / 1000,
    )
