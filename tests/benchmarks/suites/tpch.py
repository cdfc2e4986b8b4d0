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
        sparing: Whether queries are computed no more often than they are measured, since that is most of the time at
            large scales: AUTO is left out, FULL's tables are empty at first, and the others are compared with these.
    """

    scale_factor: float = 1
    fractions: tuple[float, ...] = (0.001, 0.01)
    patterns: tuple[Pattern, ...] = (Pattern.SPREAD, Pattern.NEWEST)
    queries: tuple[str, ...] = ()
    properties: SourceProperties = SourceProperties.FEED
    sparing: bool = False


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
                bench.compete(
                    SUITE,
                    cases,
                    partial(orders.change, fraction, pattern),
                    warm=not first,
                    not_warmed_up=frozenset({"FULL"}) if options.sparing else frozenset(),
                )
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
        create = _create_sparingly if options.sparing else create_in_each_mode
        created = create(bench, f"{schema}.{query.name}", query.stored)
        if created is not None:
            # An update may touch no column or row that a query uses.
            competing = tuple(replace(side, modes=side.modes | {"NO_CHANGE"}) for side in created)
            floor = _floor(bench.spark, query, f"{schema}.{query.name}", orders)
            sides[query.name] = (*competing, floor.side())
    return sides


def _create_sparingly(bench: Bench, prefix: str, query: str) -> tuple[Side, ...] | None:
    """Create a table of a query that is refreshed from changes, and another one to be filled by its first refresh."""
    maintained = create_in_each_mode(bench, prefix, query, ("DIFFERENTIAL",))
    recomputed = create_in_each_mode(bench, prefix, query, ("FULL",), filled=False)
    if maintained is None or recomputed is None:
        return None
    rows = f"SELECT * FROM {recomputed[0].table}"
    full = recomputed[0]
    return replace(maintained[0], query=rows), replace(full, query=None, modes=full.modes | {"INITIAL"})


def _floor(spark: SparkSession, query: TpchQuery, prefix: str, orders: Orders) -> Floor:
    """Return what reads a query's tables, of changing ones only the newest keys where only these change."""

    def changed_only(name: str) -> str | None:
        lowest = orders.lowest_changed
        return None if lowest is None or name not in KEYS else f"{KEYS[name]} >= {lowest}"

    read = columns_read(spark, query.text, sorted(query.tables))
    rows = spark.table(f"{prefix}_differential").limit(_ROWS_OF_THE_FLOOR)
    return Floor(spark, f"{prefix}_floor", read, rows, changed_only)


@contextmanager
def _current_schema(spark: SparkSession, schema: str) -> Iterator[None]:
    before = spark.catalog.currentDatabase()
    spark.catalog.setCurrentDatabase(schema)
    try:
        yield
    finally:
        spark.catalog.setCurrentDatabase(before)
