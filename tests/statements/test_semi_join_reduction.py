"""Rows of a source that a change asks for in several places are read once, and what they were is told from them."""

from __future__ import annotations

import pytest
from tests.same_rows import assert_same_rows

from streamtables.engine.reading import chosen_keys, semi_join_reduction
from streamtables.engine.reading.semi_join_reduction import SemiJoinReduction
from streamtables.engine.writing import apply
from streamtables.spark.jvm.settings import settings_for
from streamtables.spark.late_materialization.row_selection import RowSelection
from streamtables.spark.rows.materialized_frames import (
    DRIVER_LIMIT_ROWS,
    CollectedRows,
    collect_rows,
    most_collected_rows,
)
from streamtables.spark.tables.delta_writes import INTERPRETED, ONE_PLACE

COUNTED = (
    "SELECT person, count(*) AS n FROM orders o "
    "WHERE EXISTS (SELECT 1 FROM lines l WHERE l.order_id = o.id AND l.amount > 3) GROUP BY person"
)
ALONE = "SELECT o.id, o.person FROM orders o WHERE NOT EXISTS (SELECT 1 FROM lines l WHERE l.order_id = o.id)"
LARGEST = (
    "SELECT most, count(*) AS n FROM "
    "(SELECT o.id, max(l.amount) AS most FROM orders o LEFT JOIN lines l ON l.order_id = o.id GROUP BY o.id) "
    "GROUP BY most"
)


def pick_nothing(*_, **__):
    """Stands in for picking."""


@pytest.fixture(params=["picked", pytest.param("read by Spark", marks=pytest.mark.thorough)])
def read(request, spark, schema, monkeypatch):
    """Orders and lines that lie far apart; the sources that are read once."""
    if request.param != "picked":
        monkeypatch.setattr(RowSelection, "of", pick_nothing)
    monkeypatch.setattr(chosen_keys, "LEAST_BYTES", 0)
    monkeypatch.setattr(semi_join_reduction, "LEAST_BYTES", 0)
    monkeypatch.setattr(semi_join_reduction, "LEAST_SELECTED_BYTES", 0)
    monkeypatch.setattr(semi_join_reduction, "LEAST_PLACES_BEFORE", 2)
    found = []
    choose = semi_join_reduction.choose_keys

    def choose_keys(source, *arguments):
        chosen = choose(source, *arguments)
        found.extend([] if chosen is None else [source])
        return chosen

    monkeypatch.setattr(semi_join_reduction, "choose_keys", choose_keys)
    spark.sql("CREATE TABLE orders (id INT, person INT) USING delta")
    spark.sql("CREATE TABLE lines (order_id BIGINT, amount INT) USING delta")
    spark.sql("INSERT INTO orders SELECT id * 100, id % 7 FROM range(300) UNION ALL VALUES (NULL, 1), (200, 3)")
    spark.sql("INSERT INTO lines SELECT id % 200 * 100, id % 9 FROM range(600) UNION ALL VALUES (NULL, 8), (300, 8)")
    return found


CHANGES = (
    ("DELETE FROM lines WHERE order_id IN (100, 15000) AND amount > 3",),
    ("INSERT INTO lines VALUES (25000, 9), (25000, 9), (NULL, 5), (100, 1)", "DELETE FROM orders WHERE id = 200"),
    ("UPDATE orders SET id = NULL WHERE id = 300", "UPDATE lines SET amount = amount + 3 WHERE order_id = 400"),
    ("DELETE FROM lines WHERE order_id = 25000", "INSERT INTO orders VALUES (29950, 2), (500, 6)"),
)


@pytest.mark.parametrize("query", [COUNTED, ALONE, LARGEST])
def test_rows_that_are_read_once_are_those_that_each_place_needs(spark, read, refresh, query):
    spark.sql(f"CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS {query}")
    for statements in CHANGES:
        for statement in statements:
            spark.sql(statement)
        assert refresh("kept")["mode"] == "DIFFERENTIAL"
        assert_same_rows(spark.table("kept"), spark.sql(query), statements)
    assert read, "each place read its own rows"


