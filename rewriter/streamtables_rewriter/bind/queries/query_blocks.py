"""Query blocks from the select list on: over the rows of their FROM and WHERE, or of the stage of a pipe before."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.bind.expressions.aggregates import AggregateCollector
from streamtables_rewriter.bind.expressions.expressions import plan_column
from streamtables_rewriter.bind.expressions.select_list import SelectItem, SelectListBinder, expand_select_list, project
from streamtables_rewriter.bind.expressions.windows import named_windows, take_out_windows
from streamtables_rewriter.bind.queries.group_by import QueryBlock
from streamtables_rewriter.bind.queries.order_by import limited, order_items, ordering, over_outputs
from streamtables_rewriter.bind.queries.set_operations import distinct
from streamtables_rewriter.bind.queries.time_windows import with_time_window
from streamtables_rewriter.bind.relations.generators import generate_for_select_list
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, Scope, ScopeColumn
from streamtables_rewriter.bind.subqueries.subqueries import SubqueryBinder
from streamtables_rewriter.plan.nodes import Filter
from streamtables_rewriter.sql.written_calls import written_parts

Expand = Callable[[QueryText, exp.Select, Scope, Mapping[int, Sequence[ScopeColumn]]], list[SelectItem]]
"""Lists the output columns of a block; the mapping holds what generators made, by the id of the item."""


def bind_block(
    context: BindingContext,
    environment: Environment,
    select: exp.Select,
    relation: BoundRelation,
    *,
    windows: Mapping[str, exp.Window] | None = None,
    expand: Expand = expand_select_list,
) -> BoundRelation:
    """Bind a query block over its rows.

    Args:
        context: The binding.
        environment: What names mean.
        select: The block; its FROM and WHERE are not looked at.
        relation: Its rows.
        windows: Windows defined around the block, by folded name.
        expand: Lists its output columns.

    Returns:
        The relation of its output. Columns that are only handed on keep the names of their relations, as in Spark.

    Raises:
        UnsupportedQueryError: It is not maintained.
        InvalidQueryError: It is wrong.
    """
    text = environment.text
    select, relation = with_time_window(context, text, select, relation)
    scope = context.scope(relation.columns)
    relation, generated = generate_for_select_list(context, text, select, relation)
    items = expand(text, select, scope, generated)
    if not items:
        raise text.unsupported("SYNTAX", select)
    calls = AggregateCollector(context)
    inside, around = (SubqueryBinder(context, environment, scope) for _ in range(2))
    definitions = {**(windows or {}), **named_windows(context, select)}
    binder = SelectListBinder(context, text, scope, calls, around, inside, definitions)
    expressions = [binder.bind(item) for item in items]
    qualifiers = [_qualifier(scope, item, e) for item, e in zip(items, expressions, strict=True)]
    conditions = _after_select(context, text, select, scope, binder)
    order = order_items(text, scope, ordering(context, text, select), items, tuple(expressions), binder)
    hidden = [SelectItem("order", False, node) for node in (*conditions, *(part for part, _ in order))]
    expressions += [*(binder.bind(SelectItem("", False, c)) for c in conditions), *(e for _, e in order)]
    if calls.calls or calls.tells_sets or select.args.get("group") or select.args.get("having"):
        every = (*items, *hidden)
        block = QueryBlock(context, text, scope, select, every, tuple(expressions), calls, len(items), around, inside)
        node, over = block.aggregated(relation.node)
    else:
        node, over = around.attach(relation.node), tuple(expressions)
    names = [item.name if item.is_named else "" for item in (*items, *hidden)]
    node, over = take_out_windows(context, node, over, names)
    if conditions:
        node = Filter(node, over[len(items)])
    relation = BoundRelation(node, relation.columns)
    shown, by = over[: len(items)], over[len(items) + len(conditions) :]
    if select.args.get("distinct"):
        relation = distinct(context, project(context, relation, items, shown))
        by = over_outputs(text, relation, shown, by, [part for part, _ in order])
        shown = tuple(plan_column(c.column) for c in relation.columns)
        if not by:
            return _qualified(relation, qualifiers)
    result = project(context, relation, (*items, *hidden[len(conditions) :]), (*shown, *by))
    sorting = [(part, result.columns[len(items) + i].column) for i, (part, _) in enumerate(order)]
    return _qualified(limited(text, select, result, sorting, len(items)), qualifiers)


def _qualifier(scope: Scope, item: SelectItem, expression: exp.Expr) -> tuple[str, ...]:
    """Return the name of the relation that a column comes from; an alias or an expression has none."""
    if item.aliased or not isinstance(expression, exp.Column):
        return ()
    same = (c for c in scope.columns if c.column == expression.name and scope.fold(c.name) == scope.fold(item.name))
    return next((c.qualifier for c in same), ())


def _qualified(relation: BoundRelation, qualifiers: Sequence[tuple[str, ...]]) -> BoundRelation:
    columns = (replace(c, qualifier=q) for c, q in zip(relation.columns, qualifiers, strict=True))
    return BoundRelation(relation.node, tuple(columns))


def _after_select(
    context: BindingContext, text: QueryText, select: exp.Select, scope: Scope, binder: SelectListBinder
) -> list[exp.Expr]:
    """Return the condition of QUALIFY; its names are columns, else aliases, but none that could be both."""
    qualify = select.args.get("qualify")
    if qualify is None:
        return []
    for found in qualify.find_all(exp.Column):
        parts = written_parts(found) or ()
        if (
            len(parts) == 1
            and binder.is_alias(parts[0])
            and any(context.fold(c.name) == context.fold(parts[0]) for c in scope.columns)
        ):
            raise text.unsupported("QUALIFY", qualify)
    return [qualify.this]
