"""Make every window function a function of the rows of its partition, and every LIMIT one of its input, or refuse it.

An order that leaves ties is completed by all columns of the input: any order of the tied rows is right, and rows that
are equal in all columns may swap their values. So ``row_number``, ``lag``, ``ntile`` and everything over a ROWS frame
come out the same whenever the partition has the same rows. A RANGE frame ends with the last of the tied rows, so there
the order must stay as it is; its rows as a multiset are certain, and so is any function of that. Sums of floating-point
numbers, collections and ``first_value`` depend on more: over the whole partition they are computed in the completed
order, over a RANGE frame they are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.aggregate_functions import SUMS, is_sure_of_its_value
from streamtables_rewriter.bind.canonical import canonical
from streamtables_rewriter.bind.functions import AGGREGATES, WINDOW_FUNCTIONS
from streamtables_rewriter.bind.written_calls import windowed_call
from streamtables_rewriter.column_types import Family, is_orderable, kind_of
from streamtables_rewriter.columns import column
from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.identity import identity, needs_identity
from streamtables_rewriter.plan.nodes import Named, Node, TopK, Window
from streamtables_rewriter.plan.tree import inputs_of, with_inputs
from streamtables_rewriter.typing_questions import ColumnTypes

_BY_PEERS = frozenset({"rank", "dense_rank", "percent_rank", "cume_dist"})
_BY_POSITION = frozenset({"row_number", "ntile", "lag", "lead"})
_EXACT = frozenset(
    [
        *("count", "count_if", "min", "max", "bool_and", "bool_or", "bit_and", "bit_or", "bit_xor", "regr_count"),
        *("approx_count_distinct", "median", "percentile"),
    ]
)
_FIRST = frozenset({"first", "first_value", "any_value"})
_UNBOUNDED = "UNBOUNDED"
_SPARKS_OWN = AGGREGATES | WINDOW_FUNCTIONS


def settle_windows(node: Node, types: ColumnTypes) -> Node:
    """Complete the orders of window functions and of ORDER BY with LIMIT.

    Args:
        node: The tree.
        types: The types in it.

    Returns:
        The tree with the orders completed.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.ORDER_DEPENDENT.
    """
    node = with_inputs(node, tuple(settle_windows(child, types) for child in inputs_of(node)))
    if isinstance(node, TopK):
        written = list(node.order)
        return replace(node, order=(*written, *tie_breakers(written, node.output, types.columns, "LIMIT")))
    if not isinstance(node, Window):
        return node
    return _stacked(node, types)


def _stacked(node: Window, types: ColumnTypes) -> Node:
    """Settle the calls, those with different completed orders on top of each other."""
    # Of two equal rows, one order may put the one first and another order the other, so that the values of two
    # functions could be combined in two ways. Above the first, its values are part of what completes the second order.
    orders: dict[object, list[Named]] = {}
    certain: list[Named] = []
    for call in node.calls:
        settled = Named(call.name, _settled(call, node, types.columns, types.arguments))
        if settled.expression is call.expression:
            certain.append(settled)
        else:
            order = call.expression.args.get("order")
            orders.setdefault(None if order is None else canonical(order), []).append(call)
    current: Node = Window(node.input, node.keys, tuple(certain)) if certain or not orders else node.input
    for calls in orders.values():
        above = Window(current, node.keys, tuple(calls))
        settled_calls = (Named(c.name, _settled(c, above, types.columns, types.arguments)) for c in calls)
        current = Window(current, node.keys, tuple(settled_calls))
    return current


def _settled(call: Named, node: Window, types: Mapping[str, str], arguments: Mapping[str, tuple[str, ...]]) -> exp.Expr:
    window = call.expression
    assert isinstance(window, exp.Window)
    function = windowed_call(window)
    name = function.name
    if isinstance(function.parent, exp.Dot) or name not in _SPARKS_OWN:
        sure = is_sure_of_its_value(types[call.name], arguments[call.name])
        return _framed(window, node, types, name, exact=sure)
    if name in _BY_PEERS:
        return window
    if name in _BY_POSITION:
        return _ordered(window, node, types, name)
    exact = name in _EXACT or (name in SUMS and _is_exact(arguments[call.name][0]))
    return _framed(window, node, types, name, exact=exact)


def _framed(window: exp.Window, node: Window, types: Mapping[str, str], name: str, *, exact: bool) -> exp.Expr:
    """Settle an aggregate over a frame; ``exact`` if its value depends on nothing but the frame's rows."""
    function = windowed_call(window)
    spec = window.args.get("spec")
    if _is_whole(window, spec):
        return window if exact else _ordered(window, node, types, name, _rows_frame("FOLLOWING"))
    if spec is not None and spec.args.get("kind") == "ROWS":
        return _ordered(window, node, types, name)
    if exact:
        return window
    ignores = window.find(exp.IgnoreNulls) is not None or len(function.expressions) > 1
    if name in _FIRST and not ignores and _runs_from_the_start(spec):
        return _ordered(window, node, types, name, _rows_frame(None))
    raise _open(name)


