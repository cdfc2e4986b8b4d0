"""What the doctor finds, and how it tells what is wrong."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.recording import RecordingSession, exit_code
from tests.processes import PYTHON_PATH

from streamtables.spark.sessions import checkup
from streamtables.spark.sessions.other_processes import described, listener, lock_holder


@pytest.fixture
def examined(session: RecordingSession, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    # Another test of this process may have started a JVM, which was given a metastore.
    monkeypatch.setattr("streamtables.spark.sessions.external_settings.external_settings", dict)

    def examine(*words: str) -> tuple[int, dict[str, Any]]:
        code = exit_code("doctor", "--json", *words)
        return code, {row["check"]: row for row in json.loads(capsys.readouterr().out)}

    return examine


def test_doctor_looks_at_all_that_is_needed_and_finds_this_machine_fit(examined: Any) -> None:
    code, found = examined("--no-start")
    assert code == 0
    assert found.keys() >= {"Python", "Java", "Spark", "Delta", "Server jars", "Connect", "Metrics", "Port 10000"}
    assert {row["state"] for row in found.values()} <= {"ok", "note"}
    assert found["Metastore"]["found"].endswith("in use by nobody")


def test_java_that_is_missing_is_wrong_and_nothing_is_started(
    examined: Any, session: RecordingSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JAVA_HOME", "/nowhere")
    code, found = examined()
    assert code == 1
    assert found["Java"]["state"] == "wrong"
    assert "JAVA_HOME" in found["Java"]["mend"]
    assert found["Warehouse"] == {
        "check": "Warehouse",
        "state": "note",
        "found": f"{Path.cwd() / 'warehouse'}, not opened: see above",
        "mend": None,
    }
    assert session.warehouse is None


def test_missing_warehouse_is_wrong_and_none_is_made(
    examined: Any, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    code, found = examined("-w", "typo")
    assert code == 1
    assert found["Warehouse"]["found"] == f"There is no warehouse in {tmp_path / 'typo'}."
    assert not (tmp_path / "typo").exists()
    assert exit_code("doctor", "-w", "typo") == 1
    wrong, mend = capsys.readouterr().out.splitlines()[-2:]
    assert wrong == f"wrong Warehouse     There is no warehouse in {tmp_path / 'typo'}."
    assert mend.strip().startswith("Name one with -w")


def test_port_that_is_taken_names_who_has_it(examined: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        monkeypatch.setattr(checkup, "PORTS", {port: "JDBC"})
        code, found = examined("--no-start")
        assert listener(port) == os.getpid()
    assert code == 0
    assert found[f"Port {port}"]["state"] == "note"
    assert f"taken by process {os.getpid()} (" in found[f"Port {port}"]["found"]
    assert listener(port) is None


HOLDER = """
import fcntl, sys
lock = open(sys.argv[1], "r+b")
fcntl.lockf(lock, fcntl.LOCK_EX)
print("locked", flush=True)
sys.stdin.read()
"""


def test_metastore_that_another_process_has_open_names_it(
    examined: Any, session: RecordingSession, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr("streamtables.spark.sessions.local_session._LOCK_WAIT_SECONDS", 0.0)
    lock = tmp_path / "warehouse" / ".metastore" / "dbex.lck"
    lock.touch()
    holder = subprocess.Popen(
        [sys.executable, "-c", HOLDER, str(lock)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert holder.stdin is not None
    assert holder.stdout is not None
    try:
        assert holder.stdout.readline() == "locked\n"
        assert lock_holder(lock) == holder.pid
        code, found = examined()
    finally:
        holder.stdin.close()
        holder.wait(30)
        holder.stdout.close()
    assert code == 1
    assert found["Metastore"]["state"] == "wrong"
    assert found["Metastore"]["mend"].startswith(f"It is process {holder.pid} (python")
    assert "streamtables serve" in found["Metastore"]["mend"]
    assert session.warehouse is None
    assert lock_holder(lock) is None


def test_process_is_described_by_its_command_line() -> None:
    assert described(os.getpid()).startswith(f"process {os.getpid()} (")
    assert described(2**22 + 5) == f"process {2**22 + 5}"


@pytest.mark.spark
@pytest.mark.slow
def test_doctor_starts_spark_and_counts_the_accelerators(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", "from streamtables.cli.main import run; run()", *words],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": PYTHON_PATH},
            capture_output=True,
            check=False,
            text=True,
            timeout=900,
        )

    made = run("sql", "SELECT 1 AS one", "--master", "local[1]", "--metastore", "meta", "--json")
    assert (made.returncode, json.loads(made.stdout)) == (0, [{"one": 1}])
    # Neither Spark nor Ivy has said anything.
    assert made.stderr.splitlines()[-1] == f"making a warehouse in {tmp_path}/warehouse"
    assert (tmp_path / "meta" / "dbex.lck").exists()
    assert not (tmp_path / "warehouse" / ".metastore").exists()
    told = run("doctor", "--metastore", "meta", "--json")
    found = {row["check"]: row for row in json.loads(told.stdout)}
    assert found["Warehouse"]["found"] == f"{tmp_path}/warehouse, Spark starts on it"
    assert " in use" in found["Accelerators"]["found"]
    assert (told.returncode, told.stderr) == (0, "")
