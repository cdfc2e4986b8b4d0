"""Why stream tables could not be brought up to date, as the errors of statements and queries tell it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.refreshing.refresh_run import FinishedRun

if TYPE_CHECKING:
    from streamtables.engine.result import RefreshResult


def failures_of(run: FinishedRun) -> dict[str, str]:
    """Return why tables of a run could not be refreshed.

    Args:
        run: The run.

    Returns:
        Reasons by schema and name; those that only wait for others come last.
    """
    return {result.stream_table: result.reason for result in _failed(run)}


def redacted_failures_of(run: FinishedRun) -> dict[str, str]:
    """Return the same as the log takes it: without what rows held."""
    return {result.stream_table: result.redacted_reason or result.reason for result in _failed(run)}


def failure_parameters(failures: Mapping[str, str]) -> dict[str, str]:
    """Return the parameters of a message: the names, and the reasons as lines."""
    details = "".join(f"  {name}: {reason}\n" for name, reason in failures.items())
    return {"name": ", ".join(failures), "details": details}


def _failed(run: FinishedRun) -> list[RefreshResult]:
    failed = [result for result in run.results if _has_failed(result)]
    return sorted(failed, key=lambda result: result.mode is not RanMode.FAILED)


def _has_failed(result: RefreshResult) -> bool:
    return result.mode is RanMode.FAILED or result.reason_code is ReasonCode.UPSTREAM_FAILED
