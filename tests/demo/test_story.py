"""The demo's parts that need no JVM."""

from __future__ import annotations

import csv
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from streamtables.demo import __main__ as demo
from streamtables.demo import flight_data, play, report
from streamtables.demo.story import LARGE_SOURCE, LARGE_STEPS, LARGE_STREAM_TABLE, STEPS, STREAM_TABLES, Step
from streamtables.session import builder
from streamtables_grammar import parse_statement
from streamtables_grammar.statements import CreateStreamTable


def outcome(**changed: Any) -> play.Outcome:
    values: dict[str, Any] = {
        "stream_table": "routes",
        "mode": "DIFFERENTIAL",
        "reason": "because",
        "changed_rows": 1234,
        "rows_inserted": 5,
        "rows_updated": 0,
        "rows_deleted": 7,
        "refresh_seconds": 1.5,
        "recompute_seconds": 0.25,
        "equal": True,
        "missing_rows": 0,
        "extra_rows": 0,
    }
    return play.Outcome(**(values | changed))


def printed(show: Any, *arguments: Any) -> str:
    console = Console(file=io.StringIO(), width=200, highlight=False)
    show(console, *arguments)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("stream_table", [*STREAM_TABLES, LARGE_STREAM_TABLE], ids=lambda table: table.name)
def test_create_statement_of_each_stream_table_parses_with_its_query_untouched(stream_table) -> None:
    statement = parse_statement(stream_table.create_statement)
    assert isinstance(statement, CreateStreamTable)
    assert str(statement.name) == stream_table.full_name
    assert stream_table.query in stream_table.create_statement


@pytest.mark.parametrize(
    "statement", [LARGE_SOURCE.create_statement, *(sql for step in (*STEPS, *LARGE_STEPS) for sql in step.statements)]
)
def test_what_happens_to_the_sources_is_ordinary_sql(statement: str) -> None:
    assert parse_statement(statement) is None


def test_declared_columns_are_those_of_the_files() -> None:
    directory = flight_data.data_directory()
    with zipfile.ZipFile(directory / "flights.csv.zip") as archive:
        headers = {"flights": archive.read("flights.csv").decode().splitlines()[0]}
    for source in flight_data.DIMENSIONS:
        headers[source.table] = (directory / f"{source.table}.csv").read_text(encoding="utf-8").splitlines()[0]
    for source in (flight_data.FLIGHTS, *flight_data.DIMENSIONS):
        (header,) = csv.reader([headers[source.table]])
        assert [column.split()[0] for column in source.columns.split(", ")] == header


def test_missing_data_package_is_told_with_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flight_data.importlib.util, "find_spec", lambda _: None)
    with pytest.raises(flight_data.FlightDataMissingError, match="make setup"):
        flight_data.data_directory()


def test_outcome_shows_counts_times_and_verdict() -> None:
    text = printed(report.show_outcomes, [outcome()])
    for part in ("routes", "DIFFERENTIAL", "because", "1,234", "+5 -7", "1,500 ms", "250 ms", "equal"):
        assert part in text
    assert "slower than recomputing here" in text


def test_gain_is_told_where_recomputing_was_measured_and_only_there() -> None:
    assert "routes: 4.0 times faster than recomputing" in printed(
        report.show_outcomes, [outcome(recompute_seconds=6.0)]
    )
    text = printed(report.show_outcomes, [outcome(recompute_seconds=None)])
    assert "recompute" not in text
    assert "than recomputing" not in text


def test_comparison_is_left_out_but_where_the_table_is_large_and_the_session_warm() -> None:
    compared = [step for step in (*STEPS, *LARGE_STEPS) if step.is_compared]
    assert compared == [LARGE_STEPS[-1]]
    assert len(LARGE_STEPS) > 1


def test_difference_is_shown_with_its_rows() -> None:
    text = printed(report.show_outcomes, [outcome(equal=False, missing_rows=2, extra_rows=1)])
    assert "2 missing, 1 extra" in text


def test_uncounted_change_and_unwritten_table_are_not_invented() -> None:
    text = printed(report.show_outcomes, [outcome(changed_rows=None, rows_inserted=0, rows_deleted=0)])
    row = next(line for line in text.splitlines() if "routes" in line)
    cells = [cell.strip() for cell in row.split("│")]
    assert cells[4:6] == ["", "0"]
    parts = {"rows_inserted": None, "rows_updated": None, "rows_deleted": None}
    assert "not counted" in printed(report.show_outcomes, [outcome(**parts)])


def test_end_names_the_command_with_the_warehouse_that_was_used() -> None:
    text = printed(report.show_end, [outcome()], Path("/some where"), 10.0)
    assert "streamtables sql" in text
    assert "--warehouse '/some where'" in text
    assert "--warehouse" not in printed(report.show_end, [outcome()], Path("warehouse"), 10.0)


def test_end_of_a_wrong_run_names_the_wrong_table_and_promises_nothing() -> None:
    text = printed(report.show_end, [outcome(), outcome(equal=False)], Path("warehouse"), 10.0)
    assert "1 of 2 refreshes left wrong rows: routes" in text
    assert "streamtables sql" not in text


def test_statements_of_a_step_are_shown() -> None:
    assert "DELETE FROM x" in printed(report.show_step, 3, Step("Something goes", ("DELETE FROM x",), STREAM_TABLES))


@pytest.mark.parametrize(("equal", "code"), [(True, 0), (False, 1)])
def test_exit_code_is_the_verdict(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, equal: bool, code: int) -> None:
    monkeypatch.setattr(demo, "_tell", lambda *_: [outcome(), outcome(equal=equal)])
    assert demo.main(["--warehouse", str(tmp_path)]) == code


def test_session_that_cannot_start_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise ValueError("[METASTORE_IN_USE] Another process has it.\nat a.b.C")

    monkeypatch.setattr(builder, "open_session", refuse)
    assert demo.main(["--warehouse", str(tmp_path)]) == 1
    assert capsys.readouterr().err == "[METASTORE_IN_USE] Another process has it.\n"
