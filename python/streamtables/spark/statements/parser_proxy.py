"""What the JVM asks Python: is this statement ours, run it, may this one touch that table.

The parser that stands before Delta's is Java (``StatementParser`` in ``jvm/java``) and delegates every
method; it calls here only for statements that begin with a word of ours or that change a table, and for commands and
queries that IMMEDIATE stream tables have to do with.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from streamtables.errors import SessionError
from streamtables.spark.sessions.session_state import wrap_session
from streamtables.spark.statements import plan_targets
from streamtables.spark.statements.caller import remember_caller
from streamtables.spark.statements.java_errors import ErrorBorder
from streamtables.spark.statements.plan_targets import read_targets
from streamtables.spark.statements.procedure_call import Columns, Rows, columns_ddl, encode_rows
from streamtables_grammar.errors import StreamSqlSyntaxError

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

    from streamtables.spark.jvm.bridge import JvmBridge
    from streamtables.spark.statements.plan_targets import Target
    from streamtables_grammar.statements import Statement

READ_WORDS = frozenset(
    {"ALTER", "CALL", "CREATE", "DESC", "DESCRIBE", "DROP", "EXPLAIN", "REFRESH", "REPLACE", "SHOW", "VERIFY"}
)
"""Words with which a statement of ours, or a near miss of one, can begin."""


class Dispatcher(Protocol):
    """What understands and runs our statements."""

    def parse(self, text: str) -> Statement | None:
        """Return the statement, None if the text is not ours; raise if it is ours but wrong."""

    def result_columns(self, statement: Statement) -> Columns:
        """Return name and Spark type of each column of the statement's result."""

    def execute(self, statement: Statement, text: str, session: SparkSession) -> Rows:
        """Run the statement in the session of the user."""

    def check_target(self, target: Target, session: SparkSession) -> None:
        """Raise if ordinary SQL must not do this to that name."""

    def maintain(self, question: str, told: dict[str, Any], session: SparkSession) -> dict[str, Any] | None:
        """Do what a command or query of the user's needs of IMMEDIATE stream tables."""

    def read_changes(self, told: dict[str, Any], session: SparkSession) -> DataFrame:
        """Return the rows of a stream table's change feed that a streaming query asks for."""


class _Callback:
    """A Python function of three arguments that the JVM can call.

    Args:
        bridge: Knows the JVM by its secret.
        border: Turns errors into Java exceptions.
        work: Called with the JVM's session, the statement's text and a third value.
    """

    def __init__(self, bridge: JvmBridge, border: ErrorBorder, work: Callable[[Any, str, Any], object]) -> None:
        self._bridge = bridge
        self._border = border
        self._work = work

    def apply(self, session: Any, text: str, extra: Any, secret: Any) -> object:
        """Answer the JVM, and nobody else: a connection may be older than the check of connections.

        Args:
            session: The JVM's session.
            text: The statement.
            extra: What the question is about besides.
            secret: What the JVM was told.

        Returns:
            The answer.

        Raises:
            PermissionError: The caller does not know the secret.
        """
        if not self._bridge.is_secret(secret):
            raise PermissionError("the caller is not the JVM of this process")
        return self._border.answer(lambda: self._work(session, text, extra))

    def equals(self, other: object) -> bool:
        """Compare by identity; the JVM asks proxies too."""
        return other is self

    def hashCode(self) -> int:
        """Return a hash that fits Java's int."""
        return id(self) & 0x7FFFFFFF

    def toString(self) -> str:
        """Name the proxy in Java's messages."""
        return "streamtables callback"

    class Java:
        """Tells py4j what the object implements."""

        implements = ("scala.Function4",)


class ParserProxy:
    """Answers the JVM's parser for one Spark application.

    Args:
        spark: The session that stream tables were enabled on.
        bridge: The JVM half.
        border: Turns errors into Java exceptions.
        dispatcher: Understands and runs our statements.
    """

    def __init__(self, spark: SparkSession, bridge: JvmBridge, border: ErrorBorder, dispatcher: Dispatcher) -> None:
        self._spark = spark
        self._bridge = bridge
        self._border = border
        self._dispatcher = dispatcher

    def connect(self) -> None:
        """Have the JVM ask this object from now on."""
        callbacks = (_Callback(self._bridge, self._border, work) for work in (self._read, self._run, self._inspect))
        self._bridge.connect(*callbacks)
        self._bridge.configure(READ_WORDS, plan_targets.FIRST_WORDS, plan_targets.RULES)
        self._bridge.connect_maintenance(_Callback(self._bridge, self._border, self._maintain))
        self._bridge.connect_change_streams(_Callback(self._bridge, self._border, self._read_changes))

    def _read(self, _session: Any, text: str, has_parameters: bool) -> str | None:
        try:
            statement = self._dispatcher.parse(text)
        except StreamSqlSyntaxError as error:
            if has_parameters:
                raise SessionError("PARAMETERS_NOT_SUPPORTED", hint="Write the values into the statement.") from error
            raise
        if statement is None:
            return None
        if has_parameters:
            raise SessionError("PARAMETERS_NOT_SUPPORTED", hint="Write the values into the statement.")
        return columns_ddl(self._dispatcher.result_columns(statement))

    def _run(self, session: Any, text: str, caller: Any) -> bytes:
        statement = self._dispatcher.parse(text)
        assert statement is not None
        columns = self._dispatcher.result_columns(statement)
        user_session = wrap_session(self._spark, session)
        remember_caller(user_session, caller)
        rows = self._dispatcher.execute(statement, text, user_session)
        return encode_rows(columns, rows)

    def _maintain(self, session: Any, text: str, caller: Any) -> str | None:
        question, _, told = text.partition(" ")
        user_session = wrap_session(self._spark, session)
        remember_caller(user_session, caller)
        answer = self._dispatcher.maintain(question, json.loads(told), user_session)
        return None if answer is None else json.dumps(answer)

    def _read_changes(self, session: Any, text: str, caller: Any) -> Any:
        user_session = wrap_session(self._spark, session)
        remember_caller(user_session, caller)
        return self._dispatcher.read_changes(json.loads(text), user_session)._jdf

    def _inspect(self, session: Any, _text: str, targets: str) -> None:
        user_session = wrap_session(self._spark, session)
        for target in read_targets(targets):
            self._dispatcher.check_target(target, user_session)
