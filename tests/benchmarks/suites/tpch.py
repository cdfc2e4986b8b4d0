"""tpch: the queries of TPC-H that are maintained, while orders and their lines come, go and change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from tests.benchmarks.contest import Bench, Case, Side, create_in_each_mode
from tests.benchmarks.floor import Floor
from tests.benchmarks.sources import Pattern, SourceProperties
from tests.benchmarks.template_times import measure_template
from tests.benchmarks.tpch_queries import read_queries
from tests.benchmarks.tpch_tables import CHANGING_TABLES, Orders, load_tables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SUITE = "tpch"


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
            floor = Floor(bench.spark, query, f"{schema}.{query.name}_floor", orders)
            sides[query.name] = (*competing, floor.side())
    return sides


@contextmanager
def _current_schema(spark: SparkSession, schema: str) -> Iterator[None]:
    before = spark.catalog.currentDatabase()
    spark.catalog.setCurrentDatabase(schema)
    try:
        yield
    finally:
        spark.catalog.setCurrentDatabase(before)
