"""The command line against a session that only notes what it is asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from tests.cli.recording import RecordedRows, RecordingSession, exit_code

from streamtables.cli.console import error_line
from streamtables.errors import RefreshError


@pytest.mark.parametrize(
    ("words", "statement"),
    [
        (["sql", "SELECT 1 AS one"], "SELECT 1 AS one"),
        (["refresh", "a.b"], "REFRESH STREAM TABLE a.b"),
        (["refresh", "a.b", "c", "--full"], "REFRESH STREAM TABLE a.b, c FULL"),
        (["refresh", "a.b", "--differential"], "REFRESH STREAM TABLE a.b DIFFERENTIAL"),
        (["refresh"], "REFRESH STREAM TABLES"),
        (["refresh", "--in", "a"], "REFRESH STREAM TABLES IN a"),
        (["status"], "SHOW STREAM TABLES"),
        (["status", "--in", "a"], "SHOW STREAM TABLES IN a"),
        (["explain", "a.b"], "EXPLAIN REFRESH STREAM TABLE a.b"),
        (["verify", "a.b"], "VERIFY STREAM TABLE a.b"),
        (["verify", "a.b", "c", "--sample", "2.5"], "VERIFY STREAM TABLE a.b, c SAMPLE 2.5 PERCENT"),
        (["verify"], "VERIFY STREAM TABLES"),
        (["verify", "--in", "a", "--sample", "1"], "VERIFY STREAM TABLES IN a SAMPLE 1 PERCENT"),
        (["history"], "SHOW REFRESH HISTORY LIMIT 20"),
        (["history", "a.b", "-n", "3"], "SHOW REFRESH HISTORY FOR a.b LIMIT 3"),
    ],
)
def test_sub_command_runs_its_statement_and_flushes_before_it_stops_the_session(
    session: RecordingSession, words: list[str], statement: str
) -> None:
    assert exit_code(*words) == 0
    assert session.statements == [statement]
    assert session.ended == ["flushed", "stopped"]


def test_warehouse_option_reaches_the_session(session: RecordingSession) -> None:
    assert exit_code("status", "--warehouse", "elsewhere") == 0
    assert session.warehouse == "elsewhere"


@pytest.mark.parametrize(
    "words",
    [
        ["refresh", "a", "--full", "--differential"],
        ["refresh", "--full"],
        ["refresh", "a", "--in", "b"],
        ["verify", "a", "--in", "b"],
        ["history", "-n", "0"],
        ["sql", "SELECT 1", "-f", "some.sql"],
        ["sql", " ; -- nothing"],
        ["status", "--conf", "no-setting"],
        ["status", "--remote", "sc://host", "-w", "warehouse"],
        ["status", "--remote", "sc://host", "--master", "local"],
        ["nonsense"],
    ],
)
def test_wrong_usage_starts_no_session_and_exits_with_two(session: RecordingSession, words: list[str]) -> None:
    assert exit_code(*words) == 2
    assert session.warehouse is None


def test_error_of_a_statement_is_one_line_on_standard_error_and_exit_code_one(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.error = ValueError("[TABLE_NOT_FOUND] There is no table [x].\n== SQL ==\nSELECT * FROM [x]")
    assert exit_code("sql", "SELECT * FROM x") == 1
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "[TABLE_NOT_FOUND] There is no table [x].\n"
    assert session.ended == ["flushed", "stopped"]


def test_of_several_tables_that_failed_each_has_its_line(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = "  a.b: [SOURCE_MISSING] gone\n  skipped: a.c\n"
    session.error = RefreshError("REFRESH_FAILED", {"failed": "1", "total": "3", "run": "r1", "details": lines})
    assert exit_code("refresh") == 1
    assert lines in capsys.readouterr().err


def test_error_without_a_message_is_named_by_its_class() -> None:
    assert error_line(KeyError()) == "KeyError"


def test_verify_exits_with_zero_where_a_table_was_never_filled(session: RecordingSession) -> None:
    session.answer = RecordedRows(["stream_table", "equal"], [["a.b", None], ["a.c", True]])
    assert exit_code("verify") == 0


def test_history_is_short_as_a_table(session: RecordingSession, capsys: pytest.CaptureFixture[str]) -> None:
    columns = ["stream_table", "started_at", "mode", "reason", "changed_rows", "duration_ms", "run_id"]
    values = ["a.b", "2026-03-01 12:30:05.250", "FULL", "it was asked for", 12, 340, "of-no-interest"]
    session.answer = RecordedRows(columns, [values])
    assert exit_code("history") == 0
    out = capsys.readouterr().out
    assert all(word in out for word in ("2026-03-01 12:30:05 ", "a.b", "it was asked for", "340"))
    assert "of-no-interest" not in out
    session.answer = RecordedRows(columns, [])
    assert exit_code("history") == 0
    assert capsys.readouterr().out == "No refreshes.\n"


def test_verify_exits_with_one_when_a_table_differs(session: RecordingSession) -> None:
    session.answer = RecordedRows(["stream_table", "equal"], [["a.b", False]])
    assert exit_code("verify", "a.b") == 1


def test_json_is_an_array_of_typed_objects(session: RecordingSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.answer = RecordedRows(["n", "text", "none"], [[1, "a", None], [2, "é", None]])
    assert exit_code("sql", "SELECT", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == [
        {"n": 1, "text": "a", "none": None},
        {"n": 2, "text": "é", "none": None},
    ]


def test_json_of_no_rows_is_an_empty_array(session: RecordingSession, capsys: pytest.CaptureFixture[str]) -> None:
    session.answer = RecordedRows(["n"], [])
    assert exit_code("sql", "SELECT", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == []


def test_csv_quotes_what_needs_it_and_leaves_null_empty(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.answer = RecordedRows(["a,b", "n"], [['say "x"', None], ["plain", True]])
    assert exit_code("sql", "SELECT", "--format", "csv") == 0
    assert capsys.readouterr().out == '"a,b",n\n"say ""x""",\nplain,true\n'


