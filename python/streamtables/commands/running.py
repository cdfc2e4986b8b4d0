"""Running on a thread of ours what a user's session asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from streamtables.engine.system_errors import system_error
from streamtables.errors import InternalError, RefreshError
from streamtables.spark.failures.failure_kind import is_cancelled
from streamtables.spark.statements.caller import working_for
from streamtables.spark.statements.java_errors import foreign_failure, internal_failure
from streamtables_grammar.spans import SourceSpan

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_Result = TypeVar("_Result")


def run_for(session: SparkSession, run: Callable[[], _Result], span: SourceSpan | None) -> _Result:
    """Run something for a session; what Spark or the system raises becomes an error of ours.

    Args:
        session: The user's session.
        run: What to do.
        span: The statement's place in the user's text.

    Returns:
        Its result.

    Raises:
        RefreshError: It was cancelled, or the system failed.
        InternalError: Spark failed at a plan that its own code did not expect.
    """
    with working_for(session):
        try:
            return run()
        except Exception as error:
            if is_cancelled(error):
                hint = "each stream table is as its last commit left it; run the statement again"
                raise RefreshError("STATEMENT_CANCELLED", span=span, hint=hint) from error
            told = system_error(error)
            if told is not None:
                raise told from error
            internal, foreign = internal_failure(error), foreign_failure(error)
            if internal is not None:
                raise InternalError("SPARK_FAILED", {"problem": internal}, span=span) from error
            if foreign is not None:
                hint = "each stream table is as its last commit left it; see to that, and run the statement again"
                raise RefreshError("SYSTEM_FAILED", {"problem": foreign}, span=span, hint=hint) from error
            raise
