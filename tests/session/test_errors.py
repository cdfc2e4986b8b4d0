"""Errors: ours are Spark's class and ours at once; those of other SQL are Spark's own, unchanged."""

from __future__ import annotations

import logging
import re
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import pytest

from streamtables.errors import InternalError, SourceError
from streamtables.session import enabling
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.statements.java_errors import ErrorBorder
from streamtables_grammar.errors import StreamSqlSyntaxError, StreamTableError
from streamtables_grammar.spans import SourceSpan

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

FAILING = [
    "SELECT * FRM nowhere",
    "SELECT * FROM nowhere",
    "SELECT nothing FROM range(1)",
    "SELECT 1 +",
    "SELECT 'open",
    "SELECT 1 / 0",
    "SELECT CAST('x' AS INT)",
    "SELECT assert_true(false)",
    "CREATE TABLE",
    "CREATE TABLE a (x INT, x INT) USING delta",
    "CREATE STREAMING TABL a",
    "REFRESH",
    "REFRESH TABLE nowhere",
    "ALTER TABLE nowhere ADD COLUMN y INT",
    "DROP TABLE nowhere",
    "DROP VIEW nowhere",
    "SHOW TABLES IN nowhere",
    "SHOW NONSENSE",
    "DESCRIBE nowhere",
    "EXPLAIN NONSENSE",
    "CALL nowhere.nothing()",
    "VERIFY NONSENSE",
    "INSERT INTO nowhere VALUES (1)",
    "UPDATE nowhere SET x = 1",
    "DELETE FROM nowhere",
    "MERGE INTO nowhere USING range(1) s ON true WHEN MATCHED THEN DELETE",
    "RESTORE TABLE nowhere TO VERSION AS OF 1",
    "OPTIMIZE nowhere",
    "BEGIN DECLARE x INT; SELECT 1; DECLARE y INT; END",
    "SET spark.sql.shuffle.partitions = many",
    "",
    "-- only a comment",
]


def _failure(spark: SparkSession, text: str, arguments: dict[str, int] | None) -> tuple[object, ...]:
    try:
        spark.sql(text, args=arguments).collect()
    except Exception as error:  # noqa: BLE001 - whatever it is, it has to be the same
        known: Any = error
        if not hasattr(known, "getCondition"):
            return (type(known), known.java_exception.toString())
        context = [(part.fragment(), part.startIndex(), part.stopIndex()) for part in known.getQueryContext()]
        parameters = known.getMessageParameters()
        # Spark numbers the columns of the plan that it prints, and counts on.
        text = re.sub(r"#\d+", "#", str(known))
        return (type(known), text, known.getCondition(), known.getSqlState(), parameters, context)
    return ()


@pytest.mark.parametrize("arguments", [None, {"x": 1}], ids=["plain", "with_parameters"])
def test_errors_of_other_sql_are_the_same_with_and_without_us(
    stub: SparkSession, arguments: dict[str, int] | None
) -> None:
    ours = {text: _failure(stub, text, arguments) for text in FAILING}
    enabling.disable(stub)
    sparks = {text: _failure(stub, text, arguments) for text in FAILING}
    assert ours == sparks
    assert [text for text in FAILING if not sparks[text]] == []


def test_errors_are_the_same_in_sessions_made_later(stub: SparkSession) -> None:
    later = stub.newSession()
    for text in FAILING[:5]:
        assert _failure(later, text, None) == _failure(stub, text, None) != ()


def test_error_of_a_statement_is_sparks_and_ours(stub: SparkSession, dispatcher: Any) -> None:
    from pyspark.errors import AnalysisException, PySparkException

    def fail(session: SparkSession, name: str) -> Any:
        raise SourceError("SOURCE_MISSING", {"source": "s.t"}, span=SourceSpan(0, 1, 3, 7), hint="Create it.")

    dispatcher.answer = fail
    with pytest.raises(PySparkException) as caught:
        stub.sql("REFRESH STREAM TABLE a")
    error: Any = caught.value
    assert isinstance(error, SourceError)
    assert isinstance(error, AnalysisException)
    assert str(error).startswith("[SOURCE_MISSING]")
    assert "(line 3, column 7) Hint: Create it." in str(error)
    assert "\n" not in str(error)
    assert error.getCondition() == "SOURCE_MISSING"
    assert error.getSqlState() == "42P01"
    assert error.getMessageParameters() == {"source": "s.t"}
    assert error.span == SourceSpan(0, 1, 3, 7)
    assert error.hint == "Create it."
    assert error.getMessage() == str(error)
    assert error.getQueryContext() == []


