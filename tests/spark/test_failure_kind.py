"""Kinds of failures are told by conditions, SQLSTATEs and classes; what messages say is of no account.

The exceptions are those of Spark 4.2.0 and Delta 4.4.0: tests/statements/test_kinds_of_failure.py raises them.
"""

from __future__ import annotations

import json
import zipfile
from pathlib import Path

import pyspark
import pytest
from py4j.protocol import Py4JNetworkError
from tests.spark.java_doubles import SPARK, raised

from streamtables.errors import InternalError, RefreshError, SourceError
from streamtables.spark.failures import failure_kind as module
from streamtables.spark.failures import size_failures
from streamtables.spark.failures.failure_kind import (
    FailureKind,
    failure_kind,
    is_cancelled,
    is_conflict,
    is_defect,
    state_corrupted,
    tells_of_sql,
)
from streamtables.spark.failures.size_failures import TooWideError, size_failure
from streamtables_rewriter.errors import InternalRewriterError, UnsupportedQueryError

ABORTED = "Job aborted due to stage failure: "
RUNTIME = ("org.apache.spark.SparkRuntimeException", "java.lang.RuntimeException", "java.lang.Exception")
ANALYSIS = ("org.apache.spark.sql.catalyst.ExtendedAnalysisException", "org.apache.spark.sql.AnalysisException")
ARITHMETIC = ("org.apache.spark.SparkArithmeticException", "java.lang.ArithmeticException")
DIVIDED = raised(*ARITHMETIC, condition="DIVIDE_BY_ZERO", state="22012")
NULL = raised("java.lang.NullPointerException", "java.lang.RuntimeException")
GUARD = "STREAM_TABLE_STATE_CORRUPTED: rows went from a group that has none; rebuild it"

