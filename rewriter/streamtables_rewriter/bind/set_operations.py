"""UNION ALL: by position, names from the first branch. The other set operations are refused."""

from __future__ import annotations

from sqlglot import exp

from streamtables_rewriter.bind.clauses import MODIFIERS, check_arguments
from streamtables_rewriter.bind.context import BindingContext, Environment
from streamtables_rewriter.bind.scope import BoundRelation, ScopeColumn
from streamtables_rewriter.bind.select_list import exact, projected
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Project, Scan, UnionAll

_ARGUMENTS = frozenset({"this", "expression", "distinct", "with_", *MODIFIERS})
_WORDS = frozenset({"UNION", "INTERSECT", "EXCEPT", "MINUS"})


def bind_set_operation(context: BindingContext, query: exp.SetOperation, environment: Environment) -> BoundRelation:
    """Bind a set operation whose WITH clause is in scope already.

    A chain written without brackets, which Spark reads from the left, becomes one operator; one in brackets on the
    right stays nested, so that types widen in the same order.

    Args:
        context: The binding.
        query: The set operation.
        environment: What names mean.

    Returns:
        The relation of its output.

    Raises:
        UnsupportedQueryError: It is not UNION ALL, or a branch is not maintained.
        InvalidQueryError: UNION_COLUMN_COUNT.
    """
    branches: list[exp.Expr] = []
    current: exp.Expr = query
    while isinstance(current, exp.SetOperation) and (current is query or not current.args.get("with_")):
        _check(current, environment)
        branches.append(current.expression)
        current = current.this
    branches.append(current)
    bound = [_branch(context, branch, environment) for branch in reversed(branches)]
    first = bound[0].visible
    for relation, branch in zip(bound[1:], list(reversed(branches))[1:], strict=True):
        if len(relation.visible) != len(first):
            counts = {"expected": str(len(first)), "found": str(len(relation.visible))}
            raise InvalidQueryError("UNION_COLUMN_COUNT", counts, span=environment.text.locate(branch))
    names = tuple(context.fresh_name(c.name) for c in first)
    node = UnionAll(tuple(relation.node for relation in bound), names)
    return BoundRelation(node, tuple(ScopeColumn(c.name, name) for c, name in zip(first, names, strict=True)))


def _check(query: exp.SetOperation, environment: Environment) -> None:
    text = environment.text
    if not isinstance(query, exp.Union) or query.args.get("distinct"):
        what = {exp.Intersect: "INTERSECT", exp.Except: "EXCEPT"}.get(type(query), "UNION_DISTINCT")
        raise text.unsupported(what, text.keyword_between(_WORDS, query.this, query.expression))
    check_arguments(text, query, _ARGUMENTS)


def _branch(context: BindingContext, query: exp.Expr, environment: Environment) -> BoundRelation:
    """Bind a branch so that its operators put out exactly its columns, also after unused ones are dropped."""
    relation = context.bind_query(context, query, environment)
    keeps_exact = isinstance(relation.node, (Scan, Project, UnionAll))
    return exact(context, relation) if keeps_exact else projected(context, relation)
