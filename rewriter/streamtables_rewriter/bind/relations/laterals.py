"""LATERAL: subqueries and generators that read the columns of the relations before them."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder, plan_column
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.relations.generators import generate
from streamtables_rewriter.bind.relations.joins import filter_rows
from streamtables_rewriter.bind.scope.context import BindingContext, Environment
from streamtables_rewriter.bind.scope.scope import BoundRelation, ScopeColumn
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Named, Project
from streamtables_rewriter.sql.columns import conjuncts


def bind_lateral_view(
    context: BindingContext, environment: Environment, lateral: exp.Lateral, left: BoundRelation
) -> BoundRelation:
    """Bind a LATERAL VIEW.

    Args:
        context: The binding.
        environment: What names mean.
        lateral: The view.
        left: The relation before it.

    Returns:
        The relation with the generated columns.
    """
    return _generated(context, environment, lateral, left, outer=bool(lateral.args.get("outer")))


def bind_lateral_join(
    context: BindingContext, environment: Environment, join: exp.Join, left: BoundRelation
) -> BoundRelation:
    """Bind a join with LATERAL.

    Args:
        context: The binding.
        environment: What names mean.
        join: The join.
        left: The relation before it.

    Returns:
        The joined relation.

    Raises:
        UnsupportedQueryError: A kind of join, or a condition of it, that is not maintained.
    """
    text, lateral = environment.text, join.this
    kind, side, method = (str(join.args.get(name) or "").upper() for name in ("kind", "side", "method"))
    if kind not in ("", "CROSS", "INNER", "OUTER") or side not in ("", "LEFT") or method or join.args.get("using"):
        raise text.unsupported("LATERAL", lateral)
    written = join.args.get("on")
    conditions = [] if written is None or written == exp.true() else list(conjuncts(written))
    if isinstance(lateral.this, exp.Subquery):
        joined = _join_subquery(context, environment, lateral, left, conditions if side else [], optional=bool(side))
    elif side and conditions:
        raise text.unsupported("LATERAL", lateral)
    else:
        joined = _generated(context, environment, lateral, left, outer=bool(side))
    return joined if side else filter_rows(context, environment, joined, conditions)


def _names(lateral: exp.Lateral) -> tuple[tuple[str, ...], list[str]]:
    alias = lateral.args.get("alias")
    if not isinstance(alias, exp.TableAlias):
        return (), []
    return ((alias.name,) if alias.name else ()), [c.name for c in alias.columns]


def _generated(
    context: BindingContext, environment: Environment, lateral: exp.Lateral, left: BoundRelation, *, outer: bool
) -> BoundRelation:
    qualifier, names = _names(lateral)
    node, columns = generate(
        context, environment.text, left, lateral.this, outer=outer, qualifier=qualifier, names=names
    )
    return BoundRelation(node, left.columns + columns)


def _join_subquery(
    context: BindingContext,
    environment: Environment,
    lateral: exp.Lateral,
    left: BoundRelation,
    conditions: list[exp.Expr],
    *,
    optional: bool,
) -> BoundRelation:
    text, scope = environment.text, context.scope(left.columns)
    if any(c.find(exp.Query) for c in conditions):
        raise text.unsupported("LATERAL", lateral)
    context.count_relation(text, lateral)
    subqueries = context.subqueries(context, environment, scope)
    inner = subqueries.relation(lateral.this)
    qualifier, names = _names(lateral)
    if names and len(names) != len(inner.visible):
        counts = {"relation": qualifier[0], "found": str(len(names)), "expected": str(len(inner.visible))}
        raise InvalidQueryError("COLUMN_ALIAS_COUNT", counts, span=text.locate(lateral))
    inner = inner.qualified(qualifier, names or None)
    both = context.scope(left.columns + inner.columns)
    binder = ExpressionBinder(context, text, both, column_resolver(text, both))
    tests = [binder.bind(c) for c in conditions]
    node, values = subqueries.rows(left.node, inner, tests, lateral, optional=optional)
    if all(isinstance(value, exp.Column) for value in values):
        right = tuple(replace(c, column=v.name) for c, v in zip(inner.columns, values, strict=True))
        return BoundRelation(node, left.columns + right)
    kept = {c.column: Named(context.renamed(c.column), plan_column(c.column)) for c in left.columns}
    computed = tuple(Named(context.fresh_name(c.name), v) for c, v in zip(inner.columns, values, strict=True))
    columns = (
        *(replace(c, column=kept[c.column].name) for c in left.columns),
        *(ScopeColumn(c.name, named.name, qualifier) for c, named in zip(inner.columns, computed, strict=True)),
    )
    return BoundRelation(Project(node, (*kept.values(), *computed)), columns)
