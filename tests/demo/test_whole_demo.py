"""The demo as a newcomer runs it, and the second command that asks its warehouse."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from streamtables.demo.story import STEPS, STREAM_TABLES

# One process runs the demo once, for all of these.
pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.xdist_group("demo")]

_REFRESHES = len(STEPS) * len(STREAM_TABLES)


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The warehouse that the demo leaves, and what it printed."""
    warehouse = tmp_path_factory.mktemp("demo") / "warehouse"
    done = run("-m", "streamtables.demo", "--warehouse", str(warehouse))
    assert done.returncode == 0, done.stdout + done.stderr
    return warehouse, done.stdout


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL,
        timeout=1200,
    )


def ask(warehouse: Path, *words: str) -> subprocess.CompletedProcess[str]:
    program = "from streamtables.cli.main import run; run()"
    return run("-c", program, *words, "--warehouse", str(warehouse))


def test_every_refresh_equals_its_query_recomputed(told: tuple[Path, str]) -> None:
    _, text = told
    assert f"{_REFRESHES} refreshes, each equal to its query recomputed." in text
    assert len(re.findall(r"│ equal +│", text)) == _REFRESHES


def test_changes_are_followed_differentially_and_no_change_is_seen(told: tuple[Path, str]) -> None:
    _, text = told
    modes = re.findall(r"│ (DIFFERENTIAL|FULL|NO_CHANGE|INITIAL|SKIPPED) +│", text)
    assert len(modes) == _REFRESHES
    assert set(modes) == {"DIFFERENTIAL", "NO_CHANGE"}
    assert modes[-3:] == ["NO_CHANGE"] * 3
    assert modes[:3] == ["DIFFERENTIAL"] * 3


def test_second_command_asks_the_warehouse_for_rows_and_history(told: tuple[Path, str]) -> None:
    warehouse, _ = told
    flights = "SELECT sum(flights) FROM nyc.delays_by_airline_month WHERE month <= 10"
    refreshes = "SELECT count(*) FROM streamtables.refresh_history WHERE mode IN ('DIFFERENTIAL', 'NO_CHANGE')"
    done = ask(warehouse, "sql", f"SELECT ({flights}) AS flights, ({refreshes}) AS refreshes", "--format", "json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [{"flights": 281373, "refreshes": _REFRESHES}]


def test_error_of_a_second_command_is_one_line(told: tuple[Path, str]) -> None:
    warehouse, _ = told
    done = ask(warehouse, "sql", "SELECT no_such_column FROM nyc.routes")
    assert done.returncode == 1
    assert done.stdout == ""
    # Java names its incubator modules before Spark runs.
    lines = [line for line in done.stderr.splitlines() if not line.startswith("WARNING: Using incubator")]
    assert len(lines) == 1
    assert "UNRESOLVED_COLUMN" in lines[0]
