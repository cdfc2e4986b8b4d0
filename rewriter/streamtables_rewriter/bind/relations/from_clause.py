"""FROM: tables, views, CTEs and derived tables."""

from __future__ import annotations

import difflib
from collections.abc import Sequence

from sqlglot import exp

from streamtables_grammar.names import QualifiedName
from streamtables_grammar.spans import SourceSpan
from streamtables_rewriter.bind.relations.constants import bind_values, one_row
from streamtables_rewriter.bind.relations.joins import bind_join, filter_rows
from streamtables_rewriter.bind.relations.laterals import bind_lateral_join, bind_lateral_view
from streamtables_rewriter.bind.relations.pivots import bind_pivots
from streamtables_rewriter.bind.scope.clauses import check_arguments
from streamtables_rewriter.bind.scope.context import BindingContext, CommonTable, Environment
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, ScopeColumn
from streamtables_rewriter.errors import InternalRewriterError, InvalidQueryError
from streamtables_rewriter.plan.nodes import Scan
from streamtables_rewriter.plan.relations import Table, View
from streamtables_rewriter.sql.columns import conjuncts
from streamtables_rewriter.sql.pipe_syntax import Pipe

_TABLE_ARGUMENTS = frozenset({"this", "db", "catalog", "alias", "joins", "pivots"})
_SUBQUERY_ARGUMENTS = frozenset({"this", "alias", "joins", "pivots"})
_REFUSED_RELATIONS: dict[type[exp.Expr], str] = {
    exp.Unnest: "TABLE_FUNCTION",
    exp.TableFromRows: "TABLE_FUNCTION",
}


def bind_from(context: BindingContext, select: exp.Select, environment: Environment) -> BoundRelation:
    """Bind the FROM clause of a query block, joins included.

    Args:
        context: The binding.
        select: The query block, which has a FROM clause.
        environment: What names mean.

    Returns:
        The relation.

    Raises:
        UnsupportedQueryError: A relation or a join is not maintained.
        InvalidQueryError: UNKNOWN_RELATION, and what columns in ON and USING may raise.
    """
    relation = bind_relation(context, select.args["from_"].this, environment)
    relation = bind_joins(context, relation, select.args.get("joins"), environment)
    for lateral in select.args.get("laterals") or ():
        relation = bind_lateral_view(context, environment, lateral, relation)
    return relation


def bind_rows(context: BindingContext, select: exp.Select, environment: Environment) -> BoundRelation:
    """Bind what a query block reads: its FROM and WHERE.

    Args:
        context: The binding.
        select: The query block.
        environment: What names mean.

    Returns:
        The relation; one row without columns where there is no FROM.

    Raises:
        UnsupportedQueryError: A part of it is not maintained.
        InvalidQueryError: What relations and columns may raise.
    """
    read, where = select.args.get("from_") is not None, select.args.get("where")
    relation = bind_from(context, select, environment) if read else one_row(context)
    if where is None:
        return relation
    return filter_rows(context, environment, relation, conjuncts(where.this), clock=context.clock)


def bind_relation(context: BindingContext, node: exp.Expr, environment: Environment) -> BoundRelation:
    """Bind one relation with the joins and the alias written at it.

    Args:
        context: The binding.
        node: A table, a query in brackets, or a relation in brackets.
        environment: What names mean.

    Returns:
        The relation.

    Raises:
        UnsupportedQueryError: It is not maintained.
        InvalidQueryError: UNKNOWN_RELATION, VIEW_CYCLE.
    """
    text = environment.text
    if isinstance(node, exp.Lateral):
        raise text.unsupported("LATERAL", node)
    if type(node) in _REFUSED_RELATIONS:
        raise text.unsupported(_REFUSED_RELATIONS[type(node)], node)
    if isinstance(node, exp.Subquery):
        check_arguments(text, node, _SUBQUERY_ARGUMENTS)
        if _is_query(node.this):
            context.count_relation(text, node)
            relation = context.bind_query(context, node.this, environment).qualified(())
        else:
            relation = bind_relation(context, node.this, environment)
    elif isinstance(node, exp.Values):
        relation = bind_values(context, node, environment)
    elif isinstance(node, exp.Table):
        relation = _bind_table(context, node, environment)
    else:
        raise text.unsupported("CLAUSE", node)
    relation = bind_pivots(context, text, node.args.get("pivots") or (), _rename(node, relation, text))
    return bind_joins(context, relation, node.args.get("joins"), environment)


def _is_query(node: exp.Expr) -> bool:
    """Tell a query in brackets from a relation in brackets, which may have an alias and joins."""
    while isinstance(node, exp.Subquery) and not node.args.get("alias") and not node.args.get("joins"):
        node = node.this
    return isinstance(node, (exp.Select, exp.SetOperation, Pipe))


