"""The prompt: what is typed becomes statements, errors are told in place, and names are completed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput
from tests.cli.recording import RecordingSession

from streamtables.cli.connection import Connection
from streamtables.cli.error_position import position_of
from streamtables.cli.progress import Progress
from streamtables.cli.prompt.loop import _Words, run_prompt
from streamtables.cli.target import Target
from streamtables.completion.names import CatalogNames
from streamtables.errors import StreamTableNotFoundError
from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.parse import parse_statement

CATALOG = {
    "SHOW SCHEMAS": [["default"], ["sales"]],
    "SHOW TABLES": [["default", name, False] for name in ("orders", "by_region", "by_region__stream")],
    "SHOW TABLES IN `sales`": [["sales", "customers", False], ["sales", "odd name", False]],
    "DESCRIBE orders": [["id", "int", None], ["amount", "int", None], ["# Partitioning", "", ""]],
    "DESCRIBE sales.customers": [["cid", "int", None], ["region", "string", None]],
}


@pytest.fixture
def typed(session: RecordingSession, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], Sequence[str]]:
    """Types into a prompt and returns the statements that it ran."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))

    def type_it(keys: str) -> Sequence[str]:
        ran: list[str] = []

        def run(text: str) -> int:
            ran.append(text)
            if "wrong" in text:
                return int(session.sql(text).columns == [])
            return 3

        with create_pipe_input() as pipe:
            pipe.send_text(keys)
            connection = Connection(session, Target(), Progress(None))  # type: ignore[arg-type]
            run_prompt(connection, "here", run, pipe, DummyOutput())
        return ran

    return type_it


def test_statements_of_several_lines_run_at_their_semicolon(typed: Callable[[str], Sequence[str]]) -> None:
    assert typed("SELECT 1,\r2;\rSELECT ';\r'; SELECT 3;\r\\q\r") == ["SELECT 1,\n2", "SELECT ';\n'", "SELECT 3"]


@pytest.mark.parametrize("leaving", ["\\q\r", "quit\r", "EXIT;\r", "\x04"])
def test_prompt_is_left(typed: Callable[[str], Sequence[str]], leaving: str) -> None:
    assert typed(f"SELECT 1;\r{leaving}") == ["SELECT 1"]


def test_what_is_written_is_dropped_by_control_c_and_kept_in_the_history(
    typed: Callable[[str], Sequence[str]], tmp_path: Path
) -> None:
    assert typed("SELECT oops\x03SELECT 1;\r\x04") == ["SELECT 1"]
    history = tmp_path / "state" / "streamtables" / "sql_history"
    assert "+SELECT 1;" in history.read_text(encoding="utf-8").splitlines()
    assert history.stat().st_mode & 0o077 == 0
    # Up, which is the arrow's key, brings it back.
    assert typed("\x1b[A\r\x04") == ["SELECT 1"]


def test_error_is_told_once_with_its_place_and_the_next_statement_is_read(
    session: RecordingSession, typed: Callable[[str], Sequence[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    session.error = ValueError("[UNRESOLVED] no wrong; line 2 pos 2;\n'Project [wrong]")
    assert typed("SELECT\r  wrong; SELECT 2;\rSELECT 3;\r\x04") == ["SELECT\n  wrong", "SELECT 3"]
    told = capsys.readouterr().err.splitlines()
    assert told[1:4] == ["[UNRESOLVED] no wrong; line 2 pos 2", "  wrong", "  ^"]
    assert told[4].startswith("3 rows, 0.")


def test_position_of_our_errors_and_of_sparks_is_marked() -> None:
    text = "REFRESH STREAM TABLE ^x"
    with pytest.raises(StreamSqlSyntaxError) as caught:
        parse_statement(text)
    assert position_of(caught.value, text) == [text, " " * 21 + "^"]
    assert position_of(ValueError("(line 1, pos 8)"), text) == [text, " " * 8 + "^"]
    assert position_of(ValueError("== SQL (line 1, position 8) =="), text) == [text, " " * 7 + "^"]
    assert position_of(ValueError("(line 9, pos 8)"), text) == []
    assert position_of(StreamTableNotFoundError("STREAM_TABLE_NOT_FOUND", {"name": "x"}), text) == []


def completions(before: str, after: str = "") -> list[str]:
    words = _Words(CatalogNames(lambda statement: CATALOG[statement]))
    document = Document(before + after, len(before))
    return [
        before[: len(before) + one.start_position] + one.text
        for one in words.get_completions(document, CompleteEvent(completion_requested=True))
    ]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("REFR", "", "REFRESH STREAM TABLES"),
        ("SELECT 1; create st", "", "SELECT 1; create stream table"),
        ("SELECT * FROM ord", "", "SELECT * FROM orders"),
        ("REFRESH STREAM TABLE by", "", "REFRESH STREAM TABLE by_region"),
        ("SELECT * FROM sa", "", "SELECT * FROM sales"),
        ("SELECT * FROM sales.c", "", "SELECT * FROM sales.customers"),
        ("SELECT * FROM sales.o", "", "SELECT * FROM sales.`odd name`"),
        ("SELECT am", " FROM orders", "SELECT amount"),
        ("SELECT c.reg", " FROM orders JOIN sales.customers AS c", "SELECT c.region"),
        ("SELECT customers.", " FROM sales.customers", "SELECT customers.cid"),
        ("SELECT id FROM orders gro", "", "SELECT id FROM orders group by"),
        ("SELECT id FROM orders GRO", "", "SELECT id FROM orders GROUP BY"),
    ],
)
def test_statements_keywords_tables_and_columns_are_completed(before: str, after: str, expected: str) -> None:
    assert expected in completions(before, after)


def test_tables_that_hold_the_rows_of_stream_tables_are_not_offered() -> None:
    assert "SELECT * FROM by_region__stream" not in completions("SELECT * FROM by")


@pytest.mark.parametrize(
    ("before", "expected"),
    [
        ("REFRESH STREAM TABLE by_region F", ["FULL"]),
        ("refresh stream table by_region wi", ["without upstream"]),
        ("ALTER STREAM TABLE by_region ", ["SET", "SUSPEND", "RESUME", "RENAME", "AS"]),
        ("CREATE STREAM TABLE x SCHEDULE ", ["EVERY", "CRON", "ON", "DOWNSTREAM", "NONE"]),
        ("SELECT 1; SHOW REFRESH HISTORY ", ["FOR", "LIMIT"]),
        ("SHOW REFRESH HISTORY FOR by", ["by_region"]),
    ],
)
def test_statements_of_ours_go_on_as_the_grammar_expects(before: str, expected: list[str]) -> None:
    assert [text[before.rindex(" ") + 1 :] for text in completions(before)] == expected
