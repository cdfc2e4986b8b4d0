"""Which sizes the suites run at."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from tests.benchmarks.contest import Bench
from tests.benchmarks.sources import Pattern, SourceProperties
from tests.benchmarks.suites import bulk, cold, freshness, graph, immediate, micro, overhead, scale, tpch
from tests.benchmarks.tpch_queries import read_queries


class Suite(str, Enum):
    """The suites, and all of them."""

    OVERHEAD = "overhead"
    SCALE = "scale"
    MICRO = "micro"
    TPCH = "tpch"
    BULK = "bulk"
    GRAPH = "graph"
    IMMEDIATE = "immediate"
    COLD = "cold"
    FRESHNESS = "freshness"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Profile:
    """The sizes of every suite.

    Attributes:
        overhead: Of overhead.
        scale: Of scale.
        micro: Of micro.
        tpch: Of tpch.
        bulk: Of bulk.
        graph: Of graph.
        immediate: Of immediate.
        cold: Of cold.
        freshness: Of freshness.
        rounds: Measured rounds.
    """

    overhead: overhead.Options
    scale: scale.Options
    micro: micro.Options
    tpch: tpch.Options
    bulk: bulk.Options
    graph: graph.Options
    immediate: immediate.Options
    cold: cold.Options
    freshness: freshness.Options
    rounds: int

    def with_rows(self, rows: tuple[int, ...]) -> Profile:
        """Return the profile with other numbers of source rows; suites of one size take the first."""
        if not rows:
            return self
        return replace(
            self,
            overhead=replace(self.overhead, rows=rows[0]),
            scale=replace(self.scale, rows=rows),
            micro=replace(self.micro, rows=rows),
            bulk=replace(self.bulk, rows=rows),
            graph=replace(self.graph, rows=rows[0]),
            immediate=self.immediate.with_rows(rows[0]),
            cold=replace(self.cold, rows=rows),
            freshness=self.freshness.with_rows(rows[0]),
        )

    def with_sources(self, properties: SourceProperties) -> Profile:
        """Return the profile with sources that record something else of their changes."""
        return replace(
            self,
            overhead=replace(self.overhead, properties=properties),
            scale=replace(self.scale, properties=properties),
            micro=replace(self.micro, properties=properties),
            tpch=replace(self.tpch, properties=properties),
            bulk=replace(self.bulk, properties=properties),
            graph=replace(self.graph, properties=properties),
            immediate=replace(self.immediate, properties=properties),
            cold=replace(self.cold, properties=properties),
        )

    def with_scale_factor(self, scale_factor: float | None) -> Profile:
        """Return the profile with another scale of TPC-H, if there is one."""
        if scale_factor is None:
            return self
        return replace(self, tpch=replace(self.tpch, scale_factor=scale_factor))

    def with_patterns(self, patterns: tuple[Pattern, ...]) -> Profile:
        """Return the profile with only some patterns of changes; a suite that has none of them runs all of its own."""

        def chosen(own: tuple[Pattern, ...]) -> tuple[Pattern, ...]:
            return tuple(pattern for pattern in own if pattern in patterns) or own

        return replace(
            self,
            overhead=replace(self.overhead, patterns=chosen(self.overhead.patterns)),
            scale=replace(self.scale, patterns=chosen(self.scale.patterns)),
            tpch=replace(self.tpch, patterns=chosen(self.tpch.patterns)),
        )

    def with_sparing(self, sparing: bool) -> Profile:
        """Return the profile with TPC-H measured sparingly, or as it was."""
        return replace(self, tpch=replace(self.tpch, sparing=sparing or self.tpch.sparing))

    def with_fractions(self, fractions: tuple[float, ...]) -> Profile:
        """Return the profile with other shares of the rows or orders that change, where a suite has several."""
        if not fractions:
            return self
        return replace(
            self,
            micro=replace(self.micro, fractions=fractions),
            tpch=replace(self.tpch, fractions=fractions),
            bulk=replace(self.bulk, changes=fractions),
        )

    def with_only(self, names: tuple[str, ...]) -> Profile:
        """Return the profile with only some shapes of ``micro``, queries of ``tpch`` and kinds of change of ``bulk``.

        Args:
            names: Names of any of them; none for all.

        Returns:
            The profile; a suite of which none is named runs all of its own.

        Raises:
            ValueError: There is nothing of a name.
        """
        shapes, queries = micro.shape_names(), tuple(query.name for query in read_queries())
        unknown = [name for name in names if name not in (*shapes, *queries, *bulk.KINDS)]
        if unknown:
            raise ValueError(
                f"{unknown[0]!r} is no shape ({', '.join(shapes)}), query of TPC-H (q01 ...) or kind of change "
                f"({', '.join(bulk.KINDS)})"
            )
        return replace(
            self,
            micro=replace(self.micro, shapes=tuple(n for n in names if n in shapes) or self.micro.shapes),
            tpch=replace(self.tpch, queries=tuple(n for n in names if n in queries) or self.tpch.queries),
            bulk=replace(self.bulk, kinds=tuple(n for n in names if n in bulk.KINDS) or self.bulk.kinds),
        )

    def runners(self) -> Mapping[Suite, Callable[[Bench], None]]:
        """Return what runs each suite at these sizes."""
        return {
            Suite.OVERHEAD: lambda bench: overhead.run(bench, self.overhead),
            Suite.SCALE: lambda bench: scale.run(bench, self.scale),
            Suite.MICRO: lambda bench: micro.run(bench, self.micro),
            Suite.TPCH: lambda bench: tpch.run(bench, self.tpch),
            Suite.BULK: lambda bench: bulk.run(bench, self.bulk),
            Suite.GRAPH: lambda bench: graph.run(bench, self.graph),
            Suite.IMMEDIATE: lambda bench: immediate.run(bench, self.immediate),
            Suite.COLD: lambda bench: cold.run(bench, self.cold),
            Suite.FRESHNESS: lambda bench: freshness.run(bench, self.freshness),
        }


_MAINTAINED = micro.shape_names()[:6]

QUICK = Profile(
    overhead.Options(patterns=(Pattern.SPREAD,)),
    scale.Options(patterns=(Pattern.SPREAD, Pattern.NEWEST)),
    micro.Options(fractions=(0.001, 0.01), shapes=_MAINTAINED),
    tpch.Options(scale_factor=0.1, fractions=(0.001,)),
    bulk.Options(changes=(100, 0.01)),
    graph.Options(),
    immediate.Options(rows=100_000, changed=(1, 100)),
    cold.Options(),
    freshness.Options(tables=(10,), resting=20, seconds=20),
    rounds=2,
)
"""All suites in about ten minutes."""

STANDARD = Profile(
    overhead.Options(),
    scale.Options(),
    micro.Options(fractions=micro.ALL_FRACTIONS),
    tpch.Options(),
    bulk.Options(),
    graph.Options(width=8),
    immediate.Options(),
    cold.Options(),
    freshness.Options(),
    rounds=3,
)
"""One suite in some minutes."""

FULL = Profile(
    overhead.Options(),
    scale.Options(rows=(100_000, 1_000_000, 10_000_000)),
    micro.Options(rows=(1_000_000, 10_000_000), fractions=micro.ALL_FRACTIONS),
    tpch.Options(),
    bulk.Options(rows=(1_000_000, 10_000_000)),
    graph.Options(rows=1_000_000, width=20),
    immediate.Options(rows=10_000_000, changed=(1, 100, 100_000)),
    cold.Options(rows=(1_000_000, 10_000_000)),
    freshness.Options(),
    rounds=3,
)
"""The sizes that the figures are about: hours."""

TINY = Profile(
    overhead.Options(rows=300, accounts=20, changed=20, patterns=(Pattern.SPREAD,), short_rounds=1),
    scale.Options(rows=(100,), accounts=10, changed=20, patterns=(Pattern.NEWEST,)),
    micro.Options(rows=(200,), accounts=10, fractions=(0.1,), shapes=("filter", "join and aggregate", "window")),
    tpch.Options(scale_factor=0.001, fractions=(0.05,), patterns=(Pattern.SPREAD,), queries=("q02", "q06", "q12")),
    bulk.Options(rows=(200,), customers=10, changes=(0.1,), kinds=("insert",)),
    graph.Options(rows=200, changed=20, chain=2, width=1, layers=2),
    immediate.Options(rows=200, accounts=10, changed=(2,)),
    cold.Options(rows=(200,), accounts=10, changed=20, memory="1g"),
    freshness.Options(tables=(2,), resting=2, rows=200, groups=10, seconds=2),
    rounds=1,
)
"""Everything once, as small as it can be: for tests."""
