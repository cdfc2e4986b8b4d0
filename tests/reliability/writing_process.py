"""A process that knows nothing of stream tables and writes to their sources by path, until its input ends."""

from __future__ import annotations

import argparse
import json
import random
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from streamtables.session.builder import session_settings
from streamtables.spark.sessions.warehouse_place import WarehousePlace
from tests.reliability.delta_commits import read_commits
from tests.reliability.inspection import condition_of, first_line
from tests.reliability.java_machine import LEAN
from tests.reliability.source_writes import SourceWrites
from tests.reliability.tally import Tally

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

READY = "ready"
_FILES_GONE = (
    "DELTA_CANNOT_RESTORE_TABLE_VERSION",
    "DELTA_MISSING_FILES_UNEXPECTED_VERSION",
    "FILE_NOT_EXIST",
    "Not all files from version",
)


class Writer:
    """Writes what other engines write.

    Args:
        spark: A session with Delta and an empty catalog.
        seed: What it writes.
        folder: The folder of the sources' schema.
    """

    def __init__(self, spark: SparkSession, seed: int, folder: Path) -> None:
        self._spark = spark
        self._random = random.Random(seed)
        self._paths = {name: folder / name for name in ("orders", "customers")}
        by_path = {name: f"delta.`{path}`" for name, path in self._paths.items()}
        self._writes = SourceWrites(seed, **by_path)
        self._tables = by_path
        self.tally = Tally()

    def write(self, *, vacuum: bool) -> None:
        """Write once.

        Args:
            vacuum: Whether files that no newest version needs may be deleted.
        """
        kinds = ["rows"] * 12 + ["optimize", "restore", "restore", "replace", "overwrite"] + ["vacuum"] * 2 * vacuum
        kind = self._random.choice(kinds)
        self.tally.count("write of others", kind)
        try:
            self._do(kind)
        except Exception as error:  # noqa: BLE001 - what other engines do may fail; it is counted
            condition = condition_of(error)
            self.tally.count("error of others", condition)
            expected = kind == "restore" and any(sign in str(error) for sign in _FILES_GONE)
            if not expected:
                self.tally.problem(f"{kind} by path: {condition}: {first_line(error)}")

    def _do(self, kind: str) -> None:
        name = self._random.choice(tuple(self._paths))
        path, table = self._paths[name], self._tables[name]
        if kind == "rows":
            self._spark.sql(self._writes.next()).collect()
        elif kind == "optimize":
            self._spark.sql(f"OPTIMIZE {table}").collect()
        elif kind == "restore":
            newest = read_commits(path)[-1].version
            version = max(0, newest - self._random.randint(1, 6))
            self._spark.sql(f"RESTORE TABLE {table} TO VERSION AS OF {version}").collect()
        elif kind == "replace":
            self._spark.sql(f"CREATE OR REPLACE TABLE {table} USING delta AS SELECT * FROM {table}").collect()
        elif kind == "overwrite":
            rows = self._spark.sql(f"SELECT * FROM {table} WHERE pmod(id, 29) <> {self._random.randrange(29)}")
            rows.write.format("delta").mode("overwrite").option("overwriteSchema", "true").save(str(path))
        else:
            self._spark.sql(f"VACUUM {table} RETAIN 0 HOURS").collect()


def _session(warehouse: Path) -> SparkSession:
    from pyspark.sql import SparkSession

    settings = session_settings(WarehousePlace.of(warehouse), "writer", "local[1]", LEAN)
    settings["spark.sql.catalogImplementation"] = "in-memory"
    settings["spark.databricks.delta.retentionDurationCheck.enabled"] = "false"
    builder: Any = SparkSession.builder
    for key, value in settings.items():
        builder = builder.config(key, value)
    session: SparkSession = builder.getOrCreate()
    return session


def main(arguments: list[str]) -> None:
    """Write until the input ends.

    Args:
        arguments: The command line's.
    """
    parser = argparse.ArgumentParser(description="Write to sources by path.")
    parser.add_argument("--folder", type=Path, required=True, help="the folder of the sources' schema")
    parser.add_argument("--warehouse", type=Path, required=True, help="an empty folder of its own")
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--vacuum-after", type=float, required=True, help="seconds after which files are deleted, too")
    options = parser.parse_args(arguments)
    spark = _session(options.warehouse)
    writer = Writer(spark, options.seed, options.folder)
    over = threading.Event()

    def wait_for_the_end() -> None:
        sys.stdin.read()
        over.set()

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    sys.stdout.write(f"{READY}\n")
    sys.stdout.flush()
    begun, chance = time.monotonic(), random.Random(options.seed)
    while not over.wait(chance.uniform(0, 0.6)):
        writer.write(vacuum=time.monotonic() - begun > options.vacuum_after)
    spark.stop()
    sys.stdout.write(json.dumps(writer.tally.to_json()) + "\n")


if __name__ == "__main__":
    main(sys.argv[1:])
