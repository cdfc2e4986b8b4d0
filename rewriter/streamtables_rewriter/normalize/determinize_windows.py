"""Make every window function a function of the rows of its partition, and every LIMIT one of its input, or refuse it.

An order that leaves ties is completed by all columns of the input: any order of the tied rows is right, and rows that
are equal in all columns may swap their values. So ``row_number``, ``lag``, ``ntile`` and everything over a ROWS frame
come out the same whenever the partition has the same rows. A RANGE frame ends with the last of the tied rows, so there
the order must stay as it is; its rows as a multiset are certain, and so is any function of that. Sums of floating-point
numbers, collections and ``first_value`` depend on more. Over the whole partition they are computed in the completed
order. Over a RANGE frame from the start of the partition to the tied rows they are computed in the completed order row
by row, and all tied rows get what the last of them got; so to the end, with the first. Over other RANGE frames,
numbers are collected and added in ascending order, and the rest is refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from sqlglot import exp

from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.normalize.order_values import depends_on_order
from streamtables_rewriter.plan.nodes import Named, Node, Project, TopK, Window
from streamtables_rewriter.plan.tree import inputs_of, with_inputs
from streamtables_rewriter.plan.typed_columns import ColumnTypes
from streamtables_rewriter.semantics.aggregate_functions import IN_ORDER, SUMS, is_sure_of_its_value
from streamtables_rewriter.semantics.column_types import Family, is_orderable, kind_of
from streamtables_rewriter.semantics.function_kinds import AGGREGATES, WINDOW_FUNCTIONS
from streamtables_rewriter.semantics.identity import identity, needs_identity
from streamtables_rewriter.semantics.values_in_order import value_in_order
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.columns import atom, column, conjunction
from streamtables_rewriter.sql.written_calls import windowed_call

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
_CURRENT = "CURRENT ROW"
_SPARKS_OWN = AGGREGATES | WINDOW_FUNCTIONS


def determinize_windows(node: Node, types: ColumnTypes) -> Node:
    """Complete the orders of window functions and of ORDER BY with LIMIT.

    Args:
        node: The tree.
        types: The types in it.

    Returns:
        The tree with the orders completed.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.ORDER_DEPENDENT.

    Examples:
        >>> from streamtables_rewriter.ask_types import ask_types
        >>> from streamtables_rewriter.bind import bind_query
        >>> from streamtables_rewriter.plan.render import render_node
        >>> bound = bind_query("SELECT id, amount FROM orders ORDER BY amount LIMIT 3", relations)
        >>> print(render_node(determinize_windows(bound.root, ask_types(bound, oracle)), bound.sources))
        Project id_2 = id, amount_2 = amount
          TopK by amount, id limit 3
            Scan orders: id, amount
    """
    node = with_inputs(node, tuple(determinize_windows(child, types) for child in inputs_of(node)))
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
        determinized = _determinized(call, node, types)
        if not determinized.ordered:
            certain.append(Named(call.name, determinized.expression))
        else:
            order = call.expression.args.get("order")
            orders.setdefault(None if order is None else canonical(order), []).append(call)
    current: Node = Window(node.input, node.keys, tuple(certain)) if certain or not orders else node.input
    for calls in orders.values():
        above = Window(current, node.keys, tuple(calls))
        current = _ordered_calls(above, [_determinized(call, above, types) for call in calls], types.columns)
    return current


@dataclass(frozen=True, slots=True)
class _Determinized:
    """A call that depends on nothing but the rows of the partition.

    Attributes:
        expression: The call.
        ordered: Whether its order was completed.
        tied: For a value that all tied rows get, the function that finds the row that has it: the one at the last of
            their positions, or at the first; None where every row keeps its own.
    """

    expression: exp.Expr
    ordered: bool = False
    tied: str | None = None


def _ordered_calls(node: Window, determinized: Sequence[_Determinized], types: Mapping[str, str]) -> Node:
    """Compute settled calls, and hand the values of the last or first of the tied rows to all of them."""
    if all(call.tied is None for call in determinized):
        calls = (Named(call.name, s.expression) for call, s in zip(node.calls, determinized, strict=True))
        return Window(node.input, node.keys, tuple(calls))
    written = node.calls[0].expression
    assert isinstance(written, exp.Window)
    order = written.args.get("order")
    position = Named(
        f"{node.calls[0].name} position",
        _ordered(_over(written, exp.Anonymous(this="row_number"), frame=None), node, types, "row_number"),
    )
    own = [
        Named(call.name if s.tied is None else f"{call.name} by row", s.expression)
        for call, s in zip(node.calls, determinized, strict=True)
    ]
    peers = tuple(
        Named(f"{node.calls[0].name} order {i}", o.this.copy())
        for i, o in enumerate(order.expressions if order else ())
    )
    partition = [*(key.copy() for key in written.args["partition_by"]), *(peer.expression.copy() for peer in peers)]
    shared = [
        Named(
            call.name,
            exp.Window(
                this=exp.Anonymous(this=s.tied, expressions=[column(by_row.name), column(position.name)]),
                partition_by=[key.copy() for key in partition],
                over="OVER",
            ),
        )
        for call, by_row, s in zip(node.calls, own, determinized, strict=True)
        if s.tied is not None
    ]
    rows = Window(node.input, node.keys, (*own, position))
    found = Window(rows, (*node.keys, *peers), tuple(shared))
    return Project(found, tuple(Named(name, column(name)) for name in node.output))


def _determinized(call: Named, node: Window, types: ColumnTypes) -> _Determinized:
    window = call.expression
    assert isinstance(window, exp.Window)
    function = windowed_call(window)
    name, arguments = function.name, types.arguments[call.name]
    if isinstance(function.parent, exp.Dot) or name not in _SPARKS_OWN:
        sure = is_sure_of_its_value(types.columns[call.name], arguments)
        return _framed(window, node, types.columns, name, exact=sure)
    if name in _BY_PEERS:
        return _Determinized(window)
    if name in _BY_POSITION:
        return _Determinized(_ordered(window, node, types.columns, name), ordered=True)
    exact = name in _EXACT or (name in SUMS and _is_exact(arguments[0]))
    adds = not exact and name in IN_ORDER and depends_on_order(name, arguments[0], types.columns[call.name])
    return _framed(window, node, types.columns, name, exact=exact, adds=adds)


def _framed(
    window: exp.Window, node: Window, types: Mapping[str, str], name: str, *, exact: bool, adds: bool = False
) -> _Determinized:
    """Settle an aggregate; ``exact`` if it depends on nothing but the frame's rows, ``adds`` if it can sort them."""
    spec = window.args.get("spec")
    if _is_full_frame(window, spec):
        if exact:
            return _Determinized(window)
        return _Determinized(_ordered(window, node, types, name, _rows_frame(_UNBOUNDED, _UNBOUNDED)), ordered=True)
    if spec is not None and spec.args.get("kind") == "ROWS":
        return _Determinized(_ordered(window, node, types, name), ordered=True)
    if exact:
        return _Determinized(window)
    start, end = (_UNBOUNDED, _CURRENT) if spec is None else (spec.args.get("start"), spec.args.get("end", _CURRENT))
    if start == _UNBOUNDED and end == _CURRENT:
        rows = _ordered(window, node, types, name, _rows_frame(_UNBOUNDED, _CURRENT))
        plain = window.find(exp.IgnoreNulls) is None and len(windowed_call(window).expressions) == 1
        return _Determinized(rows, ordered=True, tied=None if name in _FIRST and plain else "max_by")
    if start == _CURRENT and end == _UNBOUNDED:
        rows = _ordered(window, node, types, name, _rows_frame(_CURRENT, _UNBOUNDED))
        return _Determinized(rows, ordered=True, tied="min_by")
    if adds:
        return _Determinized(_ascending(window, name))
    raise _open(name)


