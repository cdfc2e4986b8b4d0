"""A session whose statements are understood and run by a double that records what it was asked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

import pytest

from streamtables.session import enabling
from streamtables.session.runtime import Runtime
from streamtables.spark.sessions import session_state
from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.names import QualifiedName
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import RefreshStreamTable, Statement

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.statements.plan_targets import Target

Rows = tuple[tuple[object, ...], ...]


class DoubleSyntaxError(StreamSqlSyntaxError):
    """A syntax error of the double's own little language."""

    PACKAGE: ClassVar[str] = "streamtables"


@dataclass
class RecordingDispatcher:
    """Takes ``REFRESH STREAM TABLE name`` for ours and answers what the test says."""

    columns: tuple[tuple[str, str], ...] = (("name", "STRING"), ("runs", "BIGINT"))
    answer: Callable[[SparkSession, str], Rows] | None = None
    refuse: Callable[[str, QualifiedName], None] | None = None
    runs: list[str] = field(default_factory=list)
    targets: list[tuple[str, str]] = field(default_factory=list)
    queries: list[str | None] = field(default_factory=list)

    def parse(self, text: str) -> Statement | None:
        """Read the one statement that the double knows."""
        words = text.split()
        if [word.upper() for word in words[:3]] != ["REFRESH", "STREAM", "TABLE"]:
            return None
        if len(words) != 4:
            span = SourceSpan.at(text, len(text.rstrip()) - 1, len(text.rstrip()))
            raise DoubleSyntaxError("INTERNAL_ERROR", {"error": "one name is expected"}, span=span)
        span = SourceSpan(0, len(text), 1, 1)
        return RefreshStreamTable((QualifiedName((words[3],)),), span)

    def result_columns(self, statement: Statement) -> tuple[tuple[str, str], ...]:
        """Return the columns the test set."""
        return self.columns

    def execute(self, statement: Statement, text: str, session: SparkSession) -> Rows:
        """Record the run and answer."""
        assert isinstance(statement, RefreshStreamTable)
        name = str(statement.names[0])
        self.runs.append(name)
        return self.answer(session, name) if self.answer else ((name, len(self.runs)),)

    def maintain(self, question: str, told: dict[str, Any], session: SparkSession) -> dict[str, Any] | None:
        """Know of no table that matters."""
        return {"registry": None, "version": 0, "sources": [], "readers": []} if question == "watched" else None

    def check_target(self, target: Target, session: SparkSession) -> None:
        """Record the target, and refuse it if the test says so."""
        self.targets.append((target.action, str(target.name)))
        self.queries.append(target.query)
        if self.refuse:
            self.refuse(target.action, target.name)


@pytest.fixture
def dispatcher() -> RecordingDispatcher:
    """The double."""
    return RecordingDispatcher()


@pytest.fixture
def stub(plain_spark: SparkSession, dispatcher: RecordingDispatcher) -> Iterator[SparkSession]:
    """A session enabled with the double; what was enabled before comes back behind the test."""
    before: Runtime | None = session_state.recall(plain_spark, "runtime")
    enabling.disable(plain_spark)
    enabling.enable_with(plain_spark, lambda runtime: dispatcher)
    yield plain_spark
    enabling.disable(plain_spark)
    if before is not None:
        enabling.enable(plain_spark)
