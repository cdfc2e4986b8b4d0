"""What an operator tree says is what the query says on Spark: names, types and rows."""

from __future__ import annotations

import json
from functools import singledispatch
from pathlib import Path

import pytest
from sqlglot import exp

from streamtables.spark.lookup.analysis import SparkTypeOracle
from streamtables_rewriter.bind import bind_query
from streamtables_rewriter.compile import Apply, compile_query
from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    Filter,
    Generate,
    InnerJoin,
    MarkJoin,
    Project,
    Repeat,
    Scan,
    Sessions,
    TopK,
    UnionAll,
    Values,
    Window,
)
from streamtables_rewriter.plan.relations import ColumnType, Table, View
from streamtables_rewriter.plan.tree import inputs_of
from streamtables_rewriter.templates.template import statement_text

pytestmark = pytest.mark.spark

_DATA = {
    "orders": """
        SELECT id, customer_id, amount, day, note, tags,
               CASE WHEN city IS NOT NULL THEN named_struct('city', city, 'geo', named_struct('lat', lat)) END AS place
        FROM VALUES
            (1, 1, 12.50BD, DATE '2020-01-31', 'x', array('a', 'b'), 'Rom', 1.5D),
            (2, 1, 0.50BD, DATE '2021-01-31', 'y', array('c'), 'Ulm', 2.5D),
            (3, 2, 20.00BD, DATE '2021-03-01', '7', array('x', 'y'), 'Rom', 1.5D),
            (3, 2, 20.00BD, DATE '2021-03-01', '7', array('x', 'y'), 'Rom', 1.5D),
            (4, NULL, NULL, NULL, NULL, NULL, NULL, NULL)
        AS t(id, customer_id, amount, day, note, tags, city, lat)""",
    "customers": """
        SELECT * FROM VALUES (1, 'north', 'a'), (2, 'south', 'x'), (3, 'north', 'z'), (4, NULL, 's')
        AS t(id, region, name)""",
    "items": """
        SELECT * FROM VALUES (1, 'a', 2), (1, 'x', 1), (2, 'z', NULL), (3, 'a', 30), (3, 'x', 3)
        AS t(order_id, sku, qty)""",
}
_VIEWS = {
    "recent": ("SELECT customer_id, sum(amount) FROM orders GROUP BY customer_id", ("buyer", "worth")),
    "counts": ("SELECT count(*) FROM recent", ("n",)),
}
_ENDS = (("start", "min"), ("end", "max"))
_NOT_HERE = ("my_function", "o_day", "lake.", "sales.", "FROM odd", "FROM counted")


def _queries():
    for path in sorted((Path(__file__).parent / "trees").glob("*.sql")):
        for block in path.read_text(encoding="utf-8").strip().split("\n\n"):
            query = block.partition("\n")[2].partition("\n--> ")[0]
            if not any(word in query for word in _NOT_HERE):
                yield query


class _Relations:
    def __init__(self, spark):
        self._spark = spark

    def resolve(self, parts, namespace=None):
        name = parts[-1].lower()
        if name in _VIEWS:
            return View((name,), *_VIEWS[name], ())
        columns = tuple(ColumnType(f.name, f.dataType.simpleString()) for f in self._spark.table(name).schema)
        return Table((name,), columns)


def _text(expression):
    return expression.sql("spark")


def _listed(names):
    return ", ".join(f"`{name.replace('`', '``')}`" for name in names)


def _sql(node, sources):
    """Write a tree out operator by operator, with no cleverness at all."""
    if isinstance(node, Scan):
        columns = ", ".join(f"`{stored}` AS `{name}`" for name, stored in node.columns) or "1"
        return f"SELECT {columns} FROM {sources[node.source].table.name[0]}"
    below = [f"({_sql(child, sources)}) AS __t{number}" for number, child in enumerate(inputs_of(node))]
    return _written(node, *below)


