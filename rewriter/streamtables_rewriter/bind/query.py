"""Queries: a query block, a set operation or a query in brackets, each with its WITH clause."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.bind.aggregates import AggregateCollector
from streamtables_rewriter.bind.clauses import MODIFIERS, check_arguments
from streamtables_rewriter.bind.constants import bind_values, one_row
from streamtables_rewriter.bind.context import BindingContext, Environment
from streamtables_rewriter.bind.ctes import with_common_tables
from streamtables_rewriter.bind.expressions import plan_column, written_parts
from streamtables_rewriter.bind.from_clause import bind_from
from streamtables_rewriter.bind.generators import generate_for_select_list
from streamtables_rewriter.bind.group_by import QueryBlock
from streamtables_rewriter.bind.joins import filter_rows
from streamtables_rewriter.bind.order_by import limited, limited_output, order_items, ordering, over_outputs
from streamtables_rewriter.bind.query_text import QueryText
from streamtables_rewriter.bind.scope import BoundRelation, Scope
from streamtables_rewriter.bind.select_list import SelectItem, SelectListBinder, expand_select_list, project
from streamtables_rewriter.bind.set_operations import bind_set_operation, distinct
from streamtables_rewriter.bind.subqueries import SubqueryBinder
from streamtables_rewriter.bind.windows import named_windows, take_out_windows
from streamtables_rewriter.columns import conjuncts
from streamtables_rewriter.plan.nodes import Filter

_SELECT_ARGUMENTS = frozenset(
    {
        *("with_", "hint", "expressions", "distinct", "from_", "joins", "laterals", "where", "group", "having"),
        *("qualify", "windows", *MODIFIERS),
    }
)
_BRACKET_ARGUMENTS = frozenset({"this", "with_", *MODIFIERS})
_NOT_QUERIES: dict[type[exp.Expr], str] = {exp.Table: "CLAUSE"}


def bind_query_tree(context: BindingContext, query: exp.Expr, environment: Environment) -> BoundRelation:
    """Bind a query inside of another one, or a whole one whose ORDER BY and LIMIT were dealt with.

    Args:
        context: The binding.
        query: The tree.
        environment: What names mean outside of it.

    Returns:
        The relation of its output.

    Raises:
        UnsupportedQueryError: It is not maintained.
        InvalidQueryError: It is wrong.
    """
    environment = with_common_tables(context, query, environment)
    if isinstance(query, exp.SetOperation):
        relation = bind_set_operation(context, query, environment)
        return limited_output(context, environment.text, query, relation)
    if isinstance(query, exp.Subquery):
        check_arguments(environment.text, query, _BRACKET_ARGUMENTS)
        inner = bind_query_tree(context, query.this, environment)
        return limited_output(context, environment.text, query, inner)
    if isinstance(query, exp.Values):
        return bind_values(context, query, environment)
    if isinstance(query, exp.Select):
        return _bind_select(context, query, environment)
    raise environment.text.unsupported(_NOT_QUERIES.get(type(query), "SYNTAX"), query)


def _bind_select(context: BindingContext, select: exp.Select, environment: Environment) -> BoundRelation:
    text = environment.text
    check_arguments(text, select, _SELECT_ARGUMENTS)
    read = select.args.get("from_") is not None
    relation = bind_from(context, select, environment) if read else one_row(context)
    scope = context.scope(relation.columns)
    where = select.args.get("where")
    if where is not None:
        relation = filter_rows(context, environment, relation, conjuncts(where.this), clock=context.clock)
    relation, generated = generate_for_select_list(context, text, select, relation)
    items = expand_select_list(text, select, scope, generated)
    if not items:
        raise text.unsupported("SYNTAX", select)
    calls = AggregateCollector(context)
    inside, around = (SubqueryBinder(context, environment, scope) for _ in range(2))
    binder = SelectListBinder(context, text, scope, calls, around, inside, named_windows(context, select))
    expressions = [binder.bind(item) for item in items]
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
            return relation
    result = project(context, relation, (*items, *hidden[len(conditions) :]), (*shown, *by))
    sorting = [(part, result.columns[len(items) + i].column) for i, (part, _) in enumerate(order)]
    return limited(text, select, result, sorting, len(items))


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
