"""What becomes of a refresh's result: a row of the history, and the statement's answer."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from enum import Enum
from typing import TYPE_CHECKING

from streamtables.catalog.definition import Definition
from streamtables.catalog.history_row import HistoryRow
from streamtables.catalog.ran_mode import RanMode
from streamtables.catalog.refresh_details import RequestedBy
from streamtables.engine.context import Engine
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.result import RefreshResult
from streamtables.errors import InternalError, RefreshError, SourceError
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.failures.failure_kind import is_cancelled, is_defect, state_corrupted
from streamtables.spark.failures.redacted_errors import kept_stack, redacted_text, redacted_trace
from streamtables_grammar.errors import StreamTableError
from streamtables_grammar.quoting import quote_string

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)
SUSPENDED = "it is suspended and keeps its rows; ALTER STREAM TABLE ... RESUME ends that"
UNFILLED = "it was created WITH NO DATA and is empty until REFRESH STREAM TABLE fills it"
ON_ERROR_SETTING = "spark.streamtables.refresh.on_error"
_BY_CONDITION = {
    "DIFFERENTIAL_IMPOSSIBLE": ReasonCode.NOT_MAINTAINABLE,
    "REFRESH_CONFLICT": ReasonCode.CONFLICT,
    "BACKING_TABLE_MISSING": ReasonCode.SOURCE_MISSING,
    "STREAM_TABLE_NOT_FOUND": ReasonCode.SOURCE_MISSING,
    "NEWER_FORMAT": ReasonCode.NEWER_RELEASE,
    "SYSTEM_FAILED": ReasonCode.SYSTEM_FAILED,
}


class OnError(Enum):
    """What a statement does that could not refresh all of its tables."""

    RAISE = "raise"
    REPORT = "report"

    @classmethod
    def of(cls, session: SparkSession) -> OnError:
        """Read a user's setting.

        Args:
            session: The user's session.

        Returns:
            What it asks for.

        Raises:
            RefreshError: ``INVALID_SETTING``: it asks for something else.
        """
        value = session.conf.get(ON_ERROR_SETTING, cls.RAISE.value) or ""
        try:
            return cls(value.strip().lower())
        except ValueError:
            parameters = {"setting": ON_ERROR_SETTING, "value": value, "expected": "raise or report"}
            raise RefreshError("INVALID_SETTING", parameters) from None


def record(
    engine: Engine,
    result: RefreshResult,
    started_at: str,
    run_id: str,
    requested_by: RequestedBy = RequestedBy.MANUAL,
    stream_table_id: str | None = None,
) -> None:
    """Put a result into the history.

    Args:
        engine: The engine.
        result: The result.
        started_at: When the refresh began, ISO 8601 in UTC.
        run_id: The run that it belongs to.
        requested_by: Who asked for it.
        stream_table_id: Id of the stream table, where the refresh did not get so far as to say.
    """
    finished_at = datetime.fromisoformat(started_at) + timedelta(milliseconds=result.duration_ms)
    columns = result.details.as_columns()
    columns["requested_by"] = requested_by.name
    columns["stream_table_id"] = columns["stream_table_id"] or stream_table_id
    reason = result.reason if result.redacted_reason is None else result.redacted_reason
    engine.history.record(
        HistoryRow(
            stream_table=result.stream_table,
            started_at=started_at,
            mode=result.mode.value,
            reason=reason,
            changed_rows=result.changed_rows,
            rows_inserted=result.rows_inserted,
            rows_updated=result.rows_updated,
            rows_deleted=result.rows_deleted,
            version=result.version,
            duration_ms=result.duration_ms,
            error=reason if result.mode is RanMode.FAILED else None,
            reason_code=result.reason_code.name,
            run_id=run_id,
            trace=result.trace,
            finished_at=finished_at.isoformat(),
            **columns,
        )
    )


def failed(stream_table: str, error: Exception, duration_ms: int) -> RefreshResult:
    """Return the result of a refresh that failed.

    Args:
        stream_table: Schema and name.
        error: What was raised.
        duration_ms: How long that took, in milliseconds.

    Returns:
        The result: the table keeps its rows.
    """
    reason, code = error_line(error), failure_code(error)
    result = RefreshResult(stream_table, RanMode.FAILED, reason, None, 0, 0, 0, None, duration_ms, code)
    condition = error.getCondition() if isinstance(error, StreamTableError) else None
    trace = kept_stack(error) if is_defect(error) else None
    return replace(result, redacted_reason=redacted_text(error), trace=trace, condition=condition)


def with_failure(result: RefreshResult, what: str, error: Exception) -> RefreshResult:
    """Report what failed behind a refresh in its reason, and in that for the history, which keeps no values of rows.

    Args:
        result: The result.
        what: What failed, in words.
        error: What was raised.

    Returns:
        The result with both reasons.
    """
    _LOGGER.warning("%s: %s failed", result.stream_table, what, exc_info=redacted_trace(error))
    kept = result.reason if result.redacted_reason is None else result.redacted_reason
    return replace(
        result,
        reason=f"{result.reason}; {what} failed: {error_line(error)}",
        redacted_reason=f"{kept}; {what} failed: {redacted_text(error)}",
    )


def suspended_reason(definition: Definition) -> str:
    """Return why a suspended stream table is left out.

    Args:
        definition: Its definition.

    Returns:
        The reason in words.
    """
    because = definition.suspended_because
    return SUSPENDED if because is None else f"{SUSPENDED}; it was suspended because {because}"


def skipped(stream_table: str, reason: str, code: ReasonCode) -> RefreshResult:
    """Return the result of a refresh that was not tried.

    Args:
        stream_table: Schema and name.
        reason: Why not.
        code: The same for programs.

    Returns:
        The result.
    """
    return RefreshResult(stream_table, RanMode.SKIPPED, reason, None, 0, 0, 0, None, 0, code)


def failure_code(error: BaseException) -> ReasonCode:
    """Return why a refresh failed.

    Args:
        error: What was raised.

    Returns:
        The reason for programs.
    """
    if isinstance(error, SourceError):
        return ReasonCode.SOURCE_MISSING
    if isinstance(error, InternalError):
        return ReasonCode.INTERNAL_ERROR
    if isinstance(error, StreamTableError):
        return _BY_CONDITION.get(error.getCondition(), ReasonCode.QUERY_FAILED)
    if is_cancelled(error):
        return ReasonCode.CANCELLED
    if state_corrupted(error):
        return ReasonCode.STATE_CORRUPTED
    of_spark = hasattr(error, "getCondition") or hasattr(error, "java_exception")
    return ReasonCode.QUERY_FAILED if of_spark else ReasonCode.INTERNAL_ERROR


def answer(
    engine: Engine,
    results: Sequence[RefreshResult],
    errors: Sequence[Exception],
    run_id: str,
    on_error: OnError,
) -> list[RefreshResult]:
    """Answer with a run's results, or raise what went wrong.

    Args:
        engine: The engine.
        results: All of them.
        errors: What the failed ones raised.
        run_id: The run.
        on_error: What the user asks for.

    Returns:
        The results, where none failed or failures are to be reported.

    Raises:
        Exception: The error of the only table of a run.
        RefreshError: ``REFRESH_FAILED``: one or more of several failed; the others were refreshed.
    """
    if not errors or on_error is OnError.REPORT:
        return list(results)
    if len(results) == 1:
        raise errors[0]
    lines = [f"  {one.stream_table}: {one.reason}" for one in results if one.mode is RanMode.FAILED]
    left_out = [one.stream_table for one in results if one.mode is RanMode.SKIPPED]
    if left_out:
        lines.append(f"  skipped: {', '.join(left_out)}")
    # Whoever reads the message asks for the run next.
    engine.history.flush_quietly()
    details = "".join(f"{line}\n" for line in lines)
    raise RefreshError(
        "REFRESH_FAILED",
        {
            "failed": str(len(errors)),
            "total": str(len(results)),
            "run": run_id,
            "details": details,
        },
        hint=f"SELECT * FROM streamtables.refresh_history WHERE run_id = {quote_string(run_id)}",
    )
