"""Processes that are killed around a trigger: what it writes is there once for each change."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

from tests.processes import run_session

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.thorough]

_CHANGE = """
spark.sql("INSERT INTO t VALUES (7)")
print(spark.sql("REFRESH STREAM TABLE x").collect()[0]["mode"])
"""


def test_what_a_killed_process_left_undone_the_next_refresh_does_once(tmp_path: Path) -> None:
    set_up = """
    spark.sql("CREATE TABLE t USING delta AS SELECT 7 AS a")
    spark.sql("CREATE TABLE audit (a INT, n BIGINT) USING delta")
    spark.sql("CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS SELECT a, count(*) AS n FROM t GROUP BY a")
    spark.sql(
        "CREATE TRIGGER u AFTER UPDATE ON STREAM TABLE x REFERENCING NEW TABLE m "
        "AS INSERT INTO audit SELECT a, n FROM m"
    )
    """
    # Between the refresh and the trigger; then behind the trigger's own commit.
    killed = run_session(tmp_path, textwrap.dedent(set_up) + _CHANGE, "trigger.begin")
    assert killed.returncode == -9, killed.stderr
    killed = run_session(tmp_path, _CHANGE, "trigger.ran")
    assert killed.returncode == -9, killed.stderr
    after = run_session(tmp_path, _CHANGE + 'print(sorted(map(tuple, spark.table("audit").collect())))')
    assert after.returncode == 0, after.stderr
    # The first two refreshes changed one row, which the trigger saw as it was after the second.
    assert after.stdout.splitlines() == ["DIFFERENTIAL", "[(7, 3), (7, 4)]"]