def _is_exact(argument: str) -> bool:
    family = kind_of(argument).family
    return family in (Family.INTEGRAL, Family.DECIMAL) or argument.startswith("interval")


def _is_whole(window: exp.Window, spec: exp.WindowSpec | None) -> bool:
    if spec is None:
        return window.args.get("order") is None
    return spec.args.get("start") == _UNBOUNDED and spec.args.get("end") == _UNBOUNDED


def _runs_from_the_start(spec: exp.WindowSpec | None) -> bool:
    if spec is None:
        return True
    return spec.args.get("start") == _UNBOUNDED and spec.args.get("end") in (None, "CURRENT ROW")


def _rows_frame(end_side: str | None) -> exp.WindowSpec:
    end = "CURRENT ROW" if end_side is None else _UNBOUNDED
    return exp.WindowSpec(kind="ROWS", start=_UNBOUNDED, start_side="PRECEDING", end=end, end_side=end_side)


def _ordered(
    window: exp.Window, node: Window, types: Mapping[str, str], name: str, frame: exp.WindowSpec | None = None
) -> exp.Expr:
    """Complete the order, and replace the frame if one is given."""
    settled = window.copy()
    order = settled.args.get("order")
    written = [] if order is None else list(order.expressions)
    same = {canonical(key.expression) for key in node.keys}
    columns = tuple(c for c in node.input.output if canonical(column(c)) not in same)
    complete = written + tie_breakers(written, columns, types, name)
    settled.set("order", exp.Order(expressions=complete) if complete else None)
    if frame is not None:
        settled.set("spec", frame)
    return settled


def tie_breakers(
    order: list[exp.Expr], columns: tuple[str, ...], types: Mapping[str, str], name: str
) -> list[exp.Expr]:
    """List what completes an order so that only equal rows are tied.

    Args:
        order: The order as written.
        columns: The columns of the rows.
        types: Their types.
        name: What needs the order, for the error.

    Returns:
        Further parts of the order.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.ORDER_DEPENDENT: a column that cannot be sorted.
    """
    known = {canonical(part.this) for part in order}
    missing = [c for c in columns if canonical(column(c)) not in known]
    _check_orderable([types[c] for c in missing], name)
    # Where maps of the same entries change places, functions of their order would change.
    return [exp.Ordered(this=identity(column(c), types[c], exact=True), nulls_first=True) for c in missing]


def _check_orderable(types: Sequence[str], name: str) -> None:
    if not all(is_orderable(type_) or needs_identity(type_) for type_ in types):
        raise _open(name)


def _open(name: str) -> UnsupportedQueryError:
    hint = "order by columns that tell all rows apart, over a ROWS frame; or use REFRESH MODE FULL or AUTO"
    return UnsupportedQueryError("UNSUPPORTED_QUERY.ORDER_DEPENDENT", {"construct": name}, hint=hint)
