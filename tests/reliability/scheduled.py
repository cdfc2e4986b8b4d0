"""Schedules in real time: a process that keeps them is killed, and the next one goes on, while rows are written.

Run ``python -m tests.reliability.scheduled --minutes 5 --seed 1``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import streamtables
from tests.processes import PYTHON_PATH
from tests.reliability.tally import Tally

_QUERIES = {
    "by_shop": ("EVERY 3 SECONDS", "SELECT shop, count(*) AS n, sum(amount) AS total FROM orders GROUP BY shop"),
    "named": ("DOWNSTREAM", "SELECT o.id, o.amount, s.name FROM orders o JOIN shops s ON o.shop = s.id"),
    "by_name": ("ON CHANGE", "SELECT name, sum(amount) AS total FROM named GROUP BY name"),
    "best": ("ON CHANGE AT MOST EVERY 5 SECONDS", "SELECT max(total) AS total FROM by_shop"),
    "minutely": ("CRON '* * * * *'", "SELECT shop, max(amount) AS most FROM orders GROUP BY shop"),
}
_SETTLES_S = 120.0


def main(arguments: list[str]) -> int:
    """Run it.

    Args:
        arguments: The command line's.

    Returns:
        0 if nothing was wrong, else 1.
    """
    parser = argparse.ArgumentParser(description="Keep schedules in real time, through a kill.")
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--process", help="what such a process of ours is started with")
    options = parser.parse_args(arguments)
    if options.process:
        _process(Path(options.process), 30 * options.minutes, options.seed)
        return 0
    tally = Tally()
    with tempfile.TemporaryDirectory(prefix="streamtables-scheduled-") as folder:
        for turn in range(2):
            _turn(Path(folder), options.minutes, options.seed + turn, tally, kill=turn == 0)
    tally.show("schedules in real time")
    return 1 if tally.problems else 0


def _turn(folder: Path, minutes: float, seed: int, tally: Tally, *, kill: bool) -> None:
    """Let a process keep the schedules; kill it where it is to be killed, else take over what it has counted."""
    command = [sys.executable, "-m", "tests.reliability.scheduled", "--process", str(folder), "--minutes", str(minutes)]
    process = subprocess.Popen(
        [*command, "--seed", str(seed)],
        cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONPATH": PYTHON_PATH},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    output: Any = process.stdout
    told = next((line for line in output if line.startswith("ready")), "")
    if not told:
        tally.problem(f"the process of turn {seed} did not start")
        return
    if kill:
        time.sleep(30 * minutes)
        os.killpg(process.pid, 9)
        process.wait()
        tally.count("processes", "killed")
        return
    for line in output:
        if line.startswith("{"):
            tally.add([Tally.from_json(json.loads(line))])
    tally.count("processes", "ended" if process.wait() == 0 else "failed")
    if process.returncode != 0:
        tally.problem("the process failed")


def _process(folder: Path, seconds: float, seed: int) -> None:
    """Keep schedules and write rows for some time, then compare every stream table with its query."""
    spark = streamtables.session(folder / "warehouse", master="local[2]", conf={"spark.ui.enabled": "false"})
    spark.sql("CREATE SCHEMA IF NOT EXISTS s")
    spark.sql("USE s")
    spark.sql("CREATE TABLE IF NOT EXISTS orders (id BIGINT, shop INT, amount INT) USING delta")
    shops = "SELECT CAST(id AS INT) AS id, concat('n', id % 3) AS name FROM range(7)"
    spark.sql(f"CREATE TABLE IF NOT EXISTS shops USING delta AS {shops}")
    for name, (schedule, query) in _QUERIES.items():
        spark.sql(f"CREATE STREAM TABLE IF NOT EXISTS {name} SCHEDULE {schedule} AS {query}")
    tally, ends = Tally(), threading.Event()
    scheduler = streamtables.start_scheduler(spark)
    print("ready", flush=True)  # noqa: T201 - what the parent reads
    writer = threading.Thread(target=_write, args=(spark, seed, ends, tally))
    writer.start()
    time.sleep(seconds)
    ends.set()
    writer.join()
    _settle(spark, tally)
    for name, why in scheduler.status().suspended.items():
        tally.problem(f"{name} was suspended: {why}")
    if not streamtables.stop_scheduler(spark):
        tally.problem("refreshes were still running at the end")
    rows = spark.sql("SHOW REFRESH HISTORY").groupBy("stream_table", "mode", "requested_by").count().collect()
    for row in rows:
        tally.count(row["stream_table"], f"{row['mode']} {row['requested_by']}", row["count"])
        if row["mode"] == "FAILED":
            tally.problem(f"{row['stream_table']} failed {row['count']} times")
    print(json.dumps(tally.to_json()), flush=True)  # noqa: T201
    spark.stop()


def _write(spark: Any, seed: int, ends: threading.Event, tally: Tally) -> None:
    chance = random.Random(seed)
    while not ends.wait(0.5):
        lowest, highest = sorted(chance.sample(range(1000), 2))
        statement = chance.choice(
            (
                f"INSERT INTO orders SELECT id, id % 7, id % 50 FROM range({lowest}, {lowest + 20})",
                f"UPDATE orders SET amount = amount + 1 WHERE id BETWEEN {lowest} AND {lowest + 20}",
                f"DELETE FROM orders WHERE id BETWEEN {lowest} AND {min(highest, lowest + 30)}",
                f"UPDATE shops SET name = concat('n', {highest % 4}) WHERE id = {lowest % 7}",
            )
        )
        try:
            spark.sql(statement)
            tally.count("writes", statement.split()[0])
        except Exception as error:  # noqa: BLE001 - what a writer meets is what is looked for
            tally.problem(f"{statement}: {str(error)[:200]}")


def _settle(spark: Any, tally: Tally) -> None:
    """Wait until the schedules have brought everything up to date, and compare."""
    began, left = time.monotonic(), dict(_QUERIES)
    while left and time.monotonic() - began < _SETTLES_S:
        time.sleep(1)
        left = {name: both for name, both in left.items() if not _is_equal(spark, name, both[1])}
    tally.count("compared", "equal", len(_QUERIES) - len(left))
    for name in left:
        tally.problem(f"{name} differs from its query {_SETTLES_S:.0f} s after the last write")


def _is_equal(spark: Any, name: str, query: str) -> bool:
    found, wanted = spark.table(name), spark.sql(query)
    return bool(found.exceptAll(wanted).isEmpty() and wanted.exceptAll(found).isEmpty())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
