"""Queries read at fixed versions."""

from __future__ import annotations

import pytest

from streamtables.engine.programs.pin_query import UnpinnableQueryError, pin_query
from streamtables_rewriter.plan.relations import ColumnType, Table, View
from streamtables_rewriter.sql.dialect import FaithfulSpark

NAMESPACE = ("spark_catalog", "s")
A = ColumnType("a", "int")


class _Relations:
    def __init__(self):
        self.known = {
            "t": Table((*NAMESPACE, "t"), (A,)),
            "u": Table((*NAMESPACE, "u"), (A,)),
            "counted": Table((*NAMESPACE, "counted"), (A,), None, "__st_rows"),
            "p": Table((*NAMESPACE, "p"), (A,), maintainable="a parquet table"),
            "v": View((*NAMESPACE, "v"), "SELECT a FROM t WHERE a > 1", ("b",), NAMESPACE),
        }

    def resolve(self, parts, namespace=None):
        return self.known.get(parts[-1])


def _pinned(text):
    return pin_query(text, _Relations(), NAMESPACE, lambda table: 7).sql(dialect="spark")


T7 = "`spark_catalog`.`s`.`t` VERSION AS OF 7"


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT a FROM t", f"SELECT a FROM {T7} AS `t`"),
        ("SELECT x.a FROM t AS x", f"SELECT x.a FROM {T7} AS x"),
        ("SELECT a FROM p", "SELECT a FROM `spark_catalog`.`s`.`p` AS `p`"),
        ("WITH t AS (SELECT 1 AS a) SELECT a FROM t", "WITH t AS (SELECT 1 AS a) SELECT a FROM t"),
        (
            "SELECT a FROM u WHERE EXISTS (SELECT 1 FROM t)",
            f"SELECT a FROM `spark_catalog`.`s`.`u` VERSION AS OF 7 AS `u` WHERE EXISTS(SELECT 1 FROM {T7} AS `t`)",
        ),
        ("SELECT b FROM v", f"SELECT b FROM (SELECT a FROM {T7} AS `t` WHERE a > 1) AS `v`(`b`)"),
    ],
)
def test_delta_tables_are_read_at_their_version_and_views_inlined(query, expected):
    assert _pinned(query) == expected


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT f(a), g(a) FROM p", "SELECT `spark_catalog`.`s`.f(a), G(a) FROM"),
        ("SELECT s.f(a), count(f(a)) FILTER (WHERE f(a) > 1) FROM p", "SELECT s.f(a), COUNT(`spark_catalog`.`s`.f(a))"),
        (
            "SELECT s.f(a) FILTER (WHERE f(a).x > 1) FROM p",
            "SELECT s.F(a) FILTER(WHERE `spark_catalog`.`s`.f(a).x > 1)",
        ),
        ("SELECT x FROM w", "(SELECT `spark_catalog`.`e`.f(a), `spark_catalog`.`e`.g(a) FROM"),
    ],
)
def test_stored_functions_are_called_by_full_names(query, expected):
    relations = _Relations()
    relations.known["w"] = View((*NAMESPACE, "w"), "SELECT f(a), g(a) FROM p", ("x", "y"), ("spark_catalog", "e"))
    names = [("spark_catalog", schema, f) for schema in "se" for f in "fg"] + [("g",)]
    pinned = pin_query(query, relations, NAMESPACE, lambda table: 7, names).sql(dialect="spark")
    assert expected in pinned


def test_rows_stored_with_a_count_are_read_as_often_as_they_count():
    assert "EXPLODE(ARRAY_REPEAT(1, CAST(`__st_rows` AS INT)))" in _pinned("SELECT a FROM counted")


@pytest.mark.parametrize(
    "query",
    [
        "SELECT a FROM nowhere",
        "SELECT FROM WHERE",
        "SELECT a FROM t VERSION AS OF 1",
        "FROM p |> WHERE a > 1",
        "SELECT a FROM p WHERE a IN (FROM p |> WHERE a > 1 |> SELECT a)",
    ],
)
def test_what_cannot_be_told_for_certain_is_not_pinned(query):
    with pytest.raises(UnpinnableQueryError):
        _pinned(query)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("SELECT x.a FROM t AS x", f"SELECT x.a FROM (SELECT `a` FROM {T7}) AS `x`"),
        ("SELECT count(*) FROM t", f"SELECT count(*) FROM (SELECT 1 FROM {T7}) AS `t`"),
        ("SELECT b FROM v", f"SELECT b FROM (SELECT a FROM (SELECT `a` FROM {T7}) AS `t` WHERE a > 1) AS `v`(`b`)"),
        ("SELECT a FROM p", "SELECT a FROM `spark_catalog`.`s`.`p` AS `p`"),
    ],
)
def test_columns_that_a_source_gains_are_not_seen_where_they_are_listed(query, expected):
    pinned = pin_query(query, _Relations(), NAMESPACE, lambda table: 7, listed=True)
    assert pinned.sql(dialect=FaithfulSpark, normalize_functions=False) == expected
