"""A stored row and a change that do not fit together fail the refresh; they never make a wrong row.

DuckDB computes the values of all actions for all rows of a MERGE, so that raise_error is NULL here, and the column that
counts rows is NOT NULL: a guard that fires breaks that constraint.
"""

from __future__ import annotations

import duckdb
import pytest
from tests.rewriter.duckdb_engine import StreamTable


@pytest.mark.parametrize(
    "text",
    [
        "SELECT k, v FROM t",
        "SELECT k, sum(v) AS s FROM t GROUP BY k",
        "SELECT k, count(*) AS n FROM t GROUP BY k",
        "SELECT count(*) AS n FROM t",
        "SELECT sum(v) AS s FROM t",
    ],
)
@pytest.mark.parametrize("stored", [True, False], ids=["too many went", "not stored"])
@pytest.mark.parametrize("merged", [True, False], ids=["merged", "exchanged"])
def test_rows_that_go_without_having_come_fail_the_refresh(numbers, text, stored, merged):
    table = StreamTable(numbers, text)
    if stored:
        numbers.insert("t", ("a", 1, None))
        table.refresh_and_compare()
    before = table.stored()
    table.exchanging = merged
    numbers.pending["t"] += [(("a", 1, None), -2)]
    with pytest.raises(duckdb.ConstraintException, match="NOT NULL"):
        table.refresh()
    assert table.stored() == before


def test_count_of_values_that_would_fall_below_zero_fails_the_refresh(numbers):
    table = StreamTable(numbers, "SELECT k, sum(v) AS s FROM t GROUP BY k")
    numbers.insert("t", ("a", None, None), ("a", None, None))
    table.refresh_and_compare()
    numbers.pending["t"] += [(("a", 1, None), -1)]
    with pytest.raises(duckdb.ConstraintException, match="NOT NULL"):
        table.refresh()


def test_lost_row_of_a_global_aggregate_fails_the_refresh(numbers):
    table = StreamTable(numbers, "SELECT count(*) AS n FROM t")
    table.connection.execute("DELETE FROM __backing")
    numbers.insert("t", ("a", 1, None))
    with pytest.raises(duckdb.ConstraintException, match="NOT NULL"):
        table.refresh()


def test_guards_are_calls_of_raise_error_that_say_what_to_do(numbers):
    table = StreamTable(numbers, "SELECT k, v FROM t")
    template = table.plan.delta(frozenset({0}), insert_only=False)
    met, new = template.merge_on_read.matched.tree.sql("spark"), template.merge_on_read.not_matched.tree.sql("spark")
    for text in (template.merge.tree.sql("spark"), met + new):
        assert text.count("RAISE_ERROR('STREAM_TABLE_STATE_CORRUPTED: ") == 2
        assert "REFRESH STREAM TABLE ... FULL" in text