def test_table_shows_no_more_than_max_rows_and_says_so(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.answer = RecordedRows(["n"], [[101], [102], [103]])
    assert exit_code("sql", "SELECT", "--max-rows", "2") == 0
    out = capsys.readouterr().out
    assert "102" in out
    assert "103" not in out
    assert "The first 2 rows" in out


def test_table_prints_markup_and_long_cells_as_they_are(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    long_cell = "[red]" + "x" * 200
    session.answer = RecordedRows(["cell"], [[long_cell]])
    assert exit_code("sql", "SELECT") == 0
    assert long_cell in capsys.readouterr().out


def test_statement_without_columns_prints_nothing(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.answer = RecordedRows([], [])
    assert exit_code("sql", "CREATE SCHEMA a") == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize("words", [["status"], ["refresh"], ["refresh", "a.b"], ["explain", "a.b"], ["verify", "a.b"]])
def test_missing_warehouse_is_an_error_and_none_is_made(
    session: RecordingSession,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    words: list[str],
) -> None:
    # Another test of this process may have started a JVM, which was given a metastore.
    monkeypatch.setattr("streamtables.spark.sessions.external_settings.external_settings", dict)
    (tmp_path / "empty").mkdir()
    for wrong in ("typo", "empty"):
        assert exit_code(*words, "-w", wrong) == 1
        assert f"[WAREHOUSE_NOT_FOUND] There is no warehouse in {tmp_path / wrong}." in capsys.readouterr().err
    assert session.warehouse is None
    assert not (tmp_path / "typo").exists()


def test_sql_makes_a_warehouse_and_says_so(session: RecordingSession, capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("sql", "SELECT 1", "-w", "new") == 0
    assert capsys.readouterr().err.startswith("making a warehouse in ")
    assert exit_code("sql", "SELECT 1") == 0
    assert capsys.readouterr().err == ""


def test_uri_reaches_the_session_as_it_is(session: RecordingSession, tmp_path: Path) -> None:
    assert exit_code("status", "-w", "s3a://bucket/tables") == 0
    assert session.warehouse == "s3a://bucket/tables"
    assert exit_code("status", "-w", f"file://{tmp_path}/warehouse") == 0
    assert exit_code("status", "-w", f"file://{tmp_path}/typo") == 1


@pytest.mark.parametrize("words", [["status"], ["refresh"], ["explain", "a.b"], ["verify"], ["history"]])
def test_every_command_gives_its_rows_as_json(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], words: list[str]
) -> None:
    assert exit_code(*words, "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == [{"schema": "a", "stream_table": "b", "equal": True}]


@pytest.mark.parametrize(
    ("words", "begins"),
    [
        ([], "s.t\n└── s.g  [ok, FULL]"),
        (["s.G", "--format", "mermaid"], "flowchart LR\n"),
        (["--format", "dot"], "digraph"),
        (["--format", "svg"], "<svg"),
    ],
)
def test_graph_is_a_tree_or_text_for_others_to_draw(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], words: list[str], begins: str
) -> None:
    columns = ["schema", "stream_table", "status", "maintained", "last_mode", "last_refresh", "source"]
    session.answer = RecordedRows(columns, [["s", "g", "ok", "FULL", "FULL", None, "spark_catalog.s.t"]])
    prepared = session.sql

    def sql(statement: str) -> RecordedRows:
        rows = prepared(statement)
        read = [["spark_catalog.s.g", "spark_catalog.s.t"]]
        return rows if statement.startswith("SHOW") else RecordedRows(["stream_table", "source"], read)

    session.sql = sql  # type: ignore[method-assign]
    assert exit_code("graph", *words) == 0
    assert capsys.readouterr().out.startswith(begins)
    assert session.statements == ["SHOW STREAM TABLES", "SELECT stream_table, source FROM streamtables.dependencies"]
    assert exit_code("graph", "s.nothing") == 2
    assert "s.nothing" in capsys.readouterr().err


def test_wide_rows_go_row_by_row_on_a_narrow_terminal(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("TERM", "dumb")
    session.answer = RecordedRows(["id", "text"], [[1, "x" * 100], [2, None]])
    assert exit_code("sql", "SELECT") == 0
    out = capsys.readouterr().out
    assert "--- row 2" in out
    assert "┃" not in out
    assert "x" * 100 in out.replace("\n", "")


def test_versions_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert exit_code("--version") == 0
    assert capsys.readouterr().out.startswith("streamtables ")


@pytest.mark.parametrize("rows", [3, 100_000])
def test_reader_who_leaves_first_makes_no_noise(tmp_path: Path, rows: int) -> None:
    program = f"""
import streamtables
from streamtables.cli.main import run
from streamtables.session import builder

class Session:
    columns = ["n"]
    sql = lambda self, _: self
    toLocalIterator = lambda self: (({{}},) for _ in range({rows}))
    stop = lambda self: None

builder.open_session = lambda *_, **__: Session()
streamtables.disable = lambda _: None
run(["sql", "SELECT 1", "--json"])
"""
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as gone:
        done = subprocess.run(
            [sys.executable, "-c", program], stdout=gone, stderr=subprocess.PIPE, cwd=tmp_path, check=False, text=True
        )
    assert (done.returncode, done.stderr.replace(f"making a warehouse in {tmp_path}/warehouse\n", "")) == (1, "")
