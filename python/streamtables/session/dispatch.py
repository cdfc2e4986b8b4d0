"""From a statement's text to the command that runs it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from pyspark.sql import DataFrame, SparkSession

    from streamtables.session.runtime import Runtime
    from streamtables.spark.statements.plan_targets import Target
    from streamtables_grammar.statements import Statement

_PARSED_KEPT = 256


class CommandDispatcher:
    """Understands our statements with the grammar and runs them with the commands.

    A text is parsed when Spark parses it and needed again when Spark runs it, so the last ones are kept.

    Args:
        runtime: What the commands run with.
    """

    def __init__(self, runtime: Runtime) -> None:
        from streamtables_grammar.parse import parse_statement

        self._runtime = runtime
        self._parse: Callable[[str], Statement | None] = lru_cache(_PARSED_KEPT)(parse_statement)

    def parse(self, text: str) -> Statement | None:
        """Return the statement, or None if the text is not ours."""
        return self._parse(text)

    def result_columns(self, statement: Statement) -> tuple[tuple[str, str], ...]:
        """Return name and Spark type of each column of the statement's result."""
        from streamtables.commands import result_columns

        return result_columns(statement)

    def execute(self, statement: Statement, text: str, session: SparkSession) -> tuple[tuple[object, ...], ...]:
        """Run the statement in the session of the user."""
        from streamtables.commands import execute

        with self._runtime.statements.one_more():
            return execute(statement, text, session, self._runtime)

    def check_target(self, target: Target, session: SparkSession) -> None:
        """Raise if ordinary SQL must not do this to that name."""
        from streamtables.commands import check_target

        check_target(target, session, self._runtime)

    def maintain(self, question: str, told: dict[str, Any], session: SparkSession) -> dict[str, Any] | None:
        """Do what a command or query of the user's needs of IMMEDIATE stream tables."""
        from streamtables.commands.immediate import answer

        return answer(question, told, session, self._runtime)

    def read_changes(self, told: dict[str, Any], session: SparkSession) -> DataFrame:
        """Return the rows that a streaming query asks for."""
        from streamtables.commands import stream_range

        return stream_range(self._runtime, session, told)
