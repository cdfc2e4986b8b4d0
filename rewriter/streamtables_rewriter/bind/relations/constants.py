"""Relations that read no table: VALUES, and the one row of a query without FROM."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.scope.clauses import check_arguments
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.scope import BoundRelation, ScopeColumn
from streamtables_rewriter.plan.nodes import Values

_ARGUMENTS = frozenset({"expressions", "alias", "joins", "pivots"})


def bind_values(context: BindingContext, node: exp.Values, environment: Environment) -> BoundRelation:
    """Bind an inline table; its alias is the caller's.

    Args:
        context: The binding.
        node: The table as parsed.
        environment: What names mean.

    Returns:
        The relation, its columns named as Spark names them.

    Raises:
        UnsupportedQueryError: A value that is no deterministic constant, or rows of different lengths.
    """
    text = environment.text
    check_arguments(text, node, _ARGUMENTS)
    scope = context.scope(())
    binder = ExpressionBinder(context, text, scope, column_resolver(text, scope))
    rows = [tuple(row.expressions) if isinstance(row, exp.Tuple) else (row,) for row in node.expressions]
    if len({len(row) for row in rows}) != 1:
        raise text.unsupported("INLINE_TABLE", node)
    names = [f"col{number}" for number in range(1, len(rows[0]) + 1)]
    columns = tuple(ScopeColumn(name, context.fresh_name(name)) for name in names)
    bound = tuple(tuple(binder.bind(value) for value in row) for row in rows)
    return BoundRelation(Values(tuple(c.column for c in columns), bound), columns)


def one_row(context: BindingContext) -> BoundRelation:
    """Build the relation of a query without FROM: one row, no column to name.

    Args:
        context: The binding.

    Returns:
        The relation.
    """
    return BoundRelation(Values((context.fresh_name("one_row"),), ((exp.Literal.number(1),),)), ())
