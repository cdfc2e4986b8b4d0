"""Filters on time: rows leave and come as time passes, with and without changes of the rows."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

import pytest
from sqlglot import exp
from tests.rewriter.duckdb_engine import Database, StreamTable

from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.operators.filter import FilterRule
from streamtables_rewriter.templates.placeholders import PlaceholderKind

START = datetime.fromisoformat("2024-05-01 12:00:00")


def day(number: int) -> str:
    return (START + timedelta(days=number)).isoformat(sep=" ")


class Clocked(StreamTable):
    """A stream table whose refreshes happen at given instants."""

    def __init__(self, database: Database, query: str) -> None:
        super().__init__(database, bind_query(query, database.relations, clock=True))

    def at(self, instant: datetime) -> list[tuple[object, ...]]:
        """Refresh at an instant and compare."""
        self.instants[PlaceholderKind.NOW_NEW] = str(instant)
        self._rendered.clear()
        database = self.database
        names = [source.table.name[-1] for source in self.bound.sources]
        changed = frozenset(i for i, name in enumerate(names) if database.pending[name])
        database.publish()
        insert_only = all(w > 0 for i in changed for _, w in database.pending[names[i]])
        self.apply(self.plan.delta(changed, insert_only))
        database.settle()
        self.instants[PlaceholderKind.NOW_OLD] = str(instant)
        self._rendered.clear()
        assert self.rows() == self.expected()
        assert self.stored() == self.recomputed()
        return self.rows()


@pytest.fixture
def events():
    database = Database({"t": [("k", "string"), ("ts", "timestamp_ntz"), ("v", "int")], "u": [("k", "string")]})
    yield database
    database.connection.close()


def test_rows_leave_when_time_passes_though_nothing_changed(events):
    table = Clocked(events, "SELECT k, v FROM t WHERE ts >= current_timestamp() - INTERVAL '7' DAY")
    events.insert("t", ("a", day(-6), 1), ("b", day(-1), 2), ("c", None, 3))
    assert table.at(START) == [("a", 1), ("b", 2)]
    assert table.at(START + timedelta(days=2)) == [("b", 2)]
    assert table.at(START + timedelta(days=9)) == []


def test_rows_come_when_their_time_has_come(events):
    table = Clocked(events, "SELECT k FROM t WHERE ts <= now() AND v > 0")
    events.insert("t", ("a", day(1), 1), ("b", day(2), 0), ("c", day(-1), 5))
    assert table.at(START) == [("c",)]
    assert table.at(START + timedelta(days=3)) == [("a",), ("c",)]


def test_group_shrinks_as_its_rows_leave(events):
    table = Clocked(
        events,
        "SELECT k, count(*) AS n, sum(v) AS s, max(v) AS m FROM t WHERE CAST(ts AS DATE) > current_date GROUP BY k",
    )
    events.insert("t", ("a", day(1), 9), ("a", day(3), 2), ("b", day(1), 1))
    assert table.at(START) == [("a", 2, 11, 9), ("b", 1, 1, 1)]
    assert table.at(START + timedelta(days=1)) == [("a", 1, 2, 2)]


def test_condition_on_groups_that_reads_the_clock_follows_time(events):
    table = Clocked(events, "SELECT k FROM (SELECT k, max(ts) AS last FROM t GROUP BY k) WHERE last > now()")
    assert table.plan.layout == "rows"
    events.insert("t", ("a", day(1), 1), ("b", day(3), 1))
    assert table.at(START) == [("a",), ("b",)]
    assert table.at(START + timedelta(days=2)) == [("b",)]


@pytest.mark.parametrize(
    "query",
    [
        "SELECT k, v FROM t WHERE ts >= current_timestamp() - INTERVAL '2' DAY AND ts < now() AND v <> 1",
        "SELECT k, v FROM t WHERE ts > now() OR v = 1 OR (v = 2 AND ts < now())",
        "SELECT k, v FROM t WHERE NOT (ts > now() AND v > 0)",
        "SELECT k, count(*) AS n, min(v) AS m FROM t WHERE ts BETWEEN now() - INTERVAL '1' DAY AND now() GROUP BY k",
        "SELECT t.k, a.v FROM t JOIN (SELECT * FROM t WHERE ts < localtimestamp) a ON a.k = t.k JOIN u ON u.k = t.k",
        "SELECT k, v, count(*) AS n FROM t JOIN u USING (k) WHERE ts < now() GROUP BY ROLLUP (k, v)",
        "SELECT a.v FROM (SELECT t.k, t.v FROM t JOIN u ON u.k = t.k WHERE t.ts < now()) a JOIN u ON u.k = a.k",
        "SELECT k, v FROM t WHERE ts < now() ORDER BY v, k LIMIT 3",
        "SELECT k, v FROM t WHERE ts < now() UNION ALL SELECT k, v FROM t WHERE ts > now()",
        "SELECT k, rank() OVER (PARTITION BY k ORDER BY v) AS r FROM (SELECT * FROM t WHERE ts < now())",
    ],
)
def test_random_changes_while_time_moves_both_ways(events, query):
    chance = random.Random(query)
    table = Clocked(events, query)
    instant = START
    for _ in range(25):
        for _ in range(chance.randint(0, 3)):
            rows = events.rows["t"]
            if rows and chance.random() < 0.4:
                events.delete("t", chance.choice(rows))
            else:
                moment = None if chance.random() < 0.1 else day(chance.randint(-4, 4))
                events.insert("t", (chance.choice("ab"), moment, chance.choice((0, 1, 2, None))))
        if chance.random() < 0.2:
            events.insert("u", (chance.choice("ab"),))
        instant += timedelta(days=chance.choice((0, 1, 1, 2, -3)))
        table.at(instant)


@pytest.mark.parametrize("forgotten", [PlaceholderKind.NEW, PlaceholderKind.OLD])
def test_broken_rule_that_forgets_what_time_lets_in_or_out_is_found(events, monkeypatch, forgotten):
    original = FilterRule._passing

    def passing(node, rows, kind, weight, context):
        block = original(node, rows, kind, weight, context)
        return block.where([exp.false()]) if kind is forgotten else block

    monkeypatch.setattr(FilterRule, "_passing", staticmethod(passing))
    table = Clocked(events, "SELECT k FROM t WHERE ts < now() AND ts > now() - INTERVAL '2' DAY")
    events.insert("t", ("a", day(-1), 1), ("b", day(1), 1))
    table.at(START)
    with pytest.raises(AssertionError):
        table.at(START + timedelta(days=2))


@pytest.mark.parametrize(
    "query",
    [
        "SELECT now() AS x FROM t",
        "SELECT count(*) FILTER (WHERE ts > now()) AS x FROM t",
        "SELECT t.k FROM t JOIN u ON u.k = t.k AND t.ts > now()",
        "SELECT k FROM t GROUP BY k HAVING max(ts) > now()",
        "SELECT k FROM t WHERE ts > date 'today'",
    ],
)
def test_clock_anywhere_but_in_where_is_refused(events, query):
    with pytest.raises(UnsupportedQueryError) as caught:
        bind_query(query, events.relations, clock=True)
    assert caught.value.getCondition() == "UNSUPPORTED_QUERY.NON_DETERMINISTIC_FUNCTION"


def test_clock_is_refused_where_the_caller_has_no_instant_to_give(events):
    with pytest.raises(UnsupportedQueryError):
        bind_query("SELECT k FROM t WHERE ts > now()", events.relations)


def test_column_that_is_called_like_the_clock_is_a_column():
    database = Database({"t": [("current_date", "int")]})
    bound = bind_query("SELECT current_date FROM t WHERE current_date > 1", database.relations, clock=True)
    assert bound.sources[0].used == ("current_date",)
