"""WITH: common table expressions. Each reference binds the query anew, so that column names stay unique."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.bind.scope.clauses import check_arguments
from streamtables_rewriter.bind.scope.context import BindingContext, CommonTable, Environment

_WITH_ARGUMENTS = frozenset({"expressions", "recursive"})
_CTE_ARGUMENTS = frozenset({"this", "alias"})


def with_common_tables(context: BindingContext, query: exp.Expr, environment: Environment) -> Environment:
    """Put the CTEs of a query in scope. Each sees those before it; an inner one hides an outer one and any table.

    Args:
        context: The binding.
        query: The query that may have a WITH clause.
        environment: What names mean outside of it.

    Returns:
        What names mean in it.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.RECURSIVE_CTE, or a clause that is not read.
    """
    clause = query.args.get("with_")
    if clause is None:
        return environment
    text = environment.text
    if clause.args.get("recursive"):
        raise text.unsupported("RECURSIVE_CTE", text.words_before(frozenset({"RECURSIVE"}), clause))
    check_arguments(text, clause, _WITH_ARGUMENTS)
    for cte in clause.expressions:
        check_arguments(text, cte, _CTE_ARGUMENTS)
        alias = cte.args["alias"]
        columns = tuple(column.name for column in alias.columns) or None
        table = CommonTable(cte.this, columns, environment)
        known = {**environment.common_tables, context.fold(alias.name): table}
        environment = replace(environment, common_tables=known)
    return environment
