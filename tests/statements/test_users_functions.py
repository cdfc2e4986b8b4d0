"""Functions of users: kept from changes where they are a function of their rows, refused by name where they are not."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pandas as pd
import pytest
from pyspark.errors import PySparkException
from pyspark.sql.functions import pandas_udf, udf
from tests.equivalence.comparison import assert_equal

_JAVA = Path(__file__).parent / "java"

_IN_PYTHON = {
    "some": "SELECT k, spread(v) AS s, spread(v) + spread(v + k) AS u FROM t GROUP BY k",
    "having": "SELECT k, spread(v) AS s FROM t GROUP BY k HAVING spread(v) > 1",
    "of_all": "SELECT spread(v) AS s FROM t",
    "of_some": "SELECT spread(v) AS s FROM t WHERE v > 90",
    "floating": "SELECT k, middle(d) AS m, plus(CAST(middle(d) AS INT)) AS p FROM t GROUP BY k",
    "array": "SELECT k, listed(v) AS l FROM t GROUP BY k",
    "rollup": "SELECT k, spread(v) AS s FROM t GROUP BY ROLLUP (k)",
    "below_a_join": "SELECT t.v, g.s FROM t JOIN (SELECT k, spread(v) AS s FROM t GROUP BY k) g ON g.k = t.k",
    "below_a_group": "SELECT s, count(*) AS n FROM (SELECT k, spread(v) AS s FROM t GROUP BY k) GROUP BY s",
    "correlated": "SELECT v, (SELECT spread(u.v) FROM t u WHERE u.k = t.k AND u.v > 1) AS s FROM t",
    "window": "SELECT k, v, spread(v) OVER (PARTITION BY k) AS s, sum(v) OVER (PARTITION BY k) AS b FROM t",
    "ordered": "SELECT k, v, spread(v) OVER (PARTITION BY k ORDER BY v) AS s FROM t",
    "floats_in_a_window": "SELECT k, v, middle(d) OVER (PARTITION BY k) AS m FROM t",
    "running_floats": "SELECT k, v, middle(d) OVER (PARTITION BY k ORDER BY v) AS m FROM t",
}
_IN_JAVA = {
    "beside": "SELECT k, total(v) AS s, Total(v + 1) AS u, sum(v) AS b, count(*) AS n FROM t GROUP BY k",
    "clauses": "SELECT k, total(v) FILTER (WHERE v > 1) AS s, total(DISTINCT v) AS u, max(v) AS m FROM t GROUP BY k",
    "having": "SELECT k, total(v) AS s FROM t GROUP BY k HAVING total(v) > 3 AND count(*) < 9",
    "of_all": "SELECT total(v) + 1 AS s FROM t WHERE v > 90",
    "qualified": "SELECT k, session.total(v) AS s FROM t GROUP BY k",
    "stored": "SELECT k, stored_total(v) AS s FROM t GROUP BY k",
    "stored_by_schema": "SELECT k, {schema}.stored_total(DISTINCT v) FILTER (WHERE v > 1) AS s FROM t GROUP BY k",
    "stored_in_a_view": "SELECT s, count(*) AS n FROM stored_totals GROUP BY s",
    "below_a_join": "SELECT t.v, g.s FROM t JOIN (SELECT k, total(v) AS s FROM t GROUP BY k) g ON g.k = t.k",
    "below_a_group": "SELECT s, count(*) AS n FROM (SELECT k, total(v) AS s FROM t GROUP BY k) GROUP BY s",
    "window": "SELECT k, v, total(v) OVER (PARTITION BY k ORDER BY v) AS s FROM t",
    "stored_window": "SELECT k, {schema}.stored_total(v) OVER (PARTITION BY upper(string(k))) AS s FROM t",
    "scalar": "SELECT k, java_plus(v) AS p FROM t",
}
_SCALAR = {
    "python": "SELECT k, plus(v) AS p FROM t WHERE plus(v) > 2",
    "vectors": "SELECT raised(v) AS p, count(*) AS n FROM t GROUP BY raised(v)",
    "over_groups": "SELECT k, plus(CAST(sum(v) AS INT)) AS p FROM t GROUP BY k HAVING plus(CAST(count(*) AS INT)) > 2",
    "join": "SELECT a.v, b.v AS w FROM t a LEFT JOIN t b ON plus(a.v) = b.v",
    "sql": "SELECT one_more(v) AS p, {schema}.one_more(k) AS q FROM t",
    "sql_over_groups": "SELECT k, one_more(CAST(sum(v) AS INT)) AS p FROM t GROUP BY k",
    "temporary_sql": "SELECT twice(v) AS p FROM t",
    "of_an_argument": "SELECT plus((SELECT max(k) FROM t)) AS p, v FROM t",
}
_REFUSED = {
    "dice": ("SELECT dice(v) AS x FROM t", "NON_DETERMINISTIC_FUNCTION"),
    "chance": ("SELECT k, chance(v) AS x FROM t GROUP BY k", "NON_DETERMINISTIC_FUNCTION"),
    "random": ("SELECT at_random(v) AS x FROM t", "NON_DETERMINISTIC_FUNCTION"),
    "random_inside": ("SELECT at_random_inside(v) AS x FROM t", "NON_DETERMINISTIC_FUNCTION"),
    "reads": ("SELECT highest() AS x, v FROM t", "FUNCTION_READS_TABLES"),
    "reads_inside": ("SELECT above_highest(v) AS x FROM t", "FUNCTION_READS_TABLES"),
    "table_valued": ("SELECT * FROM of_group(1)", "TABLE_FUNCTION"),
    "floats_below": (
        "SELECT t.v, g.m FROM t JOIN (SELECT k, middle(d) AS m FROM t GROUP BY k) g ON g.k = t.k",
        "NESTED_FLOAT_AGGREGATE",
    ),
    "array_below": (
        "SELECT t.v, g.m FROM t JOIN (SELECT k, listed(v) AS m FROM t GROUP BY k) g ON g.k = t.k",
        "ORDER_DEPENDENT",
    ),
    "floats_over_ties": (
        "SELECT middle(d) OVER (PARTITION BY k ORDER BY v RANGE 1 PRECEDING) AS m FROM t",
        "ORDER_DEPENDENT",
    ),
}
_SAME_EACH_TIME = ("reads", "reads_inside", "table_valued", "floats_below", "array_below", "floats_over_ties")


@pytest.fixture
def functions(spark, schema, monkeypatch):
    """A table of three groups, and functions in Python and in SQL."""
    monkeypatch.setattr(spark.sparkContext, "pythonExec", sys.executable)
    spark.sql("CREATE TABLE t (k INT, v INT, d DOUBLE) USING delta")
    spark.sql("INSERT INTO t VALUES (1, 1, 0.1), (1, 2, 0.2), (1, 5, 0.3), (2, 3, 0.5), (2, 3, 1), (3, 7, 2)")

    def whole(value):
        return None if value is None else value + 1

    def vector(values: pd.Series) -> pd.Series:
        return values + 1

    def spread(values: pd.Series) -> int:
        known = values.dropna()
        return int(known.max() - known.min()) if len(known) else None

    def middle(values: pd.Series) -> float:
        return float(values.mean())

    def listed(values: pd.Series) -> list[int]:
        return sorted(int(value) for value in values.dropna())

    made = {
        "plus": udf(whole, "int"),
        "dice": udf(whole, "int").asNondeterministic(),
        "raised": pandas_udf(vector, "int"),
        "spread": pandas_udf(spread, "bigint"),
        "chance": pandas_udf(spread, "bigint").asNondeterministic(),
        "middle": pandas_udf(middle, "double"),
        "listed": pandas_udf(listed, "array<bigint>"),
    }
    for name, function in made.items():
        spark.udf.register(name, function)
    spark.sql("CREATE TEMPORARY FUNCTION twice(x INT) RETURNS INT RETURN x * 2")
    for function in (
        "one_more(x INT) RETURNS INT RETURN x + 1",
        "at_random(x INT) RETURNS DOUBLE RETURN x + rand()",
        "at_random_inside(x INT) RETURNS DOUBLE RETURN at_random(x) + 1",
        "highest() RETURNS INT RETURN (SELECT max(v) FROM t)",
        "above_highest(x INT) RETURNS INT RETURN one_more(highest()) + x",
        "of_group(g INT) RETURNS TABLE (v INT) RETURN SELECT v FROM t WHERE k = g",
    ):
        spark.sql(f"CREATE FUNCTION {function}")
    yield schema
    for name in (*made, "twice"):
        spark.sql(f"DROP TEMPORARY FUNCTION IF EXISTS {name}")


@pytest.fixture(scope="module")
def java_classes(plain_spark, tmp_path_factory):
    """A jar of the Java functions."""
    jvm = plain_spark._jvm
    compiler = Path(jvm.java.lang.System.getProperty("java.home")) / "bin" / "javac"
    if not compiler.exists():
        pytest.skip("needs a JDK, not only a JRE")
    folder = tmp_path_factory.mktemp("java")
    path = jvm.java.lang.System.getProperty("java.class.path")
    command = [compiler, "-nowarn", "-d", folder, "-cp", path, *_JAVA.glob("*.java")]
    subprocess.run(command, check=True, capture_output=True)
    jar = folder / "functions.jar"
    with zipfile.ZipFile(jar, "w") as archive:
        for compiled in folder.rglob("*.class"):
            archive.write(compiled, compiled.relative_to(folder))
    plain_spark.sql(f"ADD JAR '{jar}'")
    return jar


@pytest.fixture
def java_functions(spark, functions, java_classes):
    """The same, with functions in Java (an Aggregator, a stored aggregate, a scalar one), and a view that calls one."""
    jvm, session = spark._jvm, spark._jsparkSession
    total = session.sharedState().jarClassLoader().loadClass("streamtables_tests.Total").newInstance()
    aggregate = jvm.org.apache.spark.sql.functions.udaf(total, jvm.org.apache.spark.sql.Encoders.LONG())
    session.udf().register("total", aggregate)
    session.udf().register("java_dice", aggregate.asNondeterministic())
    spark.udf.registerJavaFunction("java_plus", "streamtables_tests.Plus", "int")
    spark.sql(f"CREATE FUNCTION stored_total AS 'streamtables_tests.StoredTotal' USING JAR '{java_classes}'")
    spark.sql("CREATE VIEW stored_totals AS SELECT k, stored_total(v) AS s FROM t GROUP BY k")
    yield functions
    for name in ("total", "java_dice", "java_plus"):
        spark.sql(f"DROP TEMPORARY FUNCTION IF EXISTS {name}")


def _error(spark, statement):
    with pytest.raises(PySparkException) as caught:
        spark.sql(statement)
    return caught.value


def _assert_kept(spark, schema, queries, mode="DIFFERENTIAL"):
    """Keep all queries while their table changes in every way, and compare after each refresh."""
    for name, query in queries.items():
        words = "REFRESH MODE DIFFERENTIAL" if mode == "DIFFERENTIAL" else ""
        spark.sql(f"CREATE STREAM TABLE {name} {words} AS {query}")
    for changes in (
        ["INSERT INTO t VALUES (1, 9, 4), (4, 1, 0.7), (NULL, NULL, NULL), (4, 99, 3)"],
        ["UPDATE t SET v = v + 1, k = 2 WHERE v IN (2, 9)", "DELETE FROM t WHERE k = 3 OR v = 1 OR v > 90"],
    ):
        for change in changes:
            spark.sql(change)
        rows = spark.sql(f"REFRESH STREAM TABLES IN {schema}").collect()
        modes = {row["stream_table"].split(".")[-1]: row["mode"] for row in rows}
        assert modes == dict.fromkeys(queries, mode), changes
        for name, query in queries.items():
            assert_equal(spark, name, query, changes[0])
    assert spark.sql(f"VERIFY STREAM TABLE {name}").first()["equal"], name


@pytest.mark.thorough
def test_aggregates_in_python_are_maintained(spark, functions):
    _assert_kept(spark, functions, _IN_PYTHON)


@pytest.mark.thorough
def test_functions_in_java_are_maintained(spark, java_functions):
    _assert_kept(spark, java_functions, {name: q.format(schema=java_functions) for name, q in _IN_JAVA.items()})


def test_scalar_functions_are_maintained(spark, functions):
    _assert_kept(spark, functions, {name: q.format(schema=functions) for name, q in _SCALAR.items()})


def test_what_is_not_sure_is_refused_by_name(spark, functions, nothing_left):
    for query, condition in _REFUSED.values():
        error = _error(spark, f"CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS {query}")
        assert error.getCondition() == f"UNSUPPORTED_QUERY.{condition}", query


@pytest.mark.thorough
def test_what_is_refused_is_recomputed_by_auto(spark, functions):
    _assert_kept(spark, functions, {name: _REFUSED[name][0] for name in _SAME_EACH_TIME}, "FULL")


def test_a_function_of_chance_is_recomputed_with_a_reason(spark, functions, refresh):
    spark.sql("CREATE STREAM TABLE s AS SELECT dice(v) AS x FROM t")
    row = refresh("s")
    assert (row["mode"], "dice(v)" in row["reason"]) == ("FULL", True)
    assert_equal(spark, "s", "SELECT dice(v) AS x FROM t", "s")


def test_an_aggregate_in_java_that_is_not_deterministic_is_refused(spark, java_functions):
    query = "SELECT k, java_dice(v) AS s FROM t GROUP BY k"
    error = _error(spark, f"CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS {query}")
    assert error.getCondition() == "UNSUPPORTED_QUERY.NON_DETERMINISTIC_FUNCTION"
    assert "java_dice(v)" in str(error)


def test_what_spark_does_not_compute_is_spark_s_error(spark, functions):
    query = "SELECT k, spread(v) AS s, sum(v) AS b FROM t GROUP BY k"
    error = _error(spark, f"CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS {query}")
    assert error.getCondition() == "UNSUPPORTED_QUERY.AGGREGATE"
    assert _error(spark, f"CREATE STREAM TABLE s AS {query}").getCondition() == "INVALID_PANDAS_UDF_PLACEMENT"


@pytest.mark.parametrize("query", ["SELECT k, spread(v) AS s FROM t GROUP BY k", "SELECT plus(v) AS p FROM t"])
def test_a_function_that_another_session_has_not_is_one_error_and_nothing_is_lost(spark, functions, refresh, query):
    spark.sql(f"CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS {query}")
    other = spark.newSession()
    other.sql(f"USE {functions}")
    assert other.sql("REFRESH STREAM TABLE s").first()["mode"] == "NO_CHANGE"
    before = sorted(map(tuple, other.table("s").collect()))
    spark.sql("INSERT INTO t VALUES (1, 50, 0)")
    for statement in ("REFRESH STREAM TABLE s", "REFRESH STREAM TABLE s FULL", "VERIFY STREAM TABLE s"):
        error = _error(other, statement)
        assert (error.getCondition(), error.getSqlState()) == ("FUNCTION_MISSING", "42883")
        assert "register it in this session" in str(error)
    assert sorted(map(tuple, other.table("s").collect())) == before
    assert refresh("s")["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "s", query, "s")


def test_a_stored_function_that_is_replaced_recomputes_and_a_dropped_one_is_an_error(spark, functions, refresh):
    query = "SELECT k, one_more(v) AS p FROM t"
    spark.sql(f"CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS {query}")
    spark.sql("CREATE OR REPLACE FUNCTION one_more(x INT) RETURNS INT RETURN x + 10")
    row = refresh("s")
    assert (row["mode"], row["reason"]) == ("FULL", f"the function {functions}.one_more was redefined")
    assert_equal(spark, "s", query, "s")
    spark.sql("INSERT INTO t VALUES (1, 50, 0)")
    assert refresh("s")["mode"] == "DIFFERENTIAL"
    assert_equal(spark, "s", query, "s")
    spark.sql("DROP FUNCTION one_more")
    spark.sql("INSERT INTO t VALUES (1, 51, 0)")
    assert _error(spark, "REFRESH STREAM TABLE s").getCondition() == "FUNCTION_MISSING"


def test_functions_of_one_session_are_not_those_of_another(spark, functions):
    other = spark.newSession()
    other.sql(f"USE {functions}")
    other.udf.register("plus", udf(lambda value: None if value is None else value - 1, "int"))
    spark.sql("CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS SELECT plus(v) AS p FROM t")
    other.sql("CREATE STREAM TABLE o REFRESH MODE DIFFERENTIAL AS SELECT plus(v) AS p FROM t")
    assert spark.table("s").agg({"p": "sum"}).first()[0] == spark.table("o").agg({"p": "sum"}).first()[0] + 12
    other.sql("DROP TEMPORARY FUNCTION plus")
    assert _error(other, "VERIFY STREAM TABLE o").getCondition() == "FUNCTION_MISSING"


def test_a_function_that_hides_one_of_spark_s_is_refused(spark, functions, monkeypatch):
    spark.udf.register("sum", pandas_udf(_first, "bigint"))
    spark.sql("CREATE STREAM TABLE s REFRESH MODE DIFFERENTIAL AS SELECT k, sum(v) AS b FROM t GROUP BY k")
    assert spark.table("s").agg({"b": "sum"}).first()[0] == 21
    spark.conf.set("spark.sql.functionResolution.sessionOrder", "first")
    try:
        error = _error(spark, "CREATE STREAM TABLE o AS SELECT k, sum(v) AS b FROM t GROUP BY k")
        assert (error.getCondition(), error.getSqlState()) == ("SHADOWING_FUNCTION", "42723")
    finally:
        spark.conf.unset("spark.sql.functionResolution.sessionOrder")
        spark.sql("DROP TEMPORARY FUNCTION session.sum")


def _first(values: pd.Series) -> int:
    return int(values.iloc[0])
