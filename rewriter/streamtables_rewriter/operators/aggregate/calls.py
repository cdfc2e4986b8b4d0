"""Aggregate calls as SQL, and the rows they are computed over."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.aggregate_functions import AVG_IN_ORDER, SUM_IN_ORDER
from streamtables_rewriter.column_types import cast_to
from streamtables_rewriter.columns import ROWS, aliased, column, conjunction, identifier, references
from streamtables_rewriter.delta import RuleContext
from streamtables_rewriter.plan.nodes import Aggregate, AggregateCall
from streamtables_rewriter.select_block import SelectBlock

_FUNCTIONS: dict[str, type[exp.Func]] = {
    "count": exp.Count,
    "sum": exp.Sum,
    "avg": exp.Avg,
    "min": exp.Min,
    "max": exp.Max,
}


def all_present(arguments: Sequence[exp.Expr]) -> exp.Expr | None:
    """Write the condition under which ``count`` counts a row.

    Args:
        arguments: The arguments of ``count``; copied.

    Returns:
        That none of them is NULL; None if that is certain.
    """
    doubtful = [a for a in arguments if not isinstance(a, exp.Literal | exp.Boolean | exp.Star)]
    return conjunction(exp.Not(this=exp.Is(this=_operand(a), expression=exp.Null())) for a in doubtful)


def call_sql(call: AggregateCall, block: SelectBlock) -> exp.Expr:
    """Write an aggregate call as the query has it.

    Args:
        call: The call.
        block: The rows that it is computed over.

    Returns:
        A new expression over the relations of ``block``.
    """
    if call.function in (SUM_IN_ORDER, AVG_IN_ORDER):
        return _sum_in_order(call, block)
    arguments = [block.expression(a) for a in call.arguments]
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
        sql = exp.Filter(this=sql, expression=exp.Where(this=block.expression(call.condition)))
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


def _sum_in_order(call: AggregateCall, block: SelectBlock) -> exp.Expr:
    """Write the sum or the average of floating-point numbers, added in ascending order; NULL for none."""
    (number,) = (block.expression(argument) for argument in call.arguments)
    present = exp.Not(this=exp.Is(this=_operand(number), expression=exp.Null()))
    conditions = [present] if call.condition is None else [present, block.expression(call.condition)]
    double = exp.Cast(this=number, to=exp.DataType.build("double"))
    listed: exp.Expr = exp.Anonymous(
        this="collect_list", expressions=[exp.Distinct(expressions=[double]) if call.distinct else double]
    )
    listed = exp.Filter(this=listed, expression=exp.Where(this=conjunction(conditions)))
    ascending = exp.Anonymous(this="array_sort", expressions=[listed])
    total, value = identifier("total"), identifier("value")
    so_far = exp.Coalesce(this=total.copy(), expressions=[cast_to(exp.Literal.number(0), "double")])
    add = exp.Lambda(this=exp.Add(this=so_far, expression=value.copy()), expressions=[total, value])
    sum_ = exp.Anonymous(this="aggregate", expressions=[ascending, cast_to(exp.Null(), "double"), add])
    if call.function == SUM_IN_ORDER:
        return sum_
    size = exp.Anonymous(this="size", expressions=[ascending.copy()])
    some = exp.Anonymous(this="nullif", expressions=[size, exp.Literal.number(0)])
    return exp.Div(this=sum_, expression=some, typed=False, safe=False)


def _function(name: str, arguments: list[exp.Expr]) -> exp.Expr:
    if name in _FUNCTIONS:
        return _FUNCTIONS[name](this=arguments[0])
    *namespace, last = name.split(".")
    sql: exp.Expr = exp.Anonymous(this=last, expressions=arguments)
    for part in reversed(namespace):
        sql = exp.Dot(this=identifier(part), expression=sql)
    return sql


def _operand(argument: exp.Expr) -> exp.Expr:
    return argument.copy() if isinstance(argument, exp.Column) else exp.Paren(this=argument.copy())
