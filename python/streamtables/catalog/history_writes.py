"""Rows for the refresh history: one commit, written by the driver without a Spark job where that can be.

A process that looks for refreshes of ended ones may take a running one for ended, and write its refreshes down. So each
commit says in its metadata of which refreshes it has rows: whoever writes reads in the newest commits what is there
already, or, where these do not tell, asks the table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING

from streamtables.catalog.history_row import HISTORY_COLUMNS, HistoryRow
from streamtables.catalog.system_tables import HISTORY_TABLE
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.rows.materialized_frames import collect_rows
from streamtables.spark.tables.delta_writes import USER_METADATA

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.tables.commit_log import Commit
    from streamtables.spark.tables.delta_log import DeltaTableLog

_WRITER = "streamtables.refresh_history"
"""Under which Delta keeps the newest version that was written so, and lets one of two writers commit at a time."""
_NUMBERS = "streamtables_refreshes"
_MOST_NUMBERS = 1_000
_MOST_COMMITS = 32
_CLOCKS_DIFFER_MS = 600_000
"""Milliseconds by which clocks of two machines may differ."""

RefreshNumber = tuple[str, int]
"""Id of a stream table, and the number of a refresh."""


def add_rows(
    session: SparkSession,
    log: DeltaTableLog,
    rows: Sequence[HistoryRow],
    began_ms: int,
    written_version: int | None,
) -> int | None:
    """Add rows to the history, but for refreshes that it has already.

    Args:
        session: A session of our own.
        log: The history's log.
        rows: The rows.
        began_ms: When this process began, in milliseconds since 1970: what it has refreshed nobody wrote before.
        written_version: The version that this process has written last; None for none.

    Returns:
        The new version, if it follows the one that was looked at.

    Raises:
        Py4JJavaError: Somebody else has committed first (``is_conflict``), or the history cannot be written.
    """
    version = log.latest().version
    there = frozenset[RefreshNumber]() if version == written_version else _numbers_since(log, version, began_ms)
    new = rows if there is None else [row for row in rows if _number_of(row) not in there]
    if not new:
        return version
    given = f"VALUES {', '.join(row.sql() for row in new)} AS given({', '.join(HISTORY_COLUMNS)})"
    with settings_for(session, {USER_METADATA: _metadata(new)}):
        if there is None or not _append(session, log, version, given):
            _insert(session, given, look=version != written_version)
    return version + 1 if log.latest().version == version + 1 else None


def _append(session: SparkSession, log: DeltaTableLog, version: int, given: str) -> bool:
    """Let the driver write the rows, if the table is still at a version; return whether it can."""
    rows = collect_rows(session, session.sql(f"SELECT * FROM {given}"))
    if rows is None:
        return False
    with JvmBridge.of(session).guarding_version(version):
        return log.in_session(session).append(rows, list(HISTORY_COLUMNS), _WRITER, version + 1)


def _insert(session: SparkSession, given: str, *, look: bool) -> None:
    """Let a statement write the rows, which looks itself for those that are there."""
    columns = ", ".join(HISTORY_COLUMNS)
    query = f"SELECT given.* FROM {given}"
    if look:
        query += (
            f" LEFT ANTI JOIN {HISTORY_TABLE} AS there ON there.stream_table_id = given.stream_table_id "
            "AND there.refresh_number = given.refresh_number"
        )
    session.sql(f"INSERT INTO {HISTORY_TABLE} ({columns}) {query}")


def _numbers_since(log: DeltaTableLog, version: int, began_ms: int) -> frozenset[RefreshNumber] | None:
    """Read of which refreshes the commits since a time have rows; None where one of them does not say so."""
    found: set[RefreshNumber] = set()
    for looked_at in range(version, max(-1, version - _MOST_COMMITS), -1):
        commit = log.commit(looked_at)
        if commit is None:
            return None
        if commit.timestamp_ms is not None and commit.timestamp_ms < began_ms - _CLOCKS_DIFFER_MS:
            return frozenset(found)
        numbers = _numbers_of(commit)
        if numbers is None:
            return None
        found |= numbers
    return frozenset(found) if version < _MOST_COMMITS else None


def _numbers_of(commit: Commit) -> frozenset[RefreshNumber] | None:
    if not commit.adds:
        return frozenset()
    try:
        return frozenset((table, int(number)) for table, number in json.loads(commit.user_metadata or "")[_NUMBERS])
    except (ValueError, TypeError, KeyError):
        return None


def _number_of(row: HistoryRow) -> RefreshNumber | None:
    if row.stream_table_id is None or row.refresh_number is None:
        return None
    return row.stream_table_id, row.refresh_number


def _metadata(rows: Sequence[HistoryRow]) -> str:
    """Say of which refreshes a commit has rows; nothing where they are too many, so that the table is asked."""
    numbers = [list(number) for row in rows if (number := _number_of(row)) is not None]
    return json.dumps({_NUMBERS: numbers} if len(numbers) <= _MOST_NUMBERS else {})
