"""A second process writes to the sources by path, in all of Delta's ways, while this one refreshes and verifies.

Run ``python -m tests.reliability.other_writers --minutes 10 --seed 1``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

from tests.reliability.graph import NODES, set_up
from tests.reliability.inspection import condition_of, first_line
from tests.reliability.races import finish
from tests.reliability.tally import Tally
from tests.reliability.writing_process import READY

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_ROOT = Path(__file__).parents[2]
_ENDS_WITHIN_SECONDS = 300.0
_VACUUM_FROM = 0.6
"""The share of the time after which the other process vacuums, too: then old versions cannot be read any more."""


def run(spark: SparkSession, folder: Path, aside: Path, seed: int, seconds: float, *, old_versions: int = 12) -> Tally:
    """Refresh and verify while another process writes.

    Args:
        spark: A session with stream tables.
        folder: The folder of a schema that is not there yet.
        aside: An empty folder for the other process.
        seed: What is done.
        seconds: For how long.
        old_versions: How many former versions of each table are looked at.

    Returns:
        What happened.
    """
    tally, schema = Tally(), folder.name.removesuffix(".db")
    process = _start(folder, aside, seed, seconds)
    try:
        set_up(spark, schema)
        assert process.stdout is not None
        if process.stdout.readline().strip() != READY:
            tally.problem("the other process did not start")
        _work(spark, tally, random.Random(seed), seconds)
        output, _ = process.communicate(timeout=_ENDS_WITHIN_SECONDS)
        if process.returncode:
            lines = (aside / "errors").read_text(encoding="utf-8").splitlines()
            tally.problem(f"the other process ended with {process.returncode}: {' | '.join(lines[-5:])}")
        else:
            # The JVM shares the output, and may have said something first.
            *said, counted = output.splitlines()
            sys.stderr.writelines(f"{line}\n" for line in said)
            tally.add([Tally.from_json(json.loads(counted))])
    finally:
        if process.poll() is None:
            process.kill()
            process.communicate()
    finish(spark, folder, tally, old_versions=old_versions, vacuumed=True)
    return tally


def _start(folder: Path, aside: Path, seed: int, seconds: float) -> subprocess.Popen[str]:
    aside.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "tests.reliability.writing_process", "--folder", str(folder)]
    command += ["--warehouse", str(aside), "--seed", str(seed), "--vacuum-after", str(_VACUUM_FROM * seconds)]
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PYSPARK_GATEWAY")}
    environment["TMPDIR"] = str(aside)
    with (aside / "errors").open("w", encoding="utf-8") as errors:
        return subprocess.Popen(
            command,
            cwd=_ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        )


def _work(spark: SparkSession, tally: Tally, chance: random.Random, seconds: float) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        name = chance.choice(tuple(NODES))
        if chance.random() < 0.3:
            _run(spark, tally, "verify", f"VERIFY STREAM TABLE {name}")
        else:
            _run(spark, tally, "refresh", f"REFRESH STREAM TABLE {name}{chance.choice(('', '', '', ' FULL'))}")


def _run(spark: SparkSession, tally: Tally, kind: str, text: str) -> None:
    tally.count("statement", kind)
    try:
        rows = spark.sql(text).collect()
    except Exception as error:  # noqa: BLE001 - whatever it is, it is judged
        condition = condition_of(error)
        tally.count(f"error of {kind}", condition)
        # The other process replaces sources and deletes old files: until the next refresh there is nothing to verify.
        if not (kind == "verify" and condition == "FRONTIER_GONE"):
            tally.problem(f"{text}: {condition}: {first_line(error)}")
        return
    for row in rows:
        if kind == "refresh":
            tally.count("refresh", row["mode"])
        elif not row["equal"]:
            tally.problem(f"{text}: {row['missing_rows']} rows missing, {row['extra_rows']} extra")


def main(arguments: list[str]) -> int:
    """Refresh for some time while another process writes.

    Args:
        arguments: The command line's.

    Returns:
        0 if nothing was wrong, else 1.
    """
    import streamtables
    from tests.reliability.java_machine import LEAN

    parser = argparse.ArgumentParser(description="Refresh while another process writes to the sources.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="soak-writers-") as folder:
        warehouse = Path(folder) / "warehouse"
        spark = streamtables.session(warehouse, master="local[2]", conf=LEAN)
        tally = run(spark, warehouse / "soak.db", Path(folder) / "writer", options.seed, 60 * options.minutes)
        spark.stop()
    tally.show(f"other writers, seed {options.seed}")
    return 1 if tally.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