@singledispatch
def _written(node, *below):
    """Write an operator over its inputs."""
    kind = type(node).__name__.removesuffix("Join").upper()
    on = "TRUE" if node.condition is None else _text(node.condition)
    return f"SELECT * FROM {below[0]} {kind} JOIN {below[1]} ON {on}"


@_written.register
def _(node: Filter, below):
    return f"SELECT * FROM {below} WHERE {_text(node.condition)}"


@_written.register
def _(node: Project, below):
    columns = ", ".join(f"{_text(p.expression)} AS {_listed([p.name])}" for p in node.projections)
    return f"SELECT {columns} FROM {below}"


@_written.register
def _(node: InnerJoin, *below):
    where = f" WHERE {_text(node.condition)}" if node.condition is not None else ""
    return f"SELECT * FROM {' CROSS JOIN '.join(below)}{where}"


@_written.register
def _(node: MarkJoin, left, right):
    tested = "" if node.condition is None else f" WHERE {_text(node.condition)}"
    return f"SELECT *, EXISTS (SELECT 1 FROM {right}{tested}) AS `{node.mark}` FROM {left}"


@_written.register
def _(node: Aggregate, below):
    columns = [f"{_text(k.expression)} AS `{k.name}`" for k in node.keys]
    for call in node.calls:
        where = f" FILTER (WHERE {_text(call.condition)})" if call.condition is not None else ""
        distinct = "DISTINCT " if call.distinct else ""
        order = f" WITHIN GROUP (ORDER BY {', '.join(map(_text, call.order))})" if call.order else ""
        arguments = ", ".join(map(_text, call.arguments)) or ("*" if call.function == "count" else "")
        columns.append(f"{call.function}({distinct}{arguments}){order}{where} AS `{call.name}`")
    groups = f" GROUP BY {', '.join(_text(k.expression) for k in node.keys)}" if node.keys else ""
    return f"SELECT {', '.join(columns)} FROM {below}{groups}"


@_written.register
def _(node: Sessions, below):
    keys = ", ".join(_text(key.expression) for key in node.keys) or "1"
    own = _text(node.session)
    before = f"PARTITION BY {keys} ORDER BY {own}.start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING"
    reached = f"SELECT *, max({own}.end) OVER ({before}) AS __reached FROM {below}"
    begins = f"sum(if({own}.start <= __reached, 0, 1)) OVER (PARTITION BY {keys} ORDER BY {own}.start)"
    numbered = f"SELECT *, {begins} AS __number FROM ({reached})"
    ends = [f"'{end}', {call}({own}.{end}) OVER (PARTITION BY {keys}, __number)" for end, call in _ENDS]
    return f"SELECT {_listed(node.input.output)}, named_struct({', '.join(ends)}) AS `{node.name}` FROM ({numbered})"


@_written.register
def _(node: Generate, below):
    if node.generator.name.lower() in ("window", "session_window"):
        return f"SELECT *, {_text(node.generator)} AS {_listed(node.columns)} FROM {below}"
    outer = " OUTER" if node.outer else ""
    return f"SELECT * FROM {below} LATERAL VIEW{outer} {_text(node.generator)} __g AS {_listed(node.columns)}"


@_written.register
def _(node: Repeat, below):
    rows, number = f"(SELECT * FROM {below} WHERE {_text(node.number)} > 0) AS __t", _text(node.number)
    return f"SELECT {_listed(node.output)} FROM {rows} LATERAL VIEW explode(sequence(1L, {number})) __r AS __n"


@_written.register
def _(node: TopK, below):
    limit = "" if node.limit is None else f" LIMIT {node.limit}"
    offset = f" OFFSET {node.offset}" if node.offset else ""
    return f"SELECT * FROM {below} ORDER BY {', '.join(map(_text, node.order))}{limit}{offset}"


@_written.register
def _(node: Window, below):
    calls = "".join(f", {_text(call.expression)} AS `{call.name}`" for call in node.calls)
    return f"SELECT *{calls} FROM {below}"


