"""The refresh history: appended in the background, never on a refresh's path. The commits stay the truth.

Every table of every run has a row, whether it was filled, refreshed, found unchanged, skipped, or failed.
"""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from streamtables.catalog.registry import SYSTEM_SCHEMA
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.lookup.catalog_lookup import SESSION_CATALOG, CatalogLookup
from streamtables.spark.tables.delta_writes import small_change
from streamtables_grammar.quoting import quote_string

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HISTORY = (SESSION_CATALOG, SYSTEM_SCHEMA, "refresh_history")
_LOGGER = logging.getLogger(__name__)
_BATCH_SECONDS = 10.0
"""Writing a batch costs about a second of a core, whatever the number of its rows."""
_MOST_PENDING = 10_000
"""Rows that are kept where writing fails, for the next try."""
_COLUMNS = {
    "stream_table": "STRING",
    "started_at": "TIMESTAMP",
    "mode": "STRING",
    "reason": "STRING",
    "changed_rows": "BIGINT",
    "rows_inserted": "BIGINT",
    "rows_updated": "BIGINT",
    "rows_deleted": "BIGINT",
    "version": "BIGINT",
    "duration_ms": "BIGINT",
    "error": "STRING",
    "reason_code": "STRING",
    "run_id": "STRING",
    "trace": "STRING",
}
"""In this order; later versions append theirs, which a table of an older version gets when it is written to."""
FAILED, SKIPPED = "FAILED", "SKIPPED"


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One refresh, or an attempt that failed or was not made: a field for each column of the table.

    Attributes:
        stream_table: Schema and name.
        started_at: ISO 8601 in UTC.
        mode: What ran.
        reason: Why.
        changed_rows: See ``RefreshResult``, as for the other numbers.
        rows_inserted: Rows that came.
        rows_updated: Rows that changed.
        rows_deleted: Rows that left.
        version: Version of the backing table.
        duration_ms: Wall time in milliseconds.
        error: The error in one line, or None.
        reason_code: The reason for programs.
        run_id: Shared by all tables of one statement.
        trace: Where a defect came up, in Python and in Java, or None.
    """

    stream_table: str
    started_at: str
    mode: str
    reason: str | None = None
    changed_rows: int | None = None
    rows_inserted: int | None = None
    rows_updated: int | None = None
    rows_deleted: int | None = None
    version: int | None = None
    duration_ms: int | None = None
    error: str | None = None
    reason_code: str | None = None
    run_id: str | None = None
    trace: str | None = None

    def sql(self) -> str:
        """Return the row in parentheses, as VALUES lists it."""
        return f"({', '.join(_value_sql(getattr(self, name), type_) for name, type_ in _COLUMNS.items())})"


def _value_sql(value: str | int | None, type_: str) -> str:
    text = quote_string(value) if isinstance(value, str) else "NULL" if value is None else str(value)
    if type_ == "TIMESTAMP":
        return f"TIMESTAMP {text}"
    return text if isinstance(value, str) else f"CAST({text} AS {type_})"


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
    """

    def __init__(self, open_session: Callable[[Mapping[str, str]], AbstractContextManager[SparkSession]]) -> None:
        self._open_session = open_session
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
                self._timer = threading.Timer(_BATCH_SECONDS, self.flush_quietly)
                self._timer.daemon = True
                self._timer.start()

    def flush(self) -> None:
        """Write what is pending and wait for it; what cannot be written stays pending."""
        with self._writing:
            with self._lock:
                rows, self._pending = self._pending, []
                self._writing_now = rows
                if self._timer is not None:
                    self._timer.cancel()
                    self._timer = None
            if not rows:
                return
            written = False
            try:
                with self._open_session({}) as session:
                    self._ensure_table(session)
                    with settings_for(session, small_change(session, 0)):
                        values = ", ".join(row.sql() for row in rows)
                        session.sql(
                            f"INSERT INTO {SYSTEM_SCHEMA}.refresh_history ({', '.join(_COLUMNS)}) VALUES {values}"
                        )
                written = True
            finally:
                with self._lock:
                    self._writing_now = []
                    if not written:
                        self._pending = [*rows, *self._pending][-_MOST_PENDING:]

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
                f"{SYSTEM_SCHEMA}.refresh_history) GROUP BY stream_table, mode IN ({failed}, {quote_string(SKIPPED)})"
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

    def flush_quietly(self) -> None:
        """Write what is pending and log what goes wrong; a Spark that has gone already takes the rows with it."""
        try:
            self.flush()
        except Exception as error:
            _LOGGER.warning("the refresh history was not written", exc_info=redacted_trace(error))

    def _has_table(self, session: SparkSession) -> bool:
        return CatalogLookup(session).find(HISTORY) is not None

    def _ensure_table(self, session: SparkSession) -> None:
        """Make the table, or give one of an older version the columns that it lacks."""
        table = f"{SYSTEM_SCHEMA}.refresh_history"
        lookup = CatalogLookup(session)
        entry = lookup.find(HISTORY)
        if entry is None:
            columns = ", ".join(f"{name} {type_}" for name, type_ in _COLUMNS.items())
            session.sql(f"CREATE SCHEMA IF NOT EXISTS {SYSTEM_SCHEMA}")
            session.sql(f"CREATE TABLE IF NOT EXISTS {table} ({columns}) USING delta")
            return
        there = {name.lower() for name in lookup.log_of(entry).latest().schema.names}
        missing = [f"{name} {type_}" for name, type_ in _COLUMNS.items() if name not in there]
        if missing:
            session.sql(f"ALTER TABLE {table} ADD COLUMNS ({', '.join(missing)})")
