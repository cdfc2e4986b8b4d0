"""Queries: a query block, a set operation or a query in brackets, each with its WITH clause."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.bind.queries.ctes import with_common_tables
from streamtables_rewriter.bind.queries.order_by import limited_output
from streamtables_rewriter.bind.queries.pipes import bind_pipe
from streamtables_rewriter.bind.queries.query_blocks import bind_block
from streamtables_rewriter.bind.queries.set_operations import bind_set_operation
from streamtables_rewriter.bind.relations.constants import bind_values
from streamtables_rewriter.bind.relations.from_clause import bind_rows
from streamtables_rewriter.bind.scope.clauses import MODIFIERS, SELECT_ARGUMENTS, check_arguments
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.scope import BoundRelation
from streamtables_rewriter.sql.pipe_syntax import Pipe

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
    if isinstance(query, Pipe):
        return bind_pipe(context, query, environment)
    if isinstance(query, exp.Values):
        return bind_values(context, query, environment)
    if isinstance(query, exp.Select):
        check_arguments(environment.text, query, SELECT_ARGUMENTS)
        return bind_block(context, environment, query, bind_rows(context, query, environment))
    raise environment.text.unsupported(_NOT_QUERIES.get(type(query), "SYNTAX"), query)
