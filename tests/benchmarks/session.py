"""The session that everything is measured in, and what it runs on."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timezone
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import streamtables
from tests.benchmarks.measurement import Parameter

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

MASTER = "local[2]"
_KEPT = 20_000
"""Jobs and stages that Spark remembers: more than any one refresh has."""


@contextmanager
def open_session(folder: Path, memory: str) -> Iterator[SparkSession]:
    """Start a session as ``streamtables.session`` gives it, on two cores; stop it at the end.

    Args:
        folder: Where everything goes that it writes.
        memory: Memory of the JVM, as Spark writes it.

    Yields:
        The session.
    """
    conf = {
        "spark.driver.memory": memory,
        "spark.local.dir": str(folder / "local"),
        "spark.ui.retainedJobs": str(_KEPT),
        "spark.ui.retainedStages": str(_KEPT),
        "spark.streamtables.strict": "true",
    }
    spark = streamtables.session(folder / "warehouse", app_name="streamtables-bench", master=MASTER, conf=conf)
    try:
        yield spark
    finally:
        try:
            streamtables.disable(spark)
        finally:
            spark.stop()


def conditions(memory: str, sources: str) -> dict[str, Parameter]:
    """Return what a reader has to know about a run.

    Args:
        memory: Memory of the JVM.
        sources: What the sources record of their changes.

    Returns:
        Names and values.
    """
    return {
        "started": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "cores": os.cpu_count() or 0,
        "load at start": round(os.getloadavg()[0], 1),
        "master": MASTER,
        "memory": memory,
        "sources": sources,
        "python": platform.python_version(),
        "pyspark": version("pyspark"),
        "delta": version("delta-spark"),
    }
