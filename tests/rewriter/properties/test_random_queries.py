"""Random queries kept through random changes equal the queries recomputed.

STREAMTABLES_CASES is the number of refreshes to check, STREAMTABLES_SEED the first seed. A failure names the seed and
the query; ``STREAMTABLES_SEED=<seed>`` repeats it.
"""

from __future__ import annotations

import os
import sys

from tests.rewriter.properties.property_run import run

CASES = int(os.environ.get("STREAMTABLES_CASES", "1500"))
SEED = int(os.environ.get("STREAMTABLES_SEED", "0"))


def test_stream_tables_equal_their_queries_after_every_refresh(capsys):
    tally = run(SEED, CASES)
    with capsys.disabled():
        sys.stdout.write(f"\nfirst seed {SEED}: {tally}\n")
    assert tally.refreshes >= CASES
    if CASES >= 500:
        # A run that leaves out half of the strategies proves nothing.
        assert tally.groups > tally.queries / 4
        assert tally.queries - tally.groups > tally.queries / 4
        assert tally.parts > tally.queries / 100
        assert tally.recomputed > CASES / 20
        assert tally.insert_only > CASES / 20
        assert tally.rows_shown > CASES
