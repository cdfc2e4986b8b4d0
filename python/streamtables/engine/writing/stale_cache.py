"""What a result says where what Spark has cached of a table did not follow a commit."""

from __future__ import annotations

from dataclasses import replace

from streamtables.engine.defects import raise_defect
from streamtables.engine.result import RefreshResult
from streamtables.spark.failures.failure_kind import is_defect
from streamtables.spark.failures.redacted_errors import redacted_text


def tell_of_cache(result: RefreshResult, error: Exception | None, *, strict: bool) -> RefreshResult:
    """Say in a result that readers of what is cached see the rows of before.

    Args:
        result: What was committed.
        error: Why what is cached stays as it was; None where it does not.
        strict: Whether a defect is raised instead.

    Returns:
        The result, with that in its reason.

    Raises:
        InternalError: A defect, under the strict setting.
    """
    if error is None:
        return result
    if strict and is_defect(error):
        raise_defect(error)
    stale = f"what Spark has cached of it stays as it was ({redacted_text(error)}): REFRESH TABLE {result.stream_table}"
    return replace(result, reason=f"{result.reason}; {stale}")
