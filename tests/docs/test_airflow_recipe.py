"""The script of the Airflow page does what the page says: it refreshes, and its exit code tells what failed."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.processes import PYTHON_PATH

_PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "airflow.md"
_COMMAND_LINE = "from streamtables.cli.main import run; run()"
_TABLES = """
CREATE SCHEMA sales;
CREATE TABLE sales.orders USING delta AS SELECT 1 AS id, 'north' AS region;
CREATE STREAM TABLE sales.by_region REFRESH MODE DIFFERENTIAL AS
SELECT region, count(*) AS orders FROM sales.orders GROUP BY region;
INSERT INTO sales.orders VALUES (2, 'south');
"""


def recipe() -> str:
    """Return the page's script."""
    (script,) = re.findall(r"^```bash\n(.*?)^```", _PAGE.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE)
    return str(script)


def run_recipe(
    folder: Path, command: Sequence[str], *words: str, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run the page's script, with a command `streamtables` of the test's choice on its path."""
    commands = folder / "bin"
    commands.mkdir(exist_ok=True)
    for path, text in (
        (commands / "streamtables", f'#!/bin/sh\nexec {shlex.join(command)} "$@"\n'),
        (folder / "refresh_schema.sh", recipe()),
    ):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)
    path = os.pathsep.join([str(commands), os.environ["PATH"]])
    return subprocess.run(
        [str(folder / "refresh_schema.sh"), *words],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": PYTHON_PATH, **environment},
        capture_output=True,
        check=False,
        text=True,
        timeout=400,
    )


def read_arrays(text: str) -> list[Any]:
    """Read the JSON of several commands."""
    arrays, decoder = [], json.JSONDecoder()
    while text := text.strip():
        array, end = decoder.raw_decode(text)
        arrays.append(array)
        text = text[end:]
    return arrays


def test_script_hands_on_where_the_tables_are_and_looks_at_a_sample(tmp_path: Path) -> None:
    done = run_recipe(tmp_path, ["echo"], "sales", WHERE_OPTIONS="--remote sc://host:15002", SAMPLE_PERCENT="5")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == [
        "refresh --in sales --remote sc://host:15002 --json",
        "verify --in sales --sample 5 --remote sc://host:15002 --json",
    ]


def test_script_ends_with_the_exit_code_of_a_refresh_that_failed(tmp_path: Path) -> None:
    done = run_recipe(tmp_path, ["sh", "-c", 'echo "$0"; exit 1'], "sales")
    assert done.returncode == 1
    assert done.stdout.splitlines() == ["refresh"]


def test_script_without_a_schema_is_a_failure(tmp_path: Path) -> None:
    assert run_recipe(tmp_path, ["echo"]).returncode != 0


@pytest.mark.spark
@pytest.mark.slow
@pytest.mark.thorough
def test_script_refreshes_a_warehouse(tmp_path: Path) -> None:
    made = subprocess.run(
        [sys.executable, "-c", _COMMAND_LINE, "sql", _TABLES],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH},
        capture_output=True,
        check=False,
        text=True,
        timeout=400,
    )
    assert made.returncode == 0, made.stdout + made.stderr
    done = run_recipe(tmp_path, [sys.executable, "-c", _COMMAND_LINE], "sales", SAMPLE_PERCENT="100")
    assert done.returncode == 0, done.stdout + done.stderr
    (refreshed,), (verified,) = read_arrays(done.stdout)
    assert (refreshed["stream_table"], refreshed["mode"]) == ("sales.by_region", "DIFFERENTIAL")
    assert verified["equal"] is True
