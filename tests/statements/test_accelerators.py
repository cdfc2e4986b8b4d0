"""Refreshes without accelerators: the same modes and rows, whether a setting turns them off or they do not fit."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import replace
from types import MappingProxyType

import pytest

import streamtables
from streamtables.errors import SessionError
from streamtables.session.enabling import runtime_of
from streamtables.spark.accelerators import probing
from streamtables.spark.accelerators.chosen import ALL_SETTING, MEMORY_SETTING, ONE_SETTING
from streamtables.spark.accelerators.registry import ACCELERATORS
from streamtables.spark.jvm.bridge import JvmBridge

QUERIES = {
    "kept": "SELECT k, v FROM s WHERE v >= 3",
    "sums": "SELECT k, sum(v) AS total, max(v) AS largest FROM s GROUP BY k",
    "joined": "SELECT s.id, s.v, o.v AS other FROM s JOIN o ON s.k = o.id",
    "most": (
        "WITH totals AS (SELECT k, sum(v) AS total, avg(v) AS mean FROM s GROUP BY k) "
        "SELECT k, total FROM totals WHERE total = (SELECT max(total) FROM totals)"
    ),
}
CHANGES = (
    "INSERT INTO s VALUES (50, 1, 9), (51, NULL, 4)",
    "UPDATE s SET v = v + 7 WHERE id IN (4, 17)",
    "DELETE FROM s WHERE id % 9 = 0",
)
PARTS = {
    "small_frames": {"rows.Collector", "picking.Picker", "writing.DriverWriter"},
    "picked_rows": {"picking.Picker"},
    "known_transactions": {"host.KnownTransactions"},
}
"""The Java objects that nobody asks for without an accelerator."""


@pytest.fixture
def tables(spark, schema):
    """Two sources, a stream table for each query, and a session of the test's own."""
    for name in ("s", "o"):
        spark.sql(f"CREATE TABLE {name} (id INT, k INT, v INT) USING delta")
        spark.sql(f"INSERT INTO {name} SELECT id, id % 5, id % 11 FROM range(40)")
    for name, query in QUERIES.items():
        spark.sql(f"CREATE STREAM TABLE {name} REFRESH MODE DIFFERENTIAL AS {query}")
    session = spark.newSession()
    session.sql(f"USE {schema}")
    return session


@pytest.fixture
def asked(spark, monkeypatch):
    """The Java objects that were asked for, and the operations of commits."""
    asked: set[str] = set()
    own, history = JvmBridge.part, runtime_of(spark).engine.history
    # The history is written in the background, under the application's settings.
    history.flush()
    monkeypatch.setattr("streamtables.catalog.history._BATCH_SECONDS", 3_600)

    def part(bridge, name):
        asked.add(name)
        return own(bridge, name)

    monkeypatch.setattr(JvmBridge, "part", part)
    yield asked
    history.flush()


def _follow(session, names=tuple(QUERIES)):
    for change in CHANGES:
        session.sql(change)
        for row in session.sql(f"REFRESH STREAM TABLE {', '.join(names)}").collect():
            assert row["mode"] == "DIFFERENTIAL", row
        for name in names:
            rows, expected = session.table(name).collect(), session.sql(QUERIES[name]).collect()
            assert Counter(rows) == Counter(expected), (name, change)


def _operations(session, name):
    return [row["operation"] for row in session.sql(f"DESCRIBE HISTORY {name}__stream").collect()]


def _explained(session, name="kept"):
    rows = session.sql(f"EXPLAIN REFRESH STREAM TABLE {name}").collect()
    return {row["item"]: row["value"] for row in rows if row["item"].startswith("accelerator")}


def test_with_all_of_them_each_is_used(spark, tables, asked):
    _follow(tables)
    assert asked >= set.union(*PARTS.values())
    assert "MERGE" not in _operations(tables, "kept")


def test_without_any_of_them(spark, tables, asked):
    tables.sql(f"SET {ALL_SETTING} = off")
    asked.clear()
    _follow(tables)
    assert not asked
    assert "MERGE" in _operations(tables, "kept")
    tables.sql(CHANGES[0])
    assert _explained(tables)["accelerators"] == "none"


@pytest.mark.parametrize(
    "name", [name if name == "exchange" else pytest.param(name, marks=pytest.mark.thorough) for name in ACCELERATORS]
)
def test_without_one_of_them(spark, tables, asked, name):
    tables.sql(f"SET {ONE_SETTING}{name} = off")
    asked.clear()
    _follow(tables, ("kept", "most") if name == "remembered_groups" else ("kept", "sums"))
    assert not asked & PARTS.get(name, set())
    assert ("MERGE" in _operations(tables, "kept")) is (name in ("exchange", "small_frames"))
    tables.sql(CHANGES[0])
    explained = _explained(tables)
    assert name not in explained["accelerators"].split(", ")
    assert explained["accelerator off"]


