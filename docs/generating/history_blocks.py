"""The tables of the page of the refresh history."""

from __future__ import annotations

from docs.generating.markdown import table

from streamtables.catalog.history_row import HISTORY_COLUMNS
from streamtables.catalog.refresh_details import RequestedBy

_TELLS = {
    "stream_table": "schema and name, as they were",
    "started_at": "when it began",
    "mode": "what ran: `INITIAL`, `DIFFERENTIAL`, `FULL`, `NO_CHANGE`, `SKIPPED` or `FAILED`",
    "reason": "why, in a sentence",
    "changed_rows": "how many rows of the sources had changed, where their logs tell",
    "rows_inserted": "rows that came, as readers see them",
    "rows_updated": "rows whose values changed",
    "rows_deleted": "rows that went",
    "version": "of the table behind it, after the refresh",
    "duration_ms": "how long it took",
    "error": "of a refresh that failed",
    "reason_code": "why, in a word: see [reason codes](reason-codes.md)",
    "run_id": "shared by all tables of a statement",
    "trace": "where a defect of streamtables came up; without values of rows",
    "stream_table_id": "the table's `id` in `streamtables.stream_tables`, whatever its name is now",
    "refresh_number": "counts the table's commits; `NULL` where none was made",
    "finished_at": "`started_at` and `duration_ms`",
    "requested_by": "who asked for it: see below",
    "sources": (
        "an array: `source` as in `streamtables.dependencies`, `from_version` that was shown before, `to_version` that is "
        "shown now, `changed_rows` between them according to the source's log"
    ),
    "data_oldest_at": "when the oldest of these versions was committed",
    "data_newest_at": "when the newest of them was",
    "predicted_differential_ms": "how long taking the changes was expected to take; `NULL` where too little is known",
    "predicted_full_ms": "how long recomputing was expected to take",
    "predicted_from": "from which earlier refreshes of the table that follows",
    "detect_ms": "finding out from the logs what changed; `NULL` of a phase that was not reached, and of `CREATE` and `ALTER`",
    "decide_ms": "choosing the mode",
    "plan_ms": "reading the changed rows and writing the statements for them",
    "apply_ms": "computing rows and committing",
    "rows_read": (
        "of a differential refresh, the changed rows and the files that hold them, `NULL` where it meets other rows of its "
        "sources; of `FULL`, all of the sources, once; `NULL` of `CREATE` and `ALTER`"
    ),
    "bytes_read": "the same in bytes",
    "rows_written": "rows in the data files that were written",
    "bytes_written": "these files' size",
    "size_bytes": "of the table behind it",
    "files": "how many it has",
}


def history_columns() -> str:
    """Write the table of the columns.

    Returns:
        Markdown.
    """
    rows = [(f"`{name}`", type_.lower(), _TELLS[name]) for name, type_ in HISTORY_COLUMNS.items()]
    return table(("column", "type", "tells"), rows)


def requested_by() -> str:
    """Write the table of who can ask for a refresh.

    Returns:
        Markdown.
    """
    return table(("`requested_by`", "when"), [(f"`{one.name}`", one.value) for one in RequestedBy])