def test_error_reaches_clients_of_the_jvm_with_condition_and_state(stub: SparkSession, dispatcher: Any) -> None:
    def fail(session: SparkSession, name: str) -> Any:
        raise SourceError("SOURCE_MISSING", {"source": "s.t"})

    dispatcher.answer = fail
    with pytest.raises(SourceError) as caught:
        stub.sql("REFRESH STREAM TABLE a")
    java_error: Any = caught.value._origin  # type: ignore[attr-defined]
    assert java_error.getClass().getName() == "org.apache.spark.sql.AnalysisException"
    assert java_error.getMessage() == str(caught.value)
    assert java_error.getCondition() == "SOURCE_MISSING"
    assert java_error.getSqlState() == "42P01"
    assert dict(java_error.getMessageParameters()) == {"source": "s.t"}


def test_syntax_error_is_a_parse_exception_and_ours(stub: SparkSession) -> None:
    from pyspark.errors import ParseException

    with pytest.raises(ParseException) as caught:
        stub.sql("REFRESH STREAM TABLE a b")
    error: Any = caught.value
    assert isinstance(error, StreamSqlSyntaxError)
    assert "(line 1, column 24)" in str(error)
    assert error.span.column == 24
    assert error._origin.getMessage() == str(error)
    assert error._origin.getSqlState() == error.getSqlState() == "XX000"
    assert error._origin.getCondition() == error.getCondition()


def test_defect_of_ours_is_an_internal_error(
    stub: SparkSession, dispatcher: Any, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(session: SparkSession, name: str) -> Any:
        return {}["absent"]

    dispatcher.answer = fail
    with caplog.at_level(logging.ERROR, "streamtables"), pytest.raises(InternalError, match="please report") as caught:
        stub.sql("REFRESH STREAM TABLE a")
    assert caught.value.getCondition() == "INTERNAL_ERROR"
    assert caught.value.getSqlState() == "XX000"
    assert "KeyError: 'absent'" in str(caught.value)
    assert [record.exc_info[0] for record in caplog.records if record.exc_info] == [KeyError]


@pytest.mark.parametrize("ending", [SystemExit(3), GeneratorExit()])
def test_whatever_ends_a_statement_is_answered(stub: SparkSession, dispatcher: Any, ending: BaseException) -> None:
    def end(session: SparkSession, name: str) -> Any:
        raise ending

    dispatcher.answer = end
    with pytest.raises(InternalError, match=type(ending).__name__):
        stub.sql("REFRESH STREAM TABLE a")
    assert stub.sql("SELECT 1").first() == (1,)


def test_interrupt_reaches_the_user_on_the_main_thread_and_the_jvm_on_others(stub: SparkSession) -> None:
    border = ErrorBorder(JvmBridge.of(stub))

    def interrupt() -> Any:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        border.answer(interrupt)
    with ThreadPoolExecutor(1) as pool:
        answer: Any = pool.submit(border.answer, interrupt).result()
    assert "KeyboardInterrupt" in answer.getMessage()


def test_row_that_does_not_fit_its_columns_is_an_internal_error(stub: SparkSession, dispatcher: Any) -> None:
    dispatcher.answer = lambda session, name: ((name,),)
    with pytest.raises(InternalError, match="a row of 1 values for 2 columns"):
        stub.sql("REFRESH STREAM TABLE a")


def test_error_of_spark_inside_a_statement_stays_sparks(stub: SparkSession, dispatcher: Any) -> None:
    from pyspark.errors import AnalysisException, ArithmeticException

    dispatcher.answer = lambda session, name: session.sql("SELECT * FROM nowhere").collect()
    with pytest.raises(AnalysisException, match="TABLE_OR_VIEW_NOT_FOUND") as caught:
        stub.sql("REFRESH STREAM TABLE a")
    assert not isinstance(caught.value, StreamTableError)
    dispatcher.answer = lambda session, name: session.sql("SELECT 1 / 0").collect()
    with pytest.raises(ArithmeticException, match="DIVIDE_BY_ZERO"):
        stub.sql("REFRESH STREAM TABLE a")


def test_error_of_a_statement_inside_a_statement_stays_what_it_is(stub: SparkSession, dispatcher: Any) -> None:
    def fail(session: SparkSession, name: str) -> Any:
        if name == "inner":
            raise SourceError("SOURCE_MISSING", {"source": "s.t"})
        return session.sql("REFRESH STREAM TABLE inner").collect()

    dispatcher.answer = fail
    with pytest.raises(SourceError, match="SOURCE_MISSING"):
        stub.sql("REFRESH STREAM TABLE outer")
    assert dispatcher.runs == ["outer", "inner"]


def test_session_works_after_errors(stub: SparkSession, dispatcher: Any) -> None:
    for _ in range(3):
        with pytest.raises(StreamSqlSyntaxError):
            stub.sql("REFRESH STREAM TABLE a b")
    assert stub.sql("REFRESH STREAM TABLE a").count() == 1


def test_disable_gives_pyspark_its_own_conversion_back(stub: SparkSession) -> None:
    from pyspark.errors.exceptions import captured

    assert captured._convert_exception.__module__ == "streamtables.spark.statements.java_errors"
    enabling.disable(stub)
    assert captured._convert_exception.__module__ == captured.__name__
