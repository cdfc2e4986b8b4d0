"""What the type oracle is asked: everything that one query's compilation needs to know, in one question."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.differentiate import Differentiation
from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AggregateCall,
    BoundQuery,
    Named,
    Node,
    PairJoin,
    TopK,
    UnionAll,
    Window,
)
from streamtables_rewriter.plan.relations import Table, TypeOracle
from streamtables_rewriter.plan.tree import walk
from streamtables_rewriter.plan.typed_columns import ColumnTypes, keyed_columns
from streamtables_rewriter.sql.columns import aliased, column, identifier
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.sql.written_calls import windowed_call
from streamtables_rewriter.templates.template import Template

_SOME_INSTANT: exp.Expr = exp.Cast(
    this=exp.Literal.string("2000-01-01 00:00:00"), to=exp.DataType.build("timestamp", dialect="spark")
)


def ask_types(bound: BoundQuery, oracle: TypeOracle) -> ColumnTypes:
    """Ask for all types that the compilation of a query depends on.

    Args:
        bound: The query.
        oracle: Whom to ask.

    Returns:
        The answers.

    Raises:
        InternalRewriterError: The oracle answers for another number of columns.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> ask_types(bind_query("SELECT amount, amount > 1 AS large FROM orders", relations), oracle).columns
        {'amount_2': 'decimal(12,2)', 'large': 'boolean'}
    """
    questions: list[tuple[exp.Query, tuple[str, ...]]] = []
    arguments: dict[str, tuple[str, ...]] = {}
    outputs = tuple(dict.fromkeys(output.column for output in bound.outputs))
    questions.append(_rows_of(bound, bound.root, outputs))
    for node in walk(bound.root):
        if isinstance(node, Aggregate | Window):
            questions.append(_rows_of(bound, node, node.output))
        if isinstance(node, UnionAll):
            questions += [_rows_of(bound, part, part.output) for part in (node, *node.inputs)]
        if isinstance(node, Window | TopK):
            questions.append(_rows_of(bound, node.input, node.input.output))
        if isinstance(node, PairJoin):
            questions += [_rows_of(bound, child, names) for child, names in keyed_columns(node) if names]
        if isinstance(node, Aggregate | Window):
            query = Differentiation(bound)
            block = query.state(node.input)
            given = {c.name: _arguments(c) for c in node.calls}
            expressions = {f"{name} {i}": a for name, listed in given.items() for i, a in enumerate(listed)}
            arguments |= {name: tuple(f"{name} {i}" for i in range(len(listed))) for name, listed in given.items()}
            if expressions:
                questions.append(_written(bound, query, block.project(expressions)))
    types = _answers(questions, oracle)
    return ColumnTypes(types, {call: tuple(types[name] for name in names) for call, names in arguments.items()})


def _arguments(call: AggregateCall | Named) -> Sequence[exp.Expr]:
    if isinstance(call, AggregateCall):
        return call.arguments
    assert isinstance(call.expression, exp.Window)
    return [a for a in windowed_call(call.expression).expressions if not isinstance(a, exp.Star)]


def stored_table(table: Table) -> exp.Table:
    """Write a source by its full name.

    Args:
        table: The source's table.

    Returns:
        A new table.
    """
    parts = [identifier(part) for part in table.name]
    names = dict(zip(("this", "db", "catalog"), reversed(parts), strict=False))
    return exp.Table(**names)


def _rows_of(bound: BoundQuery, node: Node, names: Sequence[str]) -> tuple[exp.Query, tuple[str, ...]]:
    query = Differentiation(bound)
    block = query.state(node)
    return _written(bound, query, block.project({name: column(name) for name in names}))


def _written(bound: BoundQuery, query: Differentiation, block: SelectBlock) -> tuple[exp.Query, tuple[str, ...]]:
    template = Template.of(query.finish(block.query()))
    given = {p: _SOME_INSTANT if p.source is None else _stored(bound, p.source) for p in template.placeholders}
    tree = template.bind(given)
    if not isinstance(tree, exp.Query):
        raise InternalRewriterError("TYPES_DIFFER", {"expected": "a query", "found": type(tree).__name__})
    return tree, tuple(block.columns)


def _stored(bound: BoundQuery, source: int) -> exp.Expr:
    return stored_table(bound.sources[source].table)


def _answers(questions: Sequence[tuple[exp.Query, tuple[str, ...]]], oracle: TypeOracle) -> dict[str, str]:
    select: list[exp.Expr] = []
    tables: list[exp.Subquery] = []
    names: list[str] = []
    for number, (query, columns) in enumerate(questions):
        alias = f"part_{number}"
        tables.append(exp.Subquery(this=query, alias=exp.TableAlias(this=identifier(alias))))
        for name in columns:
            select.append(aliased(column(name, alias), f"column_{len(names)}"))
            names.append(name)
    first, *others = tables
    joins = [exp.Join(this=table, kind="CROSS") for table in others]
    types = oracle.types(exp.Select(expressions=select, from_=exp.From(this=first), joins=joins))
    if len(types) != len(names):
        expected, found = f"{len(names)} types", str(len(types))
        raise InternalRewriterError("TYPES_DIFFER", {"expected": expected, "found": found})
    return dict(zip(names, types, strict=True))
