"""A Spark that lacks what our Java code is compiled against: what can be left out is, with a warning."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from streamtables.spark.accelerators.registry import ACCELERATORS

pytestmark = [pytest.mark.spark, pytest.mark.slow, pytest.mark.thorough]

_SCRIPT = """
import json, logging, shutil, sys
from pathlib import Path

import streamtables
from streamtables.spark.jvm import compiling

sources = Path(sys.argv[1]) / "java"
shutil.copytree(compiling.SOURCES, sources)
for name in ("rows/Collector.java", "host/LocalFiles.java"):
    file = sources / "streamtables" / name
    file.write_text(file.read_text().replace("import org.", "import org.gone.Missing;\\nimport org.", 1))
compiling.SOURCES = sources
said = []


class Handler(logging.Handler):
    def emit(self, record):
        said.append(record.getMessage())


logging.getLogger("streamtables").addHandler(Handler(logging.WARNING))
spark = streamtables.session(Path(sys.argv[1]) / "warehouse", master="local[1]", conf=json.loads(sys.argv[2]))
spark.sql("CREATE TABLE s USING delta AS SELECT id, id % 3 AS k FROM range(20)")
spark.sql("CREATE STREAM TABLE t REFRESH MODE DIFFERENTIAL AS SELECT k, count(*) AS n, max(id) AS m FROM s GROUP BY k")
spark.sql("DELETE FROM s WHERE id > 15")
mode = spark.sql("REFRESH STREAM TABLE t").first()["mode"]
equal = spark.sql("VERIFY STREAM TABLE t").first()["equal"]
print(json.dumps({"said": said, "mode": mode, "equal": equal}))
spark.stop()
"""


def test_packages_that_do_not_compile_are_left_out(tmp_path):
    from tests.reliability.java_machine import LEAN

    command = [sys.executable, "-c", _SCRIPT, str(tmp_path), json.dumps(LEAN)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600)
    assert done.returncode == 0, done.stderr[-2000:]
    found = json.loads(done.stdout.splitlines()[-1])
    assert (found["mode"], found["equal"]) == ("DIFFERENTIAL", True)
    off = [line for line in found["said"] if line.startswith("The accelerator ")]
    names = [line.split()[2] for line in off]
    # Everything but what needs no package of its own.
    assert sorted(names) == sorted(set(ACCELERATORS) - {"remembered_groups"})
    assert all("does not compile" in line and "gone" in line for line in off)
