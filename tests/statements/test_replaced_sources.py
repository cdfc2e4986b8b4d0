"""Stream tables and views that others read, replaced: what is used decides."""

from __future__ import annotations

import pytest
from pyspark.errors import PySparkException
from tests.statements.test_source_columns import check, create

UPPER = "SELECT k, sum(v) AS s{more} FROM base GROUP BY k"


@pytest.fixture
def chain(spark, schema):
    """Three layers: a sum by key, what reads it by name and by star, and a count of that."""
    spark.sql("CREATE TABLE base (k STRING, v INT, w INT) USING delta")
    spark.sql("INSERT INTO base VALUES ('x', 1, 2), ('y', 3, 4)")
    spark.sql("CREATE VIEW plain AS SELECT k, v FROM base")
    queries = {
        "upper_sums": UPPER.format(more=""),
        "middle": "SELECT k, s FROM upper_sums WHERE s > 0",
        "star": "SELECT * FROM upper_sums",
        "keys": "SELECT k FROM upper_sums",
        "lower_count": "SELECT count(*) AS n, sum(s) AS t FROM middle",
        "over_view": "SELECT * FROM plain",
    }
    for name, query in queries.items():
        create(spark, name, query)
    return queries


def test_a_column_more_upstream_changes_nothing_below(spark, chain, refresh):
    spark.sql(f"CREATE OR REPLACE STREAM TABLE upper_sums AS {UPPER.format(more=', sum(w) AS b, count(*) AS n')}")
    spark.sql("CREATE OR REPLACE VIEW plain AS SELECT w, k, v FROM base")
    for name in ("lower_count", "star", "keys", "over_view"):
        assert spark.sql(f"EXPLAIN REFRESH STREAM TABLE {name}").count()
        refresh(name)
    shown = {**chain, "star": "SELECT k, s FROM upper_sums", "over_view": "SELECT k, v FROM plain"}
    for name in ("middle", "star", "keys", "lower_count", "over_view"):
        check(spark, name, shown[name])
        assert refresh(name)["mode"] == "NO_CHANGE"
    spark.sql("INSERT INTO base VALUES ('x', 10, 1), ('z', 5, 5)")
    for name in ("middle", "star", "keys", "lower_count", "over_view"):
        assert refresh(name, "DIFFERENTIAL")["mode"] in ("DIFFERENTIAL", "NO_CHANGE")
        check(spark, name, shown[name])
    assert refresh("star", "FULL")["mode"] == "FULL"
    check(spark, "star", shown["star"])


def test_a_replacement_keeps_what_others_read_and_what_the_user_has_set(spark, chain, refresh):
    given = {"team": "sales", "delta.logRetentionDuration": "interval 90 days"}
    listed = ", ".join(f"'{key}' = '{value}'" for key, value in given.items())
    spark.sql(f"ALTER STREAM TABLE upper_sums SET TBLPROPERTIES ({listed})")
    refused = "CREATE OR REPLACE STREAM TABLE upper_sums AS SELECT k, count(*) AS other FROM base GROUP BY k"
    with pytest.raises(PySparkException) as caught:
        spark.sql(refused)
    assert caught.value.getCondition() == "COLUMN_IN_USE"
    assert all(name in str(caught.value) for name in ("middle", "star"))
    assert not any(name in str(caught.value) for name in ("keys", "lower_count"))
    history = spark.sql("SHOW REFRESH HISTORY FOR upper_sums").count()
    properties = "TBLPROPERTIES ('owner.team' = 'sales')"
    replacement = UPPER.format(more=", sum(v) + 1 AS more")
    spark.sql(f"CREATE OR REPLACE STREAM TABLE upper_sums REFRESH MODE DIFFERENTIAL {properties} AS {replacement}")
    kept = {row["key"]: row["value"] for row in spark.sql("SHOW TBLPROPERTIES upper_sums__stream").collect()}
    assert {**kept, **given, "owner.team": "sales"} == kept
    assert "'team' = 'sales'" in spark.sql("SHOW CREATE STREAM TABLE upper_sums").first()[0]
    assert spark.sql("SHOW REFRESH HISTORY FOR upper_sums").count() > history > 0
    for mode in ("FULL", "DIFFERENTIAL"):
        for name in ("middle", "star"):
            assert refresh(name, "DIFFERENTIAL")["mode"] == mode, name
            check(spark, name, {**chain, "star": "SELECT k, s FROM upper_sums"}[name])
        spark.sql("INSERT INTO base VALUES ('x', 5, 5)")


def test_a_column_fewer_in_a_view_is_missing_only_where_it_is_used(spark, chain, refresh):
    spark.sql("CREATE OR REPLACE VIEW plain AS SELECT k FROM base")
    before = spark.table("over_view").collect()
    with pytest.raises(PySparkException) as caught:
        spark.sql("REFRESH STREAM TABLE over_view FULL WITHOUT UPSTREAM")
    assert caught.value.getCondition() == "SOURCE_COLUMN_MISSING"
    assert "Column v of" in str(caught.value)
    assert spark.table("over_view").collect() == before


def test_a_source_stored_in_another_way_is_rebuilt_from(spark, chain, refresh):
    spark.sql("CREATE OR REPLACE STREAM TABLE upper_sums AS SELECT k, CAST(v AS BIGINT) AS s FROM base")
    spark.sql("INSERT INTO base VALUES ('x', 1, 2)")
    for name in ("lower_count", "star", "keys"):
        refresh(name)
    for name in ("middle", "star", "keys", "lower_count"):
        check(spark, name, chain[name])
