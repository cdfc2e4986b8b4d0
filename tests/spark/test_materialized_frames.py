"""Few rows are brought to the driver as they are, with their counts and bounds."""

from __future__ import annotations

from streamtables.spark.rows.materialized_frames import materialize

ROWS = (
    "VALUES (2, 'é', 3L, map('b', 1, 'a', 2)), (NULL, 'e', -4L, map('a', 1)), (7, NULL, NULL, NULL), "
    "(-1, 'z', 2L, map()) AS t(n, s, w, m)"
)

MANY_ROWS = """
    SELECT id % 5 - 2 AS w, nullif(id % 7, 3) AS n, nullif(concat('é', id), 'é9') AS s,
        CAST(id AS DECIMAL(30, 3)) / 7 AS d, id / 3 AS f, array(id, NULL) AS a,
        named_struct('x', id, 'y', named_struct('z', concat('z', id))) AS p,
        map('k', id) AS m, CAST(concat('b', id) AS BINARY) AS b, DATE'2024-01-31' + CAST(id AS INT) AS day,
        TIMESTAMP'2024-01-31 01:02:03' + make_dt_interval(id) AS at, parse_json(concat('{"v": ', id, '}')) AS v
    FROM range(1, 2501)"""


def test_many_rows_stay_outside_of_plans(spark):
    """Spark's rules visit every row of a local relation: 14 seconds of planning for q21 of TPC-H with 300,000."""
    frame = spark.sql(MANY_ROWS)
    small = materialize(spark, frame, "w", 2500, ["n", "s"])
    assert (small.rows, small.positive, small.negative, small.local) == (2500, 1500, 1500, True)
    assert small.frame.schema == frame.schema
    numbered = small.collected.numbered(spark, "number")
    for collected in (small.frame, numbered, small.collected.frame(spark)):
        assert collected._jdf.queryExecution().analyzed().getClass().getSimpleName() == "LogicalRDD"
    shown = ["w", "n", "s", "d", "f", "a", "p", "map_entries(m)", "b", "day", "at", "to_json(v)"]
    expected = frame.selectExpr(*shown).collect()
    assert small.frame.selectExpr(*shown).collect() == expected
    assert numbered.orderBy("number").selectExpr(*shown).collect() == expected
    assert [row.number for row in numbered.orderBy("number").collect()] == list(range(2500))
    assert small.collected.structs(6).frame(spark).selectExpr("x", "y.z").collect()[-1] == (2500, "z2500")


def test_many_rows_are_one_collection_of_a_known_size(spark):
    few, many = (materialize(spark, spark.sql(f"{MANY_ROWS} LIMIT {rows}"), "w", rows) for rows in (500, 2500))

    def size(small):
        return int(str(small.frame._jdf.queryExecution().analyzed().stats().sizeInBytes()))

    assert size(many) == 5 * size(few)
    counted = (rows.groupBy("s").count() for rows in (many.frame, many.collected.frame(spark)))
    plan = next(counted).unionAll(next(counted))
    plan.collect()
    assert "ReusedExchange" in plan._jdf.queryExecution().executedPlan().toString()


def test_rows_that_are_many_bytes_go_in_many_tasks(spark):
    wide = materialize(spark, spark.sql("SELECT 1 AS w, repeat('x', 64 * 1024) AS s FROM range(1024)"), "w", 1024)
    assert wide.local
    assert wide.frame.rdd.getNumPartitions() == 4
    assert wide.frame.selectExpr("sum(length(s))").first()[0] == 2**26


def test_rows_counts_and_bounds_are_those_of_the_frame(spark):
    frame = spark.sql(f"SELECT n, s, w, m, CAST(n AS TINYINT) AS t FROM {ROWS}")
    small = materialize(spark, frame, "w", 4, ["n", "s", "t"])
    assert (small.rows, small.positive, small.negative, small.nulls) == (4, 5, 4, 1)
    assert small.bounds == {"n": (-1, 7, True), "s": ("e", "é", True), "t": (-1, 7, True)}
    assert small.local
    assert small.frame.schema == frame.schema
    shown = "CAST(map_entries(m) AS STRING)"
    assert sorted(map(str, small.frame.selectExpr("n", "s", "w", shown).collect())) == sorted(
        map(str, frame.selectExpr("n", "s", "w", shown).collect())
    )


def test_no_rows_have_no_bounds(spark):
    small = materialize(spark, spark.sql(f"SELECT * FROM {ROWS} WHERE n > 99"), "w", 0, ["n"])
    assert (small.rows, small.positive, small.negative, small.nulls) == (0, 0, 0, 0)
    assert small.bounds == {"n": (None, None, False)}
    assert small.frame.collect() == []


def test_rows_of_unknown_number_stay_with_the_workers(spark):
    small = materialize(spark, spark.sql(f"SELECT n, w FROM {ROWS}"), "w", None, ["n"])
    assert (small.rows, small.positive, small.negative, small.nulls, small.local) == (4, 5, 4, 1, False)
    assert small.bounds == {"n": (-1, 7, True)}
    small.release()
