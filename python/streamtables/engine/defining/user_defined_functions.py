"""The functions of users that a query calls: that they are there, and mean what they meant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

from streamtables.catalog.definition import CalledFunction, Definition, dotted
from streamtables.errors import SourceError
from streamtables.spark.lookup.analysis import function_meaning
from streamtables_rewriter.plan.relations import UserFunction

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def record_functions(session: SparkSession, functions: Iterable[UserFunction]) -> tuple[CalledFunction, ...]:
    """Note what functions mean now.

    Args:
        session: A session that knows them.
        functions: The functions.

    Returns:
        The functions with what is to be kept of their meaning.
    """
    return tuple(CalledFunction(f, _digest(function_meaning(session, f) or "")) for f in functions)


@dataclass(frozen=True, slots=True)
class FunctionsNow:
    """What became of the functions that a definition calls.

    Attributes:
        missing: The error to raise where one is needed that is not there; None if all are there.
        redefined: Which one means something else now, in words; None if none is known to.
    """

    missing: SourceError | None = None
    redefined: str | None = None

    def require(self) -> None:
        """Raise if a function is not there.

        Raises:
            SourceError: FUNCTION_MISSING.
        """
        if self.missing is not None:
            raise self.missing


def functions_now(session: SparkSession, definition: Definition) -> FunctionsNow:
    """Look after the functions that a definition calls.

    Args:
        session: A session that has the temporary functions of the user's.
        definition: The definition.

    Returns:
        What became of them.
    """
    redefined = None
    for called in definition.functions:
        name = called.function.name
        meaning = function_meaning(session, called.function)
        if meaning is None:
            hint = "register it in this session" if len(name) == 1 else "create it again"
            parameters = {"function": dotted(name[-2:]), "name": definition.display_name}
            return FunctionsNow(SourceError("FUNCTION_MISSING", parameters, hint=hint), redefined)
        if _digest(meaning) != called.meaning:
            redefined = redefined or f"the function {dotted(name[-2:])} was redefined"
    return FunctionsNow(None, redefined)


def _digest(meaning: str) -> str:
    return sha256(meaning.encode()).hexdigest() if meaning else ""
