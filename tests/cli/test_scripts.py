"""Statements from the command line, files and standard input: their order, their output, and where they fail."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from tests.cli.recording import RecordedRows, RecordingSession, exit_code

SCRIPT = """-- two schemas
CREATE SCHEMA a;

SELECT ';' AS x;
  SELECT
  wrong;
SELECT 3;
"""


def failing_at(session: RecordingSession, word: str, error: Exception) -> None:
    """Let a session raise where a statement has a word."""
    prepared = session.sql

    def sql(statement: str) -> Any:
        if word in statement:
            session.statements.append(statement)
            raise error
        return prepared(statement)

    session.sql = sql  # type: ignore[method-assign]


def test_statements_of_a_file_run_in_order_each_at_its_place(session: RecordingSession, tmp_path: Path) -> None:
    (tmp_path / "all.sql").write_text(SCRIPT, encoding="utf-8")
    assert exit_code("sql", "-f", "all.sql") == 0
    assert session.statements == [
        "\nCREATE SCHEMA a",
        "\n\n\nSELECT ';' AS x",
        "\n\n\n\n  SELECT\n  wrong",
        "\n\n\n\n\n\nSELECT 3",
    ]
    assert session.ended == ["flushed", "stopped"]


def test_first_error_of_a_file_ends_it_and_names_file_and_line(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "all.sql").write_text(SCRIPT, encoding="utf-8")
    failing_at(session, "wrong", ValueError("[UNRESOLVED_COLUMN] no wrong; line 6 pos 2;\n'Project ['wrong]"))
    assert exit_code("sql", "--file", "all.sql") == 1
    assert capsys.readouterr().err == "all.sql, line 5: [UNRESOLVED_COLUMN] no wrong; line 6 pos 2\n"
    assert len(session.statements) == 3
    assert session.ended == ["flushed", "stopped"]


def test_standard_input_is_read_where_no_statement_is_given(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("SELECT 1;\nSELECT oops"))
    failing_at(session, "oops", ValueError("no oops"))
    assert exit_code("sql", "--json") == 1
    out, err = capsys.readouterr()
    assert json.loads(out) == [{"schema": "a", "stream_table": "b", "equal": True}]
    assert err == "standard input, line 2: no oops\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("SELECT 2"))
    assert exit_code("sql", "-f", "-") == 0
    assert session.statements[-1] == "SELECT 2"


def test_each_of_several_statements_prints_its_own_rows(
    session: RecordingSession, capsys: pytest.CaptureFixture[str]
) -> None:
    session.answer = RecordedRows(["n"], [[1]])
    assert exit_code("sql", "SELECT 1; SELECT 2", "--json") == 0
    first, end = json.JSONDecoder().raw_decode(text := capsys.readouterr().out)
    assert first == json.loads(text[end:]) == [{"n": 1}]


def test_file_that_is_not_there_is_one_line(
    session: RecordingSession, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    assert exit_code("sql", "-f", "none.sql") == 1
    (tmp_path / "latin.sql").write_bytes(b"SELECT '\xe9'")
    assert exit_code("sql", "-f", "latin.sql") == 1
    assert capsys.readouterr().err.splitlines() == [
        "none.sql cannot be read: No such file or directory. Name a file of SQL statements.",
        "latin.sql cannot be read: it is not UTF-8. Name a file of SQL statements.",
    ]
    assert session.warehouse is None
