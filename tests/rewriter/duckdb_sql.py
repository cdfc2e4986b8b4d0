"""SQL as DuckDB writes it: the rewriter's trees without hints, and with other names for some functions."""

from __future__ import annotations

import sqlglot
from sqlglot import ErrorLevel, exp
from tests.rewriter.duckdb_time_windows import is_time_window, write_time_window

from streamtables_rewriter.sql.parentheses import with_parentheses


def render(tree: exp.Expr) -> str:
    """Write a tree for DuckDB, which has no hints, no generators but UNNEST, and other names for some functions."""
    if any(isinstance(lateral.this, exp.Anonymous) for lateral in tree.find_all(exp.Lateral)):
        tree = tree.copy()
        for select in list(tree.find_all(exp.Select)):
            _unnest(select)
    if any(map(is_time_window, tree.find_all(exp.Anonymous))):
        tree = tree.copy()
        for select in list(tree.find_all(exp.Select)):
            write_time_window(select)
    renamed = with_parentheses(tree.transform(_renamed))
    return renamed.sql(dialect="duckdb", identify=True, unsupported_level=ErrorLevel.IGNORE, copy=False)


_NAMES = {
    "collect_list": "list",
    "struct": "row",
    "listagg": "string_agg",
    "size": "len",
    "percentile": "quantile_cont",
    "sort_array": "list_sort",
    "array_sort": "list_sort",
    "transform": "list_transform",
    "array": "list_value",
    "array_min": "list_min",
    "element_at": "list_extract",
    "named_struct": "struct_pack",
}


def _renamed(node: exp.Expr) -> exp.Expr:
    if isinstance(node, exp.WithinGroup):
        call, order = node.this, node.expression.expressions
        name = {"percentile_cont": "quantile_cont", "percentile_disc": "quantile_disc"}.get(call.name, call.name)
        arguments = list(call.expressions) if name == "listagg" else [order[0].this, *call.expressions]
        if isinstance(arguments[-1], exp.Distinct):
            (*_, last) = arguments[-1].expressions
            last.replace(exp.Order(this=last.copy(), expressions=order))
        else:
            arguments[-1] = exp.Order(this=arguments[-1], expressions=order)
        node = exp.Anonymous(this=name, expressions=arguments)
    if isinstance(node, exp.IgnoreNulls) and isinstance(node.this, exp.Anonymous):
        (*_, last) = node.this.expressions
        last.replace(exp.Var(this=f"{last.sql('duckdb', identify=True)} IGNORE NULLS"))
        return node.this
    if isinstance(node, exp.Anonymous) and node.name == "collect_set":
        return exp.Anonymous(this="list", expressions=[exp.Distinct(expressions=node.expressions)])
    if isinstance(node, exp.Anonymous) and node.name == "aggregate":
        node.set("this", "list_sum")
        node.set("expressions", node.expressions[:1])
    if isinstance(node, exp.Window) and isinstance(node.this, exp.Anonymous) and node.this.name == "collect_list":
        (value,) = node.this.expressions
        present = exp.Not(this=exp.Is(this=exp.Paren(this=value.copy()), expression=exp.Null()))
        node.set("this", exp.Filter(this=node.this, expression=exp.Where(this=present)))
    if isinstance(node, exp.Anonymous) and node.name == "named_struct":
        pairs = zip(node.expressions[::2], node.expressions[1::2], strict=True)
        fields = [exp.PropertyEQ(this=exp.to_identifier(name.name), expression=value) for name, value in pairs]
        node.set("expressions", fields)
    if isinstance(node, exp.Anonymous) and node.name in _NAMES:
        node.set("this", _NAMES[node.name])
    return node


def _unnest(select: exp.Select) -> None:
    """Write the lateral views of a query block as lateral joins with UNNEST in a select list."""
    for lateral in select.args.get("laterals") or ():
        call = lateral.this
        if not isinstance(call, exp.Anonymous):
            return
        names = [column.name for column in lateral.args["alias"].columns]
        array = call.expressions[0].sql(dialect="duckdb")
        if call.name == "stack":
            width = len(names)
            values = [value.sql(dialect="duckdb") for value in call.expressions[1:]]
            rows = [", ".join(values[i : i + width]) for i in range(0, len(values), width)]
            rows = [f"SELECT {row}" for row in rows]
            inner = f"SELECT * FROM ({' UNION ALL '.join(rows)}) AS s({', '.join(names)})"
        else:
            columns = [f"unnest({array}) AS {names[-1]}"]
            if call.name.startswith("posexplode"):
                columns.insert(0, f"unnest(range(len({array}))) AS {names[0]}")
            inner = f"SELECT {', '.join(columns)}"
        kind = "LEFT" if lateral.args.get("outer") or call.name.endswith("_outer") else "INNER"
        alias = lateral.args["alias"].name
        written = f"SELECT 1 FROM x {kind} JOIN LATERAL ({inner}) AS {alias} ON TRUE"
        (joined,) = sqlglot.parse_one(written, dialect="duckdb").args["joins"]
        select.append("joins", joined)
    select.set("laterals", None)
