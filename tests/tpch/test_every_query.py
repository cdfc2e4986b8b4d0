"""All queries of TPC-H are kept by their changes alone, and equal themselves recomputed after every round.

Runs where STREAMTABLES_TPCH_ROUNDS tells a number of rounds (five in a thorough run); STREAMTABLES_TPCH_SCALE is the
scale.
"""

from __future__ import annotations

import os

import pytest
from tests.benchmarks.equality import require_equal
from tests.benchmarks.sources import Pattern, SourceProperties
from tests.benchmarks.tpch_queries import read_queries
from tests.benchmarks.tpch_tables import Orders, load_tables

ROUNDS = int(os.environ.get("STREAMTABLES_TPCH_ROUNDS", "0"))
SCALE = float(os.environ.get("STREAMTABLES_TPCH_SCALE", "0.01"))

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not ROUNDS, reason="takes long: STREAMTABLES_TPCH_ROUNDS=5")]


def _change_the_other_tables(spark, number):
    for statement in (
        f"UPDATE customer SET c_acctbal = -c_acctbal, c_mktsegment = 'BUILDING' WHERE c_custkey % 50 = {number}",
        f"UPDATE part SET p_size = p_size % 50 + 1, p_type = 'PROMO BURNISHED COPPER' WHERE p_partkey % 50 = {number}",
        f"UPDATE supplier SET s_nationkey = (s_nationkey + 1) % 25 WHERE s_suppkey % 20 = {number}",
        f"UPDATE partsupp SET ps_supplycost = ps_supplycost + 1 WHERE ps_partkey % 50 = {number}",
    ):
        spark.sql(statement)


def test_every_query_is_differential_and_equal_after_every_round(spark, schema):
    load_tables(spark, schema, SCALE, SourceProperties.FEED)
    queries = {query.name: query for query in read_queries(())}
    assert len(queries) == 22
    for name, query in queries.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query.stored}")
    orders = Orders(spark, schema)
    for number in range(ROUNDS):
        orders.change(0.01, Pattern.SPREAD if number % 2 else Pattern.NEWEST)
        _change_the_other_tables(spark, number)
        rows = spark.sql(f"REFRESH STREAM TABLE {', '.join(queries)}").collect()
        modes = {row["stream_table"].rsplit(".", 1)[1]: row["mode"] for row in rows}
        assert set(modes) == set(queries)
        assert set(modes.values()) <= {"DIFFERENTIAL", "NO_CHANGE"}, modes
        for name, query in queries.items():
            require_equal(spark, name, query.stored, f"after round {number + 1}")
