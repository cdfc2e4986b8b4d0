"""Scalar expressions: names become plan columns; everything not known to be safe is refused.

The bound tree is fresh: it shares no node with the parsed one, its columns are quoted plan columns, its lambda
variables have names of their own so that no column is captured.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from sqlglot import exp

from streamtables_rewriter.bind.expressions.aggregate_calls import AggregateBinder
from streamtables_rewriter.bind.expressions.aggregates import AggregateCollector
from streamtables_rewriter.bind.expressions.windows import bind_window
from streamtables_rewriter.bind.scope.context import BindingContext, Subqueries
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import Scope, ScopeColumn
from streamtables_rewriter.plan.relations import FunctionKind, UserFunction
from streamtables_rewriter.semantics import function_kinds
from streamtables_rewriter.semantics.clock import instant
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.sql.time_window_syntax import last_instant
from streamtables_rewriter.sql.written_calls import WrittenCall, call_of, written_call, written_parts

Resolve = Callable[[Sequence[str], exp.Expr], exp.Expr]
"""Finds what a dotted name stands for; the node tells where it is written."""

_PLAIN: tuple[type[exp.Expr], ...] = (
    *(exp.Paren, exp.Neg, exp.Not, exp.And, exp.Or),
    *(exp.Add, exp.Sub, exp.Mul, exp.Div, exp.IntDiv, exp.Mod, exp.DPipe),
    *(exp.BitwiseAnd, exp.BitwiseOr, exp.BitwiseXor, exp.BitwiseNot, exp.BitwiseLeftShift, exp.BitwiseRightShift),
    *(exp.EQ, exp.NEQ, exp.GT, exp.GTE, exp.LT, exp.LTE, exp.NullSafeEQ, exp.NullSafeNEQ),
    *(exp.Is, exp.Between, exp.In, exp.Like, exp.ILike, exp.RegexpLike, exp.Escape, exp.Any, exp.All),
    *(exp.Case, exp.If, exp.Coalesce, exp.Nullif, exp.Abs, exp.Concat),
    *(exp.Literal, exp.Boolean, exp.Null, exp.RawString, exp.HexString),
    *(exp.Interval, exp.IntervalSpan, exp.Var, exp.Kwarg),
    *(exp.Extract, exp.Trim, exp.Substring, exp.StrPosition, exp.Overlay, exp.Bracket),
)
_TYPES = frozenset(
    {
        *(exp.DType.BOOLEAN, exp.DType.TINYINT, exp.DType.SMALLINT, exp.DType.INT, exp.DType.BIGINT),
        *(exp.DType.FLOAT, exp.DType.DOUBLE, exp.DType.DECIMAL, exp.DType.TEXT, exp.DType.BINARY),
        *(exp.DType.DATE, exp.DType.TIMESTAMPTZ, exp.DType.TIMESTAMPLTZ, exp.DType.TIMESTAMPNTZ),
        *(exp.DType.ARRAY, exp.DType.MAP, exp.DType.STRUCT, exp.DType.VARIANT, exp.DType.INTERVAL),
    }
)
_SPARKS_OWN = (("builtin",), ("system", "builtin"))
_CLOCK_TYPES = frozenset({exp.DType.DATE, exp.DType.TIMESTAMPTZ, exp.DType.TIMESTAMPLTZ, exp.DType.TIMESTAMPNTZ})


def plan_column(name: str) -> exp.Column:
    """Build the reference to a plan column."""
    return exp.Column(this=exp.Identifier(this=name, quoted=True))


def follow_fields(base: exp.Expr, fields: Sequence[str]) -> exp.Expr:
    """Build the access to nested struct fields of an expression."""
    for name in fields:
        base = exp.Dot(this=base, expression=exp.Identifier(this=name, quoted=True))
    return base


def is_membership(node: exp.Expr) -> bool:
    """Return whether an expression is EXISTS or IN over a query."""
    return isinstance(node, exp.Exists) or (isinstance(node, exp.In) and node.args.get("query") is not None)


@dataclass(slots=True)
class ExpressionBinder:
    """Binds the expressions of one clause.

    Attributes:
        context: The binding.
        text: The text the expressions stand in.
        scope: Columns in scope, for stars in arguments.
        resolve: Finds columns.
        aggregates: Takes the aggregate calls; None where none may stand.
        resolve_argument: Finds columns inside of aggregate calls, if otherwise.
        windows: The WINDOW clause; None where no window function may stand.
        clock: Whether functions that read the clock may stand.
        subqueries: Binds subqueries; None where none may stand.
        argument_subqueries: Binds subqueries inside of aggregate calls.
    """

    context: BindingContext
    text: QueryText
    scope: Scope
    resolve: Resolve
    aggregates: AggregateCollector | None = None
    resolve_argument: Resolve | None = None
    windows: Mapping[str, exp.Window] | None = None
    clock: bool = False
    subqueries: Subqueries | None = None
    argument_subqueries: Subqueries | None = None
    _variables: list[dict[str, str]] = field(default_factory=list)

    def bind(self, node: exp.Expr, name: str | None = None) -> exp.Expr:
        """Bind an expression.

        Args:
            node: A part of the parsed tree.
            name: The name wished for the plan column, should the expression be one aggregate call.

        Returns:
            A fresh tree over plan columns.

        Raises:
            UnsupportedQueryError: A part of it is not maintained.
            InvalidQueryError: AMBIGUOUS_COLUMN, UNKNOWN_COLUMN.
        """
        parts = written_parts(node)
        if parts is not None:
            return self._bind_name(node, parts)
        call = written_call(node)
        if call is not None:
            return self._bind_function(call, name)
        if self.subqueries is not None and not self._variables:
            bound = self._bind_subquery(node, self.subqueries)
            if bound is not None:
                return bound
        if isinstance(node, exp.Cast):
            return self._bind_cast(node)
        if isinstance(node, exp.Tuple):
            return exp.Anonymous(this="struct", expressions=self._name_fields(list(node.expressions)))
        if isinstance(node, exp.Dot):
            return self._bind_dot(node)
        if isinstance(node, exp.Ordered):
            return self._rebuild(node)
        if isinstance(node, exp.Window) and self.windows is not None and not self._variables:
            inner = replace(self, windows=None, _variables=[])
            refuse = partial(self.text.unsupported, "WINDOW", node)
            windowed = written_call(node.this)
            users = None if windowed is None else self._users_function(windowed)
            return bind_window(self.context, node, inner.bind, self.windows, refuse, users)
        if isinstance(node, exp.Lambda):
            return self._bind_lambda(node)
        if isinstance(node, _PLAIN):
            return self._rebuild(node)
        raise self._refused(node)

    def _bind_subquery(self, node: exp.Expr, subqueries: Subqueries) -> exp.Expr | None:
        """Bind a subquery; None for anything else. Like Spark, ask for the negation of IN where it is negated."""
        if is_membership(node):
            return subqueries.holds(node, self.bind)
        if isinstance(node, exp.Subquery) or (isinstance(node, exp.Paren) and isinstance(node.this, exp.Query)):
            return exp.Paren(this=subqueries.scalar(node))
        if not isinstance(node, exp.Not) or node.find(exp.Query) is None:
            return None
        inner = node.this.unnest()
        if is_membership(inner):
            return subqueries.holds(inner, self.bind, negated=True)
        if isinstance(inner, exp.Not):
            return self.bind(inner.this)
        if isinstance(inner, (exp.And, exp.Or)):
            other = exp.Or if isinstance(inner, exp.And) else exp.And
            sides = [
                exp.Paren(this=self.bind(exp.Not(this=exp.Paren(this=side)))) for side in (inner.left, inner.right)
            ]
            return exp.Paren(this=other(this=sides[0], expression=sides[1]))
        return None

    def _rebuild(self, node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.In) and (node.args.get("query") or node.args.get("field") or node.args.get("unnest")):
            raise self.text.unsupported("SUBQUERY", node)
        fresh = type(node)()
        if isinstance(node, (exp.Any, exp.All)) and isinstance(node.this, exp.Tuple):
            return type(node)(this=exp.Tuple(expressions=[self.bind(pattern) for pattern in node.this.expressions]))
        for key, value in node.args.items():
            if isinstance(value, list):
                fresh.set(key, [self.bind(v) if isinstance(v, exp.Expr) else v for v in value])
            else:
                fresh.set(key, self.bind(value) if isinstance(value, exp.Expr) else value)
        return fresh

    def _bind_name(self, node: exp.Expr, parts: tuple[str, ...]) -> exp.Expr:
        for variables in reversed(self._variables):
            variable = variables.get(self.context.fold(parts[0]))
            if variable is not None:
                return follow_fields(exp.Identifier(this=variable, quoted=True), parts[1:])
        if isinstance(node, exp.Identifier):
            raise self.text.unsupported("EXPRESSION", node)
        if self.clock and len(parts) == 1 and parts[0].lower() in function_kinds.KEYWORD_FUNCTIONS:
            now = instant(parts[0].lower()) if self.scope.find(parts, lambda: self.text.locate(node)) is None else None
            if now is not None:
                return now
        return self.resolve(parts, node)

    def _bind_cast(self, node: exp.Cast) -> exp.Expr:
        target = node.to
        for part in target.find_all(exp.DataType):
            known = part.this in _TYPES or isinstance(part, exp.IntervalSpan) or isinstance(part.this, exp.Interval)
            if part.args.get("collate"):
                raise self._collated(node, node.this, part.args["collate"])
            if not known:
                raise self.text.unsupported("EXPRESSION", node)
        if isinstance(node.this, exp.Literal) and target.this in _CLOCK_TYPES:
            words = node.this.name.lower().split()
            if words and words[0] in function_kinds.VOLATILE_DATES:
                raise self.text.unsupported("NON_DETERMINISTIC_FUNCTION", node)
        value, kind = self.bind(node.this), target.copy()
        safe = isinstance(node, exp.TryCast) and node.args.get("safe")
        return exp.TryCast(this=value, to=kind, safe=True) if safe else exp.Cast(this=value, to=kind)

    def _bind_dot(self, node: exp.Dot) -> exp.Expr:
        if not isinstance(node.expression, exp.Identifier):
            raise self._refused(node.expression if isinstance(node.expression, exp.Query) else node)
        return follow_fields(self.bind(node.this), (node.expression.name,))

    def _bind_lambda(self, node: exp.Lambda) -> exp.Expr:
        names = {self.context.fold(p.name): self.context.fresh_name(p.name) for p in node.expressions}
        self._variables.append(names)
        body = self.bind(node.this)
        self._variables.pop()
        return exp.Lambda(this=body, expressions=[exp.Identifier(this=n, quoted=True) for n in names.values()])

    def _bind_function(self, written: WrittenCall, name: str | None) -> exp.Expr:
        node, users = written.call, self._users_function(written)
        function = node.name.lower()
        named = written.namespace if users is None else users.name[:-1] or written.namespace
        namespace = () if _folded(named) in _SPARKS_OWN else named
        aggregate = users.is_aggregate if users is not None else not namespace and function in function_kinds.AGGREGATES
        if aggregate and self.aggregates is not None and not self._variables:
            return self._bind_aggregate(written, ".".join((*_folded(namespace), function)), name, users)
        if aggregate or not written.is_plain:
            raise self.text.unsupported("AGGREGATE", node)
        if users is None and not namespace:
            grouping = function in function_kinds.GROUPING_FUNCTIONS
            if grouping and self.aggregates is not None and not self._variables:
                self.aggregates.tells_sets = True
                inner = ExpressionBinder(self.context, self.text, self.scope, self.resolve_argument or self.resolve)
                return exp.Anonymous(this=function, expressions=[inner.bind(argument) for argument in node.expressions])
            now = instant(function) if self.clock and not node.expressions else None
            if now is not None:
                return now
        if users is None and function == function_kinds.WINDOW_TIME and len(node.expressions) == 1:
            return last_instant(self.bind(node.expressions[0]))
        if users is None:
            self._check_function(node, function)
        arguments = self._bind_arguments(node, function if users is None else None)
        name_node = node.this
        kept = name_node.copy() if isinstance(name_node, exp.Identifier) else function
        return call_of(namespace, exp.Anonymous(this=kept, expressions=arguments))

    def _users_function(self, written: WrittenCall) -> UserFunction | None:
        """Find the user's function that is called; a name without qualifier is Spark's own function first."""
        function = written.call.name
        if not written.namespace and function.lower() in function_kinds.KNOWN:
            return None
        users = self.context.function((*written.namespace, function), self.text)
        if users is None:
            return None
        if not users.deterministic:
            raise self.text.unsupported("NON_DETERMINISTIC_FUNCTION", written.call)
        if users.reads_tables:
            raise self.text.unsupported("FUNCTION_READS_TABLES", written.call)
        if users.kind is FunctionKind.GENERATOR:
            raise self.text.unsupported("GENERATOR", written.call)
        return users

    def _bind_aggregate(
        self, written: WrittenCall, function: str, name: str | None, users: UserFunction | None
    ) -> exp.Expr:
        assert self.aggregates is not None
        resolve = self.resolve_argument or self.resolve
        inner = ExpressionBinder(self.context, self.text, self.scope, resolve, subqueries=self.argument_subqueries)

        def refuse() -> Exception:
            return self.text.unsupported("AGGREGATE", written.call)

        binder = AggregateBinder(inner.bind, self.aggregates, self.text.locate(written.call), name, refuse, users)
        return binder.bound(function, written)

    def _check_function(self, node: exp.Anonymous, function: str) -> None:
        kinds = {
            "AGGREGATE": function_kinds.REFUSED_AGGREGATES,
            "GENERATOR": function_kinds.GENERATORS,
            "WINDOW": function_kinds.WINDOW_FUNCTIONS,
            "TIME_WINDOW": function_kinds.TIME_WINDOWS,
            "NON_DETERMINISTIC_FUNCTION": function_kinds.VOLATILE,
            "EXPRESSION": function_kinds.NAMED_BY_ARGUMENTS | function_kinds.UNREADABLE,
        }
        if function == "collate" and len(node.expressions) == 2:
            raise self._collated(node, *node.expressions)
        for what, names in kinds.items():
            if function in names:
                raise self.text.unsupported(what, node)
        if function in function_kinds.VOLATILE_WITHOUT_ARGUMENTS and not node.expressions:
            raise self.text.unsupported("NON_DETERMINISTIC_FUNCTION", node)

    def _bind_arguments(self, node: exp.Anonymous, function: str | None) -> list[exp.Expr]:
        arguments = list(node.expressions)
        if function == "struct":
            return self._name_fields(arguments)
        bound: list[exp.Expr] = []
        if function in function_kinds.UNIT_FIRST and len(arguments) == 3 and isinstance(arguments[0], exp.Column):
            bound.append(exp.Var(this=arguments.pop(0).name.upper()))
        for argument in arguments:
            star = self._star_columns(argument)
            bound += [self.bind(argument)] if star is None else [plan_column(c.column) for c in star]
        return bound

    def _name_fields(self, arguments: list[exp.Expr]) -> list[exp.Expr]:
        """Write out the names that ``struct`` takes from its arguments, for plan columns are named otherwise."""
        fields: list[exp.Expr] = []
        for number, argument in enumerate(arguments, 1):
            star = self._star_columns(argument)
            if star is not None:
                fields += [exp.alias_(plan_column(c.column), c.name, quoted=True) for c in star]
                continue
            value = argument.this if isinstance(argument, exp.Alias) else argument
            parts = written_parts(value.unnest())
            implied = parts[-1] if parts else f"col{number}"
            name = argument.alias if isinstance(argument, exp.Alias) else implied
            fields.append(exp.alias_(self.bind(value), name, quoted=True))
        return fields

    def _star_columns(self, argument: exp.Expr) -> Sequence[ScopeColumn] | None:
        if isinstance(argument, exp.Star) and not any(argument.args.values()):
            return tuple(c for c in self.scope.columns if not c.hidden)
        if isinstance(argument, exp.Column) and isinstance(argument.this, exp.Star):
            columns = self.scope.of_relation([part.name for part in argument.parts[:-1]])
            if not columns or any(argument.this.args.values()):
                raise self.text.unsupported("STAR", argument)
            return columns
        return None

    def _collated(self, node: exp.Expr, value: exp.Expr, collation: exp.Expr) -> Exception:
        """Say which collation is not maintained, and for which text."""
        told = {"collation": collation.sql(FaithfulSpark).strip("'"), "text": value.sql(FaithfulSpark)}
        return self.text.unsupported("COLLATED_EXPRESSION", node, **told)

    def _refused(self, node: exp.Expr) -> Exception:
        if isinstance(node, exp.Window):
            return self.text.unsupported("WINDOW", node)
        if isinstance(node, exp.Collate):
            return self._collated(node, node.this, node.expression)
        if isinstance(node, exp.QueryTransform):
            return self.text.unsupported("TRANSFORM", node)
        if node.find(exp.Query, exp.Exists) is not None:
            return self.text.unsupported("SUBQUERY", node)
        aggregate_only = (exp.WithinGroup, exp.IgnoreNulls, exp.RespectNulls, exp.Order, exp.Filter)
        return self.text.unsupported("AGGREGATE" if isinstance(node, aggregate_only) else "EXPRESSION", node)


def _folded(name: Sequence[str]) -> tuple[str, ...]:
    return tuple(part.lower() for part in name)
