"""A sample of the random queries on Spark and Delta: kept through random statements, they equal themselves recomputed.

STREAMTABLES_SPARK_QUERIES is the number of queries (five a seed), STREAMTABLES_SEED the first seed. A
failure names the seed; the statements before it are in the message.
"""

from __future__ import annotations

import os
import random

import pytest
from pyspark.errors import PySparkException

from tests.equivalence.comparison import VARIANTS, assert_equal
from tests.rewriter.duckdb_types import literal
from tests.rewriter.properties.property_run import random_schema
from tests.rewriter.properties.random_changes import random_value
from tests.rewriter.properties.random_queries import SCHEMA_KINDS, QueryWriter

pytestmark = pytest.mark.thorough

QUERIES = int(os.environ.get("STREAMTABLES_SPARK_QUERIES", "5"))
SEED = int(os.environ.get("STREAMTABLES_SEED", "0"))
QUERIES_PER_SEED = 5
ROUNDS = 2
MOST_ROWS = 2_000


def _rows(chance, columns, number):
    types = [SCHEMA_KINDS[kind] for _, kind in columns]
    rows = [[random_value(chance, type_) for type_ in types] for _ in range(number)]
    rows += [chance.choice(rows) for _ in range(number // 3)]
    return ", ".join(f"({', '.join(map(literal, row))})" for row in rows)


def _statement(chance, table, columns):
    name, kind = chance.choice(columns)
    other, other_kind = chance.choice(columns)
    value, wanted = (literal(random_value(chance, SCHEMA_KINDS[k])) for k in (kind, other_kind))
    return chance.choice(
        (
            f"INSERT INTO {table} VALUES {_rows(chance, columns, chance.randint(1, 4))}",
            f"DELETE FROM {table} WHERE {other} <=> {wanted}",
            f"UPDATE {table} SET {name} = {value} WHERE {other} <=> {wanted}",
        )
    )


def _keep(spark, name, query):
    """Create a stream table; tell whether Spark runs the query, and its result is small enough to compare."""
    try:
        if spark.sql(f"SELECT count(*) FROM ({query})").collect()[0][0] > MOST_ROWS:
            return False
    except PySparkException:
        return False
    try:
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    except PySparkException as error:
        if str(error.getCondition()).startswith("UNSUPPORTED_QUERY"):
            return False
        raise AssertionError(f"{query}\n{error}") from error
    return True


@pytest.mark.parametrize("seed", range(SEED, SEED + max(1, QUERIES // QUERIES_PER_SEED)))
def test_random_queries_equal_themselves_after_every_refresh(spark, schema, seed):
    chance = random.Random(seed)
    tables = random_schema(chance)
    for number, (table, columns) in enumerate(tables.items()):
        listed = ", ".join(f"{name} {SCHEMA_KINDS[kind]}" for name, kind in columns)
        properties = list(VARIANTS.values())[(seed + number) % len(VARIANTS)]
        spark.sql(f"CREATE TABLE {table} ({listed}) USING delta TBLPROPERTIES ({properties})")
        spark.sql(f"INSERT INTO {table} VALUES {_rows(chance, columns, chance.choice((3, 6)))}")
    kept = {}
    for _ in range(4 * QUERIES_PER_SEED):
        query, name = QueryWriter(chance, tables).query(), f"s{len(kept)}"
        if len(kept) < QUERIES_PER_SEED and "current_date" not in query and _keep(spark, name, query):
            kept[name] = query
    assert len(kept) == QUERIES_PER_SEED
    told = []
    for _ in range(ROUNDS):
        for table in chance.sample(sorted(tables), chance.randint(1, len(tables))):
            told.append(_statement(chance, table, tables[table]))
            spark.sql(told[-1])
        rows = spark.sql(f"REFRESH STREAM TABLE {', '.join(kept)}").collect()
        assert {row["mode"] for row in rows} <= {"DIFFERENTIAL", "NO_CHANGE"}, f"seed {seed}: {rows}"
        for name, query in kept.items():
            assert_equal(spark, name, query, f"seed {seed}, {told}")
