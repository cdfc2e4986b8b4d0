"""The process that is killed. First it looks at what the one before it has left, then it works until it dies.

It writes into a journal what it begins and what it has ended, for the next one.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import streamtables
from streamtables.fault_points import FAULT_POINTS, FaultPoints
from tests.reliability.graph import NODES, SCHEMA, create_text, set_up
from tests.reliability.inspection import Inspection, condition_of, first_line
from tests.reliability.java_machine import LEAN, join_running_machine
from tests.reliability.recovery import Recovery
from tests.reliability.statements import APPENDS_BEFORE_COMPACTION, Statement, Statements
from tests.reliability.tally import Tally

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ARMED = "armed"
"""Said on standard output when the process may be killed at any time."""
RANDOM = "random"
_BACKGROUND_SECONDS = 3.0
_LONGEST_SECONDS = 120.0


class Journal:
    """Lines that outlive the process.

    Args:
        path: The file.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def write(self, **entry: Any) -> None:
        """Append a line."""
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(entry) + "\n")

    def entries(self) -> list[dict[str, Any]]:
        """Return all lines."""
        if not self._path.exists():
            return []
        return [json.loads(line) for line in self._path.read_text(encoding="utf-8").splitlines()]


class Life:
    """What a process does between its start and its death.

    Args:
        spark: Its session.
        warehouse: Its warehouse.
        journal: The journal of all processes.
        seed: What it does.
    """

    def __init__(self, spark: SparkSession, warehouse: Path, journal: Journal, seed: int) -> None:
        self._spark = spark
        self._warehouse = warehouse
        self._journal = journal
        self._seed = seed
        self._statements = Statements(seed)
        self._tally = Tally()

    def look_back(self, *, briefly: bool = False) -> None:
        """Check what the last process has left; begin anew if anything was wrong.

        Args:
            briefly: Whether to look only at what the last process was about, without comparing rows.
        """
        entries = self._journal.entries()
        schemas = [entry["schema"] for entry in entries if "schema" in entry]
        if not schemas:
            self._begin(f"{SCHEMA}_0")
            return
        schema, statement, death = schemas[-1], None, "before it was armed"
        for entry in entries:
            if "begin" in entry:
                statement = Statement.from_json(entry["begin"])
            elif "end" in entry or "tally" in entry:
                statement = None
            elif "armed" in entry:
                death = f"at {entry['armed']}"
            elif "schema" in entry:
                statement = None
        self._spark.sql(f"USE {schema}")
        inspection = Inspection(self._spark, self._warehouse / f"{schema}.db")
        recovery = Recovery(self._spark, inspection, self._seed, self._tally)
        if briefly:
            recovery.settle(statement, death)
        else:
            recovery.after(statement, death)
        self._tally.count("checked", "tables compared with their queries", inspection.compared)
        self._tally.count("checked", "VERIFY", inspection.verified)
        broken = bool(self._tally.problems)
        self._hand_over()
        if broken:
            try:
                self._spark.sql(f"DROP SCHEMA {schema} CASCADE")
            except Exception as error:  # noqa: BLE001 - what is broken stays aside
                sys.stderr.write(f"{schema} stays: {first_line(error)}\n")
            self._begin(f"{SCHEMA}_{len(schemas)}")

    def die_at(self, point: str) -> None:
        """Do what reaches a step, and die there."""
        before, last = self._statements.to_reach(point)
        for statement in before:
            self._run(statement)
        self._arm(point)
        with FAULT_POINTS.listen(FaultPoints(f"{point}=kill").reach):
            self._run(last)
            if point.startswith("fold"):
                time.sleep(_BACKGROUND_SECONDS)
        self._tally.count("step not reached", point)
        self._hand_over()
        os.kill(os.getpid(), signal.SIGKILL)

    def die_some_time(self) -> None:
        """Work until somebody else ends it."""
        self._arm(RANDOM)
        deadline = time.monotonic() + _LONGEST_SECONDS
        while time.monotonic() < deadline:
            statement = self._statements.any()
            self._run(statement)
            gone = [name for name in NODES if name in statement.may_be_gone]
            while gone:
                self._run(Statement("create", gone[0], create_text(gone[0]), tuple(gone)))
                del gone[0]

    def _begin(self, schema: str) -> None:
        set_up(self._spark, schema)
        self._journal.write(schema=schema)

    def _arm(self, what: str) -> None:
        self._journal.write(armed=what)
        sys.stdout.write(f"{ARMED}\n")
        sys.stdout.flush()

    def _run(self, statement: Statement) -> None:
        self._journal.write(begin=statement.to_json())
        outcome = "ok"
        try:
            rows = self._spark.sql(statement.text).collect()
            for row in rows if statement.kind == "refresh" else ():
                self._tally.count("refresh", row["mode"])
            if statement.kind == "verify" and not rows[0]["equal"]:
                self._tally.problem(f"{statement.text} says that it differs")
        except Exception as error:  # noqa: BLE001 - nothing is in the way of these statements
            outcome = condition_of(error)
            self._tally.count("error", outcome)
            # A source that was replaced has none of the versions that VERIFY would have to read.
            if (statement.kind, outcome) != ("verify", "FRONTIER_GONE"):
                self._tally.problem(f"{statement.kind} without anybody else: {outcome}: {first_line(error)}")
        self._tally.count("statement", statement.kind)
        self._hand_over()
        self._journal.write(end=outcome)

    def _hand_over(self) -> None:
        """Write down what was counted: nobody knows how long there is time for it."""
        self._journal.write(tally=self._tally.to_json())
        self._tally = Tally()


def main(arguments: list[str]) -> None:
    """Look back, and die.

    Args:
        arguments: The command line's.
    """
    parser = argparse.ArgumentParser(description="Works until it is killed.")
    parser.add_argument("--warehouse", type=Path, required=True)
    parser.add_argument("--journal", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--point", help="the step to die at; 'random' to wait for it; nothing to end in peace")
    parser.add_argument("--briefly", action="store_true", help="compare no rows first")
    options = parser.parse_args(arguments)
    from streamtables.engine.writing import compaction

    compaction.MOST_APPENDS = APPENDS_BEFORE_COMPACTION
    join_running_machine()
    spark = streamtables.session(options.warehouse, master="local[2]", conf=LEAN)
    life = Life(spark, options.warehouse, Journal(options.journal), options.seed)
    life.look_back(briefly=options.briefly)
    if options.point is None:
        spark.stop()
    elif options.point == RANDOM:
        life.die_some_time()
    else:
        life.die_at(options.point)


if __name__ == "__main__":
    main(sys.argv[1:])
