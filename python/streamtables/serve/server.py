"""The servers over one session, from their start to their end."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from streamtables.serve.endpoints import Endpoints
from streamtables.serve.scheduling import Scheduling
from streamtables.session.enabling import disable, runtime_of
from streamtables.spark.servers.application import give_up_jobs, has_ended
from streamtables.spark.servers.class_path import require_delta_on_class_path
from streamtables.spark.servers.connect_server import ConnectServer
from streamtables.spark.servers.jdbc_server import JdbcServer

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_POLL_SECONDS = 0.2
_GIVING_UP_SECONDS = 10.0
"""For how long statements may take to notice that their jobs were cancelled."""


class Server:
    """JDBC, Spark Connect and the scheduler over a session that speaks of stream tables.

    Args:
        spark: The session.
        endpoints: Where they listen.
        scheduling: The scheduler, which may be none.
    """

    def __init__(self, spark: SparkSession, endpoints: Endpoints, scheduling: Scheduling) -> None:
        self.spark = spark
        self.runtime = runtime_of(spark)
        self._endpoints = endpoints
        self._scheduling = scheduling
        self._jdbc: JdbcServer | None = None
        self._connect: ConnectServer | None = None

    def start(self, *, scheduler: bool) -> None:
        """Open the ports, and start the scheduler.

        Args:
            scheduler: Whether there is to be one.

        Raises:
            SessionError: DELTA_NOT_ON_CLASS_PATH, SERVER_JAR_MISSING or SERVER_NOT_STARTED.
        """
        jdbc, connect = self._endpoints.jdbc, self._endpoints.connect
        if jdbc is not None or connect is not None:
            require_delta_on_class_path(self.spark)
        if jdbc is not None:
            http = self._endpoints.jdbc_over_http
            self._jdbc = JdbcServer.start(self.spark, jdbc.host, jdbc.port, http=http)
        if connect is not None:
            self._connect = ConnectServer.start(self.spark, connect.host, connect.port)
        if scheduler:
            self._scheduling.start(self.spark)

    def listening(self) -> dict[str, bool]:
        """Return whether each part that was started takes clients, by its name."""
        parts = {"jdbc": self._jdbc, "connect": self._connect}
        listening = {name: part.is_listening for name, part in parts.items() if part is not None}
        if self._scheduling.scheduler is not None:
            listening["scheduler"] = self._scheduling.is_running
        return listening

    def stop(self, timeout_s: float, is_urgent: Callable[[], bool], tell: Callable[[str], None]) -> None:
        """Let refreshes end, or give them up; then close the ports, write what is to be written, and stop Spark.

        What is given up is as if it had never begun, or done: a refresh is one commit.

        Args:
            timeout_s: For how long refreshes and other statements on stream tables may go on, in seconds.
            is_urgent: Whether they may no longer.
            tell: Says what happens.
        """
        end = time.monotonic() + timeout_s
        self.runtime.statements.close()
        scheduler = threading.Thread(
            target=self._quietly, args=(partial(self._scheduling.stop, self.spark, timeout_s), tell), daemon=True
        )
        scheduler.start()

        def is_idle() -> bool:
            scheduler.join(_POLL_SECONDS)
            return self.runtime.statements.wait(_POLL_SECONDS) and not scheduler.is_alive()

        while not is_idle() and time.monotonic() < end and not is_urgent() and not has_ended(self.spark):
            pass
        if not is_idle() and not has_ended(self.spark):
            tell("what still runs is given up: each stream table stays as its last commit left it")
            end = time.monotonic() + _GIVING_UP_SECONDS
            while not is_idle() and time.monotonic() < end:
                self._quietly(partial(give_up_jobs, self.spark), tell)
        if has_ended(self.spark):
            tell("Spark has ended before; each stream table is as its last commit left it")
            return
        for part in (self._connect, self._jdbc):
            if part is not None:
                self._quietly(part.stop, tell)
        # The refresh history is written in the background: disabling waits for it.
        self._quietly(partial(disable, self.spark), tell)
        with suppress(Exception):
            self.spark.stop()

    @staticmethod
    def _quietly(act: Callable[[], object], tell: Callable[[str], None]) -> None:
        """Do a part of the end; what fails of it is told, and does not keep the others from ending."""
        try:
            act()
        except Exception as error:  # noqa: BLE001 - see above
            tell(f"while stopping: {type(error).__name__}: {str(error).strip().splitlines()[:1]}")