@pytest.mark.parametrize(
    "name",
    [
        name if name == "picked_rows" else pytest.param(name, marks=pytest.mark.thorough)
        for name, one in ACCELERATORS.items()
        if one.members or one.package
    ],
)
def test_what_does_not_fit_is_off_and_says_so_once(spark, tables, monkeypatch, caplog, name):
    """Its private field is another one in this Spark, or what it is compiled against is."""
    one = ACCELERATORS[name]
    if one.members:
        gone = tuple(replace(member, field=f"{member.field}_gone") for member in one.members)
        changed = {**ACCELERATORS, name: replace(one, members=gone)}
        monkeypatch.setattr(probing, "ACCELERATORS", MappingProxyType(changed))
    else:
        bridge = JvmBridge.of(spark)
        monkeypatch.setattr(bridge, "missing_packages", {one.package: "a class is gone"})
    streamtables.disable(spark)
    try:
        with caplog.at_level(logging.WARNING, "streamtables"):
            streamtables.enable(spark)
            streamtables.enable(tables)
            _follow(tables, ("kept", "sums"))
        off = [record.getMessage() for record in caplog.records if f"accelerator {name} " in record.getMessage()]
        assert len(off) == 1
        assert one.alternative in off[0]
        tables.sql(CHANGES[0])
        assert name not in _explained(tables)["accelerators"].split(", ")
    finally:
        monkeypatch.undo()
        streamtables.disable(spark)
        streamtables.enable(spark)
    with runtime_of(spark).engine.open_session({}):
        assert not probing.problems_of(spark)


def test_what_fails_after_all_is_done_without_them(spark, tables, monkeypatch, caplog):
    """A method that an accelerator calls on a worker is another one in this Spark."""
    own, calls = JvmBridge.part, []

    def part(bridge, name):
        if name == "picking.Picker":
            calls.append(name)
            spark._jvm.java.lang.Class.forName("org.gone.Missing")
        return own(bridge, name)

    monkeypatch.setattr(JvmBridge, "part", part)
    try:
        with caplog.at_level(logging.WARNING, "streamtables"):
            _follow(tables, ("kept", "sums"))
        told = [record.getMessage() for record in caplog.records if record.getMessage().startswith("All accelerators")]
        assert calls
        assert len(told) == 1
        assert "ClassNotFoundException" in told[0]
        tables.sql(CHANGES[0])
        assert _explained(tables)["accelerators"] == "none"
    finally:
        streamtables.disable(spark)
        streamtables.enable(spark)


def test_explain_says_which_are_used_and_why_not_the_others(spark, tables):
    assert _explained(tables) == {}
    tables.sql(CHANGES[0])
    assert _explained(tables) == {"accelerators": ", ".join(ACCELERATORS)}
    tables.sql(f"SET {ONE_SETTING}exchange = off")
    assert _explained(tables) == {
        "accelerators": ", ".join(name for name in ACCELERATORS if name != "exchange"),
        "accelerator off": f"exchange: {ONE_SETTING}exchange = off",
    }
    rows = tables.sql("EXPLAIN REFRESH STREAM TABLE kept FULL").collect()
    in_full = [name for name, one in ACCELERATORS.items() if one.in_full]
    assert {row["item"]: row["value"] for row in rows}["accelerators"] == ", ".join(in_full)


@pytest.mark.parametrize(
    ("setting", "value", "condition"),
    [
        (ALL_SETTING, "never", "INVALID_SETTING"),
        (f"{ONE_SETTING}exchange", "never", "INVALID_SETTING"),
        (f"{ONE_SETTING}exchanges", "off", "UNKNOWN_ACCELERATOR"),
        (MEMORY_SETTING, "much", "INVALID_SETTING"),
    ],
)
def test_a_setting_that_there_is_not_is_one_error_and_nothing_is_done(spark, tables, setting, value, condition):
    tables.sql(CHANGES[0])
    before = _operations(tables, "kept")
    tables.sql(f"SET {setting} = {value}")
    with pytest.raises(Exception, match=condition) as refused:
        tables.sql("REFRESH STREAM TABLE kept")
    assert refused.value.getCondition() == condition
    tables.sql(f"RESET {setting}")
    assert _operations(tables, "kept") == before
    assert tables.sql("REFRESH STREAM TABLE kept").first()["mode"] == "DIFFERENTIAL"


def test_a_bad_setting_of_the_application_is_told_when_tables_are_enabled(spark):
    streamtables.disable(spark)
    spark.conf.set(ALL_SETTING, "never")
    try:
        with pytest.raises(SessionError, match="auto or off"):
            streamtables.enable(spark)
    finally:
        spark.conf.unset(ALL_SETTING)
        streamtables.enable(spark)
