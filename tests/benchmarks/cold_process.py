"""A process of the suite ``cold``: it opens a warehouse, does one thing and ends, and says where the time went.

``python -m tests.benchmarks.cold_process set-up|refresh|recompute|read TASK``, TASK a file with the warehouse and the
settings. What it has to say goes into the file that TASK names: begin and end of each phase, and the mode that ran.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SCHEMA = "cold"
STREAM_TABLE, RECOMPUTED = f"{SCHEMA}.totals", f"{SCHEMA}.recomputed"
QUERY = "SELECT account, count(*) AS n, sum(amount) AS total FROM {source} GROUP BY account"
IMPORTS, START, ENABLE, REGISTRY = "imports and settings", "Spark and metastore", "enabling", "registry"
WORK, HISTORY, SHUTDOWN = "the statement", "history", "shutdown"
_USER_TIME, _SYSTEM_TIME = 11, 12
"""Where Linux has them in ``/proc/<id>/stat``, behind the command's name."""
PHASES = (IMPORTS, START, ENABLE, REGISTRY, WORK, HISTORY, SHUTDOWN)


class Phases:
    """The time of a process by phase: of phases within each other the innermost counts, on whatever thread it runs."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside: list[str] = []
        self._since = time.time()
        self.seconds: dict[str, float] = dict.fromkeys(PHASES, 0.0)
        self.processor_seconds: float | None = None

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """Count the time of a ``with`` block as a phase's."""
        self._turn(lambda: self._inside.append(name))
        try:
            yield
        finally:
            self._turn(self._inside.pop)

    def _turn(self, change: Callable[[], object]) -> None:
        with self._lock:
            now = time.time()
            if self._inside:
                self.seconds[self._inside[-1]] += now - self._since
            self._since = now
            change()

    def within(self, owner: Any, name: str, phase: str) -> None:
        """Count the calls of a function as a phase."""
        function = getattr(owner, name)

        @wraps(function)
        def counted(*args: Any, **kwargs: Any) -> Any:
            with self.phase(phase):
                return function(*args, **kwargs)

        setattr(owner, name, counted)


def main(what: str, task: Path) -> None:
    """Do one thing on a warehouse.

    Args:
        what: What to do.
        task: The file that says where.
    """
    phases = Phases()
    told: dict[str, Any] = json.loads(task.read_text(encoding="utf-8"))
    mode = None
    if what == "recompute":
        _plain(told, phases)
    else:
        mode = _ours(what, told, phases)
    said = {"phases": phases.seconds, "processor": phases.processor_seconds, "mode": mode}
    Path(told["answer"]).write_text(json.dumps(said), encoding="utf-8")


def _ours(what: str, told: dict[str, Any], phases: Phases) -> str | None:
    with phases.phase(IMPORTS):
        import streamtables

        builder: Any = import_module("streamtables.session.builder")
        registry: Any = import_module("streamtables.catalog.registry")
        history: Any = import_module("streamtables.catalog.history")
    phases.within(builder.local_session, "start", START)
    phases.within(builder, "enable", ENABLE)
    phases.within(registry.Registry, "entries", REGISTRY)
    phases.within(history.RefreshHistory, "flush", HISTORY)
    mode = None
    with phases.phase(IMPORTS):
        spark = streamtables.session(told["warehouse"], master=told["master"], conf=told["conf"])
    if what == "refresh":
        with phases.phase(WORK):
            mode = str(spark.sql(f"REFRESH STREAM TABLE {STREAM_TABLE}").collect()[0]["mode"])
    elif what == "read":
        spark.table(STREAM_TABLE).write.format("delta").mode("overwrite").save(told["read"])
    else:
        _set_up(spark, told)
    with phases.phase(SHUTDOWN):
        phases.processor_seconds = _processor_seconds()
        spark.stop()
    return mode


def _processor_seconds() -> float | None:
    """Return the processor time of this process and its JVM until now; None where the system does not tell."""
    from pyspark import SparkContext

    gateway: Any = SparkContext._gateway
    try:
        fields = Path(f"/proc/{gateway.proc.pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()
    except OSError:
        return None
    return time.process_time() + (int(fields[_USER_TIME]) + int(fields[_SYSTEM_TIME])) / os.sysconf("SC_CLK_TCK")


def _set_up(spark: SparkSession, told: dict[str, Any]) -> None:
    query = QUERY.format(source=f"{SCHEMA}.source")
    spark.sql(f"CREATE SCHEMA {SCHEMA}")
    spark.sql(f"CREATE TABLE {SCHEMA}.source USING delta LOCATION '{told['source']}'")
    spark.sql(f"CREATE STREAM TABLE {STREAM_TABLE} REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql(f"CREATE TABLE {RECOMPUTED} USING delta LOCATION '{told['recomputed']}' AS {query}")


def _plain(told: dict[str, Any], phases: Phases) -> None:
    """Recompute without us, in a session with the same settings."""
    with phases.phase(IMPORTS):
        from pyspark.sql import SparkSession
    builder: Any = SparkSession.builder
    with phases.phase(START):
        for key, value in told["settings"].items():
            builder = builder.config(key, value)
        spark: SparkSession = builder.getOrCreate()
        # As ours does: the metastore is opened before anything is asked.
        java: Any = spark._jsparkSession
        java.sharedState().externalCatalog().getDatabase("default")
    with phases.phase(WORK):
        query = QUERY.format(source=f"{SCHEMA}.source")
        spark.sql(f"INSERT OVERWRITE {RECOMPUTED} {query}").collect()
    with phases.phase(SHUTDOWN):
        phases.processor_seconds = _processor_seconds()
        spark.stop()


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
