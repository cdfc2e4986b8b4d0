"""Changes that are appended: groups in parts, read as sums and folded; rows whose copies lie apart."""

from __future__ import annotations

from pathlib import Path

import pytest
from pyspark.errors import PySparkException
from tests.same_rows import assert_same_rows

from streamtables.engine.writing import compaction
from streamtables.session.enabling import runtime_of
from streamtables_grammar.names import QualifiedName

QUERY = (
    "SELECT region, count(*) AS orders, sum(amount) AS revenue, avg(amount) AS mean "
    "FROM orders GROUP BY region HAVING count(*) > 0"
)


@pytest.fixture
def appended(spark, orders, schema):
    """A stream table of totals by region that changes are appended to."""
    spark.sql(
        "CREATE STREAM TABLE totals REFRESH MODE DIFFERENTIAL TBLPROPERTIES ('streamtables.apply' = 'append') "
        f"AS {QUERY}"
    )
    return QualifiedName(("spark_catalog", schema, "totals"))


def _equal(spark, query=QUERY):
    assert_same_rows(spark.table("totals"), spark.sql(query))


def _parts(spark):
    return spark.table("totals__stream").count()


def test_changes_are_appended_and_read_as_sums(spark, appended, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1), (6, 'west', 2)")
    row = refresh("totals")
    assert (row["mode"], row["rows_inserted"], row["version"]) == ("DIFFERENTIAL", None, 1)
    assert _parts(spark) == 5
    _equal(spark)
    spark.sql("UPDATE orders SET region = 'west' WHERE id = 5")
    spark.sql("DELETE FROM orders WHERE region IS NULL")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    _equal(spark)


def test_a_group_whose_last_row_goes_is_not_shown(spark, appended, refresh):
    spark.sql("DELETE FROM orders WHERE region = 'south'")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    assert spark.table("totals").where("region = 'south'").count() == 0
    _equal(spark)


def _checkpoints(spark):
    location = spark.sql("DESCRIBE DETAIL totals__stream").first()["location"].removeprefix("file:")
    return list(Path(location, "_delta_log").glob("*.checkpoint*.parquet"))


def test_no_refresh_waits_for_a_checkpoint(spark, appended, refresh):
    for number in range(10):
        spark.sql(f"INSERT INTO orders VALUES ({10 + number}, 'south', 1)")
        assert refresh("totals")["mode"] == "DIFFERENTIAL"
    assert not _checkpoints(spark)
    _equal(spark)


def test_folding_sums_the_parts_and_changes_nothing(spark, appended, refresh, monkeypatch):
    monkeypatch.setattr(compaction, "MOST_APPENDS", 2)
    engine = runtime_of(spark).engine
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    refresh("totals")
    assert not compaction.compact_table(engine, appended)
    monkeypatch.setattr(compaction, "MOST_APPENDS", 1)
    assert not _checkpoints(spark)
    assert compaction.compact_table(engine, appended)
    assert _checkpoints(spark)
    assert _parts(spark) == 3
    _equal(spark)
    assert refresh("totals")["mode"] == "NO_CHANGE"
    spark.sql("INSERT INTO orders VALUES (6, 'south', 1)")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    assert _parts(spark) == 4
    _equal(spark)


def test_a_refresh_that_makes_many_parts_has_them_folded_behind_it(spark, appended, refresh, monkeypatch):
    monkeypatch.setattr(compaction, "MOST_APPENDS", 1)
    asked = []
    monkeypatch.setattr(
        "streamtables.engine.refreshing.refresh_run.compact_later", lambda _, name, **_kind: asked.append(str(name))
    )
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    refresh("totals")
    assert asked == [str(appended)]


def test_a_fold_is_no_change_to_readers(spark, appended, refresh, monkeypatch):
    spark.sql(
        "CREATE STREAM TABLE sizes REFRESH MODE DIFFERENTIAL AS "
        "SELECT orders AS n, count(*) AS c FROM totals GROUP BY 1"
    )
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    assert refresh("sizes")["mode"] == "DIFFERENTIAL"
    monkeypatch.setattr(compaction, "MOST_APPENDS", 1)
    assert compaction.compact_table(runtime_of(spark).engine, appended)
    assert refresh("sizes")["mode"] == "NO_CHANGE"
    assert spark.sql("VERIFY STREAM TABLE sizes").first()["equal"]


