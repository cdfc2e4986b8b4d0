"""Refreshes that no history knows: their process ended before it had written them down. Their commits tell of them.

What a process had not written lies among the newest commits, so the search ends where several in a row are known.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import TYPE_CHECKING

from streamtables.catalog.commit_details import details_of
from streamtables.catalog.definition import dotted
from streamtables.catalog.frontier import Frontier
from streamtables.catalog.history_row import HistoryRow
from streamtables.catalog.ran_mode import RanMode
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.lookup.catalog_lookup import CatalogLookup

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.catalog.registry import RegisteredTable
    from streamtables.spark.tables.commit_log import Commit
    from streamtables.spark.tables.delta_log import DeltaTableLog

_LOGGER = logging.getLogger(__name__)
_KNOWN_IN_A_ROW = 5
_MOST_COMMITS = 1_000
_MOST_NUMBERS = 100
"""Refresh numbers of a table that are looked up: the newest."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the history has.

    Attributes:
        numbers: The newest refresh numbers, by id of the stream table.
        versions: Newest version by name, of rows that an older version wrote, without ids.
    """

    numbers: Mapping[str, frozenset[int]] = field(default_factory=dict)
    versions: Mapping[str, int] = field(default_factory=dict)

    @classmethod
    def in_table(cls, session: SparkSession, table: str) -> Recorded:
        """Look into a history.

        Args:
            session: A session of our own.
            table: The table, as SQL names it.

        Returns:
            What it has.
        """
        rows = session.sql(
            "SELECT stream_table_id, stream_table, max(version) AS version, "
            f"slice(sort_array(collect_set(refresh_number), false), 1, {_MOST_NUMBERS}) AS numbers "
            f"FROM {table} GROUP BY stream_table_id, stream_table"
        ).collect()
        numbers: dict[str, frozenset[int]] = {}
        for row in rows:
            if row["stream_table_id"] is not None:
                earlier = numbers.get(row["stream_table_id"], frozenset())
                numbers[row["stream_table_id"]] = earlier | frozenset(row["numbers"])
        old = (row for row in rows if row["stream_table_id"] is None and row["version"] is not None)
        return cls(numbers, {row["stream_table"]: row["version"] for row in old})

    def has(self, stream_table: str, frontier: Frontier, version: int) -> bool:
        """Return whether a refresh is in the history.

        Args:
            stream_table: Schema and name.
            frontier: The frontier of its commit.
            version: The commit's version.

        Returns:
            Whether there is a row for it, or it is older than all that were looked up.
        """
        numbers = self.numbers.get(frontier.stream_table_id, frozenset())
        if frontier.refresh_number in numbers or version <= self.versions.get(stream_table, -1):
            return True
        return len(numbers) >= _MOST_NUMBERS and frontier.refresh_number < min(numbers)


def lost_refreshes(
    session: SparkSession, tables: Sequence[RegisteredTable], recorded: Recorded, before_ms: int
) -> list[HistoryRow]:
    """Find the refreshes that no history knows.

    Args:
        session: A session of our own.
        tables: All stream tables.
        recorded: What the history has.
        before_ms: Commits from then on, in milliseconds since 1970, are left to those who made them.

    Returns:
        A row for each of them, without what its process alone knew. A table whose log cannot be read is left out, with
        a warning.
    """
    lookup, found = CatalogLookup(session), list[HistoryRow]()
    for table in tables:
        try:
            entry = lookup.find(table.backing)
            if entry is None or entry.is_view or entry.provider != "delta":
                continue
            found += _lost(lookup.log_of(entry), dotted(table.name[1:]), recorded, before_ms)
        except Exception as error:
            _LOGGER.warning(
                "%s: its log was not searched for refreshes that the history lacks",
                dotted(table.name[1:]),
                exc_info=redacted_trace(error),
            )
    return found


def _lost(log: DeltaTableLog, stream_table: str, recorded: Recorded, before_ms: int) -> Iterator[HistoryRow]:
    known_in_a_row, newest = 0, log.latest()
    for version in range(newest.version, max(-1, newest.version - _MOST_COMMITS), -1):
        commit = log.commit(version)
        if commit is None or known_in_a_row == _KNOWN_IN_A_ROW:
            return
        frontier = Frontier.from_json(commit.user_metadata)
        if frontier is None or frontier.is_compaction or commit.timestamp_ms is None:
            continue
        if recorded.has(stream_table, frontier, version):
            known_in_a_row += 1
        elif commit.timestamp_ms < before_ms:
            known_in_a_row = 0
            size = newest.known_size if version == newest.version else None
            yield _row(stream_table, frontier, commit, commit.timestamp_ms, size)


def _row(
    stream_table: str, frontier: Frontier, commit: Commit, committed_ms: int, size: tuple[int, int] | None
) -> HistoryRow:
    committed_at = datetime.fromtimestamp(committed_ms / 1000, timezone.utc)
    took = (committed_at - datetime.fromisoformat(frontier.started_at)).total_seconds()
    counts = 0 if frontier.mode == RanMode.NO_CHANGE.value else None
    return HistoryRow(
        stream_table=stream_table,
        started_at=frontier.started_at,
        mode=frontier.mode,
        reason=frontier.reason,
        changed_rows=frontier.changed_rows,
        rows_inserted=counts,
        rows_updated=counts,
        rows_deleted=counts,
        version=commit.version,
        duration_ms=max(0, round(1000 * took)),
        reason_code=frontier.code,
        finished_at=committed_at.isoformat(),
        **details_of(frontier, commit, size).as_columns(),
    )
