"""`streamtables serve` where a port is taken while Spark starts, and where Spark ends."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.processes import PYTHON_PATH, free_port
from tests.serve.conftest import PATIENCE_SECONDS, SERVE, Served

pytestmark = [pytest.mark.spark, pytest.mark.slow]


@pytest.mark.parametrize(
    ("option", "server"),
    [("--jdbc-port", "The JDBC server"), pytest.param("--connect-port", "Spark Connect", marks=pytest.mark.thorough)],
)
def test_a_port_that_is_taken_while_spark_starts_is_one_line(tmp_path: Path, option: str, server: str) -> None:
    ports = {name: free_port() for name in ("--jdbc-port", "--connect-port", "--http-port")}
    words = [word for name, port in ports.items() for word in (name, str(port))]
    process = subprocess.Popen(
        [sys.executable, "-c", SERVE, "serve", "--create", "--master", "local[1]", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    with process, socket.socket() as other:
        _wait_for(process, ports["--http-port"])
        other.bind(("127.0.0.1", ports[option]))
        other.listen()
        _, told = process.communicate(timeout=900)
    assert process.returncode == 1, told
    (line,) = [line for line in told.splitlines() if line.startswith("[")]
    assert line.startswith(f"[SERVER_NOT_STARTED] {server}")


def _wait_for(process: subprocess.Popen[str], port: int) -> None:
    """Wait until the port is listened on, which is before Spark starts."""
    end = time.monotonic() + PATIENCE_SECONDS
    while process.poll() is None and time.monotonic() < end:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.01)
    raise AssertionError("it does not listen")


def test_a_server_whose_spark_ends_says_so_and_ends(tmp_path: Path) -> None:
    served = Served.start(tmp_path, "--create", "--no-connect")
    pid = served.process.pid
    (java,) = Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()
    os.kill(int(java), signal.SIGKILL)
    assert served.process.wait(PATIENCE_SECONDS) == 1
    (line,) = [line for line in served.told().splitlines() if line.startswith("[")]
    assert line.startswith("[SPARK_ENDED]")
    assert "start the server again" in line
