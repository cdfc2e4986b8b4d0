"""tpch: the queries of TPC-H that are maintained, while orders and their lines come, go and change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from tests.benchmarks.contest import Bench, Case, Side, create_in_each_mode
from tests.benchmarks.floor import Floor, columns_read
from tests.benchmarks.sources import Pattern, SourceProperties
from tests.benchmarks.template_times import measure_template
from tests.benchmarks.tpch_queries import read_queries
from tests.benchmarks.tpch_tables import CHANGING_TABLES, KEYS, Orders, load_tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from tests.benchmarks.tpch_queries import TpchQuery

SUITE = "tpch"
_ROWS_OF_THE_FLOOR = 100


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        scale_factor: TPC-H's scale.
        fractions: Shares of the orders that come, go and change a round.
        patterns: SPREAD, NEWEST, or both.
        queries: Names of the queries, all if empty.
        properties: What the sources record of their changes.
    """

    scale_factor: float = 1
    fractions: tuple[float, ...] = (0.001, 0.01)
    patterns: tuple[Pattern, ...] = (Pattern.SPREAD, Pattern.NEWEST)
    queries: tuple[str, ...] = ()
    properties: SourceProperties = SourceProperties.FEED


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where to run it.
        options: The sizes.
    """
    schema = bench.fresh_schema("bench_tpch")
    bench.tell(f"{SUITE}: generating and loading scale {options.scale_factor:g}")
    load_tables(bench.spark, schema, options.scale_factor, options.properties)
    orders = Orders(bench.spark, schema)
    with _current_schema(bench.spark, schema):
        sides = _create(bench, schema, options, orders)
        first = True
        for fraction in options.fractions:
            for pattern in options.patterns:
                cases = [
                    Case(
                        {
                            "query": name,
                            "scale": options.scale_factor,
                            "fraction": fraction,
                            "pattern": pattern.value,
                        },
                        created,
                    )
                    for name, created in sides.items()
                ]
                bench.compete(SUITE, cases, partial(orders.change, fraction, pattern), warm=not first)
                first = False
        for name in sides:
            table = f"{schema}.{name}_differential"
            bench.measurements += measure_template(bench.spark, table, CHANGING_TABLES, SUITE, name, 5)
        bench.drop_stream_tables([side.table for created in sides.values() for side in created if side.table])


def _create(bench: Bench, schema: str, options: Options, orders: Orders) -> dict[str, tuple[Side, ...]]:
    sides = {}
    for query in read_queries(options.queries):
        if not query.tables & CHANGING_TABLES:
            bench.notes.append(f"{query.name}: reads neither orders nor lines, so nothing of it changes")
            continue
        created = create_in_each_mode(bench, f"{schema}.{query.name}", query.stored)
        if created is not None:
            # An update may touch no column or row that a query uses.
            competing = tuple(replace(side, modes=side.modes | {"NO_CHANGE"}) for side in created)
            floor = _floor(bench.spark, query, f"{schema}.{query.name}_floor", orders)
            sides[query.name] = (*competing, floor.side())
    return sides


def _floor(spark: SparkSession, query: TpchQuery, table: str, orders: Orders) -> Floor:
    """Return what reads a query's tables, of changing ones only the newest keys where only these change."""

    def changed_only(name: str) -> str | None:
        lowest = orders.lowest_changed
        return None if lowest is None or name not in KEYS else f"{KEYS[name]} >= {lowest}"

    read = columns_read(spark, query.text, sorted(query.tables))
    rows = spark.sql(f"SELECT * FROM ({query.stored}) LIMIT {_ROWS_OF_THE_FLOOR}")
    return Floor(spark, table, read, rows, changed_only)


@contextmanager
def _current_schema(spark: SparkSession, schema: str) -> Iterator[None]:
    before = spark.catalog.currentDatabase()
    spark.catalog.setCurrentDatabase(schema)
    try:
        yield
    finally:
        spark.catalog.setCurrentDatabase(before)
