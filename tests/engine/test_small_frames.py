"""Few rows are brought to the driver as they are, with their counts and bounds."""

from __future__ import annotations

from streamtables.spark.small_frames import materialise

ROWS = (
    "VALUES (2, 'é', 3L, map('b', 1, 'a', 2)), (NULL, 'e', -4L, map('a', 1)), (7, NULL, NULL, NULL), "
    "(-1, 'z', 2L, map()) AS t(n, s, w, m)"
)


def test_rows_counts_and_bounds_are_those_of_the_frame(spark):
    frame = spark.sql(f"SELECT n, s, w, m, CAST(n AS TINYINT) AS t FROM {ROWS}")
    small = materialise(spark, frame, "w", 4, ["n", "s", "t"])
    assert (small.rows, small.positive, small.negative, small.untold) == (4, 5, 4, 1)
    assert small.bounds == {"n": (-1, 7, True), "s": ("e", "é", True), "t": (-1, 7, True)}
    assert small.local
    assert small.frame.schema == frame.schema
    shown = "CAST(map_entries(m) AS STRING)"
    assert sorted(map(str, small.frame.selectExpr("n", "s", "w", shown).collect())) == sorted(
        map(str, frame.selectExpr("n", "s", "w", shown).collect())
    )


def test_no_rows_have_no_bounds(spark):
    small = materialise(spark, spark.sql(f"SELECT * FROM {ROWS} WHERE n > 99"), "w", 0, ["n"])
    assert (small.rows, small.positive, small.negative, small.untold) == (0, 0, 0, 0)
    assert small.bounds == {"n": (None, None, False)}
    assert small.frame.collect() == []


def test_rows_of_unknown_number_stay_with_the_workers(spark):
    small = materialise(spark, spark.sql(f"SELECT n, w FROM {ROWS}"), "w", None, ["n"])
    assert (small.rows, small.positive, small.negative, small.untold, small.local) == (4, 5, 4, 1, False)
    assert small.bounds == {"n": (-1, 7, True)}
    small.release()
