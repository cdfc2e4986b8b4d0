"""What kind of failure an error is: told by conditions, SQLSTATEs and classes.

What a message says is of no account: it changes with Spark, and may quote a row.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import Enum
from typing import Any

from streamtables.spark.failures.java_causes import JavaCause, java_causes
from streamtables.spark.failures.size_failures import TooWideError, did_not_fit
from streamtables_grammar.errors import StreamTableError
from streamtables_rewriter.merge.merge_parts import STATE_CORRUPTED


class FailureKind(Enum):
    """Whose move it is; where several exceptions stand behind an error, the kind that is listed first counts."""

    CANCELLED = "the user, or the end of the application, stopped it"
    CONFLICT = "somebody else committed first"
    RESOURCE = "memory, a worker, the network, a disk or a file was not there"
    EVALUATION = "an expression or a function has no value for a row"
    REFUSED = "we refuse it, with a condition that says why"
    ANALYSIS = "Spark does not accept a statement"
    INTERNAL = "a defect: nothing of the above"


_CANCELLED = ("SPARK_JOB_CANCELLED", "OPERATION_CANCELED")
_CONFLICT_CLASSES = frozenset(
    {
        "io.delta.exceptions.DeltaConcurrentModificationException",
        "org.apache.spark.sql.delta.DeltaConcurrentModificationException",
    }
)
_CONFLICTS_OF_DELTAS_PYTHON = "delta.exceptions.base"
_OUR_CONFLICT = "ConcurrentDefinitionException"
"""What ``TransactionGuard.java`` throws."""
_ROLLED_BACK = "40"
"""SQLSTATE: a transaction was rolled back, since others committed."""

_MISSING_STATES = ("53", "54", "82")
"""SQLSTATEs: memory ran out; a limit was exceeded; memory ran out, as Spark also says it."""
_PARTS_OF_A_CLUSTER = frozenset(
    f"INTERNAL_ERROR_{part}" for part in ("BROADCAST", "EXECUTOR", "MEMORY", "NETWORK", "SHUFFLE", "STORAGE")
)
_GONE = frozenset(
    {
        "DELTA_FILE_NOT_FOUND",
        "DELTA_LOG_FILE_NOT_FOUND",
        "DELTA_MISSING_CHANGE_DATA",
        "DELTA_MISSING_FILES_UNEXPECTED_VERSION",
        "DELTA_NO_COMMITS_FOUND",
        "DELTA_NO_RECREATABLE_HISTORY_FOUND",
        "DELTA_PATH_DOES_NOT_EXIST",
        "DELTA_TRUNCATED_TRANSACTION_LOG",
        "DELTA_VERSIONS_NOT_CONTIGUOUS",
        "DELTA_VERSION_NOT_FOUND",
        "FAILED_READ_FILE.FILE_NOT_EXIST",
        "PATH_NOT_FOUND",
    }
)
"""What Spark and Delta say of files, and entries of a log, that were cleaned up while they were needed."""
_INPUT_OUTPUT = "java.io.IOException"
METASTORE_CLASSES = (
    "org.apache.thrift.transport.TTransportException",
    "org.apache.hadoop.hive.metastore.api.MetaException",
)
"""What Hive's client throws where the metastore is not there, or cannot reach its own database."""
_BROKEN_BYTES = frozenset(
    {
        "com.fasterxml.jackson.core.JsonProcessingException",
        "java.io.EOFException",
        "java.io.ObjectStreamException",
        "java.io.UTFDataFormatException",
        "java.nio.charset.CharacterCodingException",
    }
)
"""Those of them that tell of bytes that are not what they should be, and not of a disk or a network."""

_DELTA = "DELTA_"
_VALUE_STATES = ("22", "38", "39", "P0")
"""SQLSTATEs: data exceptions, failures of users' functions, and errors that a query raises."""
_VALUE_CONDITIONS = frozenset(
    {
        "DELTA_CAST_OVERFLOW_IN_TABLE_WRITE",
        "DELTA_EXCEED_CHAR_VARCHAR_LIMIT",
        "DUPLICATED_MAP_KEY",
        "ROW_SUBQUERY_TOO_MANY_ROWS",
        "SCALAR_SUBQUERY_TOO_MANY_ROWS",
        # Maps and arrays that are too large, and the boundaries of ``sequence``: Spark has no names for these.
        *(f"_LEGACY_ERROR_TEMP_{number}" for number in (2003, 2126, 2128, 2176, 3242, 3243)),
    }
)
_VALUE_CLASSES = frozenset(
    {
        "java.lang.ArithmeticException",
        "java.time.DateTimeException",
        "org.apache.spark.SparkNumberFormatException",
        "org.apache.spark.SparkUpgradeException",
        "org.apache.spark.api.python.PythonException",
    }
)
_RAISED_BY_QUERY = "USER_RAISED_EXCEPTION"
_ANALYSIS_CLASS = "org.apache.spark.sql.AnalysisException"


