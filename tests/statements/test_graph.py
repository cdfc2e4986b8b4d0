"""Stream tables on stream tables."""

from __future__ import annotations

import threading

import pytest
from pyspark.errors import PySparkException

import streamtables
from streamtables.fault_points import FAULT_POINTS


def _create(spark, name, query, mode="DIFFERENTIAL"):
    spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE {mode} AS {query}")


def _modes(spark, statement):
    return {r["stream_table"].rsplit(".", 1)[1]: r["mode"] for r in spark.sql(statement).collect()}


def _verify(spark, *names):
    for name in names:
        assert spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"], name


def _same(spark, name, query):
    assert sorted(map(repr, spark.table(name).collect())) == sorted(map(repr, spark.sql(query).collect()))


def test_a_chain_is_refreshed_in_one_run_from_the_top(spark, orders):
    _create(spark, "a", "SELECT region, amount FROM orders WHERE amount > 1")
    _create(spark, "b", "SELECT region, sum(amount) AS total FROM a GROUP BY region")
    _create(spark, "c", "SELECT total FROM b WHERE total > 3")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 10), (5, 'south', 10)")
    assert _modes(spark, "REFRESH STREAM TABLE c") == dict.fromkeys("abc", "DIFFERENTIAL")
    _same(
        spark,
        "c",
        "SELECT * FROM (SELECT sum(amount) AS total FROM orders WHERE amount > 1 GROUP BY region) WHERE total > 3",
    )
    _verify(spark, *"abc")
    spark.sql("DELETE FROM orders WHERE id = 5")
    assert _modes(spark, "REFRESH STREAM TABLE a CASCADE") == dict.fromkeys("abc", "DIFFERENTIAL")
    _verify(spark, *"abc")


def test_equal_rows_of_a_stream_table_count_for_its_readers(spark, orders):
    _create(spark, "regions", "SELECT region FROM orders")
    _create(spark, "counted", "SELECT region, count(*) AS n FROM regions GROUP BY region")
    _create(spark, "joined", "SELECT r.region, o.id FROM regions r JOIN orders o ON r.region = o.region")
    spark.sql("INSERT INTO orders VALUES (6, 'north', 1), (7, 'north', 1)")
    spark.sql("DELETE FROM orders WHERE id = 1")
    modes = _modes(spark, "REFRESH STREAM TABLE counted, joined")
    assert set(modes.values()) == {"DIFFERENTIAL"}
    _same(spark, "counted", "SELECT region, count(*) AS n FROM orders GROUP BY region")
    _same(spark, "joined", "SELECT r.region, o.id FROM orders r JOIN orders o ON r.region = o.region")


def test_a_diamond_reads_one_version_of_its_source(spark, orders):
    _create(spark, "counts", "SELECT region, count(*) AS n FROM orders GROUP BY region")
    _create(spark, "sums", "SELECT region, sum(amount) AS total FROM orders GROUP BY region")
    _create(spark, "bottom", "SELECT c.region, n, total FROM counts c JOIN sums s ON c.region = s.region")
    spark.sql("UPDATE orders SET region = 'south' WHERE id = 1")
    assert _modes(spark, "REFRESH STREAM TABLE bottom") == dict.fromkeys(["counts", "sums", "bottom"], "DIFFERENTIAL")
    _same(
        spark,
        "bottom",
        "SELECT region, count(*) AS n, sum(amount) AS total FROM orders WHERE region IS NOT NULL GROUP BY region",
    )
    schema = orders.split(".")[0]
    graph = streamtables.table(spark, "bottom").graph()
    assert {name for name, node in graph.nodes.items() if node.is_source} == {orders}
    assert graph.layers() == [[orders], [f"{schema}.counts", f"{schema}.sums"], [f"{schema}.bottom"]]
    assert (graph.nodes[f"{schema}.sums"].status, graph.nodes[f"{schema}.sums"].last_mode) == ("ok", "DIFFERENTIAL")
    assert set(streamtables.table(spark, f"{schema}.Counts").graph().nodes) == graph.nodes.keys() - {f"{schema}.sums"}