KINDS = {
    "division by zero": (DIVIDED, FailureKind.EVALUATION),
    "a cast": (
        raised("org.apache.spark.SparkNumberFormatException", condition="CAST_INVALID_INPUT", state="22018"),
        FailureKind.EVALUATION,
    ),
    "division while rows are written": (
        raised(condition="TASK_WRITE_FAILED", state="58030", cause=DIVIDED),
        FailureKind.EVALUATION,
    ),
    "a function in Python": (
        raised("org.apache.spark.api.python.PythonException", condition="PYTHON_EXCEPTION", state="38000"),
        FailureKind.EVALUATION,
    ),
    "a function in Java": (
        raised(condition="FAILED_EXECUTE_UDF.SPARK_EXCEPTION", state="39000", cause=NULL),
        FailureKind.EVALUATION,
    ),
    "two rows of a scalar subquery": (
        raised(*RUNTIME, condition="SCALAR_SUBQUERY_TOO_MANY_ROWS", state="21000"),
        FailureKind.EVALUATION,
    ),
    "an error that the query raises": (
        raised(*RUNTIME, condition="USER_RAISED_EXCEPTION", state="P0001", parameters={"errorMessage": "a value"}),
        FailureKind.EVALUATION,
    ),
    "a sequence that never ends": (
        raised("org.apache.spark.SparkIllegalArgumentException", condition="_LEGACY_ERROR_TEMP_3243"),
        FailureKind.EVALUATION,
    ),
    "memory of a task": (
        raised(
            message=f"{ABORTED}Task 0 failed",
            cause=raised("java.lang.OutOfMemoryError", "java.lang.VirtualMachineError", "java.lang.Error"),
        ),
        FailureKind.RESOURCE,
    ),
    "memory that Spark manages": (
        raised(
            "org.apache.spark.memory.SparkOutOfMemoryError",
            "java.lang.OutOfMemoryError",
            condition="UNABLE_TO_ACQUIRE_MEMORY",
            state="53200",
        ),
        FailureKind.RESOURCE,
    ),
    "a limit": (raised(condition="COLLECTION_SIZE_LIMIT_EXCEEDED.FUNCTION", state="54000"), FailureKind.RESOURCE),
    "a file that is gone": (
        raised(
            condition="FAILED_READ_FILE.FILE_NOT_EXIST",
            state="KD001",
            cause=raised("java.io.FileNotFoundException", "java.io.IOException"),
        ),
        FailureKind.RESOURCE,
    ),
    "a version that is gone": (
        raised(*ANALYSIS, condition="DELTA_VERSION_NOT_FOUND", state="22003"),
        FailureKind.RESOURCE,
    ),
    "a disk": (raised("org.apache.hadoop.fs.FSError", cause=raised("java.io.IOException")), FailureKind.RESOURCE),
    "another commit": (
        raised(
            "io.delta.exceptions.ConcurrentAppendException",
            "org.apache.spark.sql.delta.ConcurrentAppendException",
            "io.delta.exceptions.DeltaConcurrentModificationException",
            "org.apache.spark.sql.delta.DeltaConcurrentModificationException",
            "java.util.ConcurrentModificationException",
            condition="DELTA_CONCURRENT_APPEND.WITHOUT_HINT",
            state="2D521",
        ),
        FailureKind.CONFLICT,
    ),
    "another definition": (
        raised(
            condition="TASK", cause=raised("streamtables.ConcurrentDefinitionException", "java.lang.RuntimeException")
        ),
        FailureKind.CONFLICT,
    ),
    "too many commits": (raised(condition="DELTA_MAX_COMMIT_RETRIES_EXCEEDED", state="40000"), FailureKind.CONFLICT),
    "a cancelled job": (raised(condition="SPARK_JOB_CANCELLED", state="XXKDA", cause=DIVIDED), FailureKind.CANCELLED),
    "an interrupted thread": (raised("java.lang.InterruptedException", "java.lang.Exception"), FailureKind.CANCELLED),
    "an unknown column": (raised(*ANALYSIS, condition="UNRESOLVED_COLUMN", state="42703"), FailureKind.ANALYSIS),
    "Spark's own code": (NULL, FailureKind.INTERNAL),
    "Spark's own code, as it says itself": (
        raised(condition="INTERNAL_ERROR", state="XX000", cause=NULL),
        FailureKind.INTERNAL,
    ),
    "rows that do not fit": (
        raised(*RUNTIME, condition="USER_RAISED_EXCEPTION", state="P0001", parameters={"errorMessage": GUARD}),
        FailureKind.INTERNAL,
    ),
    "two rows for one of a MERGE": (
        raised(condition="DELTA_MULTIPLE_SOURCE_ROW_MATCHING_TARGET_ROW_IN_MERGE", state="21506"),
        FailureKind.INTERNAL,
    ),
    "a column of another type": (
        raised(*RUNTIME, condition="DELTA_COLUMN_STRUCT_TYPE_MISMATCH", state="2200G"),
        FailureKind.INTERNAL,
    ),
    "bytes that end too early": (
        raised(
            condition="FAILED_READ_FILE.NO_HINT",
            state="KD001",
            cause=raised("java.io.EOFException", "java.io.IOException"),
        ),
        FailureKind.INTERNAL,
    ),
    "what cannot be sent": (
        raised(
            cause=raised("java.io.NotSerializableException", "java.io.ObjectStreamException", "java.io.IOException")
        ),
        FailureKind.INTERNAL,
    ),
    "lists that change under an iterator": (raised("java.util.ConcurrentModificationException"), FailureKind.INTERNAL),
    "Python": (TypeError("int + str"), FailureKind.INTERNAL),
    "Python's memory": (MemoryError(), FailureKind.RESOURCE),
    "a disk, in Python": (OSError(28, "no space left"), FailureKind.RESOURCE),
    "no way to the JVM": (Py4JNetworkError("gone"), FailureKind.RESOURCE),
    "rows that are too wide": (TooWideError(), FailureKind.RESOURCE),
    "a source that is gone": (SourceError("SOURCE_MISSING", {"source": "a.b"}), FailureKind.REFUSED),
    "a query that cannot be maintained": (
        UnsupportedQueryError("UNSUPPORTED_QUERY.LIMIT", {"construct": "LIMIT 1"}),
        FailureKind.REFUSED,
    ),
    "a race that was given up": (
        RefreshError("REFRESH_CONFLICT", {"name": "a.b", "attempts": "3", "seconds": "60"}),
        FailureKind.REFUSED,
    ),
    "a defect that was found before": (InternalError("REWRITER_FAILED", {"problem": "x"}), FailureKind.INTERNAL),
    "a defect of the rewriter": (
        InternalRewriterError("TYPES_DIFFER", {"expected": "INT", "found": "BIGINT"}),
        FailureKind.INTERNAL,
    ),
}
SCHEDULER = {
    "Total size of serialized results of 2 tasks (2.0 MiB) is bigger than spark.driver.maxResultSize (1024.0 KiB)": (
        "a result was larger than spark.driver.maxResultSize"
    ),
    "Serialized task 3:0 was 3000978 bytes, which exceeds max allowed: spark.rpc.message.maxSize (1048576 bytes).": (
        "a task was larger than spark.rpc.message.maxSize"
    ),
    "Task 0 in stage 1.0 failed 4 times, most recent failure: Lost task 0.3 in stage 1.0 (TID 5) (host executor 3): "
    "ExecutorLostFailure (executor 3 exited caused by one of the running tasks) Reason: Command exited with code 52": (
        "a worker was lost, perhaps since its memory ran out"
    ),
}
"""What the scheduler of Spark 4.2.0 says where it gives a job up, behind ``ABORTED``."""


@pytest.mark.parametrize("name", KINDS)
def test_an_error_is_of_a_kind(name: str) -> None:
    error, kind = KINDS[name]
    assert failure_kind(error) is kind
    assert (is_cancelled(error), is_conflict(error), is_defect(error)) == tuple(
        kind is one for one in (FailureKind.CANCELLED, FailureKind.CONFLICT, FailureKind.INTERNAL)
    )
    assert tells_of_sql(error) is (kind in (FailureKind.EVALUATION, FailureKind.ANALYSIS, FailureKind.INTERNAL))