@_written.register
def _(node: Values):
    rows = ", ".join(f"({', '.join(map(_text, row))})" for row in node.rows)
    return f"SELECT * FROM VALUES {rows} AS __t({_listed(node.columns)})"


@_written.register
def _(node: UnionAll, *below):
    branches = " UNION ALL ".join(f"SELECT * FROM {branch}" for branch in below)
    return f"SELECT * FROM ({branches}) AS __t({_listed(node.columns)})"


_STORED = "stored_rows"
_SEEN = "(SELECT order_id AS id, 'y' AS seen FROM items) m"
_PADDED = (
    f"SELECT c.id FROM customers c LEFT JOIN {_SEEN} ON m.id = c.id WHERE m.seen IS NULL",
    f"SELECT m.seen, count(*) AS n FROM customers c LEFT JOIN {_SEEN} ON m.id = c.id GROUP BY m.seen",
    f"SELECT o.own, m.seen FROM (SELECT id + 2 AS id, TRUE AS own FROM orders) o FULL JOIN {_SEEN} ON m.id = o.id",
    f"SELECT c.id, count(*) OVER (PARTITION BY m.seen) AS n FROM {_SEEN} RIGHT JOIN customers c ON m.id = c.id",
)
"""Constants on the padded sides of outer joins."""
_REFUSED = ("PARSE_SYNTAX_ERROR", "UNRESOLVED_COLUMN.WITH_SUGGESTION")
"""What Spark does not read never comes to the rewriter, which reads some of it."""
_OPEN = "SELECT listagg(sku, ',') AS a, mode(qty)"
"""A query for which every order of the rows is right; the rewriter chooses one."""


def _outcome(spark, query, names=None):
    """Names, types and rows, or the condition of the error."""
    from pyspark.errors import PySparkException

    try:
        frame = spark.sql(query)
        types = [json.dumps(field.dataType.jsonValue()).replace("true", "false") for field in frame.schema]
        return names or frame.columns, types, sorted(repr(tuple(row)) for row in frame.collect())
    except PySparkException as error:
        return error.getCondition()


def _recomputed(spark, bound, names):
    """Fill a view with the stored rows of a recomputation, and read it as the stream table's view does."""
    try:
        plan = compile_query(bound, SparkTypeOracle(spark), apply=Apply.AUTO)
    except UnsupportedQueryError:
        return None
    tables = {p: exp.to_table(bound.sources[p.source].table.name[-1]) for p in plan.initial.placeholders}
    spark.sql(plan.initial.sql(tables)).createOrReplaceTempView(_STORED)
    try:
        return _outcome(spark, statement_text(plan.view(exp.to_table(_STORED))), names)
    finally:
        spark.catalog.dropTempView(_STORED)


def test_trees_and_their_recomputation_mean_the_same_as_their_queries(plain_spark):
    spark = plain_spark
    for name, values in _DATA.items():
        spark.sql(values).createOrReplaceTempView(name)
    for name, (query, columns) in _VIEWS.items():
        spark.sql(query).toDF(*columns).createOrReplaceTempView(name)
    differences, queries = [], [*_queries(), *_PADDED]
    recomputed = 0
    try:
        for query in queries:
            bound = bind_query(query, _Relations(spark))
            written = _sql(bound.root, bound.sources)
            expected = _outcome(spark, query)
            if expected in _REFUSED or query.startswith(_OPEN):
                continue
            names = [output.name for output in bound.outputs]
            found = _outcome(spark, written, names)
            if found != expected:
                differences.append((query, expected, written, found))
            stored = None if isinstance(expected, str) else _recomputed(spark, bound, names)
            recomputed += stored is not None
            if stored not in (None, expected):
                differences.append((query, expected, "recomputed", stored))
    finally:
        for name in (*_DATA, *_VIEWS):
            spark.catalog.dropTempView(name)
    assert not differences, "\n\n".join(f"{query}\n{expected}\n{found}" for query, expected, _, found in differences)
    assert len(queries) > 80
    assert recomputed > 60
