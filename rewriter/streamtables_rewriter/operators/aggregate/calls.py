"""Aggregate calls as SQL, and the rows they are computed over."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.changes.rule import RuleContext
from streamtables_rewriter.plan.nodes import Aggregate, AggregateCall
from streamtables_rewriter.semantics.aggregate_functions import IN_ORDER
from streamtables_rewriter.semantics.values_in_order import value_in_order
from streamtables_rewriter.sql.columns import ROWS, aliased, column, conjunction, identifier, references
from streamtables_rewriter.sql.present import all_present
from streamtables_rewriter.sql.select_block import SelectBlock

_IN_ORDER = frozenset(IN_ORDER.values())
_FUNCTIONS: dict[str, type[exp.Func]] = {
    "count": exp.Count,
    "sum": exp.Sum,
    "avg": exp.Avg,
    "min": exp.Min,
    "max": exp.Max,
}


def call_sql(call: AggregateCall, block: SelectBlock) -> exp.Expr:
    """Write an aggregate call as the query has it.

    Args:
        call: The call.
        block: The rows that it is computed over.

    Returns:
        A new expression over the relations of ``block``.
    """
    arguments = [block.expression(a) for a in call.arguments]
    if call.function in _IN_ORDER:

        def gather(collected: exp.Expr, needed: Sequence[exp.Expr]) -> exp.Expr:
            given = [] if call.condition is None else [block.expression(call.condition)]
            present = all_present(needed)
            condition = conjunction([*([] if present is None else [present]), *given])
            return collected if condition is None else _filtered(collected, condition)

        return value_in_order(call.function, arguments, gather, distinct=call.distinct)
    if call.distinct:
        arguments = [exp.Distinct(expressions=arguments)]
    elif call.function == "count" and len(arguments) != 1:
        present = all_present(arguments)
        one = exp.Literal.number(1)
        arguments = [exp.Star() if present is None else exp.Case(ifs=[exp.If(this=present, true=one)])]
    sql = _function(call.function, arguments)
    if call.order:
        order = exp.Order(expressions=[block.expression(o) for o in call.order])
        sql = exp.WithinGroup(this=sql, expression=order)
    if call.condition is not None:
        sql = _filtered(sql, block.expression(call.condition))
    return sql


def rows_to_group(node: Aggregate, block: SelectBlock, context: RuleContext) -> SelectBlock:
    """Give the rows of an aggregate's input their group keys, as columns that GROUP BY can name.

    A computed key becomes a column of a relation of its own: GROUP BY reads a bare number as a position.

    Args:
        node: The aggregate.
        block: Its input.
        context: The query under construction.

    Returns:
        The input with the keys as further columns, each of them a plain column.
    """
    used = [key.expression for key in node.keys]
    for call in node.calls:
        used += call.expressions
    if block.repeats_work(used):
        block = context.seal(block, "computed")
    columns = {key.name: key.expression for key in node.keys}
    needed = frozenset().union(*(references(e) for e in used[len(node.keys) :]))
    columns |= {name: column(name) for name in block.columns if name in needed}
    keyed = block.project(columns)
    if all(isinstance(keyed.columns[key.name], exp.Column) for key in node.keys):
        return keyed
    return context.seal(keyed, "keyed_rows")


def group_rows(
    node: Aggregate, block: SelectBlock, expressions: Sequence[exp.Expr], *, counted: bool = False
) -> exp.Select:
    """Group rows that have their keys.

    Args:
        node: The aggregate.
        block: The rows, from ``rows_to_group``.
        expressions: What to select behind the keys; becomes part of the result.
        counted: Whether to select the number of rows, too.

    Returns:
        A new query with a row for each group.
    """
    select = [aliased(block.columns[key.name].copy(), key.name) for key in node.keys]
    select += expressions
    if counted:
        select.append(aliased(exp.Count(this=exp.Star()), ROWS))
    query = block.select(select)
    if node.keys:
        query.set("group", exp.Group(expressions=[block.columns[key.name].copy() for key in node.keys]))
    return query


def call_columns(node: Aggregate, block: SelectBlock) -> list[exp.Expr]:
    """Write all calls of an aggregate under their names.

    Args:
        node: The aggregate.
        block: The rows, from ``rows_to_group``.

    Returns:
        A select list.
    """
    return [aliased(call_sql(call, block), call.name) for call in node.calls]


def _filtered(call: exp.Expr, condition: exp.Expr) -> exp.Filter:
    return exp.Filter(this=call, expression=exp.Where(this=condition))


def _function(name: str, arguments: list[exp.Expr]) -> exp.Expr:
    if name in _FUNCTIONS:
        return _FUNCTIONS[name](this=arguments[0])
    *namespace, last = name.split(".")
    sql: exp.Expr = exp.Anonymous(this=last, expressions=arguments)
    for part in reversed(namespace):
        sql = exp.Dot(this=identifier(part), expression=sql)
    return sql
