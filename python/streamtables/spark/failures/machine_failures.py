"""Failures of the machine that a person can do something about: a full disk, lost files, memory, a silent metastore."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from streamtables.spark.failures.failure_kind import METASTORE_CLASSES, FailureKind, failure_kind
from streamtables.spark.failures.java_causes import JavaCause, java_causes
from streamtables.spark.failures.size_failures import MEMORY, WORKER, did_not_fit, failed_in_task

_FULL = ("No space left on device", "Disk quota exceeded")
"""What the operating system says, which has no class and no condition of its own in Java."""
_INPUT_OUTPUT = "java.io.IOException"
_NOT_FOUND = "java.io.FileNotFoundException"
_MORE_FOR_EXECUTORS = "give executors more memory (spark.executor.memory), or smaller partitions"
_RETRIES = "hive.metastore.failure.retries"
_LOST = ("FAILED_READ_FILE.FILE_NOT_EXIST", "DELTA_FILE_NOT_FOUND")


@dataclass(frozen=True, slots=True)
class MachineFailure:
    """What failed, and what to do.

    Attributes:
        what: What was found, in words of our own, since Spark's may hold values.
        advice: What to do about it.
    """

    what: str
    advice: str


_Folders = Mapping[str, str]
_Teller = Callable[[Sequence[JavaCause], _Folders], "MachineFailure | None"]


def machine_failure(error: BaseException, folders: Mapping[str, str]) -> MachineFailure | None:
    """Return which part of the machine an error tells of.

    Args:
        error: What was raised.
        folders: Names of tables that were read, by their folders' paths.

    Returns:
        The failure; None for another one.
    """
    from py4j.protocol import Py4JNetworkError

    if failure_kind(error) is not FailureKind.RESOURCE:
        return None
    try:
        causes = java_causes(error)
        return next((found for tell in _TELLING if (found := tell(causes, folders)) is not None), None)
    except (Py4JNetworkError, OSError):
        # A JVM that has gone answers no question about its errors.
        return None


def _full_disk(causes: Sequence[JavaCause], _: _Folders) -> MachineFailure | None:
    if not any(_INPUT_OUTPUT in cause.classes and any(text in cause.message for text in _FULL) for cause in causes):
        return None
    advice = "free space where tables and Spark's own files (spark.local.dir) lie"
    return MachineFailure("a disk is full", advice)


def _silent_metastore(causes: Sequence[JavaCause], _: _Folders) -> MachineFailure | None:
    if not any(name in cause.classes for cause in causes for name in METASTORE_CLASSES):
        return None
    advice = "see that it runs and can be reached"
    context = _context()
    if context is not None and context.hadoopConfiguration().getInt(_RETRIES, 1) < 1:
        # Hive's client connects again when it tries again, and only then.
        advice += f", stop this session and start another, since {_RETRIES} is 0"
    return MachineFailure("the metastore did not answer", advice)


def _lost_file(causes: Sequence[JavaCause], folders: _Folders) -> MachineFailure | None:
    lost = [cause for cause in causes if cause.condition in _LOST or _NOT_FOUND in cause.classes]
    names = sorted({name for folder, name in folders.items() if any(folder in cause.message for cause in lost)})
    condition = next((cause.condition for cause in lost if cause.condition is not None), None)
    if condition is None and not names:
        return None
    what = f"a data file{' of ' if names else ''}{', '.join(names)} is gone that Delta's log names"
    advice = "put the file back, RESTORE its table to a version that is whole, or write that table anew"
    return MachineFailure(what if condition is None else f"{what} ({condition})", advice)


def _no_memory(causes: Sequence[JavaCause], _: _Folders) -> MachineFailure | None:
    what = did_not_fit(causes)
    if what is None:
        return None
    if what == WORKER:
        return MachineFailure(what, _MORE_FOR_EXECUTORS)
    if what == MEMORY and failed_in_task(causes) and _has_executors():
        return MachineFailure(f"{what} on an executor", _MORE_FOR_EXECUTORS)
    return MachineFailure(
        what, "give Spark more memory (spark.driver.memory, spark.executor.memory), or smaller partitions"
    )


def _has_executors() -> bool:
    """Return whether tasks run in processes of their own, and not in the driver."""
    context = _context()
    return context is not None and not context.sc().isLocal()


def _context() -> Any:
    """Return Spark's context as Java has it; None where there is none."""
    from pyspark import SparkContext

    context: Any = SparkContext._active_spark_context
    return None if context is None else context._jsc


_TELLING: tuple[_Teller, ...] = (_full_disk, _silent_metastore, _lost_file, _no_memory)
