"""Aggregate calls of one query block: each distinct call is computed once."""

from __future__ import annotations

from dataclasses import dataclass, field

from sqlglot import exp

from streamtables_grammar.spans import SourceSpan
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.plan.nodes import AggregateCall
from streamtables_rewriter.plan.relations import UserFunction
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.columns import conjunction


@dataclass(slots=True)
class AggregateCollector:
    """Takes aggregate calls and names them.

    Attributes:
        context: The binding, which gives out names.
        calls: The calls taken, in order.
        tells_sets: Whether ``grouping`` or ``grouping_id`` was met.
        within: A condition that narrows every further call.
    """

    context: BindingContext
    calls: list[AggregateCall] = field(default_factory=list)
    tells_sets: bool = False
    within: exp.Expr | None = None
    _by_meaning: dict[object, AggregateCall] = field(default_factory=dict)

    def add(
        self,
        function: str,
        arguments: tuple[exp.Expr, ...],
        condition: exp.Expr | None,
        span: SourceSpan | None,
        name: str | None,
        *,
        distinct: bool = False,
        order: tuple[exp.Ordered, ...] = (),
        users: UserFunction | None = None,
    ) -> AggregateCall:
        """Take a call; an equal one that was taken before is used again.

        Args:
            function: Lower-case name.
            arguments: Bound arguments.
            condition: Bound FILTER condition.
            span: Where it stands; None for what the user did not write.
            name: Name wished for.
            distinct: Whether equal arguments count once.
            order: Bound order of WITHIN GROUP.
            users: The user's function that is called; None for one of Spark's.

        Returns:
            The call.
        """
        if self.within is not None:
            condition = conjunction(c.copy() for c in (self.within, condition) if c is not None)
        if function == "count" and not distinct and arguments and all(_never_null(a) for a in arguments):
            arguments = ()
        parts = (arguments, order, () if condition is None else (condition,))
        meaning = (function, distinct, *(tuple(canonical(e) for e in part) for part in parts))
        known = self._by_meaning.get(meaning)
        if known is None:
            fresh = self.context.fresh_name(name or _name_of(function, arguments))
            known = AggregateCall(fresh, function, arguments, condition, span, distinct, order, users=users)
            self._by_meaning[meaning] = known
            self.calls.append(known)
        return known


def _never_null(argument: exp.Expr) -> bool:
    return isinstance(argument, (exp.Literal, exp.Boolean))


def _name_of(function: str, arguments: tuple[exp.Expr, ...]) -> str:
    if len(arguments) == 1 and isinstance(arguments[0], exp.Column):
        return f"{function}_{arguments[0].name}"
    return function.rsplit(".", 1)[-1]
