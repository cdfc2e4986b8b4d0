"""Parts of the machine that really fail: a metastore that is a service, and an executor that is a process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.thorough]

LONGEST_SECONDS = 45
"""What a statement may take until its error, where the client waits a second for each of its questions."""

Line = dict[str, Any]


def _told(program: str, folder: Path) -> dict[str, list[Line]]:
    """Run a program, and return what its statements said, by their phase."""
    done = subprocess.run(
        [sys.executable, "-m", f"tests.reliability.{program}", str(folder)],
        cwd=Path(__file__).parents[2],
        capture_output=True,
        check=False,
        text=True,
        timeout=900,
    )
    # With how long each statement took; pytest keeps the folder.
    (folder / "told.jsonl").write_text(done.stdout, encoding="utf-8")
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    phases: dict[str, list[Line]] = {}
    for line in filter(lambda text: text.startswith("{"), done.stdout.splitlines()):
        told = json.loads(line)
        phases.setdefault(told["phase"], []).append(told)
    return phases


def _assert_failed(told: Line, what: str, advice: str) -> None:
    assert told.get("condition") == "SYSTEM_FAILED", told
    assert what in told["text"], told
    assert advice in told["text"], told
    assert told["seconds"] < LONGEST_SECONDS, told


def _assert_refreshed(refresh: Line, compared: Line, mode: str = "DIFFERENTIAL") -> None:
    assert refresh["rows"][0]["mode"] == mode, refresh
    assert compared["rows"] == [], compared


def test_a_metastore_that_falls_silent_or_dies_leaves_rows_as_they_are_and_the_next_statement_goes_on(
    tmp_path: Path,
) -> None:
    told = _told("failing_metastore", tmp_path)
    for phase, earlier in ("silent", 3), ("dead", 4):
        _, *away, files = told[phase]
        assert len(away) == 5
        for line in away:
            _assert_failed(line, "the metastore did not answer", "see that it runs and can be reached")
        table, shown, refreshed, compared = told[f"{phase}, back"]
        assert sum(row["n"] for row in files["rows"]) == earlier
        assert sum(row["n"] for row in table["rows"]) == earlier
        assert [row["stream_table"] for row in shown["rows"]] == ["kept"], "nothing is half made or half dropped"
        _assert_refreshed(refreshed, compared)
    struck, again, compared = told["amid CREATE"]
    _assert_failed(struck, "the metastore did not answer", "run the statement again")
    _assert_refreshed(again, compared, "INITIAL")
    _, struck, again, compared = told["amid REFRESH"]
    assert struck["rows"][0]["mode"] == "DIFFERENTIAL", "a refresh that has asked for its tables needs no metastore"
    _assert_refreshed(again, compared, "NO_CHANGE")
    struck, *again, left = told["amid DROP"]
    _assert_failed(struck, "the metastore did not answer", "run the statement again")
    assert "condition" not in again[-1], again
    assert left["rows"] == [], again


def test_an_executor_that_runs_out_of_memory_is_named_and_its_rows_are_as_they_were(tmp_path: Path) -> None:
    told = _told("failing_executor", tmp_path)
    _, changed, recomputed, rows, history = told["out of memory"]
    for line in changed, recomputed:
        _assert_failed(line, "memory ran out on an executor", "(spark.executor.memory)")
    assert [(row["k"], row["longest"]) for row in rows["rows"]] == [(0, 1_000_001), (1, 1_000_001), (2, 1_000_001)]
    assert [(row["mode"], row["reason_code"]) for row in history["rows"]] == [("FAILED", "SYSTEM_FAILED")] * 2
    _, refreshed, compared = told["mended"]
    _assert_refreshed(refreshed, compared)