def failure_kind(error: BaseException) -> FailureKind:
    """Return what kind of failure an error is.

    Args:
        error: Any error, of Python, Spark, Delta or ours.

    Returns:
        The kind; INTERNAL for whatever is not known to be another.
    """
    from py4j.protocol import Py4JNetworkError

    if _is_conflict_of_deltas_python(error):
        return FailureKind.CONFLICT
    try:
        kinds = _kinds(java_causes(error))
        if FailureKind.CANCELLED in kinds:
            return FailureKind.CANCELLED
        if isinstance(error, StreamTableError):
            # It says on purpose what has become of its cause.
            return FailureKind.INTERNAL if error.condition.is_defect else FailureKind.REFUSED
        if isinstance(error, Py4JNetworkError | OSError | MemoryError | TooWideError):
            return FailureKind.RESOURCE
        if kinds:
            return next(kind for kind in FailureKind if kind in kinds)
        return FailureKind.CANCELLED if _has_stopped() else FailureKind.INTERNAL
    except (Py4JNetworkError, OSError):
        # A JVM that has gone answers no question about its errors.
        return FailureKind.RESOURCE


def _is_conflict_of_deltas_python(error: BaseException) -> bool:
    """Return whether Delta's own Python interface has converted a conflict, where the user has imported it.

    Such an error does not keep the Java exception. All classes of that module are conflicts.
    """
    return any(of.__module__ == _CONFLICTS_OF_DELTAS_PYTHON for of in type(error).__mro__)


def is_cancelled(error: BaseException) -> bool:
    """Return whether a statement failed because its user cancelled it, or because Spark was stopped.

    Args:
        error: Any error.

    Returns:
        Whether Spark says so.
    """
    return failure_kind(error) is FailureKind.CANCELLED


def is_conflict(error: BaseException) -> bool:
    """Return whether a write failed because another writer committed first.

    Args:
        error: Any error.

    Returns:
        Whether Delta, or the guard over its transactions, says so.
    """
    return failure_kind(error) is FailureKind.CONFLICT


def is_defect(error: BaseException) -> bool:
    """Return whether an error can only be a defect, of ours or of Spark.

    Args:
        error: Any error.

    Returns:
        Whether nothing else is known that it could be.
    """
    return failure_kind(error) is FailureKind.INTERNAL


def tells_of_sql(error: BaseException) -> bool:
    """Return whether an error that came up while SQL of ours was made and analysed tells of that SQL.

    Args:
        error: Any error.

    Returns:
        Whether it would come up again: nobody stopped the work, nothing was missing, and we did not refuse it.
    """
    return failure_kind(error) in (FailureKind.EVALUATION, FailureKind.ANALYSIS, FailureKind.INTERNAL)


def state_corrupted(error: BaseException) -> bool:
    """Return whether a statement of ours found stored rows that do not fit the changes.

    Args:
        error: Any error.

    Returns:
        Whether that is what one of our guards raised.
    """
    from py4j.protocol import Py4JNetworkError

    try:
        return any(map(_is_guard, java_causes(error)))
    except (Py4JNetworkError, OSError):
        return False


def _kinds(causes: Sequence[JavaCause]) -> set[FailureKind]:
    kinds = {kind for cause in causes for kind, tells in _TELLING if tells(cause)}
    if did_not_fit(causes) is not None:
        kinds.add(FailureKind.RESOURCE)
    return kinds


def _is_cancelled(cause: JavaCause) -> bool:
    return cause.condition in _CANCELLED or "java.lang.InterruptedException" in cause.classes


def _is_conflict(cause: JavaCause) -> bool:
    simple = cause.classes[0].rsplit(".", 1)[-1]
    return simple == _OUR_CONFLICT or not _CONFLICT_CLASSES.isdisjoint(cause.classes) or cause.in_state(_ROLLED_BACK)


def _is_missing(cause: JavaCause) -> bool:
    if cause.condition in _GONE or cause.condition in _PARTS_OF_A_CLUSTER or cause.in_state(*_MISSING_STATES):
        return True
    if any(name in cause.classes for name in METASTORE_CLASSES):
        return True
    return _INPUT_OUTPUT in cause.classes and _BROKEN_BYTES.isdisjoint(cause.classes)


def _is_of_a_value(cause: JavaCause) -> bool:
    if _is_guard(cause):
        return False
    # Delta has states of this class for tables and settings, too.
    of_delta = (cause.condition or "").startswith(_DELTA)
    if cause.condition in _VALUE_CONDITIONS or (cause.in_state(*_VALUE_STATES) and not of_delta):
        return True
    return not _VALUE_CLASSES.isdisjoint(cause.classes)


def _is_guard(cause: JavaCause) -> bool:
    """Return whether a guard of a MERGE or an exchange raised it: the message is our own, in a parameter of its own."""
    if cause.condition != _RAISED_BY_QUERY:
        return False
    return str(cause.java.getMessageParameters().get("errorMessage")).startswith(STATE_CORRUPTED)


def _is_of_analysis(cause: JavaCause) -> bool:
    return _ANALYSIS_CLASS in cause.classes


_TELLING: tuple[tuple[FailureKind, Callable[[JavaCause], bool]], ...] = (
    (FailureKind.CANCELLED, _is_cancelled),
    (FailureKind.CONFLICT, _is_conflict),
    (FailureKind.RESOURCE, _is_missing),
    (FailureKind.EVALUATION, _is_of_a_value),
    (FailureKind.ANALYSIS, _is_of_analysis),
)


def _has_stopped() -> bool:
    """Return whether Spark has been stopped: what fails then fails for that reason."""
    from pyspark import SparkContext

    context: Any = SparkContext._active_spark_context
    if context is None or context._jsc is None:
        return SparkContext._gateway is not None
    return bool(context._jsc.sc().isStopped())
