"""How long it takes to generate a delta template, and to take it from the cache."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from streamtables.catalog.stored_state import load_state
from streamtables.engine.programs.program import Program, compile_definition
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables_grammar.names import QualifiedName
from tests.benchmarks.measurement import Measurement, Sample, Work

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

GENERATED, CACHED = "template, generated", "template, cached"


def measure_template(
    spark: SparkSession, table: str, changing: frozenset[str], suite: str, query: str, rounds: int
) -> list[Measurement]:
    """Generate the delta template of a stream table several times, each time into an empty cache.

    Args:
        spark: The session.
        table: The stream table, schema and name.
        changing: Names of the source tables that change.
        suite: The suite.
        query: The query's name.
        rounds: How often.

    Returns:
        The measurements of generating and of asking again.
    """
    definition = load_state(CatalogLookup(spark), QualifiedName(tuple(table.split(".")))).definition
    plan = compile_definition(definition)
    if plan is None:
        return []
    changed = frozenset(source.index for source in plan.bound.sources if source.table.name[-1] in changing)
    generated: list[Sample] = []
    cached: list[Sample] = []
    for _ in range(rounds + 1):
        program = Program(definition, plan)
        for samples in (generated, cached):
            started = time.perf_counter()
            program.template(changed, False)
            samples.append(Sample(time.perf_counter() - started, Work()))
    case = {"query": query}
    return [
        Measurement(suite, case, GENERATED, tuple(generated[1:])),
        Measurement(suite, case, CACHED, tuple(cached[1:])),
    ]