def test_tables_that_do_not_read_each_other_are_refreshed_beside_each_other(spark, orders):
    _create(spark, "counts", "SELECT region, count(*) AS n FROM orders GROUP BY region")
    _create(spark, "sums", "SELECT region, sum(amount) AS total FROM orders GROUP BY region")
    _create(spark, "bottom", "SELECT c.region, n, total FROM counts c JOIN sums s ON c.region = s.region")
    modes = dict.fromkeys(["counts", "sums", "bottom"], "DIFFERENTIAL")
    both, seen = threading.Barrier(2, timeout=60), []

    def meet(point):
        if point == "refresh.computed":
            seen.append(threading.current_thread().name)
            if len(seen) < 3:
                both.wait()

    spark.sql("UPDATE orders SET region = 'south' WHERE id = 1")
    with FAULT_POINTS.listen(meet):
        assert _modes(spark, "REFRESH STREAM TABLE bottom") == modes
    assert len(set(seen)) == 3
    _verify(spark, *modes)

    seen.clear()
    spark.conf.set("spark.streamtables.parallelism", "1")
    try:
        spark.sql("UPDATE orders SET region = 'west' WHERE id = 1")
        with FAULT_POINTS.listen(lambda point: seen.append(threading.current_thread().name)):
            assert _modes(spark, "REFRESH STREAM TABLE bottom") == modes
        assert len(set(seen)) == 1
        _verify(spark, *modes)
        spark.conf.set("spark.streamtables.parallelism", "none")
        with pytest.raises(PySparkException, match="INVALID_SETTING"):
            spark.sql("REFRESH STREAM TABLE bottom")
    finally:
        spark.conf.unset("spark.streamtables.parallelism")


def test_a_full_refresh_above_is_a_true_difference_below(spark, orders):
    _create(spark, "top", "SELECT id, region FROM orders", "AUTO")
    _create(spark, "below", "SELECT region, count(*) AS n FROM top GROUP BY region")
    assert spark.sql("REFRESH STREAM TABLE top FULL").first()["mode"] == "FULL"
    assert _modes(spark, "REFRESH STREAM TABLE below")["below"] == "NO_CHANGE"
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    spark.sql("REFRESH STREAM TABLE top FULL")
    assert _modes(spark, "REFRESH STREAM TABLE below")["below"] == "DIFFERENTIAL"
    _same(spark, "below", "SELECT region, count(*) AS n FROM orders GROUP BY region")


def test_without_upstream_leaves_what_is_above_alone(spark, orders):
    _create(spark, "top", "SELECT id FROM orders")
    _create(spark, "below", "SELECT id FROM top")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    assert _modes(spark, "REFRESH STREAM TABLE below WITHOUT UPSTREAM") == {"below": "NO_CHANGE"}
    assert spark.table("below").count() == 4


def test_a_having_hides_groups_from_readers_too(spark, orders):
    _create(spark, "big", "SELECT region, sum(amount) AS total FROM orders GROUP BY region HAVING sum(amount) > 3.9")
    _create(spark, "readers", "SELECT count(*) AS n FROM big")
    assert spark.table("readers").first()[0] == 2
    spark.sql("DELETE FROM orders WHERE id = 2")
    _modes(spark, "REFRESH STREAM TABLE readers")
    assert spark.table("readers").first()[0] == 1


def test_all_stream_tables_of_a_schema_are_refreshed(spark, schema, orders):
    _create(spark, "a", "SELECT id FROM orders")
    _create(spark, "b", "SELECT id FROM a")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    assert _modes(spark, f"REFRESH STREAM TABLES IN {schema}") == {"a": "DIFFERENTIAL", "b": "DIFFERENTIAL"}


