"""Inner joins: comma, CROSS, ON, USING, NATURAL. Nested ones become one join of many inputs."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.bind.clauses import check_arguments
from streamtables_rewriter.bind.context import BindingContext
from streamtables_rewriter.bind.expressions import ExpressionBinder, plan_column
from streamtables_rewriter.bind.names import column_resolver
from streamtables_rewriter.bind.query_text import QueryText
from streamtables_rewriter.bind.scope import BoundRelation, ScopeColumn, unknown_column
from streamtables_rewriter.clock import reads_clock
from streamtables_rewriter.plan.nodes import Filter, InnerJoin, Node

_ARGUMENTS = frozenset({"this", "on", "using", "method", "side", "kind"})
_JOIN_WORDS = frozenset({"JOIN", "LEFT", "RIGHT", "FULL", "OUTER", "SEMI", "ANTI", "ASOF", "NATURAL", "INNER", "CROSS"})


def bind_join(
    context: BindingContext, text: QueryText, join: exp.Join, left: BoundRelation, right: BoundRelation
) -> BoundRelation:
    """Join two bound relations.

    Args:
        context: The binding.
        text: The text the join stands in.
        join: The join.
        left: Everything before it.
        right: The relation it adds.

    Returns:
        The joined relation, its columns in Spark's order.

    Raises:
        UnsupportedQueryError: An outer, semi or anti join, or an expression in ON that is refused.
        InvalidQueryError: What columns in ON and USING may raise.
    """
    _check_kind(text, join)
    check_arguments(text, join, _ARGUMENTS)
    if join.args.get("using"):
        return _join_using(context, text, join, left, right)
    if join.args.get("method") == "NATURAL":
        return _join_natural(context, left, right)
    columns = left.columns + right.columns
    condition = join.args.get("on")
    if condition is None or condition == exp.true():
        return BoundRelation(inner_join(left.node, right.node, None), columns)
    scope = context.scope(columns)
    bound = ExpressionBinder(context, text, scope, column_resolver(text, scope)).bind(condition)
    return BoundRelation(inner_join(left.node, right.node, bound), columns)


def _check_kind(text: QueryText, join: exp.Join) -> None:
    kind, side, method = (str(join.args.get(name) or "").upper() for name in ("kind", "side", "method"))
    what = {"SEMI": "SEMI_JOIN", "ANTI": "ANTI_JOIN", "INNER": None, "CROSS": None, "OUTER": None, "": None}
    refused = what.get(kind, "CLAUSE") or ("OUTER_JOIN" if side else None)
    if refused is None and method not in {"", "NATURAL"}:
        refused = "CLAUSE"
    if refused is not None:
        raise text.unsupported(refused, text.clause(_JOIN_WORDS, join.this))


def _join_using(
    context: BindingContext, text: QueryText, join: exp.Join, left: BoundRelation, right: BoundRelation
) -> BoundRelation:
    names = join.args["using"]
    pairs = [(_key(context, text, name, left), _key(context, text, name, right)) for name in names]
    return _merge_keys(left, right, pairs)


def _key(context: BindingContext, text: QueryText, name: exp.Expr, relation: BoundRelation) -> ScopeColumn:
    """Find a column of USING; of several with that name Spark takes the first."""
    for column in relation.visible:
        if context.fold(column.name) == context.fold(name.name):
            return column
    raise unknown_column((name.name,), relation.columns, text.locate(name))


def _join_natural(context: BindingContext, left: BoundRelation, right: BoundRelation) -> BoundRelation:
    by_name = {context.fold(c.name): c for c in reversed(right.visible)}
    pairs = [(c, by_name[context.fold(c.name)]) for c in left.visible if context.fold(c.name) in by_name]
    return _merge_keys(left, right, pairs)


def _merge_keys(
    left: BoundRelation, right: BoundRelation, pairs: list[tuple[ScopeColumn, ScopeColumn]]
) -> BoundRelation:
    """Join on equal pairs: the keys come first, once; the right ones stay reachable by their qualified names."""
    tests = [exp.EQ(this=plan_column(a.column), expression=plan_column(b.column)) for a, b in pairs]
    condition = exp.and_(*tests, copy=False) if tests else None
    left_keys, right_keys = [a for a, _ in pairs], [b for _, b in pairs]
    columns = (
        *left_keys,
        *(c for c in left.visible if c not in left_keys),
        *(c for c in right.visible if c not in right_keys),
        *(replace(c, hidden=True) for c in right_keys),
        *(c for c in left.columns + right.columns if c.hidden),
    )
    return BoundRelation(inner_join(left.node, right.node, condition), columns)


def inner_join(left: Node, right: Node, condition: exp.Expr | None) -> InnerJoin:
    """Join two nodes; inputs that are inner joins themselves are merged in, with the filters right above them.

    Args:
        left: One input.
        right: The other one.
        condition: What rows must fulfil, or None.

    Returns:
        One join of all inputs.
    """
    inputs: list[Node] = []
    conditions: list[exp.Expr] = []
    for node in (left, right):
        parts, own = _join_parts(node)
        inputs += parts
        conditions += own
    if condition is not None:
        conditions.append(condition)
    return InnerJoin(tuple(inputs), exp.and_(*conditions, copy=False) if conditions else None)


def _join_parts(node: Node) -> tuple[list[Node], list[exp.Expr]]:
    filters: list[exp.Expr] = []
    inner = node
    while isinstance(inner, Filter) and not reads_clock(inner.condition):
        filters.append(inner.condition)
        inner = inner.input
    if not isinstance(inner, InnerJoin):
        return [node], []
    own = [] if inner.condition is None else [inner.condition]
    return list(inner.inputs), [*own, *reversed(filters)]
