"""The tables of TPC-H: generated, loaded into Delta, and changed."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.sources import Pattern, SourceProperties

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SORTED_BY = {
    "lineitem": "l_orderkey",
    "orders": "o_orderkey",
    "partsupp": "ps_partkey",
    "part": "p_partkey",
    "customer": "c_custkey",
    "supplier": "s_suppkey",
    "nation": "n_nationkey",
    "region": "r_regionkey",
}
KEYS = {"orders": "o_orderkey", "lineitem": "l_orderkey"}
"""The keys of the tables that change."""
CHANGING_TABLES = frozenset(KEYS)
_OTHER_ORDERS = {
    "o_totalprice": "o_totalprice + 10",
    "o_orderpriority": "CASE o_orderpriority WHEN '1-URGENT' THEN '5-LOW' ELSE '1-URGENT' END",
}
_OTHER_CUSTOMER = "(o_custkey + 110) % {customers} + 1"
"""A customer 111 keys further: every third has no orders."""
_OTHER_LINES = {"l_quantity": "l_quantity % 50 + 1", "l_extendedprice": "l_extendedprice + 10"}
_ROWS_A_FILE = 400_000
_KEYS_OF_32 = 8
"""TPC-H uses the first 8 of each 32 keys of orders and leaves the others to refreshes."""


class GeneratorMissingError(Exception):
    """The program that generates TPC-H's tables is not installed."""


def load_tables(spark: SparkSession, schema: str, scale_factor: float, properties: SourceProperties) -> None:
    """Generate all tables and load them, each sorted by its key.

    Args:
        spark: The session.
        schema: Where the tables go.
        scale_factor: 1 is about a gigabyte of text.
        properties: What the tables record of their changes.

    Raises:
        GeneratorMissingError: tpchgen-cli is not installed.
    """
    program = _generator()
    with tempfile.TemporaryDirectory(prefix="streamtables-tpch-") as folder:
        command = [program, "parquet", "--scale-factor", str(scale_factor), "--output-dir", folder]
        subprocess.run(command, check=True, capture_output=True)
        for table, key in _SORTED_BY.items():
            file = (Path(folder) / f"{table}.parquet").as_uri()
            rows = spark.read.parquet(file)
            rows.createOrReplaceTempView("__bench_generated")
            files = max(1, -(-rows.count() // _ROWS_A_FILE))
            spark.sql(
                f"CREATE TABLE {schema}.{table} USING delta {properties.clause} AS SELECT * FROM ("
                f"SELECT /*+ REPARTITION_BY_RANGE({files}, {key}) */ * FROM __bench_generated) SORT BY {key}"
            )
        spark.catalog.dropTempView("__bench_generated")


class Orders:
    """The orders with their lines, and how they change.

    Args:
        spark: The session.
        schema: The schema with the tables.

    Attributes:
        lowest_changed: The lowest key that the last change touched; None if it touched keys everywhere.
    """

    def __init__(self, spark: SparkSession, schema: str) -> None:
        self.lowest_changed: int | None = None
        self._spark = spark
        self._orders = f"{schema}.orders"
        self._lines = f"{schema}.lineitem"
        self._count = spark.table(self._orders).count()
        self._customer = _OTHER_CUSTOMER.format(customers=spark.table(f"{schema}.customer").count())
        self._round = 0

    def change(self, fraction: float, pattern: Pattern) -> None:
        """Insert, delete and update a share of the orders each, with their lines, in six commits.

        Rows that come are copies of others under new keys, of other customers, with other quantities and prices: equal
        ones would make up for those that go.

        Args:
            fraction: The share of the orders that is inserted; as many are deleted, and as many updated.
            pattern: SPREAD over all keys, or the NEWEST keys.
        """
        if pattern is Pattern.NEWEST:
            inserted, shift, deleted, updated = self._newest(fraction)
        else:
            inserted, shift, deleted, updated = self._spread(fraction)
        self._round += 1
        for table, key, values in (
            (self._orders, "o_orderkey", {**_OTHER_ORDERS, "o_custkey": self._customer}),
            (self._lines, "l_orderkey", _OTHER_LINES),
        ):
            other = ", ".join([f"{key} + {shift} AS {key}", *(f"{e} AS {name}" for name, e in values.items())])
            rest = f"* EXCEPT ({', '.join([key, *values])})"
            which = inserted.format(key=key)
            self._run(f"INSERT INTO {table} BY NAME SELECT {other}, {rest} FROM {table} WHERE {which}")
        for table, key in ((self._lines, "l_orderkey"), (self._orders, "o_orderkey")):
            self._run(f"DELETE FROM {table} WHERE {deleted.format(key=key)}")
        for table, key, values in (
            (self._orders, "o_orderkey", _OTHER_ORDERS),
            (self._lines, "l_orderkey", _OTHER_LINES),
        ):
            assigned = ", ".join(f"{name} = {e}" for name, e in values.items())
            self._run(f"UPDATE {table} SET {assigned} WHERE {updated.format(key=key)}")

    def _spread(self, fraction: float) -> tuple[str, int, str, str]:
        buckets = max(3, round(1 / fraction))
        bucket = f"pmod(xxhash64({{key}}, {self._round}), {buckets})"
        shift = _KEYS_OF_32 * (1 + self._round % 3)
        self.lowest_changed = None
        inserted = f"{bucket} = 0 AND {{key}} % 32 < {_KEYS_OF_32}"
        return inserted, shift, f"{bucket} = 1", f"{bucket} = 2"

    def _newest(self, fraction: float) -> tuple[str, int, str, str]:
        newest = int(self._spark.sql(f"SELECT max(o_orderkey) FROM {self._orders}").collect()[0][0])
        span = max(32, round(self._count * fraction * 32 / _KEYS_OF_32))
        self.lowest_changed = newest - 2 * span + 1
        last = f"{{key}} > {newest - span} AND {{key}} <= {newest}"
        before_them = f"{{key}} > {newest - 2 * span} AND {{key}} <= {newest - span}"
        return last, span, before_them, last

    def _run(self, statement: str) -> None:
        self._spark.sql(statement).collect()


def _generator() -> str:
    beside = Path(sys.executable).with_name("tpchgen-cli")
    found = str(beside) if beside.exists() else shutil.which("tpchgen-cli")
    if found is None:
        raise GeneratorMissingError("tpchgen-cli is missing: `make setup` installs it, or: pip install tpchgen-cli")
    return found
