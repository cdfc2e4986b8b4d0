"""Time windows: rows on edges and without a time, rows that move, sliding windows, sessions that join and part."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.templates.affected_partitions import affected_partitions

NOON = datetime.fromisoformat("2024-01-01 12:00")
EPOCH = datetime.fromisoformat("1970-01-01")


def at(minutes: float) -> datetime:
    """Return a time some minutes after noon."""
    return NOON + timedelta(minutes=minutes)


@pytest.fixture
def events() -> Iterator[Database]:
    """Events with a key, a time and a number; none yet."""
    database = Database({"t": [("k", "string"), ("ts", "timestamp_ntz"), ("v", "int")]})
    yield database
    database.connection.close()


def maintained(database: Database, query: str) -> StreamTable:
    """Maintain a query that DuckDB cannot read as it is written."""
    return StreamTable(database, database.bind(query))


def of_window(rows: list[tuple[object, ...]]) -> list[tuple[object, ...]]:
    """Write windows as minutes after noon."""

    def minutes(value: object) -> object:
        if not isinstance(value, dict):
            return value
        return tuple((value[side] - NOON).total_seconds() / 60 for side in ("start", "end"))

    return sorted((tuple(map(minutes, row)) for row in rows), key=repr)


def test_rows_are_in_the_window_that_begins_at_their_time_and_in_none_without_a_time(events):
    table = maintained(
        events,
        "SELECT window(ts, '5 minutes') AS w, count(*) AS n, sum(v) AS s FROM t GROUP BY window(ts, '5 minutes')",
    )
    events.insert("t", ("a", at(0), 1), ("a", at(5), 2), ("b", at(4.99), 4), ("b", None, 8))
    assert of_window(table.refresh_and_compare()) == [((0.0, 5.0), 2, 5), ((5.0, 10.0), 1, 2)]
    events.update("t", ("a", at(5), 2), ("a", at(-0.01), 2))
    events.update("t", ("b", None, 8), ("b", at(1), 8))
    assert of_window(table.refresh_and_compare()) == [((-5.0, 0.0), 1, 2), ((0.0, 5.0), 3, 13)]


def test_times_before_1970_are_in_the_window_that_began_before_them(events):
    table = maintained(events, "SELECT window(ts, '2 minutes').start AS s FROM t")
    events.insert("t", ("a", EPOCH - timedelta(seconds=1), 1), ("a", EPOCH, 1))
    assert table.refresh_and_compare() == [(EPOCH - timedelta(minutes=2),), (EPOCH,)]


def test_sliding_windows_with_a_start_hold_a_row_as_often_as_it_is_in_one(events):
    call = "window(ts, '5 minutes', '2 minutes', '1 minute')"
    table = maintained(events, f"SELECT k, window.start AS s, max(v) AS m FROM t GROUP BY k, {call}")
    events.insert("t", ("a", at(1), 1), ("a", at(2), 2))
    rows = [("a", at(m), v) for m, v in ((-3, 1), (-1, 2), (1, 2))]
    assert sorted(table.refresh_and_compare()) == rows
    events.delete("t", ("a", at(2), 2))
    assert sorted(table.refresh_and_compare()) == [("a", at(m), 1) for m in (-3, -1, 1)]


def test_only_changed_rows_are_read_where_what_is_counted_by_windows_adds_up(events):
    table = maintained(events, "SELECT window.start, count(*) AS n FROM t GROUP BY window(ts, '5 minutes')")
    text = table.plan.delta(frozenset({0}), insert_only=False).changes.tree.sql("spark")
    assert "__st_new_0" not in text
    assert "__st_old_0" not in text


_WINDOW = "window(ts, '5 minutes')"
_SESSION = "session_window(ts, '5 minutes')"
_GAP = "CASE WHEN v > 2 THEN '1 minute' ELSE '4 minutes' END"
_SESSIONS = f"SELECT k, {_SESSION} AS w, count(*) AS n FROM t GROUP BY k, w"
_QUERIES = [
    f"SELECT {_WINDOW} AS w, k, count(*) AS n FROM t GROUP BY w, k",
    f"SELECT {_WINDOW} AS w, k, count(*) AS n FROM t GROUP BY 1, 2",
    f"SELECT k, {_WINDOW} AS w, count(*) AS n FROM t GROUP BY ALL",
    f"SELECT window, max(v) AS m FROM t GROUP BY {_WINDOW} HAVING window.start > TIMESTAMP_NTZ'2024-01-01'",
    f"SELECT k, window, min(v) AS m FROM t GROUP BY ROLLUP (k, {_WINDOW})",
    "SELECT window(ts, '4 minutes', '3 minutes') AS w, v FROM t",
    f"SELECT DISTINCT {_WINDOW}.end AS e FROM t",
    f"SELECT sum(n) AS n FROM (SELECT count(*) AS n FROM t GROUP BY {_WINDOW}) WHERE n > 1",
    f"SELECT window_time(w) AS last, count(*) AS n FROM (SELECT {_WINDOW} AS w FROM t) GROUP BY window_time(w)",
    f"SELECT k, row_number() OVER (PARTITION BY {_WINDOW}.start ORDER BY v, k) AS r FROM t",
    f"SELECT k, {_SESSION} AS w, count(*) AS n, max(v) AS m FROM t GROUP BY k, w",
    f"SELECT session_window.start, session_window.end, sum(v) AS s FROM t GROUP BY {_SESSION}",
    f"SELECT session_window(ts, {_GAP}) AS w, k, sum(v) AS s FROM t GROUP BY w, k HAVING count(*) > 1",
    f"SELECT {_SESSION} AS w, v FROM t",
    f"SELECT w, sum(n) AS n FROM ({_SESSIONS}) GROUP BY w",
    f"SELECT max(n) AS m FROM ({_SESSIONS})",
    "SELECT a.k, count(*) AS n FROM t AS a JOIN t AS b ON a.k = b.k GROUP BY a.k, session_window(a.ts, '5 minutes')",
]


@pytest.mark.parametrize("query", _QUERIES)
def test_windows_are_maintained_through_rounds_of_changes(events, query):
    table = maintained(events, query)
    events.insert("t", ("a", at(0), 1), ("a", at(5), 2), ("b", at(5), 2), (None, at(7), 3), ("a", None, 4))
    table.refresh_and_compare()
    events.insert("t", ("a", at(2.5), 5), ("a", at(2.5), 5), ("b", at(30), 6), (None, at(2), 0))
    table.refresh_and_compare()
    events.update("t", ("a", at(5), 2), ("b", at(9), 2))
    events.update("t", ("a", None, 4), ("a", at(60), None))
    table.refresh_and_compare()
    events.delete("t", ("a", at(2.5), 5), (None, at(7), 3), ("b", at(5), 2))
    table.refresh_and_compare()
    events.truncate("t")
    table.refresh_and_compare()


def test_session_goes_to_the_last_time_and_its_gap_and_takes_in_what_begins_there(events):
    table = maintained(events, "SELECT k, session_window(ts, '5 minutes') AS w, count(*) AS n FROM t GROUP BY k, w")
    events.insert("t", ("a", at(0), 1), ("a", at(5), 1), ("a", at(10.01), 1), ("b", at(4), 1), ("b", None, 1))
    assert of_window(table.refresh_and_compare()) == [
        ("a", (0.0, 10.0), 2),
        ("a", (10.01, 15.01), 1),
        ("b", (4.0, 9.0), 1),
    ]


def test_row_joins_two_sessions_and_parts_them_when_it_goes(events):
    table = maintained(events, "SELECT k, session_window(ts, '5 minutes') AS w, count(*) AS n FROM t GROUP BY k, w")
    events.insert("t", ("a", at(0), 1), ("a", at(8), 1), ("b", at(4), 1))
    apart = [("a", (0.0, 5.0), 1), ("a", (8.0, 13.0), 1), ("b", (4.0, 9.0), 1)]
    assert of_window(table.refresh_and_compare()) == apart
    events.insert("t", ("a", at(4), 1))
    assert of_window(table.refresh_and_compare()) == [("a", (0.0, 13.0), 3), ("b", (4.0, 9.0), 1)]
    events.delete("t", ("a", at(4), 1))
    assert of_window(table.refresh_and_compare()) == apart


def test_sessions_of_one_start_are_one_whichever_ends_last(events):
    gap = "CASE v WHEN 1 THEN '1 minute' WHEN 2 THEN '20 minutes' ELSE '-1 minute' END"
    table = maintained(events, f"SELECT session_window(ts, {gap}) AS w, count(*) AS n FROM t GROUP BY w")
    events.insert("t", ("a", at(0), 2), ("a", at(0), 1), ("a", at(0), 1), ("a", at(10), 1), ("a", at(3), 9))
    assert of_window(table.refresh_and_compare()) == [((0.0, 20.0), 4)]
    events.update("t", ("a", at(0), 2), ("a", at(0), 3))
    assert of_window(table.refresh_and_compare()) == [((0.0, 1.0), 2), ((10.0, 11.0), 1)]


def test_grouping_by_sessions_again_merges_those_of_all_keys(events):
    inner = "SELECT k, session_window(ts, '5 minutes') AS w, count(*) AS n FROM t GROUP BY k, w"
    table = maintained(events, f"SELECT w, sum(n) AS n FROM ({inner}) GROUP BY w")
    events.insert("t", ("a", at(0), 1), ("b", at(4), 1), ("c", at(20), 1))
    assert of_window(table.refresh_and_compare()) == [((0.0, 9.0), 2), ((20.0, 25.0), 1)]


def test_only_the_scopes_that_changed_are_read(events):
    table = maintained(events, "SELECT k, count(*) AS n FROM t GROUP BY k, session_window(ts, '5 minutes')")
    text = table.plan.delta(frozenset({0}), insert_only=False).changes.tree.sql("spark")
    assert text.count("JOIN __st_new_0") == text.count("JOIN __st_old_0") == 1
    assert "BROADCAST(affected_scopes)" in text


def test_what_is_evaluated_for_sessions_is_told_by_their_scopes(events):
    keyed = maintained(events, _SESSIONS).plan.delta(frozenset({0}), insert_only=False)
    assert [(e.source, e.column) for e in affected_partitions(keyed)] == [(0, "k")]
    query = f"SELECT count(*) AS n FROM t GROUP BY {_SESSION}"
    everything = maintained(events, query).plan.delta(frozenset({0}), insert_only=False)
    assert [e.keys for e in affected_partitions(everything)] == [()]
