"""The stream tables as ``status`` shows them, once and again and again."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any

import pytest
from tests.cli.recording import RecordedRows, RecordingSession, exit_code

COLUMNS = [
    "schema",
    "stream_table",
    "refresh_mode",
    "maintained",
    "schedule",
    "last_refresh",
    "last_mode",
    "version",
    "status",
    "reason",
    "error",
    "last_reason",
    "data_newest_at",
    "lag_ms",
]
NOW = datetime.now(timezone.utc).astimezone().replace(tzinfo=None)


def table(name: str, **known: Any) -> list[Any]:
    values = {"schema": "sales", "stream_table": name, "refresh_mode": "AUTO", "maintained": "FULL", **known}
    return [values.get(column) for column in COLUMNS]


def test_status_fits_into_eighty_columns_and_tells_freshness_lag_schedule_and_last_mode(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    now = NOW.replace(hour=10, minute=2, second=3)
    known = {"status": "ok", "schedule": "EVERY 5 MINUTES", "last_mode": "DIFFERENTIAL"}
    session.answer = RecordedRows(
        COLUMNS,
        [
            table("by_region", **known, data_newest_at=now, lag_ms=0, last_reason="0 % changed"),
            table("medians", status="ok", data_newest_at=now - timedelta(days=9), lag_ms=7_500_000),
            table("new", status="empty"),
        ],
    )
    assert exit_code("status") == 0
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 80
    shown = {line.split()[0]: " ".join(line.split()[1:]) for line in lines if line.strip().startswith("sales")}
    assert shown["sales.by_region"] == "ok EVERY 5 MINUTES DIFFERENTIAL 10:02:03 0 s"
    assert shown["sales.medians"] == f"ok none never {(now - timedelta(days=9)).date()} 2 h"
    assert shown["sales.new"] == "empty none never unknown"


def test_status_tells_below_why_each_table_was_refreshed_so_and_what_failed(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    reason = "The aggregate function median is not maintained differentially, " * 3
    failed = table(
        "medians", status="failed", reason=reason, error="[SOURCE_MISSING] gone", last_reason="first filling"
    )
    session.answer = RecordedRows(COLUMNS, [failed])
    assert exit_code("status") == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.splitlines()]
    assert lines[-3:] == [
        "sales.medians: first filling",
        f"sales.medians: {reason}".rstrip(),
        "sales.medians: [SOURCE_MISSING] gone",
    ]


def test_status_of_no_tables_says_so(session: RecordingSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.answer = RecordedRows(COLUMNS, [])
    assert exit_code("status", "--in", "a") == 0
    assert capsys.readouterr().out == "No stream tables in the schema a of this warehouse.\n"
    assert exit_code("status", "--json") == 0
    assert capsys.readouterr().out == "[]\n"


def test_watching_looks_again_until_it_is_interrupted(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    session.answer = RecordedRows(COLUMNS, [table("by_region", status="ok")])
    slept: list[float] = []

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr("streamtables.cli.status.time.sleep", sleep)
    assert exit_code("status", "--watch", "--every", "0.5") == 0
    assert slept == [0.5] * 3
    assert session.statements == ["SHOW STREAM TABLES"] * 3
    out = capsys.readouterr().out
    assert out.count("sales.by_region") == 3
    assert "every 0.5 s" in out
    slept.clear()
    assert exit_code("status", "--watch", "--json") == 0
    answers = json.JSONDecoder().raw_decode(capsys.readouterr().out)[0]
    assert answers[0]["stream_table"] == "by_region"
