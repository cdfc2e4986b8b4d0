"""Time windows: what ``window``, ``session_window`` and ``window_time`` in a query block come to.

As in Spark, a block has one time window, however often it is written. It is made of the rows behind WHERE, before
anything else in the block: a row becomes as many rows as it has windows, none where its time is NULL. What the block
says of the window is about a column of these rows; a session is merged with others where rows are grouped by it.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, Scope, ScopeColumn
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import AggregateCall, Generate, Named, Node, Sessions
from streamtables_rewriter.plan.window_columns import holds_sessions, holds_windows
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.time_window_syntax import (
    QUALIFIER,
    TimeWindowColumn,
    has_time_window,
    last_instant,
    parts_of_block,
    time_window_call,
)
from streamtables_rewriter.sql.written_calls import written_parts

_ONE = "a query block has one time window: compute the other one in a query inside of this one"
_KEY = "group by the session itself, and compute what depends on it in a query around this one"


def with_time_window(
    context: BindingContext, text: QueryText, select: exp.Select, relation: BoundRelation
) -> tuple[exp.Select, BoundRelation]:
    """Put the time window of a block on its rows.

    Args:
        context: The binding.
        text: The text it stands in.
        select: The block.
        relation: Its rows.

    Returns:
        The block with a column in the place of each call, and the rows with that column; both as they are where the
        block has no time window.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.TIME_WINDOW, or what is refused in its arguments.
    """
    if not has_time_window(select):
        return select, relation
    select = select.copy()
    found = [(n, call) for n in parts_of_block(select) if (call := time_window_call(n)) is not None]
    bound = [_bound(context, text, relation, call) for _, call in found]
    for (node, _), other in zip(found, bound, strict=True):
        if canonical(other) != canonical(bound[0]):
            raise text.unsupported("TIME_WINDOW", node, hint=_ONE)
    function = bound[0].name
    column = ScopeColumn(function, context.fresh_name(function), (QUALIFIER,), hidden=True)
    _name_column(context, context.scope(relation.columns), select, function)
    for node, _ in found:
        _replace(node, TimeWindowColumn.of(function))
    made = Generate(relation.node, bound[0], False, (column.column,))
    return select, BoundRelation(made, (*relation.columns, column))


def _bound(context: BindingContext, text: QueryText, relation: BoundRelation, call: exp.Anonymous) -> exp.Anonymous:
    scope = context.scope(relation.columns)
    binder = ExpressionBinder(context, text, scope, column_resolver(text, scope))
    try:
        time, *others = (binder.bind(argument) for argument in call.expressions)
    except InvalidQueryError:
        # It may be about an alias of the select list.
        raise text.unsupported("TIME_WINDOW", call, hint="let it read columns only") from None
    if isinstance(time, exp.Column):
        stored = (context.known_type(time.name) or "").lower().startswith("struct")
        time = last_instant(time) if stored or holds_windows(relation.node, time.name) else time
    return exp.Anonymous(this=call.name.lower(), expressions=[time, *others])


def _name_column(context: BindingContext, scope: Scope, select: exp.Select, function: str) -> None:
    """Let the function's name stand for the column, unless a column or a relation of the block has that name."""
    taken = {context.fold(name) for c in scope.columns for name in (c.name, *c.qualifier[-1:])}
    if function in taken:
        return
    for node in list(parts_of_block(select)):
        parts = written_parts(node) if isinstance(node, exp.Column) else None
        if parts and len(parts) <= 2 and context.fold(parts[0]) == function:
            _replace(node, TimeWindowColumn.of(function, *parts[1:]))


def _replace(node: exp.Expr, column: TimeWindowColumn) -> None:
    for part in node.find_all(exp.Identifier, exp.Anonymous):
        if part.meta.get("start") is not None:
            column.this.meta.update(part.meta)
            break
    node.replace(column)


def merged_sessions(
    context: BindingContext,
    text: QueryText,
    select: exp.Select,
    source: Node,
    keys: Sequence[Named],
    calls: Sequence[AggregateCall],
) -> tuple[Node, tuple[Named, ...]]:
    """Merge the sessions by which rows are grouped.

    Args:
        context: The binding.
        text: The text it stands in.
        select: The query block.
        source: The rows.
        keys: What they are grouped by.
        calls: The aggregate calls over them.

    Returns:
        The rows and the keys, both as they are where no key holds sessions.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.TIME_WINDOW.
    """
    sessions = [
        key for key in keys if isinstance(key.expression, exp.Column) and holds_sessions(source, key.expression.name)
    ]
    if not sessions:
        return source, tuple(keys)
    session, *others = sessions
    used = {column.name for call in calls for e in call.expressions for column in e.find_all(exp.Column)}
    read = {column.name for key in keys for column in key.expression.find_all(exp.Column)}
    if others or session.expression.name in used or not read <= set(source.output):
        raise text.unsupported("TIME_WINDOW", select.args.get("group") or select, hint=_KEY)
    own = tuple(
        Named(context.fresh_name("scope"), key.expression.copy())
        for key in keys
        if key is not session and key.expression.find(exp.Column) is not None
    )
    merged = context.fresh_name(session.expression.name)
    source = Sessions(source, own, session.expression.copy(), merged)
    column = exp.Column(this=exp.Identifier(this=merged, quoted=True))
    return source, tuple(Named(key.name, column) if key is session else key for key in keys)
