"""A prepared machine: processes start with an archive of Spark's classes, and without one that is damaged."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from tests.processes import PYTHON_PATH

from streamtables.errors import SessionError
from streamtables.session import preparing
from streamtables.spark.sessions import delta_jars

STATEMENTS = """
CREATE TABLE t (id INT) USING delta;
CREATE STREAM TABLE s AS SELECT count(*) AS n FROM t;
INSERT INTO t VALUES (1);
REFRESH STREAM TABLE s DIFFERENTIAL;
SELECT n FROM s;
"""


def _streamtables(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": PYTHON_PATH, "XDG_CACHE_HOME": str(folder / "cache")}
    return subprocess.run(
        [sys.executable, "-c", "from streamtables.cli.main import run; run()", *words],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )


@pytest.mark.slow
@pytest.mark.thorough
def test_processes_start_with_the_archive_and_without_a_damaged_one(tmp_path):
    jars = delta_jars._jar_list()
    if jars.exists():
        (tmp_path / "cache" / "streamtables").mkdir(parents=True)
        shutil.copy(jars, tmp_path / "cache" / "streamtables")
    done = _streamtables(tmp_path, "prepare", "--json")
    assert done.returncode == 0, done.stderr
    (row,) = json.loads(done.stdout)
    archive = Path(row["archive"])
    assert archive.stat().st_size == row["bytes"] > 50_000_000
    assert [path.name for path in archive.parent.iterdir()] == [archive.name], "nothing else is left"
    archive.write_bytes(archive.read_bytes()[:1_000_000])
    damaged = _streamtables(tmp_path, "sql", "-w", "w", STATEMENTS, "--json")
    assert damaged.returncode == 0, damaged.stderr
    assert '[{"n": 1}]' in damaged.stdout.replace("\n", "").replace("  ", "")
    assert "archive" not in damaged.stdout + damaged.stderr


def test_a_cache_that_cannot_be_written_to_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(preparing, "must_be_fetched", lambda _: False)
    monkeypatch.setattr(preparing, "class_archives_folder", lambda: tmp_path / "file" / "classes")
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(SessionError, match=r"\[PREPARE_FAILED\].*file/classes: Not a directory"):
        preparing.prepare(lambda _: None)
