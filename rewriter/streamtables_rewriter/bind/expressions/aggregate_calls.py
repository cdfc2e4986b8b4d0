"""Aggregate calls as written, and the calls they become: some functions are others in disguise.

``count_if``, ``bool_and`` and ``bool_or`` are counts, so they need no rule of their own. Functions whose value Spark
leaves to the order in which it meets the rows get an order, or a choice that any order could have made: the same rows
then always give the same value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from sqlglot import exp

from streamtables_grammar.spans import SourceSpan
from streamtables_rewriter.bind.expressions.aggregates import AggregateCollector
from streamtables_rewriter.plan.relations import FunctionKind, UserFunction
from streamtables_rewriter.semantics.aggregate_functions import ANY_VALUE
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.columns import atom, conjunction
from streamtables_rewriter.sql.written_calls import WrittenCall

ALIASES = {
    "mean": "avg",
    "any": "bool_or",
    "some": "bool_or",
    "every": "bool_and",
    "array_agg": "collect_list",
    "string_agg": "listagg",
    "std": "stddev",
    "approx_percentile": "percentile_approx",
}
_SAME_WHEN_DISTINCT = frozenset({"min", "max", "bool_and", "bool_or", "bit_and", "bit_or", ANY_VALUE})
_FIRST = dict.fromkeys(("any_value", "first", "first_value", "last", "last_value"), ANY_VALUE)


@dataclass(frozen=True, slots=True)
class AggregateBinder:
    """Turns one written aggregate call into calls of the aggregate operator.

    Attributes:
        bind: Binds an expression over the aggregate's input.
        collector: Takes the calls.
        span: Where the call is written.
        name: The name wished for the plan column.
        refuse: Builds the error for a form that is not read.
        users: The user's function that is called; None for one of Spark's.
    """

    bind: Callable[[exp.Expr], exp.Expr]
    collector: AggregateCollector
    span: SourceSpan
    name: str | None
    refuse: Callable[[], Exception]
    users: UserFunction | None = None

    def bound(self, function: str, written: WrittenCall) -> exp.Expr:
        """Bind the call.

        Args:
            function: Its lower-case name, with dots for a user's function.
            written: The call.

        Returns:
            What it comes to, over the columns of the calls taken.

        Raises:
            UnsupportedQueryError: A form that is not read.
        """
        function = _FIRST.get(ALIASES.get(function, function), ALIASES.get(function, function))
        nodes, distinct, nulls = self._arguments(written)
        if nulls and function != ANY_VALUE:
            raise self.refuse()
        arguments = [self.bind(node) for node in nodes if not _is_row(function, nodes)]
        condition = None if written.condition is None else self.bind(written.condition)
        order = [self.bind(node) for node in written.order]
        if self._stands_alone and (distinct or order or condition is not None or self.collector.within is not None):
            raise self.refuse()
        if distinct and function in _SAME_WHEN_DISTINCT:
            distinct = False
        if not distinct and not order:
            counted = self._as_counts(function, arguments, condition)
            if counted is not None:
                return counted
        arguments, order = self._determinized(function, arguments, order, distinct=distinct)
        return self._call(function, arguments, condition, distinct=distinct, order=order)

    @property
    def _stands_alone(self) -> bool:
        return self.users is not None and self.users.kind is FunctionKind.LONE_AGGREGATE

    @staticmethod
    def _arguments(written: WrittenCall) -> tuple[list[exp.Expr], bool, bool]:
        """Return the arguments, whether DISTINCT stands before them, and whether NULLs are spoken of."""
        nodes, distinct, nulls = list(written.call.expressions), False, written.nulls
        if len(nodes) == 1 and isinstance(nodes[0], exp.Distinct):
            nodes, distinct = list(nodes[0].expressions), True
        if nodes and isinstance(nodes[0], (exp.IgnoreNulls, exp.RespectNulls)):
            nodes[0], nulls = nodes[0].this, True
        return nodes, distinct, nulls

    def _as_counts(self, function: str, arguments: Sequence[exp.Expr], condition: exp.Expr | None) -> exp.Expr | None:
        if function == "regr_count" and len(arguments) == 2:
            return self._call("count", arguments, condition)
        if len(arguments) != 1:
            return None
        if function == "count_if":
            return self._call("count", (), _both(condition, arguments[0]))
        if function not in ("bool_and", "bool_or"):
            return None
        deciding = arguments[0] if function == "bool_or" else exp.Not(this=atom(arguments[0].copy()))
        decided = self._call("count", (), _both(condition, deciding), name="")
        known = self._call("count", arguments, condition, name="")
        zero = exp.Literal.number(0)
        answer = (exp.GT if function == "bool_or" else exp.EQ)(this=decided, expression=zero)
        return exp.Case(ifs=[exp.If(this=exp.GT(this=known, expression=zero.copy()), true=answer)])

    def _determinized(
        self, function: str, arguments: list[exp.Expr], order: list[exp.Expr], *, distinct: bool
    ) -> tuple[list[exp.Expr], list[exp.Expr]]:
        """Choose what Spark leaves open."""
        if function == ANY_VALUE:
            if not isinstance(arguments[-1], exp.Boolean) and len(arguments) != 1:
                raise self.refuse()
            return arguments[:1], order
        if function == "mode" and arguments:
            return [arguments[0], exp.Boolean(this=True)], order
        if function == "listagg" and arguments and not (distinct and order):
            known = {canonical(o.this) for o in order}
            if canonical(arguments[0]) not in known:
                order = [*order, exp.Ordered(this=arguments[0].copy(), nulls_first=True)]
        return arguments, order

    def _call(
        self,
        function: str,
        arguments: Iterable[exp.Expr],
        condition: exp.Expr | None,
        *,
        distinct: bool = False,
        order: Iterable[exp.Expr] = (),
        name: str | None = None,
    ) -> exp.Expr:
        ordered = tuple(o for o in order if isinstance(o, exp.Ordered))
        call = self.collector.add(
            function,
            tuple(arguments),
            condition,
            self.span,
            self.name if name is None else name,
            distinct=distinct,
            order=ordered,
            users=self.users,
        )
        return exp.Column(this=exp.Identifier(this=call.name, quoted=True))


def _is_row(function: str, nodes: Sequence[exp.Expr]) -> bool:
    return function == "count" and len(nodes) == 1 and isinstance(nodes[0], exp.Star)


def _both(condition: exp.Expr | None, other: exp.Expr) -> exp.Expr | None:
    parts = (other,) if condition is None else (condition, other)
    return conjunction(part.copy() for part in parts)