def test_full_and_verify_work_on_parts(spark, appended, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    refresh("totals")
    assert spark.sql("VERIFY STREAM TABLE totals").first()["equal"]
    assert refresh("totals", "FULL")["mode"] == "FULL"
    assert _parts(spark) == 3
    _equal(spark)


def test_a_global_aggregate_keeps_its_row(spark, orders, refresh):
    query = "SELECT count(*) AS n, sum(amount) AS s FROM orders"
    spark.sql(f"CREATE STREAM TABLE totals REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("DELETE FROM orders")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    _equal(spark, query)
    assert tuple(spark.table("totals").first()) == (0, None)


@pytest.mark.parametrize(
    ("value", "query", "condition"),
    [
        ("append", "SELECT min(id) AS m FROM orders", "APPEND_IMPOSSIBLE"),
        ("append", "SELECT id FROM orders ORDER BY id LIMIT 3", "APPEND_IMPOSSIBLE"),
        ("apend", "SELECT count(*) AS n FROM orders", "INVALID_TABLE_PROPERTY"),
    ],
)
def test_a_property_that_does_not_fit_is_refused(spark, orders, nothing_left, value, query, condition):
    with pytest.raises(PySparkException) as caught:
        spark.sql(f"CREATE STREAM TABLE bad TBLPROPERTIES ('streamtables.apply' = '{value}') AS {query}")
    assert caught.value.getCondition() == condition


REGIONS = "SELECT region, amount FROM orders"


@pytest.fixture
def unconsolidated(spark, orders, schema):
    """A stream table of rows, of which equal ones have been appended apart."""
    spark.sql(f"CREATE STREAM TABLE totals REFRESH MODE DIFFERENTIAL AS {REGIONS}")
    return QualifiedName(("spark_catalog", schema, "totals"))


def _copies(spark, region):
    return sorted(row["__st_rows"] for row in spark.table("totals__stream").where(f"region = '{region}'").collect())


def _operations(spark):
    return [row["operation"] for row in spark.sql("DESCRIBE HISTORY totals__stream").orderBy("version").collect()]


def test_rows_that_come_are_appended_and_copies_that_lie_apart_are_found_again(spark, unconsolidated, refresh):
    for _ in range(2):
        spark.sql("INSERT INTO orders VALUES (5, 'west', 1), (6, 'west', 1)")
        row = refresh("totals")
        assert (row["mode"], row["rows_inserted"], row["rows_deleted"]) == ("DIFFERENTIAL", 2, 0)
        _equal(spark, REGIONS)
    assert _copies(spark, "west") == [1, 1, 1, 1]
    assert "MERGE" not in _operations(spark)
    spark.sql("DELETE FROM orders WHERE id = 5")
    row = refresh("totals")
    assert (row["mode"], row["rows_inserted"], row["rows_deleted"]) == ("DIFFERENTIAL", 0, 2)
    assert _copies(spark, "west") == [2]
    _equal(spark, REGIONS)
    spark.sql("UPDATE orders SET region = NULL WHERE id = 6")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    _equal(spark, REGIONS)
    assert spark.sql("VERIFY STREAM TABLE totals").first()["equal"]


def test_a_change_that_comes_to_nothing_but_rows_that_come_is_appended(spark, unconsolidated, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'west', 1)")
    refresh("totals")
    spark.sql("INSERT INTO orders VALUES (6, 'west', 2), (7, 'east', 3)")
    spark.sql("DELETE FROM orders WHERE id = 7")
    assert refresh("totals")["rows_inserted"] == 1
    assert "MERGE" not in _operations(spark)
    _equal(spark, REGIONS)


def test_explain_shows_how_scattered_copies_are_found(spark, unconsolidated, refresh):
    spark.sql("INSERT INTO orders VALUES (5, 'west', 1)")
    assert _explained(spark)["apply"] == "changes are appended"
    refresh("totals")
    spark.sql("DELETE FROM orders WHERE id = 5")
    items = _explained(spark)
    assert "totals__stream" in items["stored copies SQL"]
    assert "DELETE" in items["merge SQL"]


def _explained(spark):
    return {row[0]: row[1] for row in spark.sql("EXPLAIN REFRESH STREAM TABLE totals").collect()}


def test_a_table_that_is_to_be_merged_keeps_equal_rows_in_one_place(spark, orders, schema, refresh):
    merged = "TBLPROPERTIES ('streamtables.apply' = 'merge')"
    spark.sql(f"CREATE STREAM TABLE totals REFRESH MODE DIFFERENTIAL {merged} AS {REGIONS}")
    spark.sql("DELETE FROM orders WHERE id = 1")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    spark.sql("INSERT INTO orders VALUES (5, 'south', 4)")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    assert _operations(spark)[-2:] == ["UPDATE", "UPDATE"]
    assert _parts(spark) == spark.table("totals").distinct().count()
    _equal(spark, REGIONS)


def test_rows_of_a_join_are_appended_and_counted_by_their_copies(spark, unconsolidated, refresh):
    query = "SELECT t.region, o.id FROM totals t JOIN orders o ON t.region = o.region"
    spark.sql(f"CREATE STREAM TABLE pairs REFRESH MODE DIFFERENTIAL AS {query}")
    for value in (5, 6):
        spark.sql(f"INSERT INTO orders VALUES ({value}, 'west', 1)")
        row = refresh("pairs")
        assert row["mode"] == "DIFFERENTIAL"
        assert_same_rows(spark.table("pairs"), spark.sql(query))
    assert row["rows_inserted"] == 3
    spark.sql("DELETE FROM orders WHERE id = 5")
    assert refresh("pairs")["rows_deleted"] == 3
    assert spark.sql("VERIFY STREAM TABLE pairs").first()["equal"]


def test_small_files_of_appended_rows_are_put_together(spark, unconsolidated, refresh, monkeypatch):
    monkeypatch.setattr(compaction, "MOST_APPENDS", 2)
    # The refresh would do it behind our back, at the same time.
    monkeypatch.setattr("streamtables.engine.refreshing.refresh_run.compact_later", lambda *_, **_kind: None)
    engine = runtime_of(spark).engine
    for value in (5, 6):
        spark.sql(f"INSERT INTO orders VALUES ({value}, 'west', 1)")
        refresh("totals")
    assert compaction.compact_table(engine, unconsolidated)
    assert _operations(spark)[-1] == "OPTIMIZE"
    assert refresh("totals")["mode"] == "NO_CHANGE"
    spark.sql("DELETE FROM orders WHERE id = 6")
    assert refresh("totals")["mode"] == "DIFFERENTIAL"
    _equal(spark, REGIONS)
