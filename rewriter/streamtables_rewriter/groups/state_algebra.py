"""How a state is computed, how it changes, and how the two are put together."""

from __future__ import annotations

from collections.abc import Mapping

from sqlglot import exp

from streamtables_rewriter.groups.states import WIDEST_SUMMED_DECIMAL, State, StateKind
from streamtables_rewriter.semantics.column_types import Family, cast_to, kind_of
from streamtables_rewriter.sql.select_block import SelectBlock


def computed_state(state: State, block: SelectBlock) -> exp.Expr:
    """Compute a state from all rows of a group.

    Args:
        state: The state.
        block: The rows.

    Returns:
        An aggregate over the relations of ``block``.
    """
    if state.kind is StateKind.ROWS:
        return exp.Count(this=exp.Star())
    value = block.expression(state.value)
    if state.kind is StateKind.COUNT:
        return exp.Count(this=value)
    if state.kind is StateKind.SUM:
        return exp.Sum(this=_exact(value, state))
    return exp.Min(this=value) if state.kind is StateKind.MIN else exp.Max(this=value)


def changed_state(state: State, value: exp.Expr, weight: exp.Expr) -> exp.Expr:
    """Compute what changed in a state; for MIN and MAX, the extremum of rows that came.

    Args:
        state: The state.
        value: The column that holds its value; copied.
        weight: The weight of the changed rows; copied.

    Returns:
        An aggregate.
    """
    if state.kind is StateKind.MIN:
        return exp.Min(this=value.copy())
    if state.kind is StateKind.MAX:
        return exp.Max(this=value.copy())
    if state.kind is StateKind.COUNT:
        missing = exp.Is(this=value.copy(), expression=exp.Null())
        counted = exp.Case(ifs=[exp.If(this=missing, true=exp.Literal.number(0))], default=weight.copy())
        return exp.Sum(this=counted)
    weight = weight.copy()
    if state.type.startswith("decimal"):
        kind = kind_of(state.argument_type)
        digits = min(19, 37 - kind.precision) if kind.precision <= WIDEST_SUMMED_DECIMAL else 19
        weight = exp.Cast(this=weight, to=exp.DataType.build(f"decimal({digits},0)", dialect="spark"))
    total = exp.Sum(this=exp.Mul(this=_exact(value.copy(), state), expression=weight))
    return cast_to(total, state.type)


def _exact(value: exp.Expr, state: State) -> exp.Expr:
    """Bring a summed value to the type in which sums are exact, or at least as wide as the query's."""
    kind = kind_of(state.argument_type)
    if kind.family is Family.INTEGRAL and state.type != state.argument_type:
        return cast_to(value, "decimal(19,0)" if state.type.startswith("decimal") else "bigint")
    return cast_to(value, "double") if state.argument_type == "float" else value


def state_cast(value: exp.Expr, state: State) -> exp.Expr:
    """Bring a state to its stored type; numbers of rows have it anyway.

    Args:
        value: The state's value; becomes part of the result.
        state: The state.

    Returns:
        The value, cast where needed.
    """
    return value if state.kind in (StateKind.ROWS, StateKind.COUNT) else cast_to(value, state.type)


def merged_state(state: State, stored: Mapping[State, exp.Expr], changes: Mapping[State, exp.Expr]) -> exp.Expr:
    """Put a stored state and its change together.

    Args:
        state: The state.
        stored: Each state as stored; copied.
        changes: Each state's change; copied.

    Returns:
        A new expression.
    """
    before, change = stored[state], changes[state]
    if state.kind is StateKind.MIN:
        return exp.Least(this=before.copy(), expressions=[change.copy()], ignore_nulls=True)
    if state.kind is StateKind.MAX:
        return exp.Greatest(this=before.copy(), expressions=[change.copy()], ignore_nulls=True)
    if state.count is None:
        return exp.Add(this=before.copy(), expression=change.copy())
    count = merged_state(state.count, stored, changes)
    total = exp.Add(this=or_zero(before), expression=or_zero(change))
    return _where_counted(count, total)


def former_state(state: State, present: Mapping[State, exp.Expr], changes: Mapping[State, exp.Expr]) -> exp.Expr:
    """Take a change out of a state again.

    Args:
        state: The state; no extremum.
        present: Each state with the change, NULL for a group that has gone; copied.
        changes: Each state's change; copied.

    Returns:
        A new expression.
    """
    former = exp.Sub(this=or_zero(present[state]), expression=or_zero(changes[state]))
    if state.count is None:
        return former
    return _where_counted(former_state(state.count, present, changes), state_cast(former, state))


def inserted_state(state: State, changes: Mapping[State, exp.Expr]) -> exp.Expr:
    """Read the state of a new group off its change.

    Args:
        state: The state.
        changes: Each state's change; copied.

    Returns:
        A new expression.
    """
    value = changes[state].copy()
    return value if state.count is None else _where_counted(changes[state.count].copy(), value)


def _where_counted(count: exp.Expr, value: exp.Expr) -> exp.Expr:
    some = exp.GT(this=count, expression=exp.Literal.number(0))
    return exp.Case(ifs=[exp.If(this=some, true=value)])


def or_zero(value: exp.Expr) -> exp.Expr:
    """Take zero for NULL.

    Args:
        value: A number; copied.

    Returns:
        A new expression.
    """
    return exp.Coalesce(this=value.copy(), expressions=[exp.Literal.number(0)])
