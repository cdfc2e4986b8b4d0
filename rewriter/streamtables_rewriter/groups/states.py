"""What is stored of a group so that its aggregates can be brought up to date from what changed.

========  =====================================  ==============================================================
function  states                                 value
========  =====================================  ==============================================================
count     how many rows it counts                that number
sum       sum; how many values are not NULL      the sum; NULL where no value is left
avg       sum; how many values are not NULL      their quotient
min, max  the extremum                           the extremum
others    none: affected groups are recomputed   as the query has it
========  =====================================  ==============================================================

A value that a FILTER leaves out is NULL, so a filter needs no state of its own. Aggregates of the same values share
their states. A state is merged as ``stored + change``; which changes it survives is its ``Algebra``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from sqlglot import exp

from streamtables_rewriter.plan.nodes import AggregateCall
from streamtables_rewriter.semantics.column_types import Family, kind_of
from streamtables_rewriter.sql.columns import atom, conjunction
from streamtables_rewriter.sql.dialect import FaithfulSpark
from streamtables_rewriter.sql.present import all_present

WIDEST_SUMMED_DECIMAL = 27
"""Precision of a decimal whose product with a weight, and whose sum of sums, keep all digits within 38."""
LARGEST_KEPT_SCALE = 6
"""Digits after the point that Spark keeps of a product or sum of decimals however wide these are; digits before the
point that do not fit are an error."""
WIDEST_AVERAGED_DECIMAL = 15
"""Precision of a decimal whose quotient has digits to spare: rounding it twice cannot differ from rounding it once
in a group of fewer than 10 ** (24 - precision) rows."""


_WITH_STATES = frozenset({"count", "sum", "avg", "min", "max"})


class Algebra(Enum):
    """Which changes an aggregate can be merged with."""

    ALWAYS = "always"
    INSERT_ONLY = "insert only"
    NEVER = "never"


class StateKind(Enum):
    """What a state is."""

    ROWS = "rows"
    COUNT = "count"
    SUM = "sum"
    MIN = "min"
    MAX = "max"


@dataclass(frozen=True, slots=True)
class State:
    """Something stored of a group.

    Attributes:
        kind: What it is.
        value_sql: The text of ``value``; states of equal texts are the same.
        type: Its type in Spark's DDL spelling.
        value: What it is computed from, over the aggregate's input; NULL where a row does not count.
        argument_type: The type of ``value``.
        count: For SUM, how many values are not NULL.
    """

    kind: StateKind
    value_sql: str
    type: str
    value: exp.Expr = field(compare=False, default_factory=exp.Null)
    argument_type: str = ""
    count: State | None = None


ROWS_STATE = State(StateKind.ROWS, "", "bigint")


@dataclass(frozen=True, slots=True)
class CallStates:
    """How an aggregate call is maintained.

    Attributes:
        call: The call.
        states: What is stored for it; the first one is the call's value, but for ``avg``.
        type: The call's type in Spark's DDL spelling.
        algebra: Which changes it can be merged with.
    """

    call: AggregateCall
    states: tuple[State, ...]
    type: str
    algebra: Algebra

    @property
    def own_state(self) -> State | None:
        """The state that is the call's value."""
        return None if self.call.function == "avg" or not self.states else self.states[0]

    def value(self, states: Mapping[State, exp.Expr]) -> exp.Expr:
        """Compute the call from its states.

        Args:
            states: An expression for each state; copied.

        Returns:
            A new expression.
        """
        if self.call.function != "avg":
            return states[self.states[0]].copy()
        total, count = (atom(states[state].copy()) for state in self.states[:2])
        if kind_of(self.type).family is Family.FLOATING:
            double = exp.DataType.build("double")
            total, count = exp.Cast(this=total, to=double), exp.Cast(this=count, to=double.copy())
        result = exp.Cast(
            this=exp.Div(this=total, expression=count, typed=False, safe=False),
            to=exp.DataType.build(self.type, dialect="spark"),
        )
        some = exp.GT(this=atom(states[self.states[1]].copy()), expression=exp.Literal.number(0))
        return exp.Case(ifs=[exp.If(this=some, true=result)])


