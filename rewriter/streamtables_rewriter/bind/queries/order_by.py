"""ORDER BY, LIMIT and OFFSET: with a limit they choose rows; an order alone has no effect, and the user is told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder, follow_fields, plan_column
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.expressions.select_list import SelectItem, SelectListBinder, project, substitute
from streamtables_rewriter.bind.scope.clauses import check_limit, ignored_order, limit_of
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, Scope
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Project, TopK
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.columns import references


def ordering(context: BindingContext, text: QueryText, query: exp.Expr) -> list[exp.Ordered]:
    """Return the order by which a query's LIMIT chooses rows, as parsed.

    Args:
        context: The binding, which takes the notice of an order without effect.
        text: The text the query stands in.
        query: The query.

    Returns:
        The parts of the order; none for a query without LIMIT and OFFSET.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.LIMIT.
    """
    check_limit(text, query, nested=True)
    notice = ignored_order(text, query)
    if notice is not None:
        context.notices.append(notice)
    return list(query.args["order"].expressions) if limit_of(query) is not None else []


def order_items(
    text: QueryText,
    scope: Scope,
    order: Sequence[exp.Ordered],
    items: Sequence[SelectItem],
    expressions: Sequence[exp.Expr],
    binder: SelectListBinder,
) -> list[tuple[exp.Ordered, exp.Expr]]:
    """Bind an order: a name is an output column, else one of the input; a number is a position.

    Args:
        text: The text it stands in.
        scope: The columns of the FROM clause.
        order: The order as parsed.
        items: The select list.
        expressions: The same, bound.
        binder: What bound it.

    Returns:
        Pairs of a part as parsed and its bound expression.

    Raises:
        InvalidQueryError: ORDER_BY_POSITION, and what columns may raise.
    """
    inputs = column_resolver(text, scope)

    def resolve(parts: Sequence[str], node: exp.Expr) -> exp.Expr:
        found = [e for item, e in zip(items, expressions, strict=True) if scope.fold(item.name) == scope.fold(parts[0])]
        if len({repr(canonical(e)) for e in found}) > 1:
            parameters = {"column": parts[0], "choices": "several items of the select list"}
            raise InvalidQueryError("AMBIGUOUS_COLUMN", parameters, span=text.locate(node))
        return follow_fields(substitute(found[0]), parts[1:]) if found else inputs(parts, node)

    bound: list[tuple[exp.Ordered, exp.Expr]] = []
    for part in order:
        bare = part.this.unnest()
        if isinstance(bare, exp.Var) and bare.name.upper() == "ALL" and len(order) == 1:
            return [(part, expression) for expression in expressions]
        if isinstance(bare, exp.Literal) and not bare.is_string and bare.name.isdigit():
            bound.append((part, _at(text, expressions, bare)))
            continue
        bound.append((part, binder.expressions(resolve).bind(part.this).unnest()))
    return bound


def over_outputs(
    text: QueryText,
    relation: BoundRelation,
    outputs: Sequence[exp.Expr],
    expressions: Sequence[exp.Expr],
    order: Sequence[exp.Ordered],
) -> tuple[exp.Expr, ...]:
    """Express what a SELECT DISTINCT is sorted by by its output, which is all that is left of the rows.

    Args:
        text: The text it stands in.
        relation: The distinct rows.
        outputs: The select list, over the rows before.
        expressions: What to sort by, over the same.
        order: The same as parsed.

    Returns:
        The expressions over the relation's columns.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.CLAUSE: something that is not made of the output.
    """
    known = {canonical(e): c.column for e, c in zip(outputs, relation.columns, strict=True)}
    own = frozenset(known.values())

    def output(node: exp.Expr) -> exp.Expr:
        name = known.get(canonical(node))
        return node if name is None else plan_column(name)

    moved = tuple(expression.copy().transform(output, copy=False) for expression in expressions)
    for expression, part in zip(moved, order, strict=True):
        if not references(expression) <= own:
            raise text.unsupported("CLAUSE", part)
    return moved


def _at(text: QueryText, expressions: Sequence[exp.Expr], position: exp.Literal) -> exp.Expr:
    if not 1 <= int(position.name) <= len(expressions):
        parameters = {"position": position.name, "columns": str(len(expressions))}
        raise InvalidQueryError("ORDER_BY_POSITION", parameters, span=text.locate(position))
    return expressions[int(position.name) - 1]


def limited(
    text: QueryText, query: exp.Expr, relation: BoundRelation, order: Sequence[tuple[exp.Ordered, str]], visible: int
) -> BoundRelation:
    """Keep the rows that a query's LIMIT and OFFSET choose.

    Args:
        text: The text it stands in.
        query: The query.
        relation: Its rows.
        order: Pairs of a part of the order as parsed and the plan column that it sorts by; none for no LIMIT.
        visible: How many of the relation's columns are the query's own.

    Returns:
        The relation of those rows with the query's own columns.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.TOP_K.
    """
    if not order:
        return relation
    own = relation.columns[:visible]
    computed = (
        {p.name: canonical(p.expression) for p in relation.node.projections}
        if isinstance(relation.node, Project)
        else {}
    )
    shown = {computed[c.column]: c.column for c in reversed(own) if c.column in computed}
    # What is computed for the order alone is not shown, so that the stored rows could not be sorted again.
    settled = tuple(
        exp.Ordered(
            this=plan_column(shown.get(computed.get(column), column)),
            desc=part.args.get("desc"),
            nulls_first=part.args.get("nulls_first"),
        )
        for part, column in order
    )
    node = TopK(relation.node, settled, _number(text, query, "limit"), _number(text, query, "offset") or 0)
    return BoundRelation(node, own)


def _number(text: QueryText, query: exp.Expr, name: str) -> int | None:
    clause = query.args.get(name)
    if clause is None or (isinstance(clause.expression, exp.Var) and clause.expression.name.upper() == "ALL"):
        return None
    value = clause.expression.unnest()
    if not isinstance(value, exp.Literal) or value.is_string or not value.name.isdigit():
        raise text.unsupported("TOP_K", text.clause(frozenset({name.upper()}), clause))
    return int(value.name)


def limited_output(context: BindingContext, text: QueryText, query: exp.Expr, relation: BoundRelation) -> BoundRelation:
    """Apply the ORDER BY and LIMIT of a set operation or of a query in brackets, which see its output only.

    Args:
        context: The binding.
        text: The text it stands in.
        query: The query.
        relation: Its rows.

    Returns:
        The relation of the rows chosen.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.LIMIT, UNSUPPORTED_QUERY.TOP_K.
        InvalidQueryError: ORDER_BY_POSITION, and what columns may raise.
    """
    relation, by = sort_columns(context, text, ordering(context, text, query), relation)
    return limited(text, query, relation, by, len(relation.columns))


def sort_columns(
    context: BindingContext, text: QueryText, order: Sequence[exp.Ordered], relation: BoundRelation
) -> tuple[BoundRelation, list[tuple[exp.Ordered, str]]]:
    """Bind an order over a relation's columns.

    Args:
        context: The binding.
        text: The text it stands in.
        order: The order as parsed.
        relation: The rows.

    Returns:
        The relation, whose operators compute what it is sorted by, and pairs of a part and its plan column.

    Raises:
        UnsupportedQueryError: An expression that is refused.
        InvalidQueryError: ORDER_BY_POSITION, and what columns may raise.
    """
    columns = [plan_column(c.column) for c in relation.columns]
    visible = [plan_column(c.column) for c in relation.visible]
    scope = context.scope(relation.columns)
    chosen: list[tuple[exp.Ordered, exp.Expr]] = []
    for part in order:
        bare = part.this.unnest()
        if isinstance(bare, exp.Var) and bare.name.upper() == "ALL" and len(order) == 1:
            chosen += [(part, c) for c in visible]
            continue
        if isinstance(bare, exp.Literal) and not bare.is_string and bare.name.isdigit():
            found = _at(text, visible, bare)
        else:
            found = ExpressionBinder(context, text, scope, column_resolver(text, scope)).bind(part.this).unnest()
        chosen.append((part, found))
    if all(isinstance(e, exp.Column) for _, e in chosen):
        return relation, [(part, e.name) for part, e in chosen]
    items = [SelectItem(c.name, False, None, c) for c in relation.columns]
    items += [SelectItem("order", False, part) for part, _ in chosen]
    computed = project(context, relation, items, [*columns, *(e for _, e in chosen)])
    named = zip(relation.columns, computed.columns, strict=False)
    shown = BoundRelation(computed.node, tuple(replace(c, column=new.column) for c, new in named))
    return shown, [(part, computed.columns[len(columns) + i].column) for i, (part, _) in enumerate(chosen)]
