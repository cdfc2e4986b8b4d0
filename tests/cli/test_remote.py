"""The command line as a client of a server that runs, without a Java of its own."""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from tests.processes import PYTHON_PATH, connect_server

pytestmark = [pytest.mark.spark, pytest.mark.slow]

STATEMENTS = (
    "CREATE SCHEMA s",
    "CREATE TABLE s.t USING delta AS SELECT id, id % 10 AS k FROM range(100)",
    "CREATE STREAM TABLE s.g REFRESH MODE DIFFERENTIAL AS SELECT k, count(*) AS n FROM s.t GROUP BY k",
)
UNUSED = {"pandas", "sqlglot", "antlr4", "IPython", "prompt_toolkit", "prometheus_client"}
CLIENT = """
    import sys
    from streamtables.cli.main import run
    try:
        run()
    finally:
        print(*sorted({name.split(".")[0] for name in sys.modules}), file=open("modules", "w"))
"""


class Server:
    """A process that serves, and the command line as its client."""

    def __init__(self, folder: Path, process: subprocess.Popen[str], port: int) -> None:
        self._folder = folder
        self._process = process
        self.address = f"sc://127.0.0.1:{port}"

    def tell(self, function: str) -> None:
        """Have the server call a function of the package on its session."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{function}\n")
        self._process.stdin.flush()
        assert self._process.stdout.readline() == "done\n"

    def run(self, *words: str, address: str | None = None) -> subprocess.CompletedProcess[str]:
        """Run the command line where no Java is."""
        return subprocess.run(
            [sys.executable, str(self._folder / "client.py"), *words, "--remote", address or self.address],
            cwd=self._folder,
            env={**os.environ, "PYTHONPATH": PYTHON_PATH, "JAVA_HOME": "/nowhere"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
            text=True,
            timeout=900,
        )

    def rows(self, *words: str) -> Any:
        """Run it, and return its answer."""
        told = self.run(*words, "--json")
        assert (told.returncode, told.stderr) == (0, "")
        return json.loads(told.stdout)

    @property
    def imported(self) -> set[str]:
        """Which packages the last client had imported."""
        return set((self._folder / "modules").read_text(encoding="utf-8").split())


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("remote")
    (folder / "client.py").write_text(textwrap.dedent(CLIENT), encoding="utf-8")
    with connect_server(folder, *STATEMENTS) as (process, port):
        yield Server(folder, process, port)


def test_refresh_runs_on_the_server_and_imports_nothing_that_it_does_not_need(server: Server) -> None:
    assert server.run("sql", "INSERT INTO s.t VALUES (100, 1)").returncode == 0
    assert server.rows("sql", "SELECT count(*) AS n FROM s.t") == [{"n": 101}]
    (row,) = server.rows("refresh", "s.g")
    assert (row["stream_table"], row["mode"], row["changed_rows"]) == ("s.g", "DIFFERENTIAL", 1)
    assert {"pyarrow", "grpc"} <= server.imported
    assert not UNUSED & server.imported


def test_every_other_sub_command_works_on_a_server(server: Server) -> None:
    (status,) = server.rows("status")
    assert (status["stream_table"], status["status"], status["schedule"]) == ("g", "ok", "NONE")
    assert {row["item"] for row in server.rows("explain", "s.g")} >= {"mode", "reason"}
    assert [row["equal"] for row in server.rows("verify")] == [True]
    assert {row["stream_table"] for row in server.rows("history", "s.g")} == {"s.g"}
    assert server.rows("graph")["edges"] == [{"source": "s.t", "reader": "s.g"}]
    assert server.run("graph").stdout.startswith("s.t\n└── s.g")
    assert "s.g" in server.run("status").stdout


def test_errors_of_a_server_are_one_line_with_the_position_in_the_file(server: Server, tmp_path: Path) -> None:
    unknown = server.run("refresh", "s.nope")
    assert unknown.returncode == 1
    (line,) = unknown.stderr.splitlines()
    assert line.startswith("[STREAM_TABLE_NOT_FOUND] There is no stream table s.nope.")
    assert "JVM" not in unknown.stderr
    script = tmp_path / "a.sql"
    script.write_text("SELECT 1;\n\nREFRESH\n  STREAM TABLE ^;\nSELECT 2", encoding="utf-8")
    wrong = server.run("sql", "-f", str(script))
    assert wrong.returncode == 1
    (line,) = wrong.stderr.splitlines()
    assert line.startswith(f"{script}, line 3: [")
    assert "(line 4, column 16)" in line


def test_verify_of_unequal_rows_and_a_failed_refresh_exit_with_one(server: Server) -> None:
    lost = "DELETE FROM delta.`{}` WHERE k = 3"
    place = server.rows("sql", "DESCRIBE DETAIL s.g__stream")[0]["location"]
    assert server.run("sql", lost.format(place)).returncode == 0
    unequal = server.run("verify", "s.g")
    assert (unequal.returncode, unequal.stderr) == (1, "")
    assert server.run("refresh", "s.g", "--full").returncode == 0
    assert server.run("verify", "s.g").returncode == 0


def test_server_without_stream_tables_is_told_from_a_wrong_statement(server: Server) -> None:
    server.tell("disable")
    try:
        told = server.run("status")
        assert told.returncode == 1
        (line,) = told.stderr.splitlines()
        assert line.startswith(f"[REMOTE_WITHOUT_STREAM_TABLES] The server at {server.address} has no stream tables")
        assert "streamtables serve" in line
        plain = server.run("sql", "SELECT 1 AS one; SELEC 2", "--json")
        assert (plain.returncode, json.loads(plain.stdout)) == (1, [{"one": 1}])
        assert plain.stderr.startswith("[PARSE_SYNTAX_ERROR]")
    finally:
        server.tell("enable")


def test_what_listens_and_is_no_server_is_said_within_seconds(server: Server) -> None:
    with socket.create_server(("127.0.0.1", 0)) as deaf:
        threading.Thread(target=lambda: deaf.accept()[0].settimeout(60), daemon=True).start()
        told = server.run("status", address=f"sc://127.0.0.1:{deaf.getsockname()[1]}")
    assert told.returncode == 1
    (line,) = told.stderr.splitlines()
    assert line.startswith("[REMOTE_UNREACHABLE]")
    assert "does not answer as Spark Connect does" in line
    told = server.run("status", address=f"{server.address}/;token=secret")
    assert told.returncode == 1
    assert "with a token unless the host is localhost" in told.stderr
    assert "secret" not in told.stdout + told.stderr


@pytest.mark.thorough
def test_server_that_is_killed_during_a_statement_is_told_as_lost(tmp_path: Path) -> None:
    (tmp_path / "client.py").write_text(textwrap.dedent(CLIENT), encoding="utf-8")
    began = f"streamtables-{uuid.uuid4().hex}"
    marked, waiting = f"'java.io.File', 'createTempFile', '{began}', ''", "'java.lang.Thread', 'sleep', 600000L"
    statement = f"SELECT reflect({marked}), reflect({waiting})"
    with connect_server(tmp_path) as (process, port), ThreadPoolExecutor(1) as pool:
        server = Server(tmp_path, process, port)
        running = pool.submit(server.run, "sql", statement)
        while not (found := list(Path(tempfile.gettempdir()).glob(f"{began}*"))) and not running.done():
            time.sleep(0.2)
        for path in found:
            path.unlink()
        # The JVM ends with the process that it belongs to.
        process.kill()
        told = running.result()
    assert (told.returncode, told.stdout) == (1, "")
    (line,) = told.stderr.splitlines()
    assert line.startswith(f"[REMOTE_LOST] The server at {server.address} ")
    assert "look when the server runs again" in line
