"""A metastore of Hive's as a service of its own: a process that can fall silent, go on, die, and be started again."""

from __future__ import annotations

import signal
import subprocess
import threading
from collections import deque
from pathlib import Path

import pyspark

from tests.processes import free_port

_JARS = Path(pyspark.__file__).parent / "jars"
_OPENED = (
    *("java.lang", "java.lang.invoke", "java.lang.reflect", "java.io", "java.net", "java.nio", "java.util"),
    *("java.util.concurrent", "java.util.concurrent.atomic"),
)
"""Packages of Java that Hive reflects upon, as Spark opens them."""
_LOG = """
rootLogger.level = off
appender.out.type = Console
appender.out.name = out
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %m%n
logger.service.name = org.apache.hadoop.hive.metastore.HiveMetaStore
logger.service.level = info
logger.service.appenderRef.out.ref = out
"""
_IS_UP = "Started the new metaserver"


class MetastoreService:
    """Hive's own service over a Derby database, on a port of its own.

    Args:
        folder: Where its database and settings lie.
        warehouse: Where it has its default schema.
    """

    def __init__(self, folder: Path, warehouse: Path) -> None:
        self._folder = folder
        self._warehouse = warehouse
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "log4j2.properties").write_text(_LOG, encoding="utf-8")
        self._port = free_port()
        self._process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        """Where Hive's client finds it."""
        return f"thrift://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Start it, and wait until it listens.

        Raises:
            RuntimeError: It ended instead.
        """
        settings = {
            "javax.jdo.option.ConnectionURL": f"jdbc:derby:;databaseName={self._folder / 'database'};create=true",
            "datanucleus.schema.autoCreateAll": "true",
            "hive.metastore.schema.verification": "false",
            "hive.async.log.enabled": "false",
            "hive.metastore.warehouse.dir": str(self._warehouse),
            "hive.log4j.file": str(self._folder / "log4j2.properties"),
            "derby.stream.error.file": str(self._folder / "derby.log"),
        }
        opened = [f"--add-opens=java.base/{package}=ALL-UNNAMED" for package in _OPENED]
        options = ["-Xmx256m", *opened, *(f"-D{key}={value}" for key, value in settings.items())]
        main = ["org.apache.hadoop.hive.metastore.HiveMetaStore", "-p", str(self._port)]
        self._process = process = subprocess.Popen(
            ["java", *options, "-cp", f"{_JARS}/*", *main],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        output = process.stdout
        assert output is not None
        said = []
        for line in output:
            said.append(line)
            if _IS_UP in line:
                # A full pipe would let it wait.
                threading.Thread(target=deque, args=(output, 0), daemon=True).start()
                return
        message = f"no metastore: {''.join(said)[-3000:]}"
        raise RuntimeError(message)

    def fall_silent(self) -> None:
        """Let it answer nothing; its port stays open."""
        self._running.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Let it answer again, what it was asked meanwhile first."""
        self._running.send_signal(signal.SIGCONT)

    def kill(self) -> None:
        """End it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @property
    def _running(self) -> subprocess.Popen[str]:
        assert self._process is not None
        return self._process
