"""What a refresh would take in ordinary Spark SQL at least: decoding once what it may read, and one bare commit.

Each table is read once, in the columns that the query uses, and as many rows are inserted as follow from the change. A
refresh is faster where it picks rows out of files without decoding the others, or takes fewer jobs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from pyspark.sql import functions as f

from tests.benchmarks.contest import Side

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

FLOOR = "floor"


class Floor:
    """Reads and writes the least that ordinary Spark SQL can do with.

    Args:
        spark: The session.
        table: The table to insert into; it is made.
        read: The columns to read, by table.
        rows: What is inserted: taken once, and held in memory.
        changed_only: The condition of what may have changed in a table, None for all of it.
    """

    def __init__(
        self,
        spark: SparkSession,
        table: str,
        read: Mapping[str, Sequence[str]],
        rows: DataFrame,
        changed_only: Callable[[str], str | None] = lambda _: None,
    ) -> None:
        self._spark = spark
        self._table = table
        self._read = read
        self._changed_only = changed_only
        self._reading: list[DataFrame] = []
        # A copy: Spark computes cached rows anew when a table changes that they come from.
        rows.write.format("parquet").mode("overwrite").saveAsTable(f"{table}_rows")
        self._rows = spark.table(f"{table}_rows").persist()
        self._rows.count()
        self._rows.limit(0).write.format("delta").mode("overwrite").saveAsTable(table)

    def side(self) -> Side:
        """Return what is measured."""
        return Side(FLOOR, self._run, before=self._plan)

    def forget_rows(self) -> None:
        """Give back the memory that the inserted rows take; the side is not to be run afterwards."""
        self._rows.unpersist()

    def _plan(self) -> None:
        """Find out beforehand which files to read: that takes Delta some jobs of its own."""
        self._reading = []
        for name, columns in self._read.items():
            rows = self._spark.table(name)
            condition = self._changed_only(name)
            if condition is not None:
                rows = rows.where(condition)
            # Something that takes every value and cannot be told from statistics.
            taken = rows.agg(f.bit_xor(f.xxhash64(*columns)))
            taken._jdf.queryExecution().executedPlan()
            self._reading.append(taken)

    def _run(self) -> None:
        for taken in self._reading:
            taken.collect()
        self._rows.write.insertInto(self._table)


def columns_read(spark: SparkSession, query: str, tables: Iterable[str]) -> dict[str, list[str]]:
    """Return the columns of each table that a query names."""
    words = frozenset(re.findall(r"\w+", query))
    return {table: [column for column in spark.table(table).columns if column in words] for table in tables}