def test_a_failure_names_itself_and_skips_only_what_is_below(spark, schema, orders):
    spark.sql("CREATE TABLE doomed (a INT) USING delta")
    _create(spark, "bad", "SELECT a FROM doomed")
    _create(spark, "worse", "SELECT a FROM bad")
    _create(spark, "good", "SELECT id FROM orders")
    spark.sql("DROP TABLE doomed")
    spark.sql("INSERT INTO orders VALUES (5, 'south', 1)")
    with pytest.raises(PySparkException) as caught:
        spark.sql(f"REFRESH STREAM TABLES IN {schema}")
    assert caught.value.getCondition() == "REFRESH_FAILED"
    assert "1 of 3" in str(caught.value)
    assert "bad" in str(caught.value)
    assert "worse" in str(caught.value)
    assert spark.table("good").count() == 5


def test_drop_is_refused_while_others_read(spark, orders):
    _create(spark, "a", "SELECT id FROM orders")
    _create(spark, "b", "SELECT id FROM a")
    with pytest.raises(PySparkException) as caught:
        spark.sql("DROP STREAM TABLE a")
    assert caught.value.getCondition() == "DEPENDENT_STREAM_TABLES"
    dropped = [row[0].rsplit(".", 1)[1] for row in spark.sql("DROP STREAM TABLE a CASCADE").collect()]
    assert dropped == ["b", "a"]
    assert not spark.catalog.tableExists("a__stream")
    assert not spark.catalog.tableExists("b")


def test_readers_of_one_source_keep_their_own_place(spark, orders):
    for name in ("often", "rarely"):
        _create(spark, name, "SELECT region, count(*) AS n, max(amount) AS most FROM orders GROUP BY region")
    for statement in (
        "INSERT INTO orders VALUES (5, 'south', 9)",
        "UPDATE orders SET amount = 7 WHERE region = 'south'",
        "DELETE FROM orders WHERE id = 1",
        "OPTIMIZE orders",
    ):
        spark.sql(statement)
        spark.sql("REFRESH STREAM TABLE often")
    _verify(spark, "often")
    assert _modes(spark, "REFRESH STREAM TABLE often, rarely") == {"often": "NO_CHANGE", "rarely": "DIFFERENTIAL"}
    _verify(spark, "rarely")


MERGED = "TBLPROPERTIES ('streamtables.apply' = 'merge')"


@pytest.mark.parametrize(
    ("properties", "query"),
    [
        ("", "SELECT k, max(v) AS n FROM s GROUP BY k"),
        ("", "SELECT k, sum(v) AS n FROM s GROUP BY k"),
        (MERGED, "SELECT k, sum(v) AS n FROM s GROUP BY k"),
        ("", "SELECT k, v AS n FROM s"),
    ],
    ids=["recomputed", "parts", "added_up", "rows"],
)
def test_one_changed_group_of_many_is_a_small_change_below(spark, schema, properties, query):
    spark.sql("CREATE TABLE s (k INT, v INT) USING delta")
    spark.sql("INSERT INTO s SELECT id, id FROM range(500)")
    spark.sql(f"CREATE STREAM TABLE kept {properties} AS {query}")
    spark.sql("CREATE STREAM TABLE below AS SELECT k % 7 AS b, sum(n) AS t FROM kept GROUP BY k % 7")
    spark.sql("UPDATE s SET v = 1000 WHERE k = 250")
    rows = {row["stream_table"].split(".")[1]: row for row in spark.sql("REFRESH STREAM TABLE below").collect()}
    assert [(row["mode"], row["reason"]) for row in rows.values()] == [
        ("DIFFERENTIAL", f"changed: {schema}.s"),
        ("DIFFERENTIAL", f"changed: {schema}.kept"),
    ]
    _verify(spark, "below")
    spark.sql("UPDATE s SET v = v + 1 WHERE k < 100")
    assert spark.sql("REFRESH STREAM TABLE kept DIFFERENTIAL").first()["mode"] == "DIFFERENTIAL"
    (row,) = spark.sql("REFRESH STREAM TABLE below").where("stream_table LIKE '%.below'").collect()
    assert row["mode"] == "FULL"
    assert f"of {schema}.kept, above" in row["reason"]
    _verify(spark, "below")
