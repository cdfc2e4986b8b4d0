"""What tests need that start processes of their own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from streamtables.fault_points import VARIABLE

PYTHON_PATH = os.pathsep.join(
    [*(str(Path(__file__).parents[1] / root) for root in ("sql_grammar", "rewriter", "python")), *sys.path]
)
"""With which such a process imports what the tests import."""


CONNECT_SERVER = """
    import os, sys
    import streamtables
    from streamtables.spark.sessions.delta_jars import delta_settings, fetch, must_be_fetched
    if must_be_fetched({}):
        fetch({})
    jars = delta_settings({})["spark.jars"]
    spark = streamtables.session(
        "warehouse",
        master="local[1]",
        conf={
            # The server's threads do not look for classes among Spark's own added jars.
            "spark.driver.extraClassPath": jars.replace(",", os.pathsep).replace("file:", ""),
            "spark.connect.grpc.binding.address": "127.0.0.1",
            "spark.connect.grpc.binding.port": sys.argv[1],
            "spark.driver.memory": "1g",
            "spark.sql.shuffle.partitions": "1",
        },
    )
    for statement in sys.argv[2:]:
        spark.sql(statement)
    spark._jvm.org.apache.spark.sql.connect.service.SparkConnectService.start(spark._jsc.sc())
    print("ready", flush=True)
    for line in sys.stdin:
        getattr(streamtables, line.strip())(spark)
        print("done", flush=True)
    spark.stop()
    os._exit(0)
"""
"""Serves a warehouse in its folder over Spark Connect; its arguments are the port, and statements to run before.

Of each line on its standard input it calls the function of the package, until there are no more.
"""


@contextmanager
def connect_server(folder: Path, *statements: str) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Serve a warehouse over Spark Connect in a process of its own, on loopback.

    Args:
        folder: A folder for it.
        statements: What it runs before it serves.

    Yields:
        The process, and its port.
    """
    script = folder / "server.py"
    script.write_text(textwrap.dedent(CONNECT_SERVER), encoding="utf-8")
    port = free_port()
    process = subprocess.Popen(
        [sys.executable, str(script), str(port), *statements],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        assert process.stdout.readline() == "ready\n"
        yield process, port
    finally:
        process.stdin.close()
        try:
            process.wait(60)
        finally:
            process.kill()
            process.stdout.close()


def free_port() -> int:
    """Find a port on loopback that nothing listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def run_session(folder: Path, code: str, step: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own, with ``spark``, a session on the folder's warehouse.

    Args:
        folder: A folder.
        code: The program; it may be indented.
        step: The step of ``fault_points`` at which the process is killed; none if it is empty.

    Returns:
        What became of it.
    """
    session = 'import sys, streamtables; spark = streamtables.session(sys.argv[1], master="local[1]")\n'
    return subprocess.run(
        [sys.executable, "-c", session + textwrap.dedent(code), str(folder / "warehouse")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH, VARIABLE: step and f"{step}=kill"},
        capture_output=True,
        check=False,
        text=True,
        timeout=900,
    )
