"""A statement of ours through ``spark.sql``: run once, typed rows, from any session and thread."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from streamtables.session import enabling

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def test_statement_runs_once_however_often_its_result_is_read(
    stub: SparkSession, dispatcher: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    frame = stub.sql("REFRESH STREAM TABLE a")
    assert dispatcher.runs == ["a"]
    frame.show()
    assert frame.collect() == frame.collect()
    assert frame.count() == 1
    assert frame.where("runs = 1").count() == 1
    assert dispatcher.runs == ["a"]
    assert "runs" in capsys.readouterr().out


def test_statement_runs_even_if_its_result_is_not_read(stub: SparkSession, dispatcher: Any) -> None:
    stub.sql("REFRESH STREAM TABLE a")
    stub.sql("REFRESH STREAM TABLE a")
    assert dispatcher.runs == ["a", "a"]


def test_parsing_alone_has_no_effect(stub: SparkSession, dispatcher: Any) -> None:
    java_session: Any = stub._jsparkSession
    java_session.sessionState().sqlParser().parsePlan("REFRESH STREAM TABLE a")
    assert dispatcher.runs == []


def test_rows_have_the_declared_types(stub: SparkSession, dispatcher: Any) -> None:
    moment = datetime(2024, 2, 29, 12, 30, 15, 123456, tzinfo=timezone.utc)
    dispatcher.columns = (
        ("a string", "STRING"),
        ("big", "BIGINT"),
        ("small", "INT"),
        ("flag", "BOOLEAN"),
        ("moment", "TIMESTAMP"),
        ("ratio", "DOUBLE"),
        ("exact", "DECIMAL(20,2)"),
        ("many", "ARRAY<STRING>"),
    )
    rows = (
        ("ü`'\"", 2**40, 7, True, moment, 0.5, Decimal("12345678901.25"), ["x", None]),
        (None, 1, None, False, None, None, None, None),
    )
    dispatcher.answer = lambda session, name: rows
    frame = stub.sql("REFRESH STREAM TABLE a")
    assert [(f.name, f.dataType.simpleString()) for f in frame.schema] == [
        (name, data_type.lower()) for name, data_type in dispatcher.columns
    ]
    found = [tuple(row) for row in frame.collect()]
    assert found[0][:4] == rows[0][:4]
    assert found[0][4].astimezone(timezone.utc) == moment
    assert found[0][5:] == rows[0][5:]
    assert found[1] == rows[1]


def test_statement_without_a_result_gives_an_empty_frame(stub: SparkSession, dispatcher: Any) -> None:
    dispatcher.columns = ()
    dispatcher.answer = lambda session, name: ()
    frame = stub.sql("REFRESH STREAM TABLE a")
    assert frame.columns == []
    assert frame.collect() == []


def test_many_rows_arrive(stub: SparkSession, dispatcher: Any) -> None:
    dispatcher.answer = lambda session, name: tuple((f"n{i}", i) for i in range(5000))
    assert stub.sql("REFRESH STREAM TABLE a").selectExpr("count(*)", "sum(runs)").first() == (5000, 12497500)


def test_statement_may_run_spark_sql_itself(stub: SparkSession, dispatcher: Any) -> None:
    dispatcher.answer = lambda session, name: ((name, session.sql("SELECT sum(id) FROM range(5)").first()[0]),)
    assert stub.sql("REFRESH STREAM TABLE a").first() == ("a", 10)


def test_statement_sees_the_session_that_it_was_given_in(stub: SparkSession, dispatcher: Any) -> None:
    other = stub.newSession()
    stub.conf.set("streamtables.who", "first")
    other.conf.set("streamtables.who", "second")
    dispatcher.answer = lambda session, name: ((session.conf.get("streamtables.who"), 1),)
    assert other.sql("REFRESH STREAM TABLE a").first() == ("second", 1)
    assert stub.sql("REFRESH STREAM TABLE a").first() == ("first", 1)
    stub.conf.unset("streamtables.who")


def test_comments_and_blanks_may_stand_before_a_statement(stub: SparkSession, dispatcher: Any) -> None:
    seen: list[str] = []
    parse = dispatcher.parse
    dispatcher.parse = lambda text: seen.append(text) or parse("REFRESH STREAM TABLE a")  # type: ignore[func-returns-value]
    for start in ("", "\n\t ", "-- a comment\n", "/* a /* nested */ one */", "/* x */ -- y\n /* z */"):
        stub.sql(f"{start}refresh stream table a")
    assert dispatcher.runs == ["a"] * 5


def test_variables_are_substituted_as_in_other_sql(stub: SparkSession, dispatcher: Any) -> None:
    stub.conf.set("streamtables.name", "substituted")
    stub.sql("REFRESH STREAM TABLE ${streamtables.name}")
    stub.conf.unset("streamtables.name")
    assert dispatcher.runs == ["substituted"]


def test_statements_run_concurrently_from_python_threads(stub: SparkSession, dispatcher: Any) -> None:
    meet = threading.Barrier(4, timeout=60)

    def answer(session: SparkSession, name: str) -> tuple[tuple[object, ...], ...]:
        meet.wait()
        return ((name, session.range(3).count()),)

    dispatcher.answer = answer
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda i: stub.newSession().sql(f"REFRESH STREAM TABLE t{i}").first(), range(4)))
    assert found == [(f"t{i}", 3) for i in range(4)]


def test_a_thread_of_the_jvm_can_run_a_statement(stub: SparkSession, dispatcher: Any) -> None:
    context: Any = stub.sparkContext
    jvm = context._jvm
    arguments = context._gateway.new_array(jvm.java.lang.Object, 1)
    arguments[0] = "REFRESH STREAM TABLE from_java"
    call = jvm.java.beans.Statement(stub._jsparkSession, "sql", arguments)
    runnable = jvm.java.beans.EventHandler.create(jvm.java.lang.Class.forName("java.lang.Runnable"), call, "execute")
    thread = jvm.java.lang.Thread(runnable)
    thread.start()
    thread.join(60_000)
    assert dispatcher.runs == ["from_java"]


@pytest.mark.parametrize("arguments", [{"x": 1}, [1]])
def test_parameters_are_refused_clearly(
    stub: SparkSession, dispatcher: Any, arguments: dict[str, int] | list[int]
) -> None:
    for text in ("REFRESH STREAM TABLE a", "REFRESH STREAM TABLE :x y"):
        with pytest.raises(Exception, match="take no parameters") as caught:
            stub.sql(text, args=arguments)
        assert caught.value.getCondition() == "PARAMETERS_NOT_SUPPORTED"  # type: ignore[attr-defined]
    assert dispatcher.runs == []


def test_parameters_reach_other_sql(stub: SparkSession) -> None:
    assert stub.sql("SELECT :x + 1", args={"x": 41}).first() == (42,)
    assert stub.sql("SELECT ? + ?", args=[40, 2]).first() == (42,)
    assert stub.sql("WITH t AS (SELECT :x AS a) SELECT a FROM t", args={"x": 1}).first() == (1,)


def test_sessions_made_later_understand_our_statements(stub: SparkSession, dispatcher: Any) -> None:
    later: Any = stub.newSession()
    later.newSession().sql("REFRESH STREAM TABLE a")
    java_clone = later._jsparkSession.cloneSession()
    java_clone.sql("REFRESH STREAM TABLE b")
    assert dispatcher.runs == ["a", "b"]
    enabling.disable(stub)
    with pytest.raises(Exception, match="REFRESH statements cannot contain"):
        later.sql("REFRESH STREAM TABLE a b")
    assert dispatcher.runs == ["a", "b"]
