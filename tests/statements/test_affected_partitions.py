"""AUTO counts what window functions would be evaluated over, where it does not know what that takes."""

from __future__ import annotations

import pytest
from tests.same_rows import assert_same_rows

from streamtables.engine.reading import affected_partition_rows, shortcuts
from streamtables.engine.refreshing import decide

RANKED = "SELECT id, k, v, rank() OVER (PARTITION BY k ORDER BY v DESC, id) AS place FROM s"
RANKED_BY_NAME = "SELECT id, n, v, rank() OVER (PARTITION BY n ORDER BY v DESC, id) AS place FROM s"


@pytest.fixture
def counted(spark, schema, monkeypatch):
    """Twenty partitions of ten rows, one of 200 and those without a key; what was counted."""
    monkeypatch.setattr(affected_partition_rows, "LEAST_BYTES", 0)
    spark.sql("CREATE TABLE s (id INT, k INT, n STRING, v INT) USING delta")
    spark.sql(
        "INSERT INTO s SELECT id, nullif(k, 0), concat('n', nullif(k, 0)), id % 17 "
        "FROM (SELECT id, IF(id < 200, id % 20, 20) AS k FROM range(400))"
    )
    found = []
    own = decide.evaluates_most

    def kept(source, rows, of, most):
        found.append((rows, of))
        return own(source, rows, of, most)

    monkeypatch.setattr("streamtables.engine.refreshing.refresh.evaluates_most", kept)
    return found


def _check(spark, refresh, name, query):
    row = refresh(name)
    assert_same_rows(spark.table(name), spark.sql(query))
    return row


@pytest.mark.parametrize("query", [RANKED, RANKED_BY_NAME], ids=["numbers", "strings"])
def test_the_rows_of_changed_partitions_are_counted(spark, counted, refresh, query):
    for name in ("r", "w"):
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE AUTO AS {query}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id IN (1, 2)")
    assert _check(spark, refresh, "r", query)["mode"] == "DIFFERENTIAL"
    spark.sql("UPDATE s SET v = v + 1 WHERE id IN (3, 300)")
    row = _check(spark, refresh, "w", query)
    assert row["mode"] == "FULL"
    assert "window functions would be evaluated anew over 230 rows of " in row["reason"]
    assert counted == [(20, 400), (230, 400)]
    # What has been tried once, the history tells of.
    assert _check(spark, refresh, "r", query)["mode"] == "DIFFERENTIAL"
    assert len(counted) == 2


@pytest.mark.parametrize(
    ("partition", "rows"),
    [("k % 5", 40), ("upper(n)", 10), ("k, v", 2), ("k, v % 2", 10)],
    ids=["number", "string", "columns", "column-and-number"],
)
def test_keys_are_expressions_and_several(spark, counted, refresh, partition, rows):
    query = f"SELECT id, rank() OVER (PARTITION BY {partition} ORDER BY v, id) AS place FROM s"
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE AUTO AS {query}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id = 1")
    assert _check(spark, refresh, "r", query)["mode"] == "DIFFERENTIAL"
    assert counted == [(rows, 400)]


def test_keys_may_fail_for_rows_that_the_query_leaves_out(spark, counted, refresh):
    query = "SELECT id, rank() OVER (PARTITION BY 10 DIV (k - 3) ORDER BY v, id) AS place FROM s WHERE k <> 3"
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE AUTO AS {query}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id = 1")
    assert _check(spark, refresh, "r", query)["mode"] == "DIFFERENTIAL"
    assert counted == []


def test_a_window_below_one_of_another_partitioning_is_evaluated_over_all_rows(spark, counted, refresh):
    one = "id, rank() OVER (PARTITION BY k ORDER BY id) AS place"
    apart = f"SELECT {one}, sum(v) OVER (PARTITION BY v % 3 ORDER BY id) AS total FROM s"
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE AUTO AS {apart}")
    within = f"SELECT {one}, sum(v) OVER (PARTITION BY k, v % 3 ORDER BY id) AS total FROM s"
    spark.sql(f"CREATE STREAM TABLE w REFRESH MODE AUTO AS {within}")
    spark.sql("UPDATE s SET v = v + 3 WHERE id = 1")
    assert _check(spark, refresh, "r", apart)["mode"] == "FULL"
    assert counted == [(400, 400)]
    assert _check(spark, refresh, "w", within)["mode"] == "DIFFERENTIAL"
    assert counted[1:] == [(10, 400)]


def test_rows_without_a_key_are_a_partition(spark, counted, refresh):
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE AUTO AS {RANKED_BY_NAME}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id = 0")
    assert _check(spark, refresh, "r", RANKED_BY_NAME)["mode"] == "DIFFERENTIAL"
    assert counted == [(10, 400)]


def test_many_partitions_are_enough_to_know(spark, counted, refresh):
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE AUTO AS {RANKED}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id < 12")
    assert _check(spark, refresh, "r", RANKED)["mode"] == "FULL"
    # 11 of the 20 numbers; the twelfth row has no key.
    assert counted == [(220, 400)]


def test_what_is_asked_for_is_not_counted(spark, counted, refresh):
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE DIFFERENTIAL AS {RANKED}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id = 300")
    assert _check(spark, refresh, "r", RANKED)["mode"] == "DIFFERENTIAL"
    spark.sql("CREATE STREAM TABLE g REFRESH MODE AUTO AS SELECT k, max(v) AS m FROM s GROUP BY k")
    spark.sql("UPDATE s SET v = v - 1 WHERE id = 300")
    assert _check(spark, refresh, "g", "SELECT k, max(v) AS m FROM s GROUP BY k")["mode"] == "DIFFERENTIAL"
    assert counted == []


def test_all_rows_are_one_partition(spark, counted, refresh):
    query = "SELECT id, rank() OVER (ORDER BY v DESC, id) AS place FROM s"
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE AUTO AS {query}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id = 300")
    assert _check(spark, refresh, "r", query)["mode"] == "FULL"
    assert counted == [(400, 400)]


def test_a_result_that_the_driver_cannot_hold_is_recomputed(spark, counted, refresh, monkeypatch):
    monkeypatch.setattr(shortcuts, "most_collected_rows", lambda session: 9)
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE AUTO AS {RANKED}")
    spark.sql("UPDATE s SET v = v + 1 WHERE id IN (1, 2)")
    row = _check(spark, refresh, "r", RANKED)
    assert row["mode"] == "FULL"
    assert "above 18 rows recomputing is cheaper" in row["reason"]
