"""Make every aggregate a function of its rows, or refuse it where that matters.

Rows of a group have no order. Where a function may choose, it chooses the smallest value: ``first(x)`` becomes
``min(x)``, which is one of the values that it could have had. Where its value is a collection or an approximation that
depends on the order of rows, any outcome is right, but another computation may have another one: such a call may stand
at the top only, where the affected groups replace the stored ones and nothing has to be found again by its value.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.groups.states import Algebra, states_of
from streamtables_rewriter.plan.nodes import Aggregate, AggregateCall, Node
from streamtables_rewriter.plan.tree import inputs_of, walk, with_inputs
from streamtables_rewriter.plan.typed_columns import ColumnTypes
from streamtables_rewriter.semantics.aggregate_functions import (
    ANY_VALUE,
    APPROXIMATIONS,
    COLLECTIONS,
    EXTREMUM_BY,
    MOMENTS,
    ORDER_NEUTRAL,
    SUMS,
    is_sure_of_its_value,
)
from streamtables_rewriter.semantics.column_types import Family, is_floating, is_orderable, kind_of
from streamtables_rewriter.semantics.identity import identity, needs_identity
from streamtables_rewriter.sql.columns import atom

_FULL = "use REFRESH MODE FULL or AUTO"


def determinize_aggregates(node: Node, types: ColumnTypes, *, ansi: bool, taken_back: bool = True) -> Node:
    """Give the functions that may choose a value a rule by which to choose; note which ones add up.

    Args:
        node: The tree.
        types: The types in it.
        ansi: Whether an overflow is an error.
        taken_back: Whether to note which ones add up, so that a change can be taken back out of their groups.

    Returns:
        The tree with the choices made.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.ORDER_DEPENDENT: values that have no order to choose by.

    Examples:
        >>> from streamtables_rewriter.ask_types import ask_types
        >>> from streamtables_rewriter.bind import bind_query
        >>> from streamtables_rewriter.plan.render import render_node
        >>> bound = bind_query("SELECT first(id) AS id FROM orders", relations)
        >>> print(render_node(determinize_aggregates(bound.root, ask_types(bound, oracle), ansi=True), bound.sources))
        Aggregate: id_2 = min(id)
          Scan orders: id
    """
    inputs = tuple(determinize_aggregates(child, types, ansi=ansi, taken_back=taken_back) for child in inputs_of(node))
    if isinstance(node, Aggregate):
        calls = tuple(_determinized(call, types) for call in node.calls)
        if taken_back:
            calls = tuple(_typed(call, types, ansi=ansi) for call in calls)
        return replace(node, input=inputs[0], calls=calls)
    return with_inputs(node, inputs)


def _typed(call: AggregateCall, types: ColumnTypes, *, ansi: bool) -> AggregateCall:
    type_, arguments = types.columns[call.name], types.arguments[call.name]
    states = states_of(call, type_, arguments, algebraic_floats=False, ansi=ansi)
    return replace(call, added_types=(type_, *arguments)) if states.algebra is Algebra.ALWAYS else call


def _determinized(call: AggregateCall, types: ColumnTypes) -> AggregateCall:
    if call.function != ANY_VALUE and call.function not in EXTREMUM_BY:
        return call
    type_, *others = types.arguments[call.name]
    if not (is_orderable(type_) or needs_identity(type_) or call.is_only_value) or not all(map(is_orderable, others)):
        raise order_dependent(call)
    value = call.arguments[0]
    order = identity(value.copy(), type_)
    if call.function == ANY_VALUE and needs_identity(type_):
        return replace(call, function="min_by", arguments=(value, order))
    if call.function == ANY_VALUE:
        return replace(call, function="min")
    by = call.arguments[1]
    known = exp.Not(this=exp.Is(this=atom(by.copy()), expression=exp.Null()))
    both = exp.Anonymous(this="struct", expressions=[by.copy(), order])
    return replace(call, arguments=(value, exp.Case(ifs=[exp.If(this=known, true=both)])))


def order_dependent(call: AggregateCall) -> UnsupportedQueryError:
    """Build the error for a call whose value depends on the order of rows.

    Args:
        call: The call.

    Returns:
        The error, to be raised.
    """
    hint = f"order its elements, or leave it as a column of its own; or {_FULL}"
    return UnsupportedQueryError(
        "UNSUPPORTED_QUERY.ORDER_DEPENDENT", {"construct": call.function}, span=call.span, hint=hint
    )


@dataclass(frozen=True, slots=True)
class NondeterministicValues:
    """Outputs for which a recomputation may rightly give something else.

    Attributes:
        unordered: Indexes of outputs that are arrays with their elements in any order.
        approximate: Indexes of outputs that depend on an approximation.
    """

    unordered: tuple[int, ...] = ()
    approximate: tuple[int, ...] = ()


def check_nondeterministic_values(
    root: Node,
    types: ColumnTypes,
    top: Aggregate | None,
    outputs: Sequence[exp.Expr],
    visible: exp.Expr | None,
) -> NondeterministicValues:
    """Refuse aggregates whose value is open where it would have to be found again.

    Args:
        root: The tree.
        types: The types in it.
        top: The aggregate whose groups are stored, if there is one.
        outputs: The outputs over that aggregate's columns.
        visible: The condition on its groups.

    Returns:
        Which outputs stay open.

    Raises:
        UnsupportedQueryError: ``UNSUPPORTED_QUERY.ORDER_DEPENDENT``, ``UNSUPPORTED_QUERY.NESTED_FLOAT_AGGREGATE``.
    """
    for node in walk(root):
        if isinstance(node, Aggregate) and node is not top:
            for call in node.calls:
                _check_nested(call, types.columns[call.name], types.arguments[call.name])
    if top is None:
        return NondeterministicValues()
    calls = {call.name: call for call in top.calls}
    collections = {name: c for name, c in calls.items() if c.function in COLLECTIONS}
    approximations = {name: c for name, c in calls.items() if c.function in APPROXIMATIONS}
    _check_orders(calls, looked_into(top, outputs, visible))
    _check_exact(visible, approximations)
    return NondeterministicValues(
        tuple(i for i, e in enumerate(outputs) if isinstance(e, exp.Column) and e.name in collections),
        tuple(i for i, e in enumerate(outputs) if any(c.name in approximations for c in e.find_all(exp.Column))),
    )


def _check_orders(calls: Mapping[str, AggregateCall], names: frozenset[str]) -> None:
    for name in sorted(names):
        raise order_dependent(calls[name])


def _check_exact(condition: exp.Expr | None, approximations: Mapping[str, AggregateCall]) -> None:
    for found in condition.find_all(exp.Column) if condition is not None else ():
        if found.name in approximations:
            raise order_dependent(approximations[found.name])


def looked_into(top: Aggregate, outputs: Sequence[exp.Expr], visible: exp.Expr | None) -> frozenset[str]:
    """List the collections of which something is computed that depends on the order of their elements.

    Args:
        top: The aggregate whose groups are stored.
        outputs: The outputs over that aggregate's columns.
        visible: The condition on its groups.

    Returns:
        The names of the calls.
    """
    collections = {call.name for call in top.calls if call.function in COLLECTIONS}
    found: set[str] = set()
    for expression in (*outputs, *([] if visible is None else [visible])):
        for used in expression.find_all(exp.Column):
            around = used.parent
            while isinstance(around, exp.Paren):
                around = around.parent
            neutral = isinstance(around, exp.Anonymous) and around.name.lower() in ORDER_NEUTRAL
            if used.name in collections and not neutral and (used is not expression or expression is visible):
                found.add(used.name)
    return frozenset(found)


def _check_nested(call: AggregateCall, type_: str, arguments: Sequence[str]) -> None:
    unsure = call.users is not None and not is_sure_of_its_value(type_, arguments)
    inexact = call.function in MOMENTS or (call.function in SUMS and _is_inexact(arguments[0]))
    if unsure:
        inexact = any(map(is_floating, (type_, *arguments)))
    if call.function in COLLECTIONS or call.function in APPROXIMATIONS or (unsure and not inexact):
        raise order_dependent(call)
    if inexact:
        raise UnsupportedQueryError(
            "UNSUPPORTED_QUERY.NESTED_FLOAT_AGGREGATE",
            {"construct": call.function, "type": ", ".join(arguments)},
            span=call.span,
            hint="Make the aggregate a stream table of its own and read that, or use REFRESH MODE FULL.",
        )


def _is_inexact(argument: str) -> bool:
    family = kind_of(argument).family
    return family is Family.FLOATING or (family is Family.OTHER and not argument.startswith("interval"))
