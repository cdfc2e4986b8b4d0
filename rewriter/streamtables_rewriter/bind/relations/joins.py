"""Joins: comma, CROSS, ON, USING, NATURAL; inner, outer, semi, anti. Nested inner ones become one of many inputs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder, plan_column
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.scope.clauses import check_arguments
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, ScopeColumn, unknown_column
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import (
    AntiJoin,
    Filter,
    FullJoin,
    InnerJoin,
    LeftJoin,
    Named,
    Node,
    Project,
    SemiJoin,
)
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.sql.columns import conjunction, conjuncts

_ARGUMENTS = frozenset({"this", "on", "using", "method", "side", "kind"})
_EXISTENCE = frozenset({"SEMI", "ANTI"})
_JOIN_WORDS = frozenset({"JOIN", "LEFT", "RIGHT", "FULL", "OUTER", "SEMI", "ANTI", "ASOF", "NATURAL", "INNER", "CROSS"})


def bind_join(
    context: BindingContext, environment: Environment, join: exp.Join, left: BoundRelation, right: BoundRelation
) -> BoundRelation:
    """Join two bound relations.

    Args:
        context: The binding.
        environment: What names mean.
        join: The join.
        left: Everything before it.
        right: The relation it adds.

    Returns:
        The joined relation, its columns in Spark's order.

    Raises:
        UnsupportedQueryError: An expression in ON that is refused, or another kind of join.
        InvalidQueryError: What columns in ON and USING may raise.
    """
    text = environment.text
    kind = _kind_of(text, join)
    check_arguments(text, join, _ARGUMENTS)
    if join.args.get("using"):
        names = join.args["using"]
        pairs = [(_key(context, text, name, left), _key(context, text, name, right)) for name in names]
        return _join_on_keys(context, kind, left, right, pairs)
    if join.args.get("method") == "NATURAL":
        return _join_on_keys(context, kind, left, right, _common_columns(context, left, right))
    columns = left.columns + right.columns
    condition = join.args.get("on")
    written = [] if condition is None or condition == exp.true() else list(conjuncts(condition))
    plain = [c for c in written if c.find(exp.Query) is None]
    asking = [c for c in written if c.find(exp.Query) is not None]
    scope = context.scope(columns)
    binder = ExpressionBinder(context, text, scope, column_resolver(text, scope))
    if kind != "INNER":
        left, right = _filter_inputs(context, environment, kind, asking, left, right)
        asking = []
    node = joined(kind, left.node, right.node, conjunction(binder.bind(c) for c in plain))
    shown = left.columns if kind in _EXISTENCE else columns
    return filter_rows(context, environment, BoundRelation(node, shown), asking)


def _filter_inputs(
    context: BindingContext,
    environment: Environment,
    kind: str,
    conditions: list[exp.Expr],
    left: BoundRelation,
    right: BoundRelation,
) -> tuple[BoundRelation, BoundRelation]:
    """Let the input that is asked for partners answer conditions with subqueries, which must name no other columns."""
    for condition in conditions:
        try:
            if kind == "RIGHT":
                left = filter_rows(context, environment, left, [condition])
            elif kind != "FULL":
                right = filter_rows(context, environment, right, [condition])
        except InvalidQueryError:
            raise environment.text.unsupported("SUBQUERY", condition) from None
        if kind == "FULL":
            raise environment.text.unsupported("SUBQUERY", condition)
    return left, right


def filter_rows(
    context: BindingContext,
    environment: Environment,
    relation: BoundRelation,
    conditions: Sequence[exp.Expr],
    *,
    clock: bool = False,
) -> BoundRelation:
    """Keep the rows for which all conditions are true.

    Args:
        context: The binding.
        environment: What names mean.
        relation: The rows.
        conditions: The conditions as written.
        clock: Whether they may read the clock.

    Returns:
        The relation, with joins for subqueries in the conditions.
    """
    text, scope, node = environment.text, context.scope(relation.columns), relation.node
    subqueries = context.subqueries(context, environment, scope)
    binder = ExpressionBinder(context, text, scope, column_resolver(text, scope), subqueries=subqueries, clock=clock)
    plain = conjunction(binder.bind(c) for c in conditions if c.find(exp.Query) is None)
    if plain is not None:
        node = Filter(node, plain)
    for condition in conditions:
        if condition.find(exp.Query) is None:
            continue
        filtered = subqueries.filter(node, condition, binder.bind)
        if filtered is None:
            bound = binder.bind(condition)
            filtered = Filter(subqueries.attach(node), bound)
        node = filtered
    return BoundRelation(node, relation.columns)


def _kind_of(text: QueryText, join: exp.Join) -> str:
    kind, side, method = (str(join.args.get(name) or "").upper() for name in ("kind", "side", "method"))
    if method not in {"", "NATURAL"} or kind not in {*_EXISTENCE, "INNER", "CROSS", "OUTER", ""}:
        raise text.unsupported("CLAUSE", text.clause(_JOIN_WORDS, join.this))
    return kind if kind in _EXISTENCE else side or "INNER"


def joined(kind: str, left: Node, right: Node, condition: exp.Expr | None) -> Node:
    """Join two nodes.

    Args:
        kind: INNER, LEFT, RIGHT, FULL, SEMI or ANTI.
        left: The left input.
        right: The right input.
        condition: The join condition, or None for none.

    Returns:
        The join; its columns may come in another order.
    """
    if kind == "LEFT":
        return LeftJoin((left, right), condition)
    if kind == "RIGHT":
        return LeftJoin((right, left), condition)
    if kind == "FULL":
        return FullJoin((left, right), condition)
    if kind == "SEMI":
        return SemiJoin((left, right), condition)
    if kind == "ANTI":
        return AntiJoin((left, right), condition)
    return inner_join(left, right, condition)


def _key(context: BindingContext, text: QueryText, name: exp.Expr, relation: BoundRelation) -> ScopeColumn:
    """Find a column of USING; of several with that name Spark takes the first."""
    for column in relation.visible:
        if context.fold(column.name) == context.fold(name.name):
            return column
    raise unknown_column((name.name,), relation.columns, text.locate(name))


def _common_columns(
    context: BindingContext, left: BoundRelation, right: BoundRelation
) -> list[tuple[ScopeColumn, ScopeColumn]]:
    by_name = {context.fold(c.name): c for c in reversed(right.visible)}
    return [(c, by_name[context.fold(c.name)]) for c in left.visible if context.fold(c.name) in by_name]


def _join_on_keys(
    context: BindingContext,
    kind: str,
    left: BoundRelation,
    right: BoundRelation,
    pairs: list[tuple[ScopeColumn, ScopeColumn]],
) -> BoundRelation:
    """Join on equal pairs: the keys come first, once; those of the other side are found by their qualified names."""
    tests = [exp.EQ(this=plan_column(a.column), expression=plan_column(b.column)) for a, b in pairs]
    node = joined(kind, left.node, right.node, exp.and_(*tests, copy=False) if tests else None)
    if kind == "FULL" and pairs:
        return _with_either_key(context, node, left, right, pairs)
    left_keys, right_keys = [a for a, _ in pairs], [b for _, b in pairs]
    shown, replaced = (right_keys, left_keys) if kind == "RIGHT" else (left_keys, right_keys)
    own = [c for c in left.visible if c not in left_keys]
    if kind in _EXISTENCE:
        return BoundRelation(node, (*shown, *own, *(c for c in left.columns if c.hidden)))
    others = [c for c in right.visible if c not in right_keys]
    before = [c for c in left.columns + right.columns if c.hidden]
    return BoundRelation(node, (*shown, *own, *others, *(replace(c, hidden=True) for c in replaced), *before))


def _with_either_key(
    context: BindingContext,
    node: Node,
    left: BoundRelation,
    right: BoundRelation,
    pairs: list[tuple[ScopeColumn, ScopeColumn]],
) -> BoundRelation:
    """Compute the keys of a full join, which come from the side that has the row, beside all other columns."""
    keys = [
        Named(context.fresh_name(a.name), exp.Coalesce(this=plan_column(a.column), expressions=[plan_column(b.column)]))
        for a, b in pairs
    ]
    names = dict.fromkeys(c.column for c in left.columns + right.columns)
    kept = {name: Named(context.fresh_name(name), plan_column(name)) for name in names}
    merged = [c for pair in pairs for c in pair]
    rest = [replace(c, column=kept[c.column].name) for c in left.visible + right.visible if c not in merged]
    hidden = [replace(c, hidden=True) for c in (*merged, *(c for c in left.columns + right.columns if c.hidden))]
    columns = (
        *(ScopeColumn(a.name, key.name) for (a, _), key in zip(pairs, keys, strict=True)),
        *rest,
        *(replace(c, column=kept[c.column].name) for c in hidden),
    )
    return BoundRelation(Project(node, (*keys, *kept.values())), columns)


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
