"""Queries: a query block, a set operation or a query in brackets, each with its WITH clause."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.bind.aggregates import AggregateCollector
from streamtables_rewriter.bind.clauses import check_arguments
from streamtables_rewriter.bind.context import BindingContext, Environment
from streamtables_rewriter.bind.ctes import with_common_tables
from streamtables_rewriter.bind.from_clause import bind_from
from streamtables_rewriter.bind.generators import generate_for_select_list
from streamtables_rewriter.bind.group_by import QueryBlock
from streamtables_rewriter.bind.joins import filter_rows
from streamtables_rewriter.bind.scope import BoundRelation
from streamtables_rewriter.bind.select_list import SelectListBinder, expand_select_list, project
from streamtables_rewriter.bind.set_operations import bind_set_operation, distinct
from streamtables_rewriter.bind.subqueries import SubqueryBinder
from streamtables_rewriter.columns import conjuncts

_SELECT_ARGUMENTS = frozenset(
    {"with_", "hint", "expressions", "from_", "joins", "laterals", "where", "group", "having", "distinct"}
)
_BRACKET_ARGUMENTS = frozenset({"this", "with_"})
_NOT_QUERIES: dict[type[exp.Expr], str] = {exp.Values: "INLINE_TABLE", exp.Table: "CLAUSE"}


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
    if isinstance(query, exp.Select):
        return _bind_select(context, query, environment)
    raise environment.text.unsupported(_NOT_QUERIES.get(type(query), "SYNTAX"), query)


def _bind_select(context: BindingContext, select: exp.Select, environment: Environment) -> BoundRelation:
    text = environment.text
    check_arguments(text, select, _SELECT_ARGUMENTS)
    if select.args.get("from_") is None:
        raise text.unsupported("NO_FROM", select)
    relation = bind_from(context, select, environment)
    scope = context.scope(relation.columns)
    where = select.args.get("where")
    if where is not None:
        relation = filter_rows(context, environment, relation, conjuncts(where.this))
    relation, generated = generate_for_select_list(context, text, select, relation)
    items = expand_select_list(text, select, scope, generated)
    if not items:
        raise text.unsupported("SYNTAX", select)
    calls = AggregateCollector(context)
    inside, around = (SubqueryBinder(context, environment, scope) for _ in range(2))
    binder = SelectListBinder(context, text, scope, calls, around, inside)
    expressions = [binder.bind(item) for item in items]
    if calls.calls or select.args.get("group") or select.args.get("having"):
        block = QueryBlock(context, text, scope, select, tuple(items), tuple(expressions), calls, around, inside)
        relation = block.aggregated(relation.node)
    else:
        relation = BoundRelation(around.attach(relation.node), relation.columns)
        relation = project(context, relation, items, expressions)
    return distinct(context, relation) if select.args.get("distinct") else relation
