"""A process that is killed behind a refresh's commit: the next one has the refresh in its history."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from streamtables.fault_points import VARIABLE

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.thorough]


def _run(folder: Path, code: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), str(folder / "warehouse")],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), **environment},
        capture_output=True,
        check=False,
        text=True,
        timeout=900,
    )


def test_a_refresh_behind_which_the_process_is_killed_is_in_the_history(tmp_path: Path) -> None:
    # CREATE commits rows, too.
    killed = _run(
        tmp_path,
        """
        import sys, streamtables
        spark = streamtables.session(sys.argv[1], master="local[1]")
        spark.sql("CREATE TABLE t USING delta AS SELECT 1 AS a")
        spark.sql("CREATE STREAM TABLE x REFRESH MODE DIFFERENTIAL AS SELECT a FROM t")
        spark.sql("INSERT INTO t VALUES (2)")
        spark.sql("REFRESH STREAM TABLE x")
        """,
        **{VARIABLE: "refresh.committed=kill@2"},
    )
    assert killed.returncode == -9, killed.stderr
    after = _run(
        tmp_path,
        """
        import sys, streamtables
        spark = streamtables.session(sys.argv[1], master="local[1]")
        for row in spark.sql("SHOW REFRESH HISTORY").collect():
            print(row["stream_table"], row["mode"], row["reason_code"], row["version"], row["rows_written"])
        print(sorted(row["a"] for row in spark.table("x").collect()))
        """,
    )
    assert after.returncode == 0, after.stderr
    assert after.stdout.splitlines() == [
        "default.x DIFFERENTIAL REFRESH_MODE 1 1",
        "default.x INITIAL CREATED 0 1",
        "[1, 2]",
    ]
