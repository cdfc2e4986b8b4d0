"""Queries: a query block, a set operation or a query in brackets, each with its WITH clause."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.bind.aggregates import AggregateCollector
from streamtables_rewriter.bind.clauses import check_arguments
from streamtables_rewriter.bind.constants import bind_values, one_row
from streamtables_rewriter.bind.context import BindingContext, Environment
from streamtables_rewriter.bind.ctes import with_common_tables
from streamtables_rewriter.bind.expressions import ExpressionBinder
from streamtables_rewriter.bind.from_clause import bind_from
from streamtables_rewriter.bind.group_by import QueryBlock
from streamtables_rewriter.bind.names import column_resolver
from streamtables_rewriter.bind.scope import BoundRelation
from streamtables_rewriter.bind.select_list import SelectListBinder, expand_select_list, project
from streamtables_rewriter.bind.set_operations import bind_set_operation
from streamtables_rewriter.plan.nodes import Filter

_SELECT_ARGUMENTS = frozenset({"with_", "hint", "expressions", "from_", "joins", "where", "group", "having"})
_BRACKET_ARGUMENTS = frozenset({"this", "with_"})
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
        return bind_set_operation(context, query, environment)
    if isinstance(query, exp.Subquery):
        check_arguments(environment.text, query, _BRACKET_ARGUMENTS)
        return bind_query_tree(context, query.this, environment)
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
        condition = ExpressionBinder(context, text, scope, column_resolver(text, scope)).bind(where.this)
        relation = BoundRelation(Filter(relation.node, condition), relation.columns)
    items = expand_select_list(text, select, scope)
    if not items:
        raise text.unsupported("SYNTAX", select)
    calls = AggregateCollector(context)
    binder = SelectListBinder(context, text, scope, calls)
    expressions = [binder.bind(item) for item in items]
    if calls.calls or calls.tells_sets or select.args.get("group") or select.args.get("having"):
        block = QueryBlock(context, text, scope, select, tuple(items), tuple(expressions), calls)
        return block.aggregated(relation.node)
    return project(context, relation, items, expressions)
