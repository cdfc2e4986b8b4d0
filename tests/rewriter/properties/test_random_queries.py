"""Random queries kept through random changes equal the queries recomputed.

STREAMTABLES_CASES is the number of refreshes to check, STREAMTABLES_SEED the first seed. A failure names the seed and
the query; ``STREAMTABLES_SEED=<seed>`` repeats it.
"""

from __future__ import annotations

import os
import sys

import pytest
from tests.rewriter.properties.property_run import run

CASES = int(os.environ.get("STREAMTABLES_CASES", "5000"))
SEED = int(os.environ.get("STREAMTABLES_SEED", "0"))
PARTS = max(1, CASES // 1_000)
"""Tests that share the cases, so that they can run beside each other."""
SEEDS_A_PART = 1_000
ALWAYS = 5
"""Parts that run however little time there is."""


@pytest.mark.parametrize(
    "part", [pytest.param(part, marks=pytest.mark.thorough if part >= ALWAYS else ()) for part in range(PARTS)]
)
def test_stream_tables_equal_their_queries_after_every_refresh(capsys, part):
    first, cases = SEED + part * SEEDS_A_PART, CASES // PARTS
    tally = run(first, cases)
    with capsys.disabled():
        sys.stdout.write(f"\nfirst seed {first}: {tally}\n")
    assert tally.refreshes >= cases
    if cases >= 500:
        # A run that leaves out half of the strategies proves nothing.
        assert tally.groups > tally.queries / 4
        assert tally.queries - tally.groups > tally.queries / 4
        assert tally.parts > tally.queries / 100
        assert tally.recomputed > cases / 20
        assert tally.insert_only > cases / 20
        assert tally.reduced > cases / 50
        assert tally.filtered > cases / 50
        assert tally.stepwise > cases / 50
        assert tally.pipes > tally.queries / 50
        assert tally.padded > tally.queries / 25
        assert tally.told > cases / 100
        assert tally.untold > 0
        assert tally.rows_shown > cases