def bind_joins(
    context: BindingContext, relation: BoundRelation, joins: Sequence[exp.Join] | None, environment: Environment
) -> BoundRelation:
    """Join a relation with others, one after the other.

    Args:
        context: The binding.
        relation: The relation.
        joins: The joins, each with the relation it adds.
        environment: What names mean.

    Returns:
        The joined relation.

    Raises:
        UnsupportedQueryError: A relation or a join is not maintained.
        InvalidQueryError: UNKNOWN_RELATION, and what columns in ON and USING may raise.
    """
    for join in joins or ():
        if isinstance(join.this, exp.Lateral):
            relation = bind_lateral_join(context, environment, join, relation)
            continue
        right = bind_relation(context, join.this, environment)
        relation = bind_join(context, environment, join, relation, right)
    return relation


def _rename(node: exp.Expr, relation: BoundRelation, text: QueryText) -> BoundRelation:
    alias = node.args.get("alias")
    if not isinstance(alias, exp.TableAlias):
        return relation
    if not isinstance(alias.this, exp.Identifier):
        raise text.unsupported("CLAUSE", node)
    return relation.qualified((alias.name,), alias_columns(text, alias, relation))


def alias_columns(text: QueryText, alias: exp.TableAlias, relation: BoundRelation) -> tuple[str, ...] | None:
    """Return the column names written behind an alias.

    Args:
        text: The text it stands in.
        alias: The alias.
        relation: The relation it names.

    Returns:
        The names, or None if there are none.

    Raises:
        InvalidQueryError: COLUMN_ALIAS_COUNT.
    """
    names = tuple(column.name for column in alias.columns)
    if names and len(names) != len(relation.visible):
        counts = {"relation": alias.name, "found": str(len(names)), "expected": str(len(relation.visible))}
        raise InvalidQueryError("COLUMN_ALIAS_COUNT", counts, span=text.locate(alias))
    return names or None


def _bind_table(context: BindingContext, node: exp.Table, environment: Environment) -> BoundRelation:
    text = environment.text
    if not isinstance(node.this, exp.Identifier):
        raise text.unsupported("TABLE_FUNCTION", node)
    check_arguments(text, node, _TABLE_ARGUMENTS)
    context.count_relation(text, node)
    parts = tuple(part.name for part in node.parts)
    places = [part.meta for part in node.parts if part.meta.get("start") is not None]
    span = text.span(places[0]["start"], places[-1]["end"] + 1) if places else text.locate(node)
    common = environment.common_tables.get(context.fold(parts[0])) if len(parts) == 1 else None
    if common is not None:
        return _bind_common_table(context, common, parts[0])
    found = context.relations.resolve(parts, environment.text.namespace)
    if isinstance(found, View):
        return _bind_view(context, found, environment, span)
    if isinstance(found, Table):
        if found.maintainable is not None:
            raise text.unsupported("SOURCE", span, reason=found.maintainable)
        return _scan(context, found)
    near = difflib.get_close_matches(parts[-1].lower(), environment.common_tables)
    hint = f"did you mean {' or '.join(near)}?" if near else "check the name, or give catalog and schema"
    raise InvalidQueryError("UNKNOWN_RELATION", {"relation": str(QualifiedName(parts))}, span=span, hint=hint)


def _bind_common_table(context: BindingContext, common: CommonTable, name: str) -> BoundRelation:
    relation = context.bind_query(context, common.query, common.environment)
    if common.columns and len(common.columns) != len(relation.visible):
        counts = {"relation": name, "found": str(len(common.columns)), "expected": str(len(relation.visible))}
        span = common.environment.text.locate(common.query)
        raise InvalidQueryError("COLUMN_ALIAS_COUNT", counts, span=span)
    return relation.qualified((name,), common.columns)


def _bind_view(context: BindingContext, view: View, environment: Environment, span: SourceSpan) -> BoundRelation:
    name = ".".join(view.name)
    if view.name in environment.views:
        raise InvalidQueryError("VIEW_CYCLE", {"view": name}, span=span)
    inside = Environment(QueryText(view.query, span, name, view.namespace), {}, (*environment.views, view.name))
    relation = context.bind_query(context, inside.text.parse(), inside)
    if len(view.columns) != len(relation.visible):
        counts = {"expected": str(len(view.columns)), "found": str(len(relation.visible))}
        raise InternalRewriterError("OUTPUT_COLUMNS_DIFFER", counts, span=span)
    return relation.qualified(view.name, view.columns)


def _scan(context: BindingContext, table: Table) -> BoundRelation:
    source = context.source(table)
    stored = [c.name for c in table.columns if c.name != table.multiplicity]
    columns = tuple(ScopeColumn(name, context.fresh_name(name), table.name) for name in stored)
    types = {c.name: c.type for c in table.columns}
    for column in columns:
        context.note_type(column.column, types[column.name])
    return BoundRelation(Scan(source.index, tuple((c.column, c.name) for c in columns)), columns)
