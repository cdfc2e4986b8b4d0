"""What a refresh reports."""

from __future__ import annotations

from dataclasses import dataclass

from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import NO_DETAILS, RefreshDetails
from streamtables.engine.reason_codes import ReasonCode


@dataclass(frozen=True, slots=True)
class RefreshResult:
    """One refresh of one stream table.

    Attributes:
        stream_table: Schema and name.
        mode: What ran.
        reason: Why, in one sentence.
        changed_rows: Signed rows of the sources' change that touch used columns and meet the conditions that the query
            has for every row of their source (an updated row counts twice, once out and once in); None where they were
            not counted (INITIAL, FULL).
        rows_inserted: Rows that came into the stream table as readers see it; None where that is not known.
        rows_updated: Rows of groups whose values changed; None where that is not known.
        rows_deleted: Rows that left; None where that is not known.
        version: Version of the backing table that holds the result; None if nothing was ever stored.
        duration_ms: Wall time in milliseconds.
        reason_code: The reason for programs.
        compaction_due: Whether enough parts of groups have been appended for the table to be compacted; no user sees
            it.
        committed: Whether there is a new version of the backing table; no user sees it.
        redefined: Whether the table was rebuilt with a new version of its definition; no user sees it.
        redacted_reason: What the history keeps of a reason that may quote rows; None where it keeps all of it.
        trace: Where a defect came up, for the history; None where there was none.
        details: What else the history keeps.
        condition: The condition of our error, where it failed with one.
        before: The version of the backing table that the refresh found; None where it did not get so far.
    """

    stream_table: str
    mode: RanMode
    reason: str
    changed_rows: int | None
    rows_inserted: int | None
    rows_updated: int | None
    rows_deleted: int | None
    version: int | None
    duration_ms: int
    reason_code: ReasonCode
    compaction_due: bool = False
    committed: bool = True
    redefined: bool = False
    redacted_reason: str | None = None
    trace: str | None = None
    details: RefreshDetails = NO_DETAILS
    before: int | None = None
    condition: str | None = None

    def as_row(self) -> tuple[object, ...]:
        """Return the result row of REFRESH."""
        return (
            self.stream_table,
            self.mode.value,
            self.reason,
            self.changed_rows,
            self.rows_inserted,
            self.rows_updated,
            self.rows_deleted,
            self.version,
            self.duration_ms,
            self.reason_code.name,
        )


@dataclass(frozen=True, slots=True)
class Refreshed:
    """What became of one stream table of a run, for what follows the run.

    Attributes:
        name: Full name.
        stream_table_id: Its id.
        result: What ran.
        has_triggers: Whether the stream table had triggers when the run began.
    """

    name: tuple[str, ...]
    stream_table_id: str
    result: RefreshResult
    has_triggers: bool = False


RESULT_COLUMNS: tuple[tuple[str, str], ...] = (
    ("stream_table", "string"),
    ("mode", "string"),
    ("reason", "string"),
    ("changed_rows", "bigint"),
    ("rows_inserted", "bigint"),
    ("rows_updated", "bigint"),
    ("rows_deleted", "bigint"),
    ("version", "bigint"),
    ("duration_ms", "bigint"),
    ("reason_code", "string"),
)
"""Names and types of REFRESH's result columns."""