@pytest.mark.parametrize("name", KINDS)
def test_what_a_message_says_is_of_no_account(name: str) -> None:
    error, kind = KINDS[name]
    java = getattr(error, "java_exception", None)
    while java is not None:
        java.message, before = " ".join((*SCHEDULER, *size_failures._CONDITIONS, "java.lang.OutOfMemoryError")), java
        java = java.cause
        if java is None and before.names == (SPARK,) and before.condition is None:
            before.message = "Auftrag abgebrochen"
    assert failure_kind(error) is kind


def test_a_cancelled_statement_is_cancelled_whatever_is_raised_for_it() -> None:
    told = InternalError("INTERNAL_ERROR", {"error": "oh"})
    told.__cause__ = raised(condition="SPARK_JOB_CANCELLED")
    assert is_cancelled(told)


def test_what_fails_in_a_spark_that_was_stopped_was_cancelled(monkeypatch: pytest.MonkeyPatch) -> None:
    given_up = raised(message="Job 49 cancelled because SparkContext was shut down")
    assert failure_kind(given_up) is FailureKind.INTERNAL
    monkeypatch.setattr(module, "_has_stopped", lambda: True)
    assert failure_kind(given_up) is FailureKind.CANCELLED
    assert failure_kind(DIVIDED) is FailureKind.EVALUATION


def test_a_jvm_that_has_gone_is_asked_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise ConnectionRefusedError

    error = raised()
    monkeypatch.setattr(error.java_exception, "getClass", gone)
    assert failure_kind(error) is FailureKind.RESOURCE
    assert not state_corrupted(error)


def test_stored_rows_that_do_not_fit_are_told_by_the_guard_and_by_no_row() -> None:
    guard, _ = KINDS["rows that do not fit"]
    assert state_corrupted(raised(condition="TASK_WRITE_FAILED", cause=guard))
    quoting = {"errorMessage": f"the value {GUARD}"}
    assert not state_corrupted(raised(*RUNTIME, condition="USER_RAISED_EXCEPTION", message=GUARD, parameters=quoting))
    assert not state_corrupted(raised(condition="CAST_INVALID_INPUT", message=GUARD))


@pytest.mark.parametrize("message", SCHEDULER)
def test_the_scheduler_names_what_did_not_fit(message: str) -> None:
    assert size_failure(raised(message=ABORTED + message)) == SCHEDULER[message]
    assert failure_kind(raised(message=ABORTED + message)) is FailureKind.RESOURCE
    # What a task of the user says, or another class, is not the scheduler.
    assert size_failure(raised(message=ABORTED, cause=raised("java.lang.RuntimeException", message=message))) is None
    assert size_failure(raised(condition="CAST_INVALID_INPUT", message=message)) is None
    assert size_failure(RuntimeError(message)) is None


@pytest.mark.parametrize("condition", size_failures._CONDITIONS)
def test_a_condition_says_that_something_did_not_fit(condition: str) -> None:
    assert size_failure(raised(cause=raised(condition=condition))) is not None


def test_what_cannot_fit_otherwise_is_no_failure_of_size() -> None:
    names = ("a limit", "a file that is gone", "a disk, in Python", "division by zero", "Python", "Spark's own code")
    assert [name for name in names if size_failure(KINDS[name][0]) is not None] == []
    assert size_failure(MemoryError())
    assert size_failure(TooWideError())


def test_spark_has_the_conditions_that_are_looked_for() -> None:
    (jar,) = Path(pyspark.__file__).parent.glob("jars/spark-common-utils_*.jar")
    with zipfile.ZipFile(jar) as classes:
        known = json.loads(classes.read("error/error-conditions.json"))
    wanted = {*module._VALUE_CONDITIONS, *module._GONE, *module._PARTS_OF_A_CLUSTER, *module._CANCELLED}
    wanted |= {*size_failures._CONDITIONS, module._RAISED_BY_QUERY, "DIVIDE_BY_ZERO"}
    missing = {one for one in wanted if one.split(".")[0] not in known and not one.startswith(module._DELTA)}
    assert missing == set()


def test_conflicts_that_deltas_python_interface_has_converted_are_conflicts():
    base = pytest.importorskip("delta.exceptions.base", reason="Delta's Python package is not there for this Spark")
    captured = pytest.importorskip("delta.exceptions.captured")
    conflicts = [
        value for value in vars(base).values() if isinstance(value, type) and value.__module__ == base.__name__
    ]
    assert len(conflicts) >= 8
    for conflict in conflicts:
        converted = getattr(captured, conflict.__name__)
        # Their constructor asks the JVM.
        assert is_conflict(converted.__new__(converted)), conflict
    assert not is_conflict(captured.CapturedException.__new__(captured.CapturedException))
