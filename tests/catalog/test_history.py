"""What the history keeps of a refresh: a value for each column, known by its name."""

from __future__ import annotations

from streamtables.catalog.history_row import HISTORY_COLUMNS, HistoryRow
from streamtables.catalog.refresh_details import SourceVersions


def test_each_column_gets_the_value_of_its_name() -> None:
    row = HistoryRow(
        stream_table="shop.totals",
        started_at="2026-01-01T00:00:00+00:00",
        mode="DIFFERENTIAL",
        reason="it's small",
        changed_rows=1,
        rows_inserted=2,
        rows_updated=None,
        rows_deleted=4,
        version=5,
        duration_ms=6,
        reason_code="SMALL",
        run_id="run",
        sources=(SourceVersions("shop.`it's`", None, 7, 8),),
        files=9,
    )
    numbers = ("1", "2", "NULL", "4", "5", "6")
    source = (
        r"named_struct('source', 'shop.`it\'s`', 'from_version', CAST(NULL AS BIGINT), "
        "'to_version', CAST(7 AS BIGINT), 'changed_rows', CAST(8 AS BIGINT))"
    )
    given = {"sources": f"CAST(array({source}) AS {HISTORY_COLUMNS['sources']})", "files": "CAST(9 AS BIGINT)"}
    later = list(HISTORY_COLUMNS.items())[list(HISTORY_COLUMNS).index("stream_table_id") :]
    assert row.sql() == (
        r"('shop.totals', TIMESTAMP '2026-01-01T00:00:00+00:00', 'DIFFERENTIAL', 'it\'s small', "
        + "".join(f"CAST({number} AS BIGINT), " for number in numbers)
        + "CAST(NULL AS STRING), 'SMALL', 'run', CAST(NULL AS STRING), "
        + ", ".join(given.get(name, f"CAST(NULL AS {type_})") for name, type_ in later)
        + ")"
    )
