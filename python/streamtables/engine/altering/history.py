"""What the history keeps of an ALTER that wrote rows, and what its statement tells of that."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING
from uuid import uuid4

from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.altering.alteration import Alteration
from streamtables.engine.context import Engine
from streamtables.engine.defects import is_strict
from streamtables.engine.reason_codes import ReasonCode
from streamtables.engine.refreshing.report import record
from streamtables.engine.result import RefreshResult
from streamtables.engine.writing.apply import Applied
from streamtables.engine.writing.stale_cache import tell_of_cache
from streamtables.spark.failures.redacted_errors import kept_stack

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_IN_HISTORY = "ALTER STREAM TABLE: "


def record_alteration(
    engine: Engine,
    session: SparkSession,
    alteration: Alteration,
    mode: RanMode,
    code: ReasonCode,
    reason: str,
    applied: Applied,
    timed: tuple[str, float],
    stale: Exception | None,
) -> str:
    """Put an ALTER into the history.

    Args:
        engine: The engine.
        session: The user's session.
        alteration: What was done.
        mode: What ran.
        code: Why, for programs.
        reason: Why.
        applied: What the commit did.
        timed: When it began: ISO 8601 in UTC, and by ``time.perf_counter``.
        stale: Why what Spark has cached stays as it was; None where it does not.

    Returns:
        Why, and what the user has to know of it.
    """
    started_at, started = timed
    counts = applied.counts
    result = RefreshResult(
        alteration.after.display_name,
        mode,
        f"{_IN_HISTORY}{reason}",
        None,
        counts.inserted,
        counts.updated,
        counts.deleted,
        applied.version,
        round(1000 * (time.perf_counter() - started)),
        code,
        details=applied.details,
    )
    if alteration.defect is not None:
        result = replace(result, trace=kept_stack(alteration.defect))
    result = tell_of_cache(result, stale, strict=is_strict(session))
    record(engine, result, started_at, uuid4().hex, stream_table_id=alteration.after.id)
    return result.reason.removeprefix(_IN_HISTORY)
