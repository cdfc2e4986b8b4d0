"""Processes that are killed between a statement's commit and the end of the maintenance of what follows it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.processes import run_session

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.thorough]


def test_what_a_killed_statement_left_behind_is_there_for_the_next_reader(tmp_path: Path) -> None:
    killed = run_session(
        tmp_path,
        """
        spark.sql("CREATE TABLE t USING delta AS SELECT 7 AS a, 2 AS v")
        spark.sql("CREATE STREAM TABLE x REFRESH MODE IMMEDIATE AS SELECT a, count(*) AS n FROM t GROUP BY a")
        spark.sql("CREATE STREAM TABLE y REFRESH MODE IMMEDIATE AS SELECT a, 10 / v AS d FROM t")
        spark.sql("INSERT INTO t VALUES (7, 5)")
        """,
        "immediate.written",
    )
    assert killed.returncode == -9, killed.stderr
    killed = run_session(
        tmp_path,
        """
        spark.sql("SET spark.streamtables.fresh_reads = off")
        print([tuple(row) for row in spark.table("x").collect()])
        spark.sql("SET spark.streamtables.fresh_reads = on")
        print([tuple(row) for row in spark.table("x").collect()], flush=True)
        spark.sql("INSERT INTO t VALUES (8, 0)")
        """,
        "immediate.undo",
    )
    assert killed.returncode == -9, killed.stderr
    assert killed.stdout.splitlines() == ["[(7, 1)]", "[(7, 2)]"]
    # The statement was about to be undone: its row is there, and told of, until somebody takes it away.
    after = run_session(
        tmp_path,
        """
        from pyspark.errors import PySparkException
        print(sorted(tuple(row) for row in spark.table("x").collect()))
        try:
            spark.table("y")
        except PySparkException as error:
            print(error.getCondition())
        spark.sql("DELETE FROM t WHERE v = 0")
        spark.sql("SET spark.streamtables.fresh_reads = off")
        print(sorted(tuple(row) for row in spark.table("x").collect()), spark.table("y").count())
        """,
    )
    assert after.returncode == 0, after.stderr
    assert after.stdout.splitlines() == ["[(7, 2), (8, 1)]", "STALE_READ", "[(7, 2)] 2"]