@pytest.mark.parametrize(("most", "fits"), [(4, False), (1000, True)])
def test_as_many_rows_are_picked_as_the_drivers_memory_takes(spark, read, refresh, monkeypatch, most, fits):
    monkeypatch.setattr(semi_join_reduction, "most_collected_rows", lambda session: most)
    selected = []
    together = semi_join_reduction.select_together

    def noted(selections, limit):
        rows = together(selections, limit)
        selected.extend(
            found is not None for found, selection in zip(rows, selections, strict=True) if selection is not None
        )
        return rows

    monkeypatch.setattr(semi_join_reduction, "select_together", noted)
    monkeypatch.setattr(SemiJoinReduction, "_fit", lambda self, *arguments: True)
    spark.sql(f"CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS {LARGEST}")
    spark.sql("UPDATE lines SET amount = amount + 20 WHERE order_id IN (400, 9000)")
    assert refresh("kept")["mode"] == "DIFFERENTIAL"
    assert_same_rows(spark.table("kept"), spark.sql(LARGEST))
    assert RowSelection.of is pick_nothing or all(selected) == fits


def test_more_memory_takes_more_rows(spark):
    memory = spark._jvm.java.lang.Runtime.getRuntime().maxMemory()
    rows = most_collected_rows(spark)
    assert DRIVER_LIMIT_ROWS <= rows <= max(DRIVER_LIMIT_ROWS, memory // 4000)
    assert rows > DRIVER_LIMIT_ROWS or memory < 4100 * DRIVER_LIMIT_ROWS


JOINED = "SELECT o.person, count(*) AS n, sum(l.amount) AS s FROM orders o JOIN lines l ON l.order_id = o.id GROUP BY 1"
BELOW = (
    "SELECT o.id, o.person FROM orders o JOIN lines l ON l.order_id = o.id AND o.person = 3 "
    "WHERE l.amount < (SELECT avg(x.amount) FROM lines x WHERE x.order_id = o.id)"
)


@pytest.fixture
def asked(monkeypatch):
    """The sources that are asked for rows, each with the change or step that has the keys."""
    asked = set()
    choose = SemiJoinReduction._choose

    def chosen(self, *arguments):
        for one in choose(self, *arguments):
            asked.update((one.source, change.source) for change in one.keys.changes)
            yield one

    monkeypatch.setattr(SemiJoinReduction, "_choose", chosen)
    return asked


def test_changed_keys_that_meet_a_filter_say_which_rows_to_read(spark, read, refresh, asked, monkeypatch):
    # Changes of more rows are as many as a table has keys: only what has met the filter leaves rows out.
    monkeypatch.setattr(chosen_keys, "LARGEST_SHARE", 0.0015)
    spark.sql(f"CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS {BELOW}")
    for statements in (
        ("UPDATE lines SET amount = amount + 1 WHERE order_id % 1700 = 300",),
        ("DELETE FROM lines WHERE order_id IN (300, 1000) AND amount < 4", "INSERT INTO lines VALUES (300, 1)"),
        ("UPDATE orders SET person = 3 WHERE id = 500", "INSERT INTO lines SELECT id * 100, 2 FROM range(40)"),
    ):
        for statement in statements:
            spark.sql(statement)
        assert refresh("kept")["mode"] == "DIFFERENTIAL"
        assert_same_rows(spark.table("kept"), spark.sql(BELOW), statements)
    assert any(isinstance(keys, str) for _, keys in asked), "no step said which rows to read"


@pytest.mark.parametrize("most", [0, 10**6])
def test_steps_come_first_where_they_leave_out_most_of_what_the_change_asks_for(
    spark, read, refresh, asked, monkeypatch, most
):
    monkeypatch.setattr(semi_join_reduction, "MOST_BY_CHANGES", most)
    monkeypatch.setattr(chosen_keys, "LARGEST_SHARE", 1.0)
    spark.sql("CREATE TABLE parts USING delta AS SELECT CAST(id AS BIGINT) AS id, person FROM orders")
    query = BELOW.replace("orders", "parts")
    spark.sql(f"CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS {query}")
    for statement in ("UPDATE lines SET amount = amount + 1 WHERE order_id % 1700 = 300", CHANGES[0][0]):
        spark.sql(statement)
        assert refresh("kept")["mode"] in ("DIFFERENTIAL", "NO_CHANGE")
        assert_same_rows(spark.table("kept"), spark.sql(query), statement)
    # The lines are the one source that is asked for by its own change.
    own = {source for source, change in asked if source == change}
    steps = {source for source, change in asked if isinstance(change, str)}
    assert (not own and bool(steps)) if most == 0 else own


def test_a_statement_over_few_rows_in_memory_is_run_in_one_place(spark, read, refresh, monkeypatch):
    placed = []
    put = CollectedRows.in_one_place

    def in_one_place(self, session):
        placed.append(self.rows)
        return put(self, session)

    monkeypatch.setattr(CollectedRows, "in_one_place", in_one_place)
    spark.sql(f"CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS {JOINED}")
    for statements in CHANGES:
        for statement in statements:
            spark.sql(statement)
        assert refresh("kept")["mode"] in ("DIFFERENTIAL", "NO_CHANGE")
        assert_same_rows(spark.table("kept"), spark.sql(JOINED), statements)
    # Where Spark reads what the changes meet, that lies with the workers.
    assert bool(placed) is (RowSelection.of is not pick_nothing)


@pytest.mark.parametrize(("condition", "interpreted"), [("l.order_id = o.id", True), ("l.amount * 100 > o.id", False)])
def test_few_rows_are_interpreted_unless_each_meets_all_others(
    spark, read, refresh, monkeypatch, condition, interpreted
):
    used = []

    def noted(session, settings):
        used.append(settings)
        return settings_for(session, settings)

    monkeypatch.setattr(apply, "settings_for", noted)
    query = f"SELECT o.id, l.amount FROM orders o JOIN lines l ON {condition} WHERE l.amount > 7 AND o.id < 2000"
    spark.sql(f"CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS {query}")
    for statement in (
        "INSERT INTO lines VALUES (1000, 8), (NULL, 8)",
        "DELETE FROM lines WHERE order_id IN (800, 900)",
    ):
        spark.sql(statement)
        assert refresh("kept")["mode"] == "DIFFERENTIAL"
        assert_same_rows(spark.table("kept"), spark.sql(query), statement)
    is_interpreted = any(INTERPRETED.items() <= settings.items() for settings in used)
    assert is_interpreted is (interpreted and RowSelection.of is not pick_nothing)


def test_rows_in_one_place_are_joined_without_an_exchange(spark):
    collected = collect_rows(spark, spark.sql("SELECT id, id % 3 AS k FROM range(9)"))
    collected.in_one_place(spark).createOrReplaceTempView("__some")
    query = "SELECT /*+ SHUFFLE_HASH(a) */ a.k, count(*) AS n FROM __some a JOIN __some b ON a.id = b.id GROUP BY a.k"
    with settings_for(spark, ONE_PLACE):
        joined = spark.sql(query)
        plan = joined._jdf.queryExecution().executedPlan().toString()
        assert sorted(map(tuple, joined.collect())) == [(0, 3), (1, 3), (2, 3)]
    spark.catalog.dropTempView("__some")
    assert "Exchange" not in plan


def test_nothing_is_kept_behind_a_refresh(spark, read, refresh):
    spark.sql(f"CREATE STREAM TABLE kept REFRESH MODE DIFFERENTIAL AS {COUNTED}")
    spark.sql(CHANGES[0][0])
    refresh("kept")
    assert read
    assert spark._jsparkSession.sharedState().cacheManager().isEmpty()
