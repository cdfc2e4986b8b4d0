"""Defects, of ours or of Spark: tables are recomputed around them, and nobody overlooks them.

What a refresh or CREATE cannot put down to a row, a resource or another writer is a defect. Users get right rows all
the same, a reason that begins with ``INTERNAL_ERROR``, and the stack trace in the history; under the strict setting,
which the tests have, they get the error.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NoReturn

from streamtables.catalog.system_tables import HISTORY
from streamtables.engine.reason_codes import ReasonCode
from streamtables.errors import InternalError
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.jvm.settings import flag_setting

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

STRICT = "spark.streamtables.strict"
"""Setting under which a defect is raised instead of recomputed around."""
WHERE_TRACES_ARE = f"its trace is in {'.'.join(HISTORY[1:])}"


def is_strict(session: SparkSession | None) -> bool:
    """Read a user's setting.

    Args:
        session: The session; None where nobody waits.

    Returns:
        Whether defects are raised.

    Raises:
        SessionError: ``INVALID_SETTING``: it is neither ``true`` nor ``false``.
    """
    return session is not None and flag_setting(session, STRICT, default=False)


def defect_reason(what: str) -> str:
    """Return the reason of a refresh that met a defect.

    Args:
        what: What failed, without what rows held.

    Returns:
        The reason, by whose first word defects are told.
    """
    return f"{ReasonCode.INTERNAL_ERROR.name}: {what}"


def raise_defect(error: Exception) -> NoReturn:
    """Raise what shows a defect as one.

    Args:
        error: What was raised.

    Raises:
        InternalError: The error itself if it says so already; otherwise one that names it.
    """
    if isinstance(error, InternalError):
        raise error
    raise InternalError("INTERNAL_ERROR", {"error": f"{type(error).__name__}: {error_line(error)}"}) from error
