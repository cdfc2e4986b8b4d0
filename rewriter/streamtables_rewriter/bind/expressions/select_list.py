"""The select list: stars, names, and earlier aliases that later items use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from sqlglot import exp

from streamtables_rewriter.bind.expressions.aggregates import AggregateCollector
from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder, Resolve, follow_fields, plan_column
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.scope.context import BindingContext, Subqueries
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, Found, Scope, ScopeColumn, unknown_column
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Named, Project
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.sql.pipe_syntax import InputColumn
from streamtables_rewriter.sql.written_calls import written_parts

LARGEST_EXPRESSION = 20_000
"""Nodes of one expression, with the aliases it uses put in."""

_STAR_ARGUMENTS = frozenset({"except_"})


@dataclass(frozen=True, slots=True)
class SelectItem:
    """One output column of a query block.

    Attributes:
        name: Its name for users.
        aliased: Whether the name was written with AS.
        node: The expression as written, without the alias.
        column: For a column that ``*`` stands for: the column, and no ``node``.
    """

    name: str
    aliased: bool
    node: exp.Expr | None
    column: ScopeColumn | None = None

    @property
    def is_named(self) -> bool:
        """Whether the name comes from an alias, a column or a field, and was not made up for an expression."""
        return self.aliased or self.node is None or written_parts(self.node.unnest()) is not None


def expand_select_list(
    text: QueryText, select: exp.Select, scope: Scope, generated: Mapping[int, Sequence[ScopeColumn]]
) -> list[SelectItem]:
    """List the output columns of a query block, stars expanded.

    Args:
        text: The text it stands in.
        select: The query block.
        scope: The columns of its FROM clause.
        generated: The columns that generators made, by the id of the item.

    Returns:
        The items in order.

    Raises:
        UnsupportedQueryError: A star over a struct, or several aliases for one expression.
        InvalidQueryError: An unknown column in EXCEPT.
    """
    items: list[SelectItem] = []
    for node in select.expressions:
        if id(node) in generated:
            items += [SelectItem(c.name, False, None, c) for c in generated[id(node)]]
            continue
        if isinstance(node, InputColumn):
            items.append(_input_column(text, node, scope))
            continue
        star = node if isinstance(node, exp.Star) else node.this if isinstance(node, exp.Column) else None
        if isinstance(star, exp.Star):
            items += [SelectItem(c.name, False, None, c) for c in _star_columns(text, node, star, scope)]
        elif isinstance(node, exp.Alias) and isinstance(node.args["alias"], exp.Identifier):
            items.append(SelectItem(node.alias, True, node.this))
        elif isinstance(node, (exp.Alias, exp.Aliases)):
            raise text.unsupported("EXPRESSION", node)
        else:
            items.append(SelectItem(implied_name(node), False, node))
    return items


def _input_column(text: QueryText, node: InputColumn, scope: Scope) -> SelectItem:
    columns, position = [c for c in scope.columns if not c.hidden], node.this
    if not 1 <= int(position.name) <= len(columns):
        parameters = {"position": position.name, "columns": str(len(columns))}
        raise InvalidQueryError("GROUP_BY_POSITION", parameters, span=text.locate(position))
    column = columns[int(position.name) - 1]
    return SelectItem(column.name, False, None, column)


def _star_columns(text: QueryText, node: exp.Expr, star: exp.Star, scope: Scope) -> Sequence[ScopeColumn]:
    if any(value and key not in _STAR_ARGUMENTS for key, value in star.args.items()):
        raise text.unsupported("STAR", node)
    if isinstance(node, exp.Column):
        columns = scope.of_relation([part.name for part in node.parts[:-1]])
        if not columns:
            raise text.unsupported("STAR", node)
        scope = Scope(tuple(replace(c, hidden=False) for c in columns), scope.fold)
    else:
        columns = tuple(c for c in scope.columns if not c.hidden)
    dropped: list[Found] = []
    for name in star.args.get("except_") or ():
        parts = written_parts(name) or ()
        found = scope.find(parts, partial(text.locate, name))
        if found is None:
            raise unknown_column(parts, scope.columns, text.locate(name))
        if found.fields:
            raise text.unsupported("STAR", node)
        dropped.append(found)
    return [c for c in columns if all(c.column != found.column.column for found in dropped)]


def implied_name(node: exp.Expr) -> str:
    """Guess the name that Spark gives to an expression without an alias.

    Args:
        node: The expression as parsed.

    Returns:
        The name of a column or a field, else the text.
    """
    bare = node.unnest()
    parts = written_parts(bare)
    if parts:
        return parts[-1]
    if isinstance(bare, exp.Anonymous) and bare.name.lower() == "count" and bare.expressions == [exp.Star()]:
        return "count(1)"
    return bare.sql(FaithfulSpark, normalize_functions=False)


@dataclass(slots=True)
class SelectListBinder:
    """Binds the items of a select list, each of which may use the aliases before it.

    Attributes:
        context: The binding.
        text: The text the list stands in.
        scope: The columns of the FROM clause.
        aggregates: Takes the aggregate calls.
        windows: The WINDOW clause.
        subqueries: Binds subqueries outside of aggregate calls.
        argument_subqueries: Binds subqueries inside of them.
    """

    context: BindingContext
    text: QueryText
    scope: Scope
    aggregates: AggregateCollector
    subqueries: Subqueries
    argument_subqueries: Subqueries
    windows: Mapping[str, exp.Window] = field(default_factory=dict)
    _aliases: dict[str, list[exp.Expr]] = field(default_factory=dict)

    def bind(self, item: SelectItem) -> exp.Expr:
        """Bind the next item.

        Args:
            item: The item.

        Returns:
            Its expression over plan columns.

        Raises:
            UnsupportedQueryError: A part of it is not maintained.
            InvalidQueryError: AMBIGUOUS_COLUMN, UNKNOWN_COLUMN.
        """
        if item.column is not None:
            return plan_column(item.column.column)
        assert item.node is not None
        binder = self.expressions(column_resolver(self.text, self.scope, self._find_alias))
        bound = binder.bind(item.node, item.name if item.aliased else None).unnest()
        if sum(1 for _ in bound.walk()) > LARGEST_EXPRESSION:
            raise self.text.unsupported("TOO_DEEP", item.node)
        if item.aliased:
            self._aliases.setdefault(self.context.fold(item.name), []).append(bound)
        return bound

    def expressions(self, resolve: Resolve) -> ExpressionBinder:
        """Return what binds expressions that may stand in the select list.

        Args:
            resolve: Finds columns outside of aggregate calls.

        Returns:
            The binder.
        """
        inputs = column_resolver(self.text, self.scope)
        return ExpressionBinder(
            *(self.context, self.text, self.scope, resolve, self.aggregates, inputs, self.windows),
            subqueries=self.subqueries,
            argument_subqueries=self.argument_subqueries,
        )

    def is_alias(self, name: str) -> bool:
        """Return whether an item before has this alias."""
        return self.context.fold(name) in self._aliases

    def _find_alias(self, parts: Sequence[str], node: exp.Expr) -> exp.Expr | None:
        candidates = self._aliases.get(self.context.fold(parts[0]), ())
        if len(candidates) > 1:
            parameters = {"column": parts[0], "choices": "several items of the select list"}
            raise InvalidQueryError("AMBIGUOUS_COLUMN", parameters, span=self.text.locate(node))
        if not candidates:
            return None
        return follow_fields(substitute(candidates[0]), parts[1:])


def substitute(expression: exp.Expr) -> exp.Expr:
    """Copy an expression so that it can stand in the place of a column."""
    copied = expression.copy()
    atomic = isinstance(copied, (exp.Column, exp.Literal, exp.Anonymous, exp.Paren, exp.Null, exp.Boolean))
    return copied if atomic else exp.Paren(this=copied)


def project(
    context: BindingContext, relation: BoundRelation, items: Sequence[SelectItem], expressions: Sequence[exp.Expr]
) -> BoundRelation:
    """Give a relation the columns of a select list. Plain columns are only renamed: that needs no operator.

    A column under two names becomes two columns, as in Spark: GROUPING SETS can leave out one of them.

    Args:
        context: The binding.
        relation: The relation, whose plan columns the expressions name.
        items: The items.
        expressions: Their bound expressions.

    Returns:
        The relation with one column for each item.
    """
    plain = all(isinstance(e, exp.Column) for e in expressions)
    names = {(e.name, context.fold(i.name)) for i, e in zip(items, expressions, strict=True) if i.is_named}
    if plain and len(names) == len({name for name, _ in names}):
        columns = tuple(ScopeColumn(i.name, e.name) for i, e in zip(items, expressions, strict=True))
        return BoundRelation(relation.node, columns)
    projections = tuple(
        Named(context.fresh_name(_plan_name(item)), expression)
        for item, expression in zip(items, expressions, strict=True)
    )
    columns = tuple(ScopeColumn(i.name, p.name) for i, p in zip(items, projections, strict=True))
    return BoundRelation(Project(relation.node, projections), columns)


def _plan_name(item: SelectItem) -> str:
    return item.name if item.is_named else "column"


def exact(context: BindingContext, relation: BoundRelation) -> BoundRelation:
    """Make the operators' output exactly the relation's visible columns, in order.

    Args:
        context: The binding.
        relation: The relation.

    Returns:
        The relation, under one more projection where columns must be reordered, left out or repeated.
    """
    wanted = tuple(c.column for c in relation.visible)
    if relation.node.output == wanted:
        return relation
    return projected(context, relation)


def projected(context: BindingContext, relation: BoundRelation) -> BoundRelation:
    """Put a projection to the relation's visible columns on top."""
    projections = tuple(Named(context.renamed(c.column, c.name), plan_column(c.column)) for c in relation.visible)
    columns = tuple(
        ScopeColumn(c.name, p.name, c.qualifier) for c, p in zip(relation.visible, projections, strict=True)
    )
    return BoundRelation(Project(relation.node, projections), columns)
