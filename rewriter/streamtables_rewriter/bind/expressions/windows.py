"""Window functions: bound like other expressions, then taken out of them into operators."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlglot import exp

from streamtables_rewriter.bind.expressions.aggregate_calls import ALIASES
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.plan.nodes import Named, Node, Window
from streamtables_rewriter.plan.relations import UserFunction
from streamtables_rewriter.semantics.function_kinds import AGGREGATES, WINDOW_FUNCTIONS
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.written_calls import call_of, windowed_call, written_call

Bind = Callable[[exp.Expr], exp.Expr]


def named_windows(context: BindingContext, query: exp.Query) -> Mapping[str, exp.Window]:
    """List the WINDOW clause of a query block or a pipe.

    Args:
        context: The binding.
        query: The block or the pipe.

    Returns:
        The definitions by folded name.
    """
    return {context.fold(window.this.name): window for window in query.args.get("windows") or ()}


def bind_window(
    context: BindingContext,
    window: exp.Window,
    bind: Bind,
    definitions: Mapping[str, exp.Window],
    refuse: Callable[[], Exception],
    users: UserFunction | None = None,
) -> exp.Window:
    """Bind a window function with its window written out.

    Args:
        context: The binding.
        window: The call with its OVER clause.
        bind: Binds an expression.
        definitions: The WINDOW clause.
        refuse: Builds the error for a form that is not read.
        users: The user's function that is called; None for one of Spark's.

    Returns:
        A fresh tree over plan columns.

    Raises:
        UnsupportedQueryError: A form that is not read.
    """
    written = written_call(window.this)
    if written is None or written.order:
        raise refuse()
    function, namespace = written.call.name.lower(), written.namespace
    if users is None:
        function = ALIASES.get(function, function)
        known = not namespace and (function in AGGREGATES or function in WINDOW_FUNCTIONS)
    else:
        known, namespace = users.is_aggregate, users.name[:-1] or namespace
    nodes, nulls = list(written.call.expressions), window.this.find(exp.IgnoreNulls) is not None
    if nodes and isinstance(nodes[0], (exp.IgnoreNulls, exp.RespectNulls)):
        nodes[0] = nodes[0].this
    if not known or any(isinstance(node, exp.Distinct) for node in nodes):
        raise refuse()
    arguments = [exp.Star() if isinstance(node, exp.Star) else bind(node) for node in nodes]
    call = call_of(namespace, exp.Anonymous(this=function, expressions=arguments))
    if nulls:
        call = exp.IgnoreNulls(this=call)
    if written.condition is not None:
        call = exp.Filter(this=call, expression=exp.Where(this=bind(written.condition)))
    definition = _definition(context, window, definitions, refuse)
    order = definition.args.get("order")
    return exp.Window(
        this=call,
        partition_by=[bind(node) for node in definition.args.get("partition_by") or ()],
        order=None if order is None else exp.Order(expressions=[bind(node) for node in order.expressions]),
        spec=_frame(definition.args.get("spec"), bind),
        over="OVER",
    )


def _definition(
    context: BindingContext,
    window: exp.Window,
    definitions: Mapping[str, exp.Window],
    refuse: Callable[[], Exception],
) -> exp.Window:
    current, seen = window, 0
    while current.args.get("alias") is not None:
        following = definitions.get(context.fold(current.args["alias"].name))
        seen += 1
        if following is None or seen > len(definitions) or current.args.get("order") or current.args.get("spec"):
            raise refuse()
        current = following
    return current


def _frame(spec: exp.WindowSpec | None, bind: Bind) -> exp.WindowSpec | None:
    if spec is None:
        return None
    bounds = {
        name: bind(value) if isinstance(value, exp.Expr) else value
        for name, value in spec.args.items()
        if value is not None
    }
    return exp.WindowSpec(**bounds)


def take_out_windows(
    context: BindingContext, node: Node, expressions: Sequence[exp.Expr], names: Sequence[str]
) -> tuple[Node, tuple[exp.Expr, ...]]:
    """Put operators for the window functions in expressions on top of a node.

    Args:
        context: The binding.
        node: What the expressions are over.
        expressions: The expressions.
        names: The name wished for each, should it be one window function.

    Returns:
        The node with the functions' values as further columns, and the expressions over those.
    """
    partitions: dict[frozenset[object], dict[object, Named]] = {}
    keys: dict[frozenset[object], tuple[Named, ...]] = {}
    for expression, wished in zip(expressions, names, strict=True):
        for window in expression.find_all(exp.Window):
            written = window.args["partition_by"]
            partition = frozenset(canonical(key) for key in written)
            calls = partitions.setdefault(partition, {})
            if partition not in keys:
                unique = {canonical(key): key for key in written}
                keys[partition] = tuple(Named(context.fresh_name("partition"), key) for key in unique.values())
            if canonical(window) not in calls:
                name = wished if window is expression and wished else _function_name(window)
                calls[canonical(window)] = Named(context.fresh_name(name), window)
    if not partitions:
        return node, tuple(expressions)
    # What ranges over all rows goes on top: below, it would touch the partitions of all others.
    for partition, calls in sorted(partitions.items(), key=lambda found: not keys[found[0]]):
        node = Window(node, keys[partition], tuple(calls.values()))
    columns = {meaning: call.name for calls in partitions.values() for meaning, call in calls.items()}
    return node, tuple(_replaced(expression, columns) for expression in expressions)


def _function_name(window: exp.Window) -> str:
    return str(windowed_call(window).name)


def _replaced(expression: exp.Expr, columns: Mapping[object, str]) -> exp.Expr:
    def column(window: exp.Expr) -> exp.Expr:
        return exp.Column(this=exp.Identifier(this=columns[canonical(window)], quoted=True))

    if isinstance(expression, exp.Window):
        return column(expression)
    copied = expression.copy()
    for window in list(copied.find_all(exp.Window)):
        window.replace(column(window))
    return copied
