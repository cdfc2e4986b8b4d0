"""The refresh history: appended in the background, never on a refresh's path. The commits stay the truth."""

from __future__ import annotations

import atexit
import logging
import threading
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.registry import SYSTEM_SCHEMA
from streamtables.spark.catalog_lookup import SESSION_CATALOG, CatalogLookup
from streamtables.spark.delta_writes import small_change
from streamtables.spark.literals import string_sql
from streamtables.spark.settings import settings_for

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

HISTORY = (SESSION_CATALOG, SYSTEM_SCHEMA, "refresh_history")
_LOGGER = logging.getLogger(__name__)
_BATCH_SECONDS = 10.0
"""Writing a batch costs about a second of a core, whatever the number of its rows."""
_COLUMNS = (
    "stream_table STRING, started_at TIMESTAMP, mode STRING, reason STRING, changed_rows BIGINT, "
    "rows_inserted BIGINT, rows_updated BIGINT, rows_deleted BIGINT, version BIGINT, duration_ms BIGINT, error STRING"
)


@dataclass(frozen=True, slots=True)
class HistoryRow:
    """One refresh, or an attempt that failed.

    Attributes:
        stream_table: Schema and name.
        started_at: ISO 8601 in UTC.
        mode: What ran, or None for a failure.
        reason: Why it ran.
        numbers: ``changed_rows``, ``rows_inserted``, ``rows_updated``, ``rows_deleted``, ``version``, ``duration_ms``.
        error: The error's message, or None.
    """

    stream_table: str
    started_at: str
    mode: str | None
    reason: str | None
    numbers: tuple[int | None, ...]
    error: str | None = None

    def sql(self) -> str:
        """Return the row in parentheses, as VALUES lists it."""
        texts = [self.mode, self.reason]
        values = [string_sql(self.stream_table), f"TIMESTAMP {string_sql(self.started_at)}"]
        values += ["CAST(NULL AS STRING)" if text is None else string_sql(text) for text in texts]
        values += [f"CAST({'NULL' if number is None else number} AS BIGINT)" for number in self.numbers]
        values.append("CAST(NULL AS STRING)" if self.error is None else string_sql(self.error))
        return f"({', '.join(values)})"


class RefreshHistory:
    """Collects rows and appends them in batches from a thread of its own.

    Args:
        open_session: Lends a session of our own.
    """

    def __init__(self, open_session: Callable[[Mapping[str, str]], AbstractContextManager[SparkSession]]) -> None:
        self._open_session = open_session
        self._pending: list[HistoryRow] = []
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
        """Write what is pending and wait for it."""
        with self._writing:
            with self._lock:
                rows, self._pending = self._pending, []
                if self._timer is not None:
                    self._timer.cancel()
                    self._timer = None
            if not rows:
                return
            with self._open_session({}) as session:
                self._ensure_table(session)
                with settings_for(session, small_change(session, 0)):
                    values = ", ".join(row.sql() for row in rows)
                    session.sql(f"INSERT INTO {SYSTEM_SCHEMA}.refresh_history VALUES {values}")

    def flush_quietly(self) -> None:
        """Write what is pending and log what goes wrong; a Spark that has gone already takes the rows with it."""
        try:
            self.flush()
        except Exception:
            _LOGGER.warning("the refresh history was not written", exc_info=True)

    def _ensure_table(self, session: SparkSession) -> None:
        if CatalogLookup(session).find(HISTORY) is None:
            session.sql(f"CREATE SCHEMA IF NOT EXISTS {SYSTEM_SCHEMA}")
            session.sql(f"CREATE TABLE IF NOT EXISTS {SYSTEM_SCHEMA}.refresh_history ({_COLUMNS}) USING delta")