def _ascending(window: exp.Window, name: str) -> exp.Expr:
    """Write an aggregate over a frame as one over the values of the frame in ascending order."""

    def gather(collected: exp.Expr, needed: Sequence[exp.Expr]) -> exp.Expr:
        if len(needed) > 1:
            present = conjunction(exp.Not(this=exp.Is(this=atom(a), expression=exp.Null())) for a in needed)
            (value,) = collected.expressions
            collected.set("expressions", [exp.Case(ifs=[exp.If(this=present, true=value)])])
        return _over(window, collected, frame=window.args["spec"])

    arguments = [argument.copy() for argument in windowed_call(window).expressions]
    return value_in_order(IN_ORDER[name], arguments, gather)


def _over(window: exp.Window, function: exp.Expr, *, frame: exp.WindowSpec | None) -> exp.Window:
    """Write another function over the partition and the order of a call."""
    over = window.copy()
    over.set("this", function)
    over.set("spec", None if frame is None else frame.copy())
    return over


def _is_exact(argument: str) -> bool:
    family = kind_of(argument).family
    return family in (Family.INTEGRAL, Family.DECIMAL) or argument.startswith("interval")


def _is_full_frame(window: exp.Window, spec: exp.WindowSpec | None) -> bool:
    if spec is None:
        return window.args.get("order") is None
    return spec.args.get("start") == _UNBOUNDED and spec.args.get("end") == _UNBOUNDED


def _rows_frame(start: str, end: str) -> exp.WindowSpec:
    sides = {"start_side": "PRECEDING"} if start == _UNBOUNDED else {}
    if end == _UNBOUNDED:
        sides["end_side"] = "FOLLOWING"
    return exp.WindowSpec(kind="ROWS", start=start, end=end, **sides)


def _ordered(
    window: exp.Window, node: Window, types: Mapping[str, str], name: str, frame: exp.WindowSpec | None = None
) -> exp.Expr:
    """Complete the order, and replace the frame if one is given."""
    determinized = window.copy()
    order = determinized.args.get("order")
    written = [] if order is None else list(order.expressions)
    same = {canonical(key.expression) for key in node.keys}
    columns = tuple(c for c in node.input.output if canonical(column(c)) not in same)
    complete = written + tie_breakers(written, columns, types, name)
    determinized.set("order", exp.Order(expressions=complete) if complete else None)
    if frame is not None:
        determinized.set("spec", frame)
    return determinized


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
