"""scale: the same few changes to ever larger sources."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial

from tests.benchmarks.contest import Bench, Case, create_in_each_mode
from tests.benchmarks.sources import Pattern, Source, SourceProperties

SUITE = "scale"


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        rows: Rows of the source, one size after the other.
        accounts: Groups of the aggregate.
        changed: Rows that change a round.
        patterns: Which rows.
        properties: What the source records of its changes.
    """

    rows: tuple[int, ...] = (100_000, 1_000_000)
    accounts: int = 50_000
    changed: int = 100
    patterns: tuple[Pattern, ...] = tuple(Pattern)
    properties: SourceProperties = SourceProperties.FEED


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where to run it.
        options: The sizes.
    """
    for rows in options.rows:
        schema = bench.fresh_schema("bench_scale")
        bench.tell(f"{SUITE}: loading {rows:,} rows")
        source = Source(bench.spark, f"{schema}.src", rows, options.accounts, options.properties)
        shapes = {
            "aggregate": f"SELECT account, count(*) AS n, sum(amount) AS total FROM {source.table} GROUP BY account",
            "filter": f"SELECT id, region, account, amount FROM {source.table} WHERE score >= 500",
        }
        sides = {}
        for shape, query in shapes.items():
            created = create_in_each_mode(bench, f"{schema}.{shape}", query)
            if created is not None:
                sides[shape] = created
        for pattern in options.patterns:
            cases = [
                Case({"shape": shape, "pattern": pattern.value, "rows": rows, "changed": options.changed}, created)
                for shape, created in sides.items()
            ]
            bench.compete(SUITE, cases, partial(source.change, options.changed, pattern))
        bench.drop_stream_tables([side.table for created in sides.values() for side in created if side.table])
