"""Errors that nobody should meet: what they say, what AUTO does all the same, and the way out."""

from __future__ import annotations

from dataclasses import replace
from logging import WARNING

import pytest
from pyspark.errors import PySparkException
from tests.same_rows import assert_same_rows

from streamtables.engine import context
from streamtables.engine.defining import create, define
from streamtables.engine.refreshing.refresh import Refresher
from streamtables.engine.writing.apply import ReplayedRefreshError
from streamtables.errors import InternalError
from streamtables.session.enabling import runtime_of
from streamtables_grammar.names import QualifiedName

QUERY = "SELECT region, count(*) AS orders FROM orders GROUP BY region"


def _error(spark, statement):
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    return caught.value


def _rows(spark, name):
    return sorted(map(tuple, spark.table(name).collect()), key=repr)


def _broken(*_, **__):
    raise ZeroDivisionError("a defect of ours")


@pytest.fixture(params=["REWRITER_FAILED", "READING_DIFFERS", "DELTA_NOT_ANALYSED"])
def defect(request, monkeypatch):
    """A defect of the rewriter in one of the places where it is noticed."""
    analyse = define.analyse
    if request.param == "REWRITER_FAILED":
        monkeypatch.setattr(define, "compile_query", _broken)
    elif request.param == "READING_DIFFERS":
        monkeypatch.setattr(define, "analyse", lambda *given: replace(analyse(*given), deterministic=False))
    else:
        problem = InternalError("DELTA_NOT_ANALYSED", {"problem": "it knows no such column"})
        monkeypatch.setattr(create, "delta_problem", lambda *_: problem)
    return request.param


@pytest.mark.parametrize("mode", ["DIFFERENTIAL", "AUTO"])
def test_a_defect_of_the_rewriter_is_an_internal_error_with_the_query(spark, orders, nothing_left, defect, mode):
    error = _error(spark, f"CREATE STREAM TABLE x REFRESH MODE {mode} AS {QUERY}")
    assert (error.getCondition(), error.getSqlState()) == (defect, "XX000")
    assert "report the query" in str(error)


def test_auto_recomputes_where_the_rewriter_has_a_defect(spark, orders, refresh, lenient, defect):
    spark.sql(f"CREATE STREAM TABLE kept AS {QUERY}")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1), (6, 'west', 2)")
    row = refresh("kept")
    assert row["mode"] == "FULL"
    assert "report the query" in row["reason"]
    assert_same_rows(spark.table("kept"), spark.sql(QUERY))


def test_a_refresh_that_is_always_overtaken_gives_up_and_changes_nothing(spark, totals, monkeypatch):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    before = _rows(spark, "totals")

    def overtaken(*_):
        raise ReplayedRefreshError

    with monkeypatch.context() as patch:
        patch.setattr(Refresher, "_attempt", overtaken)
        spark.conf.set("spark.streamtables.conflict_timeout", "500ms")
        try:
            error = _error(spark, "REFRESH STREAM TABLE totals")
        finally:
            spark.conf.unset("spark.streamtables.conflict_timeout")
    assert (error.getCondition(), error.getSqlState()) == ("REFRESH_CONFLICT", "40001")
    assert _rows(spark, "totals") == before
    assert spark.sql("REFRESH STREAM TABLE totals").first()["mode"] == "DIFFERENTIAL"


def test_a_table_whose_rows_are_gone_can_be_dropped_and_made_anew(spark, totals, schema):
    # Where its rows lie is known from here on.
    assert spark.sql("REFRESH STREAM TABLE totals").first()["mode"] == "NO_CHANGE"
    catalog = spark._jsparkSession.sharedState().externalCatalog()
    catalog.dropTable(schema, "totals__stream", False, False)
    for statement in ("REFRESH STREAM TABLE totals", "VERIFY STREAM TABLE totals", "DESCRIBE STREAM TABLE totals"):
        error = _error(spark, statement)
        assert (error.getCondition(), error.getSqlState()) == ("BACKING_TABLE_MISSING", "55000"), statement
        assert "drop the stream table" in str(error)
    assert [tuple(row) for row in spark.sql("DROP STREAM TABLE totals").collect()] == [(f"{schema}.totals",)]
    spark.sql(f"CREATE STREAM TABLE totals AS {QUERY}")
    assert spark.sql("VERIFY STREAM TABLE totals").first()["equal"]


def test_a_stream_table_lives_in_the_session_catalog(spark, orders, nothing_left):
    error = _error(spark, f"CREATE STREAM TABLE elsewhere.s.x AS {QUERY}")
    assert (error.getCondition(), error.getSqlState()) == ("UNSUPPORTED_CATALOG", "0A000")
    assert "elsewhere.s.x" in str(error)


def test_work_in_the_background_fails_aloud_only_while_its_table_is_there(spark, totals, caplog):
    engine, name = runtime_of(spark).engine, QualifiedName(("spark_catalog", *totals.split(".")))

    def tidy(engine, name):
        raise ValueError("no space left")

    engine.later(tidy, name)
    engine.background.submit(int).result()
    assert [r.getMessage() for r in caplog.records if r.levelno == WARNING] == [
        f"spark_catalog.{totals}: tidy in the background failed"
    ]
    spark.sql("DROP STREAM TABLE totals")
    caplog.clear()
    engine.later(tidy, name)
    engine.background.submit(int).result()
    assert not [r for r in caplog.records if r.levelno == WARNING]


def test_a_catalog_that_a_defect_keeps_from_being_asked_hides_no_failure(spark, totals, caplog, monkeypatch):
    engine, name = runtime_of(spark).engine, QualifiedName(("spark_catalog", *totals.split(".")))

    def tidy(engine, name):
        raise ValueError("no space left")

    monkeypatch.setattr(context, "full_name_of", _broken)
    engine.later(tidy, name)
    engine.background.submit(int).result()
    assert [r.getMessage() for r in caplog.records if r.levelno == WARNING] == [
        f"spark_catalog.{totals}: tidy in the background failed"
    ]
