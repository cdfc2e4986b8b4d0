"""An operator tree as indented text, for EXPLAIN and for tests."""

from __future__ import annotations

from sqlglot import exp

from streamtables_grammar.names import QualifiedName
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    AggregateCall,
    BoundQuery,
    Filter,
    Generate,
    InnerJoin,
    MarkJoin,
    Named,
    Node,
    PairJoin,
    Project,
    Repeat,
    Scan,
    Sessions,
    Source,
    TopK,
    Values,
    Window,
)

_INDENT = "  "


def render_query(query: BoundQuery) -> str:
    """Write a query as text: its outputs, then its operators, each above its inputs.

    Args:
        query: The query.

    Returns:
        Lines such as ``Scan orders: id, amount``, without a newline at the end.
    """
    outputs = (o.name if o.name == o.column else f"{o.name} = {_name(o.column)}" for o in query.outputs)
    return "\n".join([f"Output {', '.join(outputs)}", *_lines(query.root, query.sources)])


def render_node(node: Node, sources: tuple[Source, ...]) -> str:
    """Write an operator and all below it as text.

    Args:
        node: The operator.
        sources: The query's sources.

    Returns:
        The lines, without a newline at the end.
    """
    return "\n".join(_lines(node, sources))


def render_expression(expression: exp.Expr) -> str:
    """Write an expression in Spark's SQL, quoting only the names that need it.

    Args:
        expression: Any expression; left as it is.

    Returns:
        The text.

    Examples:
        >>> import sqlglot
        >>> render_expression(sqlglot.condition("`id` + `a b`", dialect="spark"))
        'id + `a b`'
    """
    copied = expression.copy()
    for identifier in copied.find_all(exp.Identifier):
        identifier.set("quoted", str(QualifiedName((identifier.name,))) != identifier.name)
    return copied.sql("spark", normalize_functions=False)


def _lines(node: Node, sources: tuple[Source, ...]) -> list[str]:
    if isinstance(node, Scan):
        return [_scan(node, sources)]
    if isinstance(node, Values):
        return [f"Values {', '.join(map(_name, node.columns))}: {', '.join(map(_row, node.rows))}"]
    inputs: tuple[Node, ...]
    if isinstance(node, Filter):
        head, inputs = f"Filter {render_expression(node.condition)}", (node.input,)
    elif isinstance(node, Generate):
        outer, made = (" outer" if node.outer else ""), ", ".join(map(_name, node.columns))
        head, inputs = f"Generate{outer} {made} = {render_expression(node.generator)}", (node.input,)
    elif isinstance(node, Repeat):
        head, inputs = f"Repeat {render_expression(node.number)}", (node.input,)
    elif isinstance(node, Project):
        head, inputs = f"Project {', '.join(map(_named, node.projections))}", (node.input,)
    elif isinstance(node, InnerJoin | PairJoin):
        head, inputs = _join(node), node.inputs
    elif isinstance(node, Aggregate):
        head, inputs = _aggregate(node), (node.input,)
    elif isinstance(node, Window):
        head, inputs = f"Window {', '.join(map(_named, node.calls))}", (node.input,)
    elif isinstance(node, Sessions):
        within = f" within {', '.join(map(_named, node.keys))}" if node.keys else ""
        head, inputs = f"Sessions {_name(node.name)} = {render_expression(node.session)}{within}", (node.input,)
    elif isinstance(node, TopK):
        head, inputs = _top_k(node), (node.input,)
    else:
        head, inputs = f"UnionAll {', '.join(map(_name, node.columns))}", node.inputs
    return [head, *(_INDENT + line for i in inputs for line in _lines(i, sources))]


def _join(node: InnerJoin | PairJoin) -> str:
    on = "" if node.condition is None else f" on {render_expression(node.condition)}"
    return f"MarkJoin {_name(node.mark)}{on}" if isinstance(node, MarkJoin) else f"{type(node).__name__}{on}"


def _scan(node: Scan, sources: tuple[Source, ...]) -> str:
    table = sources[node.source].table.name[-1]
    columns = (_name(name) if name == stored else f"{_name(name)} = {_name(stored)}" for name, stored in node.columns)
    return f"Scan {_name(table)}: {', '.join(columns)}".rstrip(" :")


def _aggregate(node: Aggregate) -> str:
    keys = f" by {', '.join(map(_named, node.keys))}" if node.keys else ""
    calls = f": {', '.join(map(_call, node.calls))}" if node.calls else ""
    return f"Aggregate{keys}{calls}"


def _call(call: AggregateCall) -> str:
    arguments = ", ".join(map(render_expression, call.arguments)) or "*"
    condition = "" if call.condition is None else f" where {render_expression(call.condition)}"
    distinct = "DISTINCT " if call.distinct else ""
    order = f" within group ({', '.join(map(render_expression, call.order))})" if call.order else ""
    return f"{_name(call.name)} = {call.function}({distinct}{arguments}){order}{condition}"


def _top_k(node: TopK) -> str:
    limit = "" if node.limit is None else f" limit {node.limit}"
    offset = f" offset {node.offset}" if node.offset else ""
    return f"TopK by {', '.join(map(render_expression, node.order))}{limit}{offset}"


def _row(row: tuple[exp.Expr, ...]) -> str:
    return f"({', '.join(map(render_expression, row))})"


def _named(named: Named) -> str:
    return f"{_name(named.name)} = {render_expression(named.expression)}"


def _name(name: str) -> str:
    return str(QualifiedName((name,)))
