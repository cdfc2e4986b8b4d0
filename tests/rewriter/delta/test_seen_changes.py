"""Of stored groups that a change meets, the queries tell which ones readers see come, change and go."""

from __future__ import annotations

import pytest
from tests.rewriter.duckdb_engine import StreamTable

from streamtables_rewriter.merge.merge_on_read import ALTERS, ARRIVES, BECOMES
from streamtables_rewriter.sql.columns import VISIBLE

QUERIES = {
    "recomputed": "SELECT k, max(v) AS m FROM t GROUP BY k",
    "recomputed_hidden": "SELECT k, max(v) AS m FROM t GROUP BY k HAVING max(v) > 4",
    "added_up": "SELECT k, sum(v) > 12 AS large, avg(v) AS a FROM t GROUP BY k",
    "added_up_hidden": "SELECT k, sum(v) AS s FROM t GROUP BY k HAVING count(*) > 2",
}
ROUNDS = (
    ([("a", 9, 0.0), ("e", 1, 0.0), (None, 4, 0.0)], []),
    ([("a", 1, 0.0)], [("a", 9, 0.0), ("b", 1, 0.0)]),
    ([("c", 0, 0.0), ("d", 5, 0.0)], [("b", 5, 0.0), ("b", 3, 0.0)]),
    ([("b", 8, 0.0)] * 3, [("c", 0, 0.0), ("e", 1, 0.0), (None, 4, 0.0)]),
)


def _seen(table):
    """Count what the last exchange said of rows that readers see: those that came, changed and went."""
    connection = table.connection
    (arrived, altered, left) = connection.execute(
        f"SELECT sum(CASE WHEN {ARRIVES} > 0 THEN 1 ELSE 0 END), sum({ALTERS}), "
        f"sum(CASE WHEN {ARRIVES} < 0 THEN 1 ELSE 0 END) FROM __found"
    ).fetchall()[0]
    hides = any(column.name == VISIBLE for column in table.plan.stored)
    came, becomes = (VISIBLE, f"{BECOMES}.{VISIBLE}") if hides else ("true", f"{BECOMES} IS NOT NULL")
    (all_new,) = connection.execute(f"SELECT count(*) FILTER ({came}) FROM __came").fetchall()[0]
    (changed,) = connection.execute(f"SELECT count(*) FILTER ({becomes}) FROM __found").fetchall()[0]
    return all_new - changed + (arrived or 0), altered or 0, left or 0


@pytest.mark.parametrize("name", QUERIES)
def test_what_readers_see_of_exchanged_groups_is_told(numbers, name):
    numbers.insert("t", *[(key, value, 0.0) for key in "abcd" for value in (1, 3, 5)])
    table = StreamTable(numbers, QUERIES[name])
    numbers.settle()
    told = []
    for came, went in ROUNDS:
        before = {row[0]: row for row in table.rows()}
        if came:
            numbers.insert("t", *came)
        for row in went:
            numbers.delete("t", row)
        table.exchanging = False
        after = {row[0]: row for row in table.refresh_and_compare()}
        changed = sum(before[key] != after[key] for key in before.keys() & after.keys())
        assert _seen(table) == (len(after.keys() - before), changed, len(before.keys() - after)), (came, went)
        told.append(_seen(table))
    assert all(map(sum, zip(*told, strict=True))), f"some kind of change was not seen: {told}"
