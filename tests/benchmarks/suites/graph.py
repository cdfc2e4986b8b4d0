"""graph: tables over tables, all in one run, against refreshing each alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from tests.benchmarks.contest import Bench, Case, Side
from tests.benchmarks.equality import require_equal
from tests.benchmarks.measurement import Parameter
from tests.benchmarks.sources import Pattern, Source, SourceProperties

if TYPE_CHECKING:
    from pyspark.sql import Row

SUITE = "graph"
ONE_RUN, EACH_ALONE = "one run", "each alone"


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        rows: Rows of the source.
        changed: Rows that change a round.
        chain: Tables of the chain.
        layers: Layers of the wide graph.
        width: Tables in each layer.
        graphs: The graphs to run.
        properties: What the source records of its changes.
    """

    rows: int = 100_000
    changed: int = 100
    chain: int = 10
    layers: int = 3
    width: int = 4
    graphs: tuple[str, ...] = ("chain", "diamond", "layers")
    properties: SourceProperties = SourceProperties.FEED


@dataclass(frozen=True, slots=True)
class Node:
    """A stream table of a graph.

    Attributes:
        name: Its name.
        query: Its query, over what stands before it.
    """

    name: str
    query: str


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where to run it.
        options: The sizes.
    """
    make = {"chain": _chain, "diamond": _diamond, "layers": _layers}
    for graph in options.graphs:
        schema = bench.fresh_schema(f"bench_{graph}")
        source = Source(bench.spark, f"{schema}.src", options.rows, max(1, options.rows // 20), options.properties)
        nodes = make[graph](schema, options)
        for node in nodes:
            bench.tell(f"{SUITE}: creating {node.name}")
            bench.spark.sql(f"CREATE STREAM TABLE {node.name} REFRESH MODE DIFFERENTIAL AS {node.query}")
        case: dict[str, Parameter] = {
            "graph": graph,
            "tables": len(nodes),
            "rows": options.rows,
            "changed": options.changed,
        }
        _measure(bench, case, schema, nodes, partial(source.change, options.changed, Pattern.SPREAD))
        bench.drop_stream_tables([node.name for node in reversed(nodes)])


def _measure(
    bench: Bench, case: dict[str, Parameter], schema: str, nodes: list[Node], change: Callable[[], None]
) -> None:
    """Measure both ways; since both refresh the same tables, each has the same change of its own before it."""

    def check(when: str) -> None:
        for node in nodes:
            bench.tell(f"{SUITE}: comparing {node.name}, {when}")
            require_equal(bench.spark, node.name, node.query, when)

    def one_run() -> Row | None:
        _require_differential(bench.spark.sql(f"REFRESH STREAM TABLES IN {schema}").collect())
        return None

    def each_alone() -> Row | None:
        for node in nodes:
            statement = f"REFRESH STREAM TABLE {node.name} WITHOUT UPSTREAM"
            _require_differential(bench.spark.sql(statement).collect())
        return None

    def prepared(run_it: Callable[[], Row | None], name: str) -> Side:
        return Side(name, run_it, before=change)

    sides = (prepared(one_run, ONE_RUN), prepared(each_alone, EACH_ALONE))
    bench.compete(SUITE, [Case(case, sides)], lambda: None, check=check)


def _require_differential(rows: list[Any]) -> None:
    wrong = [row for row in rows if row["mode"] not in {"DIFFERENTIAL", "NO_CHANGE"}]
    if wrong:
        raise AssertionError(f"{wrong[0]['stream_table']} ran {wrong[0]['mode']}: {wrong[0]['reason']}")


def _chain(schema: str, options: Options) -> list[Node]:
    """Each table filters the one before it; the last one counts."""
    nodes = []
    before = f"{schema}.src"
    for number in range(1, options.chain):
        query = f"SELECT id, region, account, amount, score FROM {before} WHERE score >= {number}"
        before = f"{schema}.chain_{number:02}"
        nodes.append(Node(before, query))
    last = f"SELECT region, count(*) AS n, sum(amount) AS total FROM {before} GROUP BY region"
    return [*nodes, Node(f"{schema}.chain_{options.chain:02}", last)]


def _diamond(schema: str, _: Options) -> list[Node]:
    """Two tables over one source, joined."""
    counts = f"SELECT account, count(*) AS n, sum(amount) AS total FROM {schema}.src GROUP BY account"
    lows = f"SELECT account, count(*) AS low FROM {schema}.src WHERE score < 500 GROUP BY account"
    both = f"SELECT a.account, a.n, a.total, b.low FROM {schema}.arm_a a JOIN {schema}.arm_b b ON b.account = a.account"
    return [Node(f"{schema}.arm_a", counts), Node(f"{schema}.arm_b", lows), Node(f"{schema}.bottom", both)]


def _layers(schema: str, options: Options) -> list[Node]:
    """Aggregates over the source, and over each of them further tables, layer upon layer."""
    nodes = [
        Node(
            f"{schema}.l1_{column:02}",
            f"SELECT account, region, count(*) AS n, sum(amount) AS total FROM {schema}.src "
            f"WHERE score % {options.width} = {column} GROUP BY account, region",
        )
        for column in range(options.width)
    ]
    for layer in range(2, options.layers + 1):
        for column in range(options.width):
            below = f"{schema}.l{layer - 1}_{column:02}"
            query = f"SELECT account, region, n, total FROM {below} WHERE account % {layer + 5} <> 0"
            nodes.append(Node(f"{schema}.l{layer}_{column:02}", query))
    return nodes
