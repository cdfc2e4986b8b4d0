"""Statements of another process, and steps at which a statement is held or ends."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

from streamtables.fault_points import FAULT_POINTS, InjectedFaultError

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession


@pytest.fixture
def refresh(spark: SparkSession) -> Callable[[str], Row]:
    """Refreshes a table and returns its own row."""

    def run(name: str, words: str = "") -> Row:
        return spark.sql(f"REFRESH STREAM TABLE {name} {words}").collect()[-1]

    return run


@contextmanager
def once_at(step: str, act: Callable[[], object]) -> Iterator[list[object]]:
    """Do something the first time that a step is reached, on the thread that reaches it."""
    results: list[object] = []

    def listener(point: str) -> None:
        if point == step and not results:
            results.append(None)
            results[0] = act()

    with FAULT_POINTS.listen(listener):
        yield results
    assert results, f"{step} was not reached"


@contextmanager
def failing_at(step: str) -> Iterator[None]:
    """Let whatever reaches a step fail there."""

    def fail() -> None:
        raise InjectedFaultError(step)

    with once_at(step, fail):
        yield


@contextmanager
def ending_at(step: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let a statement end at a step as in a process that is killed: nothing is tidied up behind it."""
    from streamtables.engine.defining import create

    with monkeypatch.context() as patch, failing_at(step):
        patch.setattr(create, "_undo", lambda *_: None)
        yield


def in_thread(act: Callable[[], object]) -> Callable[[], object]:
    """Begin something on a thread; call what is returned to wait for the result, or the error."""
    outcome: dict[str, Any] = {}

    def run() -> None:
        try:
            outcome["result"] = act()
        except BaseException as error:  # noqa: BLE001 - raised again where it is waited for
            outcome["error"] = error

    thread = threading.Thread(target=run)
    thread.start()

    def wait() -> object:
        thread.join(120)
        assert not thread.is_alive()
        if "error" in outcome:
            raise outcome["error"]
        return outcome["result"]

    return wait
