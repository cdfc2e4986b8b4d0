"""What the type oracle is asked: everything that one query's compilation needs to know, in one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.columns import aliased, column, identifier, references
from streamtables_rewriter.differentiate import Differentiation, walk
from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.plan.nodes import Aggregate, BoundQuery, FullJoin, Node, PairJoin, UnionAll
from streamtables_rewriter.plan.relations import Table, TypeOracle
from streamtables_rewriter.select_block import SelectBlock
from streamtables_rewriter.template import Template


@dataclass(frozen=True, slots=True)
class ColumnTypes:
    """Types in Spark's DDL spelling.

    Attributes:
        columns: By plan column: the outputs of the root, of each aggregate, of each union and of a union's
            inputs; and those by which rows of a join find their partners.
        arguments: By aggregate call: its arguments.
    """

    columns: Mapping[str, str]
    arguments: Mapping[str, tuple[str, ...]]


def ask_types(bound: BoundQuery, oracle: TypeOracle) -> ColumnTypes:
    """Ask for all types that the compilation of a query depends on.

    Args:
        bound: The query.
        oracle: Whom to ask.

    Returns:
        The answers.

    Raises:
        InternalRewriterError: The oracle answers for another number of columns.
    """
    questions: list[tuple[exp.Query, tuple[str, ...]]] = []
    arguments: dict[str, tuple[str, ...]] = {}
    outputs = tuple(dict.fromkeys(output.column for output in bound.outputs))
    questions.append(_rows_of(bound, bound.root, outputs))
    for node in walk(bound.root):
        if isinstance(node, Aggregate):
            questions.append(_rows_of(bound, node, node.output))
        if isinstance(node, UnionAll):
            questions += [_rows_of(bound, part, part.output) for part in (node, *node.inputs)]
        if isinstance(node, PairJoin):
            questions += [_rows_of(bound, child, names) for child, names in keyed_columns(node) if names]
        if isinstance(node, Aggregate):
            query = Differentiation(bound)
            block = query.state(node.input)
            expressions = {f"{c.name} {i}": a for c in node.calls for i, a in enumerate(c.arguments)}
            arguments |= {c.name: tuple(f"{c.name} {i}" for i in range(len(c.arguments))) for c in node.calls}
            if expressions:
                questions.append(_written(bound, query, block.project(expressions)))
    types = _answers(questions, oracle)
    return ColumnTypes(types, {call: tuple(types[name] for name in names) for call, names in arguments.items()})


def keyed_columns(node: PairJoin) -> list[tuple[Node, tuple[str, ...]]]:
    """List the columns by which a join tells which rows have the same partners.

    Args:
        node: The join.

    Returns:
        Pairs of an input and the names of its columns.
    """
    left, right = node.inputs
    used = frozenset[str]() if node.condition is None else references(node.condition)
    inputs = (left, right) if isinstance(node, FullJoin) else (left,)
    return [(child, tuple(name for name in child.output if name in used)) for child in inputs]


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
    tables = {p: stored_table(bound.sources[p.source or 0].table) for p in template.placeholders}
    tree = template.bind(tables)
    if not isinstance(tree, exp.Query):
        raise InternalRewriterError("TYPES_DIFFER", {"expected": "a query", "found": type(tree).__name__})
    return tree, tuple(block.columns)


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
