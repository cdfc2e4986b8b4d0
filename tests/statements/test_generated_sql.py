"""SQL that the rewriter makes, as Spark's analyzer and optimizer take it."""

from __future__ import annotations

import pytest
from py4j.protocol import Py4JJavaError
from pyspark.errors import PySparkException
from tests.equivalence.comparison import assert_equal

from streamtables.engine.programs.recompute import stored_rows_sql
from streamtables.engine.writing import apply
from streamtables.engine.writing.apply import materialize

_OVER_ITSELF = {
    "exists": "SELECT id, v, EXISTS (SELECT 1 FROM g AS f WHERE f.v = g.v AND f.id <> g.id) AS s FROM g",
    "absent": "SELECT id, CASE WHEN NOT EXISTS (SELECT 1 FROM g AS f WHERE f.v = g.v + 1) THEN 'd' END AS s FROM g",
    "member": (
        "SELECT id, v IN (SELECT f.id FROM g AS f) AS s, v NOT IN (SELECT f.id FROM g AS f WHERE f.id > 2) AS n FROM g"
    ),
    "scalar": "SELECT id, (SELECT max(f.id) FROM g AS f WHERE f.v = g.v) AS s FROM g",
    "counted": (
        "SELECT s, count(*) AS n, max(id) AS m FROM "
        "(SELECT id, EXISTS (SELECT 1 FROM g AS f WHERE f.v = g.v AND f.id <> g.id) AS s FROM g) GROUP BY s"
    ),
}
_KEYS = ("v IS NULL", "v IN (1, 2)", "v BETWEEN 1 AND 2", "s LIKE 'a%'", "(v = 1) IS TRUE", "(v = 1) = (id = 1)")
_SEEN = "SELECT l.v, m.seen FROM g AS l LEFT JOIN (SELECT id, 'y' AS seen FROM g) AS m ON m.id = l.v + 3"


@pytest.fixture
def g(spark, schema):
    spark.sql("CREATE TABLE g (id INT, v INT, s STRING) USING delta")
    spark.sql("INSERT INTO g VALUES (1, 1, 'a'), (2, 2, 'ab'), (3, 1, 'b'), (4, NULL, NULL)")


def test_subqueries_over_the_table_itself_as_values_follow_its_changes(spark, g):
    for name, query in _OVER_ITSELF.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    for change in (
        "INSERT INTO g VALUES (5, 5, 'x'), (6, 2, 'y')",
        "UPDATE g SET v = 4 WHERE id = 1",
        "DELETE FROM g WHERE id IN (2, 4)",
    ):
        spark.sql(change)
        rows = spark.sql(f"REFRESH STREAM TABLE {', '.join(_OVER_ITSELF)}").collect()
        assert {row["mode"] for row in rows} <= {"DIFFERENTIAL", "NO_CHANGE"}
        for name, query in _OVER_ITSELF.items():
            assert_equal(spark, name, query, change)
    for name in _OVER_ITSELF:
        assert spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"], name


def test_conditions_as_window_keys_are_maintained(spark, g, refresh):
    listed = ", ".join(f"count(*) OVER (PARTITION BY {key}) AS n{number}" for number, key in enumerate(_KEYS))
    query = f"SELECT id, {listed} FROM g"
    spark.sql(f"CREATE STREAM TABLE w REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("INSERT INTO g VALUES (5, NULL, 'abc')")
    assert refresh("w")["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "w", query, "conditions as window keys")


def test_text_of_the_user_keeps_its_columns_when_it_is_run(spark, g, refresh):
    queries = {
        "starred": "SELECT *, id + 1 AS n FROM g",
        "unnamed": "SELECT id + 1, DATE'2024-01-01', CAST(v AS STRING) FROM g WHERE (v = 1) IS TRUE",
        "united": "(SELECT id, 'a' AS c FROM g) UNION ALL SELECT v, s FROM g",
    }
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("ALTER TABLE g ADD COLUMN (late INT)")
    spark.sql("INSERT INTO g VALUES (9, 1, 'z', 1)")
    for name, query in queries.items():
        assert refresh(name, "FULL")["mode"] == "FULL"
        assert_equal(spark, name, query.replace("*", "id, v, s"), name)


def test_full_runs_the_text_of_the_user(spark, g, refresh, monkeypatch):
    spark.sql(f"CREATE STREAM TABLE seen REFRESH MODE DIFFERENTIAL AS {_SEEN}")
    assert_equal(spark, "seen", _SEEN, "first filling")
    run = []
    monkeypatch.setattr(apply, "stored_rows_sql", lambda *a: run.append(stored_rows_sql(*a)) or run[-1])
    assert refresh("seen", "FULL")["mode"] == "FULL"
    assert "'y' AS seen" in run[0]
    assert run[0].count("VERSION AS OF") == 2
    assert_equal(spark, "seen", _SEEN, "recomputed")
    spark.sql("INSERT INTO g VALUES (5, 5, 'x'), (7, 1, 'y')")
    assert refresh("seen")["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "seen", _SEEN, "maintained after that")


def test_exception_inside_of_spark_is_an_internal_error_and_auto_recomputes(spark, g, refresh, lenient, monkeypatch):
    spark.sql(f"CREATE STREAM TABLE strict REFRESH MODE DIFFERENTIAL AS {_SEEN}")
    spark.sql(f"CREATE STREAM TABLE lenient TBLPROPERTIES ('streamtables.full_fraction' = '1') AS {_SEEN}")
    spark.sql("INSERT INTO g VALUES (5, 5, 'x')")

    def fail(session, frame, *rest):
        # What is empty says so as Spark's own code does where it misses a column.
        session._jvm.java.util.Optional.empty().get()
        return materialize(session, frame, *rest)

    monkeypatch.setattr(apply, "materialize", fail)
    with pytest.raises(PySparkException) as caught:
        refresh("strict")
    assert caught.value.getCondition() == "DELTA_FAILED"
    assert "NoSuchElementException" in str(caught.value)
    assert not isinstance(caught.value, Py4JJavaError)
    row = refresh("lenient")
    assert (row["mode"], row["reason_code"]) == ("FULL", "INTERNAL_ERROR")
    assert "NoSuchElementException" in row["reason"]
    assert_equal(spark, "lenient", _SEEN, "recomputed")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS SELECT id FROM g",
        "CREATE OR REPLACE STREAM TABLE there AS SELECT id FROM g",
        "REFRESH STREAM TABLE there FULL",
        "VERIFY STREAM TABLE there",
    ],
)
@pytest.mark.parametrize("failing", ["spark", "system"])
def test_no_java_exception_reaches_a_user(spark, g, monkeypatch, statement, failing):
    spark.sql("CREATE STREAM TABLE there REFRESH MODE DIFFERENTIAL AS SELECT id FROM g")
    before = spark.table("there").collect()

    def fail(*_, **__):
        if failing == "spark":
            spark._jvm.java.util.Optional.empty().get()
        spark._jvm.java.io.FileInputStream("/nowhere")

    for step in ("defining.storage.write_backing", "writing.apply.apply_full", "verify.visible_rows_sql"):
        monkeypatch.setattr(f"streamtables.engine.{step}", fail)
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    assert not isinstance(caught.value, Py4JJavaError)
    condition, name = {
        "spark": ("SPARK_FAILED", "NoSuchElementException"),
        "system": ("SYSTEM_FAILED", "FileNotFoundException: /nowhere"),
    }[failing]
    assert caught.value.getCondition() == condition
    assert name in str(caught.value)
    assert spark.table("there").collect() == before
    assert not spark.catalog.tableExists("x")
