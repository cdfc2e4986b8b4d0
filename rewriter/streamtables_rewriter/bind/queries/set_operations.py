"""UNION, INTERSECT and EXCEPT, each with and without ALL: by position, names from the first branch.

Equal rows of both branches are one group, with the number of its rows on either side: INTERSECT keeps the groups that
have rows on both, EXCEPT those that have none on the right; with ALL a group stands for as many rows as both sides
have, or as the left one has more. DISTINCT is a group of equal rows, UNION the same over UNION ALL.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import plan_column
from streamtables_rewriter.bind.expressions.select_list import exact, projected
from streamtables_rewriter.bind.scope.clauses import MODIFIERS, check_arguments
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.scope import BoundRelation, ScopeColumn
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AggregateCall,
    Filter,
    Named,
    Node,
    Project,
    Repeat,
    Scan,
    UnionAll,
)

_ARGUMENTS = frozenset({"this", "expression", "distinct", "with_", "by_name", *MODIFIERS})


def bind_set_operation(context: BindingContext, query: exp.SetOperation, environment: Environment) -> BoundRelation:
    """Bind a set operation whose WITH clause is in scope already.

    A chain of unions written without brackets, which Spark reads from the left, becomes one operator; one in brackets
    on the right stays nested, so that types widen in the same order.

    Args:
        context: The binding.
        query: The set operation.
        environment: What names mean.

    Returns:
        The relation of its output.

    Raises:
        UnsupportedQueryError: A branch is not maintained.
        InvalidQueryError: UNION_COLUMN_COUNT, UNKNOWN_COLUMN.
    """
    branches: list[exp.Expr] = []
    current: exp.Expr = query
    while _continues(query, current):
        check_arguments(environment.text, current, _ARGUMENTS)
        branches.append(current.expression)
        current = current.this
    branches = [current, *reversed(branches)]
    bound = [as_branch(context, context.bind_query(context, branch, environment)) for branch in branches]
    if query.args.get("by_name"):
        bound[1:] = [_by_name(context, environment, branches[1], bound[0], bound[1])]
    return combined(context, environment, query, bound, branches)


def combined(
    context: BindingContext,
    environment: Environment,
    operation: exp.SetOperation,
    bound: Sequence[BoundRelation],
    branches: Sequence[exp.Expr],
) -> BoundRelation:
    """Put bound branches together.

    Args:
        context: The binding.
        environment: What names mean.
        operation: The set operation.
        bound: Its branches; two of them, but for UNION.
        branches: The same as written, for errors.

    Returns:
        The relation of its output, with the names of the first branch.

    Raises:
        InvalidQueryError: UNION_COLUMN_COUNT.
    """
    for relation, branch in zip(bound[1:], branches[1:], strict=True):
        if len(relation.visible) != len(bound[0].visible):
            counts = {"expected": str(len(bound[0].visible)), "found": str(len(relation.visible))}
            raise InvalidQueryError("UNION_COLUMN_COUNT", counts, span=environment.text.locate(branch))
    if isinstance(operation, exp.Union):
        all_rows = _appended(context, [b.node for b in bound], bound[0].visible)
        return distinct(context, all_rows) if operation.args.get("distinct") else all_rows
    return _compared(context, operation, bound[0], bound[1])


def _continues(query: exp.SetOperation, current: exp.Expr) -> bool:
    """Return whether a left branch belongs to the same chain: any union below a UNION, UNION ALL below UNION ALL."""
    if current is query:
        return True
    if not isinstance(current, exp.Union) or not isinstance(query, exp.Union) or current.args.get("with_"):
        return False
    by_name = current.args.get("by_name") or query.args.get("by_name")
    return not by_name and bool(query.args.get("distinct") or not current.args.get("distinct"))


def as_branch(context: BindingContext, relation: BoundRelation) -> BoundRelation:
    """Make a relation's operators put out exactly its columns, also after unused ones are dropped.

    Args:
        context: The binding.
        relation: The relation.

    Returns:
        The relation as a branch of a set operation.
    """
    keeps_exact = isinstance(relation.node, (Scan, Project, UnionAll))
    return exact(context, relation) if keeps_exact else projected(context, relation)


def _by_name(
    context: BindingContext, environment: Environment, branch: exp.Expr, left: BoundRelation, right: BoundRelation
) -> BoundRelation:
    """Bring the columns of a branch into the order in which the first branch has their names."""
    columns = {context.fold(c.name): c for c in right.visible}
    missing = [c.name for c in left.visible if context.fold(c.name) not in columns]
    if missing or len(left.visible) != len(right.visible):
        raise environment.text.unsupported("CLAUSE", branch)
    ordered = tuple(columns[context.fold(c.name)] for c in left.visible)
    return projected(context, BoundRelation(right.node, ordered))


def _appended(context: BindingContext, inputs: Sequence[Node], first: Sequence[ScopeColumn]) -> BoundRelation:
    names = tuple(context.fresh_name(c.name) for c in first)
    columns = tuple(replace(c, column=name) for c, name in zip(first, names, strict=True))
    return BoundRelation(UnionAll(tuple(inputs), names), columns)


def distinct(context: BindingContext, relation: BoundRelation) -> BoundRelation:
    """Keep one of equal rows.

    Args:
        context: The binding.
        relation: The rows.

    Returns:
        The relation of the distinct rows; NULL equals NULL.
    """
    keys = tuple(Named(context.renamed(c.column, c.name), plan_column(c.column)) for c in relation.visible)
    columns = tuple(replace(c, column=key.name) for c, key in zip(relation.visible, keys, strict=True))
    return BoundRelation(Aggregate(relation.node, keys, ()), columns)


def _compared(
    context: BindingContext, query: exp.SetOperation, left: BoundRelation, right: BoundRelation
) -> BoundRelation:
    sides: list[Node] = []
    for relation, first in ((left, True), (right, False)):
        side = Named(context.fresh_name("side"), exp.Boolean(this=first))
        shown = (Named(context.renamed(c.column, c.name), plan_column(c.column)) for c in relation.visible)
        sides.append(Project(relation.node, (*shown, side)))
    rows = _appended(context, sides, (*left.visible, ScopeColumn("side", "side")))
    *shown_columns, side_column = rows.columns
    keys = tuple(Named(context.fresh_name(c.name), plan_column(c.column)) for c in shown_columns)
    mine, theirs = (context.fresh_name(name) for name in ("left_rows", "right_rows"))
    is_left = plan_column(side_column.column)
    calls = (
        AggregateCall(mine, "count", (), is_left),
        AggregateCall(theirs, "count", (), exp.Not(this=is_left.copy())),
    )
    node: Node = Aggregate(rows.node, keys, calls)
    node = _kept(query, node, mine, theirs)
    columns = tuple(replace(c, column=key.name) for c, key in zip(shown_columns, keys, strict=True))
    return BoundRelation(node, columns)


def _kept(query: exp.SetOperation, node: Node, left: str, right: str) -> Node:
    zero = exp.Literal.number(0)
    if not query.args.get("distinct"):
        if isinstance(query, exp.Except):
            return Repeat(node, exp.Sub(this=plan_column(left), expression=plan_column(right)))
        fewer = exp.LT(this=plan_column(left), expression=plan_column(right))
        return Repeat(node, exp.Case(ifs=[exp.If(this=fewer, true=plan_column(left))], default=plan_column(right)))
    here = exp.GT(this=plan_column(left), expression=zero)
    there = exp.EQ if isinstance(query, exp.Except) else exp.GT
    return Filter(node, exp.And(this=here, expression=there(this=plan_column(right), expression=zero.copy())))
