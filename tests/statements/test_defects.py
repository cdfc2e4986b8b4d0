"""Defects of ours: right rows, a reason that says so and a trace in the history; an error under the strict setting."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException

from streamtables.engine.defects import STRICT
from streamtables.engine.defining import create, define
from streamtables.engine.refreshing import refresh_run
from streamtables.engine.sources.catalog_check import CatalogCheck
from streamtables.engine.writing import apply
from streamtables.errors import InternalError
from streamtables.session.enabling import runtime_of

QUERY = "SELECT region, count(*) AS orders FROM orders GROUP BY region"
VALUE = "the value of a row"


def _planted(*_, **__):
    raise TypeError(VALUE)


def _kept(spark, name):
    runtime_of(spark).engine.history.flush()
    rows = spark.table("streamtables.refresh_history").where(f"stream_table LIKE '%.{name}'")
    return rows.orderBy("started_at", ascending=False).first()


def _assert_traced(row, function):
    assert f"in {function}" in row["trace"]
    assert "TypeError" in row["trace"]
    assert VALUE not in "".join(map(str, row))


@pytest.fixture
def kept(spark, orders):
    """A stream table in mode AUTO with a change that it has not met."""
    spark.sql(f"CREATE STREAM TABLE kept TBLPROPERTIES ('streamtables.full_fraction' = '1') AS {QUERY}")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    return "kept"


def test_the_tests_are_strict(spark):
    assert spark.conf.get(STRICT) == "true"


def test_a_defect_in_a_refresh_is_recomputed_around_and_told(
    spark, schema, kept, refresh, lenient, monkeypatch, caplog
):
    with monkeypatch.context() as patch:
        patch.setattr(apply, "_applied", _planted)
        row = refresh(kept)
    assert (row["mode"], row["reason_code"]) == ("FULL", "INTERNAL_ERROR")
    assert row["reason"].startswith("INTERNAL_ERROR: the differential refresh failed: TypeError")
    assert spark.sql(f"VERIFY STREAM TABLE {kept}").first()["equal"]
    history = _kept(spark, kept)
    assert (history["mode"], history["reason"], history["error"]) == ("FULL", row["reason"], None)
    _assert_traced(history, "_planted")
    (warning,) = (record for record in caplog.records if "defect" in record.getMessage())
    assert warning.levelname == "WARNING"
    assert "_planted" in caplog.text
    assert VALUE not in caplog.text
    (shown,) = spark.sql(f"SHOW STREAM TABLES IN {schema}").collect()
    assert (shown["status"], shown["last_mode"]) == ("ok", "FULL")
    spark.sql("INSERT INTO orders VALUES (6, 'west', 1)")
    assert refresh(kept)["mode"] == "DIFFERENTIAL"
    assert _kept(spark, kept)["trace"] is None


def test_a_defect_in_a_refresh_is_raised_under_the_strict_setting(spark, kept, refresh, monkeypatch):
    before = spark.table(kept).collect()
    monkeypatch.setattr(apply, "_applied", _planted)
    with pytest.raises(PySparkException) as caught:
        refresh(kept)
    assert isinstance(caught.value, InternalError)
    assert (caught.value.getCondition(), caught.value.getSqlState()) == ("INTERNAL_ERROR", "XX000")
    assert f"TypeError: {VALUE}" in str(caught.value)
    assert spark.table(kept).collect() == before
    history = _kept(spark, kept)
    assert (history["mode"], history["reason_code"]) == ("FAILED", "INTERNAL_ERROR")
    _assert_traced(history, "_planted")


def test_delta_sql_that_spark_does_not_accept_is_a_defect(spark, kept, refresh, lenient, monkeypatch):
    def unknown(session, *_):
        session.sql("SELECT nothing FROM range(3)")

    monkeypatch.setattr(apply, "_applied", unknown)
    row = refresh(kept)
    assert (row["mode"], row["reason_code"]) == ("FULL", "INTERNAL_ERROR")
    assert "[UNRESOLVED_COLUMN" in row["reason"]
    assert "org.apache.spark.sql.catalyst" in _kept(spark, kept)["trace"]


def test_a_defect_in_create_is_recomputed_around_and_told(spark, orders, refresh, lenient, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(define, "compile_query", _planted)
        (row,) = spark.sql(f"CREATE STREAM TABLE made AS {QUERY}").collect()
    assert (row["mode"], row["reason_code"]) == ("INITIAL", "CREATED")
    assert row["reason"].startswith("INTERNAL_ERROR: ")
    assert "refreshes are FULL" in row["reason"]
    assert f"in {_planted.__name__}" in _kept(spark, "made")["trace"]
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    row = refresh("made")
    assert (row["mode"], row["reason_code"]) == ("FULL", "INTERNAL_ERROR")
    assert row["reason"].startswith("INTERNAL_ERROR: ")
    assert spark.sql("VERIFY STREAM TABLE made").first()["equal"]


def test_spark_that_does_not_answer_the_rewriter_is_a_defect(spark, orders, lenient, monkeypatch):
    def misread(bound, *_, **__):
        spark.sql("SELECT nothing FROM range(3)")

    monkeypatch.setattr(define, "compile_query", misread)
    (row,) = spark.sql(f"CREATE STREAM TABLE made AS {QUERY}").collect()
    assert row["reason"].startswith("INTERNAL_ERROR: ")
    assert "UNRESOLVED_COLUMN" in row["reason"]


@pytest.mark.parametrize("place", [(define, "compile_query"), (create.delta_problem.__globals__, "delta_view")])
def test_a_defect_in_create_is_raised_under_the_strict_setting(spark, orders, nothing_left, monkeypatch, place):
    module, name = place
    if isinstance(module, dict):
        monkeypatch.setitem(module, name, _planted)
    else:
        monkeypatch.setattr(module, name, _planted)
    for what in ("CREATE", "EXPLAIN CREATE"):
        with pytest.raises(InternalError) as caught:
            spark.sql(f"{what} STREAM TABLE made AS {QUERY}")
        assert caught.value.getSqlState() == "XX000"
        assert "TypeError" in str(caught.value)


def test_what_passes_is_not_stored_as_a_reason_to_recompute(spark, orders, nothing_left, lenient, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "no space left")

    monkeypatch.setattr(define, "compile_query", full)
    with pytest.raises(PySparkException, match="no space left"):
        spark.sql(f"CREATE STREAM TABLE made AS {QUERY}")


def test_a_defect_in_a_rebuild_is_told_and_raised(spark, orders, refresh, monkeypatch):
    spark.sql("CREATE VIEW v AS SELECT region FROM orders")
    spark.sql("CREATE STREAM TABLE seen AS SELECT region, count(*) AS n FROM v GROUP BY region")
    spark.sql("CREATE OR REPLACE VIEW v AS SELECT region FROM orders WHERE id > 1")
    monkeypatch.setattr(define, "compile_query", _planted)
    with pytest.raises(InternalError):
        refresh("seen")
    spark.conf.set(STRICT, "false")
    try:
        row = refresh("seen")
    finally:
        spark.conf.set(STRICT, "true")
    assert (row["mode"], row["reason_code"]) == ("FULL", "INTERNAL_ERROR")
    assert row["reason"].startswith("INTERNAL_ERROR: ")
    assert "in _planted" in _kept(spark, "seen")["trace"]
    assert spark.sql("VERIFY STREAM TABLE seen").first()["equal"]


def test_a_catalog_that_is_not_asked_by_a_defect_is_asked_again_or_raised(spark, kept, refresh, lenient, monkeypatch):
    monkeypatch.setattr(CatalogCheck, "_holds", _planted)
    assert refresh(kept)["mode"] == "DIFFERENTIAL"
    spark.sql("INSERT INTO orders VALUES (6, 'west', 1)")
    spark.conf.set(STRICT, "true")
    with pytest.raises(InternalError, match="TypeError"):
        refresh(kept)


def test_a_cache_that_does_not_follow_is_told_or_raised(spark, kept, refresh, lenient, monkeypatch):
    error = TypeError(VALUE)
    monkeypatch.setattr(refresh_run, "follow_commit", lambda *_: error)
    row = refresh(kept)
    assert row["mode"] == "DIFFERENTIAL"
    assert "what Spark has cached of it stays as it was (TypeError): REFRESH TABLE " in row["reason"]
    spark.sql("INSERT INTO orders VALUES (6, 'west', 1)")
    spark.conf.set(STRICT, "true")
    with pytest.raises(InternalError, match="TypeError"):
        refresh(kept)


@pytest.mark.parametrize("statement", ["REFRESH STREAM TABLE kept", f"CREATE STREAM TABLE made AS {QUERY}"])
def test_another_value_of_the_setting_is_refused(spark, kept, lenient, statement):
    spark.conf.set(STRICT, "very")
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    assert caught.value.getCondition() == "INVALID_SETTING"
    assert "true or false" in str(caught.value)
