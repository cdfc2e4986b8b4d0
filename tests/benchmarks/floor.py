"""What no refresh from changes can save: reading once what changed and what it may meet, and one bare commit.

Rows that went are only in the files that held them, and a file is read whole: of keys that lie everywhere, every file.
What they are joined with has no index either. So each table is read once, in the columns that the query uses; of a
changing table only the newest keys, where only these change. Then as many rows as a small result has are inserted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pyspark.sql import functions as f

from tests.benchmarks.contest import Side
from tests.benchmarks.tpch_tables import KEYS, Orders

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.benchmarks.tpch_queries import TpchQuery

FLOOR = "floor"
_INSERTED_ROWS = 100


class Floor:
    """Reads and writes the least that a refresh of a query of TPC-H can do with.

    Args:
        spark: The session; the tables are in its current schema.
        query: The query.
        table: The table to insert into; it is made.
        orders: What changes.
    """

    def __init__(self, spark: SparkSession, query: TpchQuery, table: str, orders: Orders) -> None:
        self._spark = spark
        self._table = table
        self._orders = orders
        words = frozenset(re.findall(r"\w+", query.text))
        self._read = {name: [c for c in spark.table(name).columns if c in words] for name in sorted(query.tables)}
        spark.sql(f"CREATE TABLE {table} USING delta AS SELECT * FROM ({query.stored}) LIMIT {_INSERTED_ROWS}")
        stored = spark.table(table)
        self._rows = spark.createDataFrame(stored.collect(), stored.schema)

    def side(self) -> Side:
        """Return what is measured."""
        return Side(FLOOR, self._run)

    def _run(self) -> None:
        lowest = self._orders.lowest_changed
        for name, columns in self._read.items():
            rows = self._spark.table(name)
            if lowest is not None and name in KEYS:
                rows = rows.where(f"{KEYS[name]} >= {lowest}")
            # Something that takes every value and cannot be told from statistics.
            rows.agg(f.bit_xor(f.xxhash64(*columns))).collect()
        self._rows.write.insertInto(self._table)
