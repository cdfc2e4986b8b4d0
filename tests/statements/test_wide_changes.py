"""Few changed rows on which many depend: a new name in a small table renames a large share of a large one."""

from __future__ import annotations

import pytest
from tests.equivalence.comparison import assert_equal
from tests.same_rows import assert_same_rows

from streamtables.engine.reading.change_sizes import rows_joined
from streamtables.engine.writing import apply
from streamtables.spark.rows import materialized_frames
from streamtables.spark.tables.delta_writes import small_change

QUERY = "SELECT f.id, f.v, d.name, o.label FROM f JOIN d ON f.d = d.id JOIN o ON f.o = o.id"


@pytest.fixture
def wide(spark, schema):
    """A stream table of many rows for each of a few, all of whose files can hide rows."""
    spark.sql("CREATE TABLE d (id INT, name STRING) USING delta")
    spark.sql("CREATE TABLE o (id INT, label STRING) USING delta")
    spark.sql("CREATE TABLE f (id INT, d INT, o INT, v INT) USING delta")
    spark.sql("INSERT INTO d VALUES (0, 'zero'), (1, 'one')")
    spark.sql("INSERT INTO o SELECT id, repeat('x', 10 + CAST(id AS INT)) FROM range(100)")
    spark.sql("INSERT INTO f SELECT id, id % 2, id % 100, id % 7 FROM range(1000)")
    spark.sql(f"CREATE STREAM TABLE r REFRESH MODE DIFFERENTIAL AS {QUERY}")
    return schema


def _check(spark, refresh):
    row = refresh("r")
    assert (row["mode"], row["rows_inserted"], row["rows_deleted"]) == ("DIFFERENTIAL", 500, 500)
    assert_same_rows(spark.table("r"), spark.sql(QUERY))
    return spark.sql("DESCRIBE HISTORY r__stream LIMIT 1").first()["operation"]


def test_what_fits_is_held(spark, wide, refresh):
    spark.sql("UPDATE d SET name = 'nil' WHERE id = 0")
    assert _check(spark, refresh) == "UPDATE"


def test_more_rows_than_the_driver_holds_stay_with_the_workers(spark, wide, refresh, monkeypatch):
    spark.sql("UPDATE d SET name = 'nil' WHERE id = 0")
    monkeypatch.setattr(materialized_frames, "most_collected_rows", lambda session: 999)
    assert _check(spark, refresh) == "MERGE"


def test_the_stored_copies_of_rows_that_go_are_counted_once(spark, wide, refresh, monkeypatch):
    merge, plans = apply._merge, []

    def seen(session, program, state, statement, *rest):
        source = statement.args["using"].this.sql("spark")
        plans.append(session.sql(f"SELECT count(*) FROM ({source})")._jdf.queryExecution().executedPlan().toString())
        return merge(session, program, state, statement, *rest)

    monkeypatch.setattr(apply, "_merge", seen)
    monkeypatch.setattr(materialized_frames, "most_collected_rows", lambda session: 999)
    spark.sql("UPDATE d SET name = 'nil' WHERE id = 0")
    assert _check(spark, refresh) == "MERGE"
    (plan,) = plans
    assert "InMemoryRelation" in plan
    assert "Join" not in plan.split("InMemoryRelation")[0]


def test_what_is_too_large_to_be_sent_around_is_not(spark, wide, refresh, monkeypatch):
    spark.sql("UPDATE d SET name = 'nil' WHERE id = 0")
    refused = []

    def with_little_room(session, read_bytes):
        refused.append(read_bytes)
        return {**small_change(session, read_bytes), "spark.sql.maxBroadcastTableSize": "64b"}

    monkeypatch.setattr("streamtables.engine.reading.bound_statements.small_change", with_little_room)
    assert _check(spark, refresh) == "MERGE"
    assert refused


QUERIES = {
    "joined": "SELECT s.id, s.note, s.price, s.tags, s.place, d.name FROM s LEFT JOIN d ON d.id = s.k",
    "sums": "SELECT k, count(*) AS n, sum(price) AS p FROM s GROUP BY k",
    "largest": "SELECT k, max(note) AS m, sort_array(collect_set(tags[0])) AS t FROM s GROUP BY k",
    "ranked": "SELECT id, k, price, rank() OVER (PARTITION BY k ORDER BY price DESC, note) AS r FROM s",
    "present": "SELECT id, note FROM s WHERE EXISTS (SELECT 1 FROM d WHERE d.id = s.k AND d.name <> s.note)",
}


def test_thousands_of_changed_rows_are_maintained_in_every_way_of_applying_them(spark, schema, refresh):
    """The driver holds them outside of the plans."""
    spark.sql(
        "CREATE TABLE s (id INT, k INT, note STRING, price DECIMAL(20, 2), tags ARRAY<STRING>, "
        "place STRUCT<x: INT, day: DATE>) USING delta"
    )
    spark.sql("CREATE TABLE d (id INT, name STRING) USING delta")
    rows = (
        "id, nullif(id % 40, 7), concat('n', id % 90), id / 3, array(concat('t', id % 3), NULL), "
        "IF(id % 11 = 0, NULL, named_struct('x', CAST(id AS INT), 'day', DATE'2024-01-01' + CAST(id AS INT)))"
    )
    spark.sql(f"INSERT INTO s SELECT {rows} FROM range(6000)")
    spark.sql("INSERT INTO d SELECT id, concat('d', id) FROM range(30)")
    for name, query in QUERIES.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    for statements in (
        (
            "UPDATE s SET note = concat(note, '!'), tags = array(note) WHERE id % 2 = 0",
            "DELETE FROM s WHERE id % 5 = 1",
        ),
        (f"INSERT INTO s SELECT {rows} FROM range(7000, 9000)", "UPDATE d SET name = 'n8' WHERE id < 20"),
    ):
        for statement in statements:
            spark.sql(statement)
        for name, query in QUERIES.items():
            assert refresh(name)["mode"] == "DIFFERENTIAL"
            assert_equal(spark, name, query, statements[0])


def test_a_frame_that_does_not_fit_is_cached(spark, monkeypatch):
    monkeypatch.setattr(materialized_frames, "most_collected_rows", lambda session: 10)
    assert materialized_frames.collect_rows(spark, spark.range(10)).rows == 10
    assert materialized_frames.collect_rows(spark, spark.range(11)) is None
    assert materialized_frames.collect_rows(spark, spark.sql("SELECT explode(sequence(1, 11))")) is None
    small = materialized_frames.materialize(spark, spark.sql("SELECT id AS w FROM range(11)"), "w", 1)
    assert (small.rows, small.positive, small.local) == (11, 55, False)
    small.release()


def test_rows_are_estimated_from_the_sizes_of_tables():
    assert rows_joined([(1, 10)], 1_000_000) == 100_000
    assert rows_joined([(1, 10), (5, 1_000_000)], 1_000_000) == 100_005
    assert rows_joined([(7, None), (3, 0)], 1_000) == 10
    assert rows_joined([(7, 100)], 50) == 7


def test_a_change_that_meets_most_of_a_large_table_is_not_sent_around(spark, wide, refresh, monkeypatch):
    spark.sql("UPDATE d SET name = 'nil' WHERE id = 0")
    for reading in ("read_changes", "shortcuts"):
        monkeypatch.setattr(f"streamtables.engine.reading.{reading}.DRIVER_LIMIT_ROWS", 999)
    assert _check(spark, refresh) == "MERGE"
