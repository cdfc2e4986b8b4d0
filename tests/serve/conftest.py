"""One served warehouse for all tests of a process, and its clients."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pyspark
import pytest
from tests.processes import PYTHON_PATH, free_port

SERVE = "from streamtables.cli.main import run; run()"
_SMALL = {
    "spark.sql.adaptive.enabled": "false",
    "spark.sql.codegen.factoryMode": "NO_CODEGEN",
    "spark.sql.codegen.wholeStage": "false",
    "spark.sql.session.timeZone": "UTC",
    "spark.sql.shuffle.partitions": "1",
    "spark.databricks.delta.snapshotPartitions": "1",
}
_CONNECT_CLIENT = Path(__file__).parent / "connect_client.py"
_START_SECONDS = 400
PATIENCE_SECONDS = 240


def run_serve(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `streamtables serve` where it is to end by itself."""
    return subprocess.run(
        [sys.executable, "-c", SERVE, "serve", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": PYTHON_PATH, **environment},
        capture_output=True,
        check=False,
        text=True,
        timeout=900,
    )


@dataclass(frozen=True)
class Served:
    """A running `streamtables serve`."""

    folder: Path
    process: subprocess.Popen[str]
    jdbc: int
    connect: int
    http: int

    @classmethod
    def start(cls, folder: Path, *words: str) -> Served:
        jdbc, connect, http = free_port(), free_port(), free_port()
        ports = ["--jdbc-port", str(jdbc), "--connect-port", str(connect), "--http-port", str(http)]
        settings = [word for name, value in _SMALL.items() for word in ("--conf", f"{name}={value}")]
        with (folder / "out.txt").open("w", encoding="utf-8") as out:
            process = subprocess.Popen(
                [sys.executable, "-c", SERVE, "serve", "--master", "local[2]", *ports, *settings, *words],
                cwd=folder,
                env={**os.environ, "PYTHONPATH": PYTHON_PATH},
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                text=True,
            )
        served = cls(folder, process, jdbc, connect, http)
        end = time.monotonic() + _START_SECONDS
        while "ready:" not in served.told() and process.poll() is None and time.monotonic() < end:
            time.sleep(0.2)
        if "ready:" not in served.told():
            process.kill()
            process.wait()
        assert "ready:" in served.told(), served.told()
        return served

    def told(self) -> str:
        """What it has said so far."""
        return (self.folder / "out.txt").read_text(encoding="utf-8")

    def stop(self, number: int = signal.SIGTERM, patience_s: float = 120) -> int:
        """Ask it to stop, and return its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        try:
            return self.process.wait(patience_s)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise

    def page(self, path: str) -> tuple[int, str]:
        """Ask the HTTP port for a page."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.http}{path}", timeout=30) as answer:
                return answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode()

    def metrics(self) -> dict[str, float]:
        """Read all metrics."""
        status, text = self.page("/metrics")
        assert status == 200, text
        lines = [line.rpartition(" ") for line in text.splitlines() if not line.startswith("#")]
        return {name: float(value) for name, _, value in lines}

    def wait_for_statements(self, running: int) -> None:
        """Wait until so many statements of ours run."""
        end = time.monotonic() + PATIENCE_SECONDS
        while (now := self.metrics()["streamtables_statements_running"]) != running:
            assert time.monotonic() < end, now
            time.sleep(0.1)

    def over_jdbc(self) -> Any:
        """Connect with pyhive."""
        from pyhive import hive

        return hive.connect("127.0.0.1", self.jdbc, username="analyst")

    def ask(self, *statements: str) -> list[tuple[Any, ...]]:
        """Run statements over JDBC, and return the rows of the last one."""
        with self.over_jdbc() as client, client.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
            return list(cursor.fetchall()) if cursor.description else []

    def beeline(self, *statements: str) -> subprocess.CompletedProcess[str]:
        """Run statements with beeline, from the jars in PySpark's wheel."""
        jars = Path(pyspark.__file__).parent / "jars" / "*"
        url = f"jdbc:hive2://127.0.0.1:{self.jdbc}/default"
        options = ["-u", url, "-n", "analyst", "--outputformat=tsv2", "--silent=true", "--nullemptystring=true"]
        texts = [part for statement in statements for part in ("-e", statement)]
        command = ["java", "-Xshare:auto", "-XX:TieredStopAtLevel=1", "-cp", str(jars)]
        return subprocess.run(
            [*command, "org.apache.hive.beeline.BeeLine", *options, *texts],
            cwd=self.folder,
            capture_output=True,
            text=True,
            timeout=900,
            check=False,
        )

    def start_connect(self, program: str, *arguments: str) -> subprocess.Popen[str]:
        """Start a Spark Connect client in another process: a function of ``connect_client.py``."""
        return subprocess.Popen(
            [sys.executable, str(_CONNECT_CLIENT), f"sc://127.0.0.1:{self.connect}", program, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": PYTHON_PATH},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def over_connect(self, program: str, *arguments: str) -> Any:
        """Run a function of ``connect_client.py``, and return what it answers."""
        client = self.start_connect(program, *arguments)
        out, error = client.communicate(timeout=900)
        assert client.returncode == 0, error
        return json.loads(out.splitlines()[-1])


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A served warehouse, stopped behind the tests by SIGTERM, which it has to answer with exit code 0."""
    folder = tmp_path_factory.mktemp("served")
    served = Served.start(folder, "--create")
    yield served
    assert served.stop() == 0, served.told()


def make_slow(ask: Callable[..., object], schema: str, outer: int = 1000, name: str = "slow") -> None:
    """Make a stream table whose refresh takes about half a second for each outer row."""
    ask(
        f"CREATE TABLE IF NOT EXISTS {schema}.big USING delta AS SELECT id FROM range(1000)",
        f"CREATE STREAM TABLE {schema}.{name} REFRESH MODE FULL WITH NO DATA AS SELECT count(*) AS n "
        f"FROM {schema}.big a, {schema}.big b, {schema}.big c WHERE a.id < {outer} AND a.id + b.id + c.id < 0",
    )


def only(rows: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """Return the only row."""
    (row,) = rows
    return row