def states_of(
    call: AggregateCall, type_: str, arguments: tuple[str, ...], *, algebraic_floats: bool, ansi: bool
) -> CallStates:
    """Decide how an aggregate call is maintained.

    Args:
        call: The call.
        type_: Its type in Spark's DDL spelling.
        arguments: The types of its arguments.
        algebraic_floats: Whether sums over FLOAT and DOUBLE may be maintained by adding and taking out.
        ansi: Whether an overflow is an error; without it, a decimal sum that overflowed is NULL and cannot be resumed.

    Returns:
        The states and the algebra.

    Examples:
        >>> call = AggregateCall("total", "sum", (exp.column("amount"),))
        >>> found = states_of(call, "bigint", ("int",), algebraic_floats=False, ansi=True)
        >>> [state.kind.value for state in found.states], found.algebra.value
        (['sum', 'count'], 'always')
    """
    if call.distinct or call.function not in _WITH_STATES:
        return CallStates(call, (), type_, Algebra.NEVER)
    if call.function == "count":
        return CallStates(call, (_count_state(call),), type_, Algebra.ALWAYS)
    value, argument = _filtered(call.arguments[0], call.condition), arguments[0]
    if call.function in ("min", "max"):
        state = State(StateKind(call.function), value.sql(FaithfulSpark), type_, value, argument)
        return CallStates(call, (state,), type_, Algebra.INSERT_ONLY)
    algebra = _sum_algebra(call.function, argument, algebraic_floats=algebraic_floats, ansi=ansi)
    total_type = type_ if call.function == "sum" else _total_type(argument)
    count = _count_state(call)
    total = State(StateKind.SUM, value.sql(FaithfulSpark), total_type, value, argument, count)
    return CallStates(call, (total, count), type_, algebra)


def _sum_algebra(function: str, argument: str, *, algebraic_floats: bool, ansi: bool) -> Algebra:
    kind = kind_of(argument)
    if kind.family is Family.INTEGRAL:
        return Algebra.ALWAYS
    if kind.family is Family.FLOATING:
        return Algebra.ALWAYS if algebraic_floats else Algebra.INSERT_ONLY
    if function == "avg":
        exact = kind.precision <= WIDEST_AVERAGED_DECIMAL
    else:
        exact = kind.precision <= WIDEST_SUMMED_DECIMAL or kind.scale <= LARGEST_KEPT_SCALE
    return Algebra.ALWAYS if exact and kind.family is Family.DECIMAL and ansi else Algebra.NEVER


def _total_type(argument: str) -> str:
    """Choose the type of the sum behind an average: a BIGINT sum could overflow where the query's average does not."""
    kind = kind_of(argument)
    if kind.family is Family.DECIMAL:
        return f"decimal({min(38, kind.precision + 10)},{kind.scale})"
    if kind.family is Family.INTEGRAL:
        return "decimal(38,0)" if argument.lower() == "bigint" else "bigint"
    return "double"


def _count_state(call: AggregateCall) -> State:
    present = all_present(call.arguments)
    if present is None and call.condition is None:
        return ROWS_STATE
    if len(call.arguments) == 1 and present is not None:
        value = _filtered(call.arguments[0], call.condition)
    else:
        conditions = [present, None if call.condition is None else call.condition.copy()]
        both = conjunction(c for c in conditions if c is not None)
        value = exp.Case(ifs=[exp.If(this=both, true=exp.Literal.number(1))])
    return State(StateKind.COUNT, value.sql(FaithfulSpark), "bigint", value)


def _filtered(argument: exp.Expr, condition: exp.Expr | None) -> exp.Expr:
    if condition is None:
        return argument
    return exp.Case(ifs=[exp.If(this=condition.copy(), true=argument.copy())])
