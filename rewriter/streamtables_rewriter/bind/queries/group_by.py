"""GROUP BY and HAVING of one query block."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.bind.expressions.aggregates import AggregateCollector
from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder, follow_fields, plan_column
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.expressions.select_list import SelectItem, substitute
from streamtables_rewriter.bind.queries.grouping_sets import GroupingSets, expand, written_sets
from streamtables_rewriter.bind.queries.time_windows import merged_sessions
from streamtables_rewriter.bind.scope.clauses import check_arguments
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import Scope
from streamtables_rewriter.bind.subqueries.subqueries import SubqueryBinder
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Aggregate, Filter, Named, Node, Sessions
from streamtables_rewriter.semantics.function_kinds import GROUPING_FUNCTIONS
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.written_calls import written_parts

_GROUP_ARGUMENTS = frozenset({"expressions", "all"})
_LARGEST_INT = 2**31 - 1
_SETS = "group by the session in a query inside of this one"


@dataclass(frozen=True, slots=True)
class Grouping:
    """How expressions over the input become expressions over the groups.

    Attributes:
        text: The text the query block stands in.
        keys: The keys.
        columns: The plan column for each expression that is a key, by its meaning.
        source: The rows to group.
        sets: The grouping sets, if there are several.
    """

    text: QueryText
    keys: tuple[Named, ...]
    columns: Mapping[object, str]
    source: Node
    sets: GroupingSets | None = None

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
        if isinstance(expression, exp.Anonymous) and expression.name in GROUPING_FUNCTIONS:
            told = None if self.sets is None else self.sets.grouping(expression)
            if told is None:
                raise self.text.unsupported("GROUPING_SETS", where)
            return told
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
        items: Its select list, with what QUALIFY and ORDER BY add to it.
        expressions: The same, bound over the input; aggregate calls are columns.
        calls: The aggregate calls.
        written: How many of the items the user wrote in the select list.
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
    written: int
    subqueries: SubqueryBinder
    argument_subqueries: SubqueryBinder

    def aggregated(self, source: Node) -> tuple[Node, tuple[exp.Expr, ...]]:
        """Group the rows of the block's FROM and WHERE.

        Args:
            source: FROM and WHERE.

        Returns:
            The groups, and the block's expressions over them.

        Raises:
            UnsupportedQueryError: A part of it is not maintained.
            InvalidQueryError: GROUP_BY_POSITION, and what columns may raise.
        """
        grouping = self._grouping(source)
        known = self._known()
        over = tuple(
            grouping.over_groups(expression, known, item.node if item.node is not None else self.select)
            for expression, item in zip(self.expressions, self.items, strict=True)
        )
        having = self.select.args.get("having")
        condition = None if having is None else self._having(having.this, grouping, over)
        other = next((call for call in self.calls.calls if not call.is_lone), None)
        if other is not None and any(call.is_lone for call in self.calls.calls):
            raise self.text.unsupported("AGGREGATE", other.span or self.select)
        if not grouping.keys and not self.calls.calls:
            # The one row of a global aggregate must have a column to stand in.
            self.calls.add("count", (), None, self.text.locate(self.select), None)
        source = self.argument_subqueries.attach(grouping.source)
        node: Node = Aggregate(source, grouping.keys or self._key_of_all(), tuple(self.calls.calls))
        node = self._with_subqueries(node, grouping)
        if condition is not None:
            node = Filter(node, condition)
        return node, over

    def _key_of_all(self) -> tuple[Named, ...]:
        """Give a global aggregate that has no row over no rows, which those in Python have not, a constant key."""
        calls = self.calls.calls
        if not any(call.is_lone for call in calls):
            return ()
        return (Named(self.context.fresh_name("all_rows"), exp.Boolean(this=True)),)

    def _with_subqueries(self, node: Node, grouping: Grouping) -> Node:
        """Join the subqueries to the groups: what they say about input columns must be about keys."""
        if grouping.sets is not None and self.subqueries.correlated:
            hint = "compare with the keys in a query around this one"
            raise self.text.unsupported("SUBQUERY", self.select, hint=hint)
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

    def _grouping(self, source: Node) -> Grouping:
        group = self.select.args.get("group")
        sets = None if group is None else written_sets(group, lambda: self.text.unsupported("TOO_DEEP", group))
        named: dict[object, Named] = {}
        written = [] if group is None else self._keys(group) if sets is None else [self._key(k) for k in sets.keys]
        for name, expression in written:
            meaning = canonical(expression)
            if meaning not in named:
                named[meaning] = Named(self.context.fresh_name(name), _not_ordinal(expression))
        source, keys = merged_sessions(
            *(self.context, self.text, self.select, source, tuple(named.values()), self.calls.calls)
        )
        # Spark reads one set of no keys as no grouping at all; two of them are two groups, as long as there are rows.
        if sets is not None and (keys or len(sets.sets) > 1):
            if isinstance(source, Sessions):
                raise self.text.unsupported("TIME_WINDOW", self.select.args["group"], hint=_SETS)
            positions = {id(node): list(named).index(canonical(self._key(node)[1])) for node in sets.keys}
            chosen = [frozenset(positions[id(node)] for node in members) for members in sets.sets]
            expanded = expand(self.context, source, keys, chosen)
            columns = {meaning: key.name for meaning, key in named.items()}
            return Grouping(self.text, expanded.keys, columns, expanded.source, expanded)
        # A constant stays a constant in the select list: some functions take nothing else.
        columns = {meaning: key.name for meaning, key in named.items() if key.expression.find(exp.Column)}
        return Grouping(self.text, keys, columns, source)

    def _keys(self, group: exp.Group) -> list[tuple[str, exp.Expr]]:
        """List the keys, each with the name wished for it."""
        for node in group.expressions:
            if isinstance(node, exp.Tuple):
                raise self.text.unsupported("GROUPING_SETS", node)
        if group.args.get("totals"):
            raise self.text.unsupported("GROUPING_SETS", group)
        check_arguments(self.text, group, _GROUP_ARGUMENTS)
        if group.args.get("all") and not group.expressions:
            return [self._item_key(index) for index in range(self.written) if not self._aggregates(index)]
        return [self._key(node) for node in group.expressions]

    def _key(self, node: exp.Expr) -> tuple[str, exp.Expr]:
        bare = node.unnest()
        if isinstance(bare, exp.Literal) and not bare.is_string and bare.name.isdigit():
            if not 1 <= int(bare.name) <= self.written:
                parameters = {"position": bare.name, "columns": str(self.written)}
                raise InvalidQueryError("GROUP_BY_POSITION", parameters, span=self.text.locate(bare))
            return self._item_key(int(bare.name) - 1, bare)
        resolve = column_resolver(self.text, self.scope, self._find_alias)
        binder = ExpressionBinder(self.context, self.text, self.scope, resolve, subqueries=self.argument_subqueries)
        expression = binder.bind(node).unnest()
        parts = written_parts(bare)
        return (parts[-1] if parts else "key", expression)

    def _find_alias(self, parts: Sequence[str], node: exp.Expr) -> exp.Expr | None:
        for index, item in enumerate(self.items[: self.written]):
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
        shown = zip(over[: self.written], self.items, strict=False)
        aliases = [e for e, i in shown if fold(i.name) == fold(parts[0])]
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
