"""Refreshers, writers, VERIFY and DDL at once in one process, over a graph with a diamond.

Run ``python -m tests.reliability.races --minutes 10 --seed 1``.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tests.reliability.absences import Absences
from tests.reliability.graph import NODES, SOURCES, alter_texts, base_sources, create_text, readers, set_up
from tests.reliability.inspection import Inspection, condition_of, first_line
from tests.reliability.source_writes import SourceWrites
from tests.reliability.tally import Tally

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_REFRESHERS, _WRITERS = 4, 2
_LONGEST_PAUSE_SECONDS = 0.5
"""Between two writes of one writer."""
_RUNS = 0.15
"""How often all tables are refreshed by one statement, independent ones beside each other."""
_DEFINING = (
    "replace",
    "replace",
    "alter",
    "alter",
    "drop",
    *(f"{verb} source" for verb in ("rename", "replace", "optimize", "restore")),
)
_NOT_THERE = ("TABLE_OR_VIEW_NOT_FOUND", "STREAM_TABLE_NOT_FOUND", "BACKING_TABLE_MISSING")
_SOURCE_AWAY = ("SOURCE_MISSING", "SOURCE_COLUMN_MISSING", *_NOT_THERE)
_OLD_VERSIONS = 12
"""How many versions of each table that it had in between are compared with its query."""


class Races:
    """The threads, what they do, and which errors they may get.

    Args:
        spark: A session with stream tables.
        schema: The schema of the graph.
        seed: What they do.
        tally: Counts, and notes what is wrong.
    """

    def __init__(self, spark: SparkSession, schema: str, seed: int, tally: Tally) -> None:
        self._spark = spark
        self._schema = schema
        self._seed = seed
        self._tally = tally
        self._absences = Absences()
        self._over = threading.Event()
        # A file that is written while its table is renamed makes the old folder again, without a log.
        self._writes_customers = threading.Lock()
        self._renamed = 0

    def run(self, seconds: float, pause_s: float = 3.0) -> None:
        """Let all threads run.

        Args:
            seconds: For how long.
            pause_s: The longest pause between two DDL statements.
        """
        works: list[Callable[[SparkSession, random.Random], None]] = [
            *[self._refresh] * _REFRESHERS,
            *[partial(self._write, SourceWrites(self._seed * 100 + writer)) for writer in range(_WRITERS)],
            self._verify,
            partial(self._define, pause_s),
        ]
        threads = [
            threading.Thread(target=self._repeat, args=(work, number), daemon=True) for number, work in enumerate(works)
        ]
        for thread in threads:
            thread.start()
        self._over.wait(seconds)
        self._over.set()
        for thread in threads:
            thread.join(120)
            if thread.is_alive():
                self._tally.problem("a statement has not ended two minutes after the soak")

    def _repeat(self, work: Callable[[SparkSession, random.Random], None], number: int) -> None:
        session = self._spark.newSession()
        session.sql(f"USE {self._schema}")
        chance = random.Random(f"{self._seed}-{number}")
        while not self._over.is_set():
            work(session, chance)

    def _refresh(self, session: SparkSession, chance: random.Random) -> None:
        if chance.random() < _RUNS:
            self._run(session, "run", "REFRESH STREAM TABLES", (*NODES, *SOURCES))
            return
        name = chance.choice(tuple(NODES))
        mode = chance.choice(("", "", "", "", " FULL"))
        self._run(session, "refresh", f"REFRESH STREAM TABLE {name}{mode}", _upstream(name))

    def _write(self, writes: SourceWrites, session: SparkSession, chance: random.Random) -> None:
        text = writes.next()
        with self._writes_customers if "customers" in text.split()[:2] else nullcontext():
            self._run(session, "write", text, ("orders", "customers"))
        self._over.wait(chance.uniform(0, _LONGEST_PAUSE_SECONDS))

    def _verify(self, session: SparkSession, chance: random.Random) -> None:
        name = chance.choice(tuple(NODES))
        self._run(session, "verify", f"VERIFY STREAM TABLE {name}", _upstream(name))

    def _define(self, pause_s: float, session: SparkSession, chance: random.Random) -> None:
        self._over.wait(chance.uniform(0, pause_s))
        name = chance.choice(tuple(NODES))
        variant = chance.randrange(len(NODES[name].variants))
        kind = chance.choice(_DEFINING)
        if kind == "replace":
            self._run(session, kind, create_text(name, variant, "CREATE OR REPLACE"), ())
        elif kind == "alter":
            self._run(session, kind, chance.choice(alter_texts(name, variant)), ())
        elif kind == "drop":
            gone = [n for n in NODES if n == name or n in readers(name)]
            with self._absences.of(*gone):
                self._run(session, kind, f"DROP STREAM TABLE {name} CASCADE", ())
                for other in gone:
                    self._run(session, "create", create_text(other, variant if other == name else 0), ())
        elif kind == "rename source":
            self._renamed += 1
            away = f"customers_{self._renamed}"
            with self._writes_customers, self._absences.of("customers"):
                self._run(session, kind, f"ALTER TABLE customers RENAME TO {away}", ())
                self._run(session, kind, f"CREATE TABLE customers USING delta AS SELECT * FROM {away}", ())
                self._run(session, kind, f"DROP TABLE {away}", ())
        elif kind == "optimize source":
            self._run(session, kind, "OPTIMIZE orders", ())
        elif kind == "restore source":
            newest = session.sql("DESCRIBE HISTORY orders LIMIT 1").collect()[0]["version"]
            self._run(session, kind, f"RESTORE orders TO VERSION AS OF {max(0, newest - chance.randint(1, 5))}", ())
        else:
            source = chance.choice(("orders", "customers"))
            text = f"CREATE OR REPLACE TABLE {source} USING delta AS SELECT * FROM {source}"
            with self._absences.of(f"rows of {source}"):
                self._run(session, kind, text, ())

    def _run(self, session: SparkSession, kind: str, text: str, about: tuple[str, ...]) -> None:
        begun = time.monotonic()
        self._tally.count("statement", kind)
        try:
            rows = session.sql(text).collect()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is judged
            condition = condition_of(error)
            self._tally.count(f"error of {kind}", condition)
            if not self._may_be(kind, condition, about, begun):
                self._tally.problem(f"{kind}: {condition}: {text.split(' REFRESH MODE', 1)[0]}: {first_line(error)}")
            return
        if kind in ("refresh", "run"):
            for row in rows:
                self._tally.count(kind, row["mode"])
        if kind == "refresh":
            name = about[0]
            if not any(row["stream_table"].rsplit(".", 1)[-1] == name for row in rows):
                self._tally.problem(f"REFRESH of {name} gives no row for it and no error")
        if kind == "verify" and not rows[0]["equal"]:
            missing, extra = rows[0]["missing_rows"], rows[0]["extra_rows"]
            self._tally.problem(f"{text}: {missing} rows missing, {extra} extra")

    def _may_be(self, kind: str, condition: str, about: tuple[str, ...], begun: float) -> bool:
        if kind == "write" or kind.endswith("source"):
            lost = "CONCURRENT" in condition.upper() or "METADATA_CHANGED" in condition
            return lost or (condition in _NOT_THERE and self._absences.explain(about, begun))
        if kind == "refresh" and condition == "REFRESH_CONFLICT":
            return True
        if kind == "verify" and condition == "FRONTIER_GONE":
            # Somebody has replaced a source, and nobody has refreshed the table since.
            return True
        if kind in ("refresh", "run") and condition == "REFRESH_FAILED":
            return self._absences.explain(about, begun)
        return condition in _SOURCE_AWAY and self._absences.explain(about, begun)


def _upstream(name: str) -> tuple[str, ...]:
    """Return a stream table and all that it reads, itself first."""
    between = [node for node in NODES if name in readers(node)]
    return (name, *between, *sorted(base_sources(name)))


def run(spark: SparkSession, folder: Path, seed: int, seconds: float, *, old_versions: int = _OLD_VERSIONS) -> Tally:
    """Let statements race, and look at what they have left.

    Args:
        spark: A session with stream tables.
        folder: The folder of a schema that is not there yet.
        seed: Which statements.
        seconds: For how long.
        old_versions: How many former versions of each table are looked at.

    Returns:
        What happened.
    """
    tally, schema = Tally(), folder.name.removesuffix(".db")
    set_up(spark, schema)
    Races(spark, schema, seed, tally).run(seconds)
    tally.count("seconds", "of racing", round(seconds))
    finish(spark, folder, tally, old_versions=old_versions)
    return tally


def finish(
    spark: SparkSession, folder: Path, tally: Tally, *, old_versions: int = _OLD_VERSIONS, vacuumed: bool = False
) -> None:
    """Refresh all, now that it is quiet, and look at everything.

    Args:
        spark: A session with stream tables, in the schema.
        folder: The schema's folder.
        tally: Counts, and notes what is wrong.
        old_versions: How many former versions of each table are looked at.
        vacuumed: Whether anybody has vacuumed the sources.
    """
    inspection = Inspection(spark, folder, vacuumed=vacuumed)
    for name in NODES:
        try:
            for row in spark.sql(f"REFRESH STREAM TABLE {name}").collect():
                tally.count("refresh", row["mode"])
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not be
            tally.problem(f"REFRESH of {name} when it is quiet: {condition_of(error)}: {first_line(error)}")
    tally.problem(*inspection.all_problems(NODES, fresh=True), *inspection.verify_problems(NODES))
    for name in NODES if old_versions else ():
        tally.problem(*inspection.old_version_problems(name, old_versions))
    tally.count("checked", "tables compared with their queries", inspection.compared)
    tally.count("checked", "VERIFY when it is quiet", inspection.verified)


def main(arguments: list[str]) -> int:
    """Race for some time.

    Args:
        arguments: The command line's.

    Returns:
        0 if nothing was wrong, else 1.
    """
    import streamtables
    from tests.reliability.java_machine import LEAN

    parser = argparse.ArgumentParser(description="Let refreshes, writes, VERIFY and DDL race.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="soak-races-") as folder:
        warehouse = Path(folder) / "warehouse"
        spark = streamtables.session(warehouse, master="local[2]", conf=LEAN)
        tally = run(spark, warehouse / "soak.db", options.seed, 60 * options.minutes)
        spark.stop()
    tally.show(f"races, seed {options.seed}")
    return 1 if tally.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
