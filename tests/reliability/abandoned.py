"""Statements that never go on, in a process that does: a cheap likeness of a process that is killed.

A statement's thread is held at a step for good, so nothing is tidied up behind it, and stream tables are disabled and
enabled again, so that nothing is remembered: what the next statement meets is what it would meet in a new process. What
it does not show is a JVM that ends in the middle of something; processes that are killed do (``kills``).
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import streamtables
from streamtables.fault_points import FAULT_POINTS, InjectedFaultError
from tests.reliability.statements import Statement

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LONGEST_SECONDS = 120.0
_BACKGROUND_SECONDS = 3.0


class Abandoned:
    """Holds statements.

    Args:
        spark: A session with stream tables.
        schema: The schema in which statements run.
    """

    def __init__(self, spark: SparkSession, schema: str) -> None:
        self._spark = spark
        self._schema = schema
        self._release = threading.Event()
        self._threads: list[threading.Thread] = []

    def hold_at(self, point: str, statement: Statement) -> bool:
        """Run a statement that stays at a step for good, and begin anew without it.

        Args:
            point: The step.
            statement: The statement.

        Returns:
            Whether the step was reached.
        """
        reached, ended, lock = threading.Event(), threading.Event(), threading.Lock()
        session = self._spark.newSession()
        session.sql(f"USE {self._schema}")

        def hold(step: str) -> None:
            with lock:
                if step != point or reached.is_set():
                    return
                reached.set()
            self._release.wait()
            raise InjectedFaultError(step)

        def run() -> None:
            try:
                session.sql(statement.text).collect()
            except Exception:  # noqa: BLE001 - when it is released, it ends one way or another
                return
            finally:
                ended.set()

        thread = threading.Thread(target=run, daemon=True)
        with FAULT_POINTS.listen(hold):
            thread.start()
            for _ in range(round(_LONGEST_SECONDS * 20)):
                if reached.wait(0.05) or ended.is_set():
                    break
            if point.startswith("fold"):
                reached.wait(_BACKGROUND_SECONDS)
        self._threads.append(thread)
        streamtables.disable(self._spark)
        streamtables.enable(self._spark)
        return reached.is_set()

    def release(self) -> None:
        """Let all statements end, now that it does not matter any more what they do."""
        self._release.set()
        for thread in self._threads:
            thread.join(_LONGEST_SECONDS)


@contextmanager
def abandoning(spark: SparkSession, schema: str) -> Iterator[Abandoned]:
    """Hold statements while the block runs.

    Args:
        spark: A session with stream tables.
        schema: The schema in which statements run.

    Yields:
        What holds them.
    """
    abandoned = Abandoned(spark, schema)
    try:
        yield abandoned
    finally:
        abandoned.release()
