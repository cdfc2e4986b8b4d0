"""The demo as a newcomer runs it, and the second command that asks its warehouse."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from streamtables.demo.story import LARGE_STEPS, STEPS

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.thorough]

_REFRESHES = sum(len(step.stream_tables) for step in (*STEPS, *LARGE_STEPS))


def test_demo_runs_and_a_second_command_asks_its_warehouse(warehouse: Path) -> None:
    done = run("-m", "streamtables.demo", "--warehouse", str(warehouse))
    assert done.returncode == 0, done.stdout + done.stderr
    every_refresh_equals_its_query_recomputed(done.stdout)
    changes_are_followed_differentially_and_no_change_is_seen(done.stdout)
    refreshing_the_large_table_is_faster_than_recomputing_it(done.stdout)
    nothing_of_what_starts_spark_is_seen(done.stdout + done.stderr)
    second_command_asks_the_warehouse_for_rows_and_history(warehouse)
    error_of_a_second_command_is_one_line(warehouse)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    # It has rows enough for Spark to compile what it runs.
    environment = {key: value for key, value in os.environ.items() if key != "SPARK_SUBMIT_OPTS"}
    return subprocess.run(
        [sys.executable, *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=1200,
    )


def ask(warehouse: Path, *words: str) -> subprocess.CompletedProcess[str]:
    program = "from streamtables.cli.main import run; run()"
    return run("-c", program, *words, "--warehouse", str(warehouse))


def every_refresh_equals_its_query_recomputed(text: str) -> None:
    assert f"{_REFRESHES} refreshes, each equal to its query recomputed." in text
    assert len(re.findall(r"│ equal +│", text)) == _REFRESHES


def changes_are_followed_differentially_and_no_change_is_seen(text: str) -> None:
    modes = re.findall(r"│ (DIFFERENTIAL|FULL|NO_CHANGE|INITIAL|SKIPPED) +│", text)
    assert len(modes) == _REFRESHES
    assert set(modes) == {"DIFFERENTIAL", "NO_CHANGE"}
    assert modes[-5:] == [*["NO_CHANGE"] * 3, *["DIFFERENTIAL"] * 2]
    assert modes[:3] == ["DIFFERENTIAL"] * 3


def refreshing_the_large_table_is_faster_than_recomputing_it(text: str) -> None:
    (times,) = re.findall(r"seats_by_route_day: ([\d.]+) times faster than recomputing", text)
    assert float(times) > 1


def nothing_of_what_starts_spark_is_seen(text: str) -> None:
    assert re.search(r"^Spark 4\.2\S*, its warehouse in ", text, re.MULTILINE)
    assert [
        word for word in (":: loading settings", "WARN ", "log4j", "Setting default log level") if word in text
    ] == []


def second_command_asks_the_warehouse_for_rows_and_history(warehouse: Path) -> None:
    flights = "SELECT sum(flights) FROM nyc.delays_by_airline_month WHERE month <= 10"
    refreshes = "SELECT count(*) FROM streamtables.refresh_history WHERE mode IN ('DIFFERENTIAL', 'NO_CHANGE')"
    done = ask(warehouse, "sql", f"SELECT ({flights}) AS flights, ({refreshes}) AS refreshes", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [{"flights": 281373, "refreshes": _REFRESHES}]


def error_of_a_second_command_is_one_line(warehouse: Path) -> None:
    done = ask(warehouse, "sql", "SELECT no_such_column FROM nyc.routes")
    assert done.returncode == 1
    assert done.stdout == ""
    # Java names its incubator modules before Spark runs.
    lines = [line for line in done.stderr.splitlines() if not line.startswith("WARNING: Using incubator")]
    assert len(lines) == 1
    assert "UNRESOLVED_COLUMN" in lines[0]
