"""GROUP BY and HAVING of one query block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.bind.aggregates import AggregateCollector
from streamtables_rewriter.bind.canonical import canonical
from streamtables_rewriter.bind.clauses import check_arguments
from streamtables_rewriter.bind.context import BindingContext
from streamtables_rewriter.bind.expressions import ExpressionBinder, follow_fields, plan_column, written_parts
from streamtables_rewriter.bind.names import column_resolver
from streamtables_rewriter.bind.query_text import QueryText
from streamtables_rewriter.bind.scope import BoundRelation, Scope
from streamtables_rewriter.bind.select_list import SelectItem, project, substitute
from streamtables_rewriter.bind.subqueries import SubqueryBinder
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Aggregate, Filter, Named, Node

_GROUP_ARGUMENTS = frozenset({"expressions", "all"})
_GROUPING_SETS = (exp.GroupingSets, exp.Rollup, exp.Cube, exp.Tuple)
_GROUPING_WORDS = frozenset({"ROLLUP", "CUBE", "GROUPING", "SETS"})
_LARGEST_INT = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Grouping:
    """How expressions over the input become expressions over the groups.

    Attributes:
        text: The text the query block stands in.
        keys: The keys.
        columns: The plan column for each expression that is a key, by its meaning.
    """

    text: QueryText
    keys: tuple[Named, ...]
    columns: Mapping[object, str]

    def over_groups(self, expression: exp.Expr, known: frozenset[str], where: exp.Expr) -> exp.Expr:
        """Replace the keys in an expression by their columns.

        Args:
            expression: A bound expression in which aggregate calls are columns already.
            known: Columns that may stay: those of the aggregate.
            where: The expression as written, for errors.

        Returns:
            The expression over the columns of the aggregate.

        Raises:
            UnsupportedQueryError: UNSUPPORTED_QUERY.UNGROUPED_COLUMN.
        """
        key = self.columns.get(canonical(expression))
        if key is not None:
            return plan_column(key)
        if isinstance(expression, exp.Column):
            if expression.name in known:
                return expression.copy()
            raise self.text.unsupported("UNGROUPED_COLUMN", where)
        fresh = type(expression)()
        for name, value in expression.args.items():
            if isinstance(value, list):
                fresh.set(name, [self.over_groups(v, known, where) if isinstance(v, exp.Expr) else v for v in value])
            else:
                fresh.set(name, self.over_groups(value, known, where) if isinstance(value, exp.Expr) else value)
        return fresh


@dataclass(frozen=True, slots=True)
class QueryBlock:
    """A query block that aggregates.

    Attributes:
        context: The binding.
        text: The text it stands in.
        scope: The columns of its FROM clause.
        select: The block.
        items: Its select list.
        expressions: Its select list, bound over the input; aggregate calls are columns.
        calls: The aggregate calls.
        subqueries: The subqueries outside of aggregate calls, which are joined to the groups.
        argument_subqueries: Those inside of them, which are joined to the input.
    """

    context: BindingContext
    text: QueryText
    scope: Scope
    select: exp.Select
    items: tuple[SelectItem, ...]
    expressions: tuple[exp.Expr, ...]
    calls: AggregateCollector
    subqueries: SubqueryBinder
    argument_subqueries: SubqueryBinder

    def aggregated(self, source: Node) -> BoundRelation:
        """Group the rows of the block's FROM and WHERE.

        Args:
            source: FROM and WHERE.

        Returns:
            The relation of the block's output.

        Raises:
            UnsupportedQueryError: A part of it is not maintained.
            InvalidQueryError: GROUP_BY_POSITION, and what columns may raise.
        """
        grouping = self._grouping()
        known = self._known()
        over = tuple(
            grouping.over_groups(expression, known, item.node if item.node is not None else self.select)
            for expression, item in zip(self.expressions, self.items, strict=True)
        )
        having = self.select.args.get("having")
        condition = None if having is None else self._having(having.this, grouping, over)
        if not grouping.keys and not self.calls.calls:
            # The one row of a global aggregate must have a column to stand in.
            self.calls.add("count", (), None, self.text.locate(self.select), None)
        source = self.argument_subqueries.attach(source)
        node: Node = Aggregate(source, grouping.keys, tuple(self.calls.calls))
        node = self._with_subqueries(node, grouping)
        if condition is not None:
            node = Filter(node, condition)
        return project(self.context, BoundRelation(node, ()), self.items, over)

    def _with_subqueries(self, node: Node, grouping: Grouping) -> Node:
        """Join the subqueries to the groups: what they say about input columns must be about keys."""
        own = frozenset(c.column for c in self.scope.columns)

        def translate(expression: exp.Expr) -> exp.Expr:
            others = frozenset(c.name for c in expression.find_all(exp.Column)) - own
            return grouping.over_groups(expression, others, self.select)

        return self.subqueries.attach(node, translate)

    def _known(self) -> frozenset[str]:
        """List the columns that expressions over groups may hold besides keys: aggregates, subqueries, outer ones."""
        outer = frozenset(c.column for scope in self.scope.outer for c in scope.columns)
        return self._call_columns() | self.subqueries.names | outer

    def _call_columns(self) -> frozenset[str]:
        return frozenset(call.name for call in self.calls.calls)

    def _grouping(self) -> Grouping:
        group = self.select.args.get("group")
        named: dict[object, Named] = {}
        for name, expression in self._keys(group) if group is not None else ():
            meaning = canonical(expression)
            if meaning not in named:
                named[meaning] = Named(self.context.fresh_name(name), _not_ordinal(expression))
        # A constant stays a constant in the select list: some functions take nothing else.
        columns = {meaning: key.name for meaning, key in named.items() if key.expression.find(exp.Column)}
        return Grouping(self.text, tuple(named.values()), columns)

    def _keys(self, group: exp.Group) -> list[tuple[str, exp.Expr]]:
        """List the keys, each with the name wished for it."""
        for node in group.expressions:
            if isinstance(node, _GROUPING_SETS):
                raise self.text.unsupported("GROUPING_SETS", self.text.clause(_GROUPING_WORDS, node))
        if any(group.args.get(name) for name in ("rollup", "cube", "grouping_sets", "totals")):
            raise self.text.unsupported("GROUPING_SETS", group)
        check_arguments(self.text, group, _GROUP_ARGUMENTS)
        if group.args.get("all") and not group.expressions:
            return [self._item_key(index) for index in range(len(self.items)) if not self._aggregates(index)]
        return [self._key(node) for node in group.expressions]

    def _key(self, node: exp.Expr) -> tuple[str, exp.Expr]:
        bare = node.unnest()
        if isinstance(bare, exp.Literal) and not bare.is_string and bare.name.isdigit():
            if not 1 <= int(bare.name) <= len(self.items):
                parameters = {"position": bare.name, "columns": str(len(self.items))}
                raise InvalidQueryError("GROUP_BY_POSITION", parameters, span=self.text.locate(bare))
            return self._item_key(int(bare.name) - 1, bare)
        resolve = column_resolver(self.text, self.scope, self._find_alias)
        binder = ExpressionBinder(self.context, self.text, self.scope, resolve, subqueries=self.argument_subqueries)
        expression = binder.bind(node).unnest()
        parts = written_parts(bare)
        return (parts[-1] if parts else "key", expression)

    def _find_alias(self, parts: Sequence[str], node: exp.Expr) -> exp.Expr | None:
        for index, item in enumerate(self.items):
            if len(parts) == 1 and self.context.fold(item.name) == self.context.fold(parts[0]):
                return substitute(self._item_key(index, node)[1])
        return None

    def _item_key(self, index: int, where: exp.Expr | None = None) -> tuple[str, exp.Expr]:
        asks = any(c.name in self.subqueries.names for c in self.expressions[index].find_all(exp.Column))
        if self._aggregates(index) or asks:
            hint = "group by something that holds no aggregate and no subquery"
            raise self.text.unsupported("EXPRESSION", where or self.select, hint=hint)
        item = self.items[index]
        return (item.name if item.is_named else "key", self.expressions[index])

    def _aggregates(self, index: int) -> bool:
        calls = self._call_columns()
        return any(column.name in calls for column in self.expressions[index].find_all(exp.Column))

    def _having(self, node: exp.Expr, grouping: Grouping, over: tuple[exp.Expr, ...]) -> exp.Expr:
        """Bind HAVING. Outside of aggregate calls a name is a key, else an alias, else a column of the input."""

        def resolve(parts: Sequence[str], where: exp.Expr) -> exp.Expr:
            return self._having_name(parts, where, grouping, over)

        inputs = column_resolver(self.text, self.scope)
        binder = ExpressionBinder(
            *(self.context, self.text, self.scope, resolve, self.calls, inputs),
            subqueries=self.subqueries,
            argument_subqueries=self.argument_subqueries,
        )
        bound = binder.bind(node)
        known = self._known() | {key.name for key in grouping.keys}
        return grouping.over_groups(bound, known, node)

    def _having_name(
        self, parts: Sequence[str], where: exp.Expr, grouping: Grouping, over: tuple[exp.Expr, ...]
    ) -> exp.Expr:
        inputs = column_resolver(self.text, self.scope)
        fold = self.scope.fold
        aliases = [e for e, i in zip(over, self.items, strict=True) if fold(i.name) == fold(parts[0])]
        try:
            column = inputs(parts, where)
        except InvalidQueryError:
            if not aliases:
                raise
        else:
            if canonical(column) in grouping.columns or not aliases:
                return column
        return follow_fields(substitute(aliases[0]), parts[1:])


def _not_ordinal(expression: exp.Expr) -> exp.Expr:
    """Keep a constant key from being read as a position where the GROUP BY is written out again."""
    if isinstance(expression, exp.Literal) and not expression.is_string and expression.name.isdigit():
        kind = "int" if int(expression.name) <= _LARGEST_INT else "bigint"
        return exp.Cast(this=expression.copy(), to=exp.DataType.build(kind))
    return expression
