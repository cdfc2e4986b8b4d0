"""The refresh history: appended in the background, never on a refresh's path. The commits stay the truth.

Every table of every run has a row, whether it was filled, refreshed, found unchanged, skipped, or failed. What a
process had not written when it ended is found again in the commits by one that goes on, or is asked for the history.
"""

from __future__ import annotations

import atexit
import logging
import random
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from streamtables.catalog.history_row import HistoryRow
from streamtables.catalog.history_writes import add_rows
from streamtables.catalog.lost_refreshes import Recorded, lost_refreshes
from streamtables.catalog.registry import Registry
from streamtables.catalog.system_tables import HISTORY, HISTORY_TABLE, ensure_history
from streamtables.spark.failures.failure_kind import is_conflict
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.delta_writes import small_change
from streamtables_grammar.quoting import quote_string

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


_LOGGER = logging.getLogger(__name__)
_BATCH_SECONDS = 10.0
"""Writing a batch costs about a second of a core, whatever the number of its rows."""
_ATTEMPTS = 10
_LONGEST_WAIT_SECONDS = 1.0
_MOST_PENDING = 10_000
"""Rows that are kept where writing fails, for the next try."""
FAILED, SKIPPED = "FAILED", "SKIPPED"


@dataclass(frozen=True, slots=True)
class Attempt:
    """A refresh of a stream table as far as its state goes.

    Attributes:
        started_at: When it began, in UTC.
        mode: What ran.
        reason: Why.
    """

    started_at: datetime
    mode: str
    reason: str | None

    @property
    def succeeded(self) -> bool:
        """Whether the table was up to date afterwards."""
        return self.mode not in (FAILED, SKIPPED)


class RefreshHistory:
    """Collects rows and appends them in batches from a thread of its own.

    Args:
        open_session: Lends a session of our own.
        registry: Which stream tables there are.
    """

    def __init__(
        self, open_session: Callable[[Mapping[str, str]], AbstractContextManager[SparkSession]], registry: Registry
    ) -> None:
        self._open_session = open_session
        self._registry = registry
        self._began_ms = round(1000 * time.time())
        self._is_complete = False
        self._written_version: int | None = None
        self._pending: list[HistoryRow] = []
        self._writing_now: list[HistoryRow] = []
        self._lock = threading.Lock()
        self._writing = threading.Lock()
        self._timer: threading.Timer | None = None
        atexit.register(self.flush_quietly)

    def record(self, row: HistoryRow) -> None:
        """Take a row; it is written soon, together with its neighbours."""
        with self._lock:
            self._pending.append(row)
            if self._timer is None:
                self._timer = threading.Timer(_BATCH_SECONDS, self.flush_quietly, kwargs={"search": True})
                self._timer.daemon = True
                self._timer.start()

    def flush(self, *, complete: bool = False, search: bool = True) -> None:
        """Write what is pending and wait for it; what cannot be written stays pending.

        The first time, what ended processes have not written is added.

        Args:
            complete: Whether to look for that also where nothing is pending.
            search: Whether to look for that at all: it takes longer than to write, which whoever ends waits for.
        """
        with self._writing:
            with self._lock:
                rows, self._pending = self._pending, []
                self._writing_now = rows
                if self._timer is not None:
                    self._timer.cancel()
                    self._timer = None
            if not rows and (self._is_complete or not complete):
                return
            written = False
            try:
                with self._open_session({}) as session, settings_for(session, small_change(session, 0)):
                    self._write_against_others(session, rows, search=search)
                written = True
            finally:
                with self._lock:
                    self._writing_now = []
                    if not written:
                        self._pending = [*rows, *self._pending][-_MOST_PENDING:]

    def _write_against_others(self, session: SparkSession, rows: list[HistoryRow], *, search: bool) -> None:
        """Write, and again where another process has written meanwhile: what it wrote may be among these rows."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                self._write(session, rows, search=search)
            except Exception as error:
                if attempt == _ATTEMPTS or not is_conflict(error):
                    raise
                # No secret hangs on when it is tried again.
                time.sleep(random.uniform(0, _LONGEST_WAIT_SECONDS))  # noqa: S311
            else:
                return

    def _write(self, session: SparkSession, rows: list[HistoryRow], *, search: bool) -> None:
        ending, search = not search, search and not self._is_complete
        tables = self._registry.entries(session) if search else ()
        if not rows and not tables:
            return
        if not ending:
            self._registry.ensure(session)
        log = ensure_history(session)
        if search:
            recorded = Recorded.in_table(session, HISTORY_TABLE)
            rows = [*lost_refreshes(session, tables, recorded, self._began_ms), *rows]
        if rows:
            self._written_version = add_rows(session, log, rows, self._began_ms, self._written_version)
        self._is_complete = self._is_complete or search

    def latest(self, session: SparkSession) -> dict[str, list[Attempt]]:
        """Return the last refresh of every stream table, and its last failure.

        Args:
            session: A session of our own.

        Returns:
            Up to four attempts by schema and name, in no order; what is pending is among them.
        """
        found: dict[str, list[Attempt]] = {}
        if self._has_table(session):
            failed = quote_string(FAILED)
            rows = session.sql(
                "SELECT stream_table, max_by(struct(unix_micros(started_at), mode, reason), started_at) FROM (SELECT "
                f"stream_table, started_at, coalesce(mode, {failed}) AS mode, coalesce(reason, error) AS reason FROM "
                f"{HISTORY_TABLE}) GROUP BY stream_table, mode IN ({failed}, {quote_string(SKIPPED)})"
            ).collect()
            for name, (started_us, mode, reason) in rows:
                started_at = datetime.fromtimestamp(started_us / 1e6, timezone.utc)
                found.setdefault(name, []).append(Attempt(started_at, mode, reason))
        with self._lock:
            pending = [*self._writing_now, *self._pending]
        for row in pending:
            attempt = Attempt(datetime.fromisoformat(row.started_at), row.mode, row.reason)
            found.setdefault(row.stream_table, []).append(attempt)
        return found

    def flush_quietly(self, *, search: bool = False) -> None:
        """Write what is pending and log what goes wrong; a Spark that has gone already takes the rows with it.

        Args:
            search: See ``flush``.
        """
        try:
            self.flush(search=search)
        except Exception as error:
            _LOGGER.warning("the refresh history was not written", exc_info=redacted_trace(error))

    def _has_table(self, session: SparkSession) -> bool:
        return CatalogLookup(session).find(HISTORY) is not None
