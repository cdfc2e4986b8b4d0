"""A row of the refresh history, as SQL."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from streamtables.catalog.refresh_details import SourceVersions
from streamtables_grammar.quoting import quote_string

_SOURCES = "ARRAY<STRUCT<source: STRING, from_version: BIGINT, to_version: BIGINT, changed_rows: BIGINT>>"
HISTORY_COLUMNS = {
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
    "stream_table_id": "STRING",
    "refresh_number": "BIGINT",
    "finished_at": "TIMESTAMP",
    "requested_by": "STRING",
    "sources": _SOURCES,
    "data_oldest_at": "TIMESTAMP",
    "data_newest_at": "TIMESTAMP",
    "predicted_differential_ms": "BIGINT",
    "predicted_full_ms": "BIGINT",
    "predicted_from": "STRING",
    "detect_ms": "BIGINT",
    "decide_ms": "BIGINT",
    "plan_ms": "BIGINT",
    "apply_ms": "BIGINT",
    "rows_read": "BIGINT",
    "bytes_read": "BIGINT",
    "rows_written": "BIGINT",
    "bytes_written": "BIGINT",
    "size_bytes": "BIGINT",
    "files": "BIGINT",
}
"""In this order; later versions append theirs, which a table of an older version gets when it is written to."""


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
        stream_table_id: See ``RefreshDetails``, as for what follows.
        refresh_number: Number of the table's commit.
        finished_at: ISO 8601 in UTC.
        requested_by: Who asked.
        sources: Its sources.
        data_oldest_at: When the oldest of the sources' versions was committed, ISO 8601 in UTC.
        data_newest_at: When the newest of them was.
        predicted_differential_ms: How long a differential refresh was expected to take.
        predicted_full_ms: How long recomputing was expected to take.
        predicted_from: From what.
        detect_ms: Finding out what changed.
        decide_ms: Choosing the mode.
        plan_ms: Reading the changed rows and writing the statements for them.
        apply_ms: Computing the rows and committing them.
        rows_read: Rows read of the sources.
        bytes_read: Bytes of the files that hold them.
        rows_written: Rows in the files that were written.
        bytes_written: Bytes of these files.
        size_bytes: Bytes of the table's live files afterwards.
        files: Their number.
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
    stream_table_id: str | None = None
    refresh_number: int | None = None
    finished_at: str | None = None
    requested_by: str | None = None
    sources: tuple[SourceVersions, ...] | None = None
    data_oldest_at: str | None = None
    data_newest_at: str | None = None
    predicted_differential_ms: int | None = None
    predicted_full_ms: int | None = None
    predicted_from: str | None = None
    detect_ms: int | None = None
    decide_ms: int | None = None
    plan_ms: int | None = None
    apply_ms: int | None = None
    rows_read: int | None = None
    bytes_read: int | None = None
    rows_written: int | None = None
    bytes_written: int | None = None
    size_bytes: int | None = None
    files: int | None = None

    def sql(self) -> str:
        """Return the row in parentheses, as VALUES lists it."""
        return f"({', '.join(_value_sql(getattr(self, name), type_) for name, type_ in HISTORY_COLUMNS.items())})"


def _value_sql(value: str | int | Iterable[SourceVersions] | None, type_: str) -> str:
    if isinstance(value, str):
        return f"TIMESTAMP {quote_string(value)}" if type_ == "TIMESTAMP" else quote_string(value)
    if value is None or isinstance(value, int):
        return f"CAST({'NULL' if value is None else value} AS {type_})"
    return f"CAST(array({', '.join(map(_source_sql, value))}) AS {type_})"


def _source_sql(source: SourceVersions) -> str:
    values = source.from_version, source.to_version, source.changed_rows
    numbers = (_value_sql(value, "BIGINT") for value in values)
    names = "'from_version'", "'to_version'", "'changed_rows'"
    pairs = (f"{name}, {number}" for name, number in zip(names, numbers, strict=True))
    return f"named_struct('source', {quote_string(source.source)}, {', '.join(pairs)})"
