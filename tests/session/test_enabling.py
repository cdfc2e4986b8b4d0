"""Enabling and disabling leave nothing behind."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import streamtables
from streamtables.errors import SessionError
from streamtables.session import enabling
from streamtables.spark.sessions import session_state
from streamtables_rewriter.sql.dialect import FaithfulParser

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


def _parser(spark: Any) -> Any:
    return spark._jsparkSession.sessionState().sqlParser()


def test_disable_restores_the_very_parser(plain_spark: SparkSession, dispatcher: Any) -> None:
    session = plain_spark.newSession()
    enabling.disable(session)
    plain = plain_spark.newSession()
    before = _parser(plain)
    enabling.enable_with(plain, lambda runtime: dispatcher)
    later = plain.newSession()
    assert not _parser(plain).equals(before)
    assert _parser(later).getClass().getName() == "streamtables.statements.StatementParser"
    enabling.disable(plain)
    assert _parser(plain).equals(before)
    assert _parser(later).getClass().getName() == before.getClass().getName()
    assert _parser(plain.newSession()).getClass().getName() == before.getClass().getName()


def test_enable_twice_changes_nothing(stub: SparkSession, dispatcher: Any) -> None:
    before = _parser(stub)
    runtime = enabling.runtime_of(stub)
    streamtables.enable(stub)
    assert _parser(stub).equals(before)
    assert enabling.runtime_of(stub) is runtime
    stub.newSession().sql("REFRESH STREAM TABLE a")
    assert dispatcher.runs == ["a"]


def test_disable_and_enable_again_answers_once(stub: SparkSession, dispatcher: Any) -> None:
    for _ in range(3):
        enabling.disable(stub)
        enabling.enable_with(stub, lambda runtime: dispatcher)
    later = stub.newSession()
    later.sql("REFRESH STREAM TABLE a")
    assert dispatcher.runs == ["a"]
    assert _parser(later).getClass().getName() == "streamtables.statements.StatementParser"


def test_disable_without_enable_does_nothing(stub: SparkSession) -> None:
    streamtables.disable(stub)
    streamtables.disable(stub)
    with pytest.raises(SessionError, match="SESSION_CLOSED"):
        enabling.runtime_of(stub)


def test_disabled_session_answers_our_statements_as_spark_does(stub: SparkSession, dispatcher: Any) -> None:
    from pyspark.errors import ParseException

    enabling.disable(stub)
    with pytest.raises(ParseException, match="REFRESH statements cannot contain"):
        stub.sql("REFRESH STREAM TABLE a b")
    assert dispatcher.runs == []


@pytest.mark.parametrize(
    ("settings", "missing"),
    [
        ({}, "spark.sql.extensions"),
        ({"spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension"}, "spark.sql.catalog.spark_catalog"),
    ],
)
def test_session_without_delta_is_refused_with_the_settings(settings: dict[str, str], missing: str) -> None:
    spark: Any = SimpleNamespace(conf=SimpleNamespace(get=settings.get))
    with pytest.raises(SessionError) as caught:
        session_state.require_delta(spark)
    assert caught.value.getCondition() == "DELTA_REQUIRED"
    assert caught.value.getMessageParameters() == {"missing": missing}
    assert "spark.sql.extensions=io.delta.sql.DeltaSparkSessionExtension" in str(caught.value)
    assert "spark.sql.catalog.spark_catalog=org.apache.spark.sql.delta.catalog.DeltaCatalog" in str(caught.value)


def test_compiled_sqlglot_is_refused_with_what_to_do(
    plain_spark: SparkSession, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise TypeError("interpreted classes cannot inherit from compiled")

    monkeypatch.setattr(FaithfulParser, "__init__", refuse)
    for begin in (lambda: streamtables.enable(plain_spark), lambda: streamtables.session(tmp_path / "warehouse")):
        with pytest.raises(SessionError, match="pip uninstall sqlglotc") as caught:
            begin()
        assert caught.value.getCondition() == "SQLGLOT_COMPILED"
    assert not (tmp_path / "warehouse").exists()


def test_connect_client_is_refused_with_the_way_that_works() -> None:
    client: Any = SimpleNamespace(client=None)
    table = streamtables.table(client, "s.g")
    for refused in (
        lambda: streamtables.disable(client),
        lambda: streamtables.on_refresh(client, print),
        lambda: table.changes(0),
        lambda: table.on_change(print),
    ):
        with pytest.raises(
            SessionError, match=r"works in the server's own process only.*that are statements"
        ) as caught:
            refused()
        assert caught.value.getCondition() == "SPARK_CONNECT_NOT_SUPPORTED"


def test_internal_session_has_deltas_parser_and_its_own_settings(stub: SparkSession, dispatcher: Any) -> None:
    runtime = enabling.runtime_of(stub)
    with runtime.internal_session({"spark.sql.ansi.enabled": "false"}) as session:
        assert _parser(session).getClass().getName() == "io.delta.sql.parser.DeltaSqlParser"
        assert session.conf.get("spark.sql.ansi.enabled") == "false"
        assert session.sql("SELECT CAST('x' AS INT)").first() == (None,)
        assert stub.conf.get("spark.sql.ansi.enabled") == "true"


def test_internal_session_comes_back_clean(stub: SparkSession) -> None:
    runtime = enabling.runtime_of(stub)
    stub.sql("CREATE SCHEMA IF NOT EXISTS internal_test")
    with runtime.internal_session({"spark.sql.ansi.enabled": "false"}) as first:
        first.conf.set("spark.sql.session.timeZone", "Asia/Tokyo")
        first.conf.set("spark.databricks.delta.write.txnAppId", "x")
        first.sql("USE internal_test")
        first.range(1).createOrReplaceTempView("left_over")
        java_first: Any = first._jsparkSession
    with runtime.internal_session({}) as second:
        java_second: Any = second._jsparkSession
        assert java_second.equals(java_first)
        assert second.conf.get("spark.sql.ansi.enabled") == "true"
        assert second.conf.get("spark.sql.session.timeZone") == "UTC"
        assert second.conf.get("spark.databricks.delta.write.txnAppId", None) is None
        assert second.sql("SELECT current_schema()").first() == ("default",)
        assert not second.catalog.tableExists("left_over")
    stub.sql("DROP SCHEMA internal_test")


def test_internal_sessions_in_use_at_once_are_different(stub: SparkSession) -> None:
    runtime = enabling.runtime_of(stub)
    with runtime.internal_session({}) as first, runtime.internal_session({}) as second:
        assert not first._jsparkSession.equals(second._jsparkSession)


def test_internal_session_does_not_become_pysparks_session(stub: SparkSession) -> None:
    from pyspark.sql import SparkSession

    with enabling.runtime_of(stub).internal_session({}):
        assert SparkSession.getActiveSession() is not None
        assert SparkSession._instantiatedSession is stub


def test_closed_runtime_lends_nothing(stub: SparkSession) -> None:
    runtime = enabling.runtime_of(stub)
    enabling.disable(stub)
    assert runtime.closed
    with pytest.raises(SessionError, match="SESSION_CLOSED"):
        runtime.internal_session({})
