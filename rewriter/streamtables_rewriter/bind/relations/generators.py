"""Generators: functions that make several rows of one, in LATERAL VIEW, in LATERAL and in the select list."""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp
from sqlglot.errors import ParseError

from streamtables_rewriter.bind.expressions.expressions import ExpressionBinder
from streamtables_rewriter.bind.expressions.names import column_resolver
from streamtables_rewriter.bind.scope.context import BindingContext
from streamtables_rewriter.bind.scope.query_text import QueryText
from streamtables_rewriter.bind.scope.scope import BoundRelation, ScopeColumn
from streamtables_rewriter.errors import InvalidQueryError
from streamtables_rewriter.plan.nodes import Generate
from streamtables_rewriter.semantics import function_kinds

_MAP_MAKERS = frozenset(
    {
        *("map", "map_concat", "map_filter", "map_from_arrays", "map_from_entries", "map_zip_with", "str_to_map"),
        *("transform_keys", "transform_values"),
    }
)


def is_generator(node: exp.Expr) -> bool:
    """Return whether an expression is a call of a generator."""
    return isinstance(node, exp.Anonymous) and node.name.lower() in function_kinds.GENERATORS


def generate(
    context: BindingContext,
    text: QueryText,
    relation: BoundRelation,
    call: exp.Expr,
    *,
    outer: bool,
    qualifier: tuple[str, ...] = (),
    names: Sequence[str] = (),
) -> tuple[Generate, tuple[ScopeColumn, ...]]:
    """Put a generator on a relation.

    Args:
        context: The binding.
        text: The text it stands in.
        relation: The relation whose columns it reads.
        call: The call as written.
        outer: Whether a row without elements stays, with NULLs.
        qualifier: The name of the generated relation.
        names: The names of its columns, if they are written.

    Returns:
        The operator and the columns that it adds.

    Raises:
        UnsupportedQueryError: UNSUPPORTED_QUERY.GENERATOR, or what is refused in its arguments.
        InvalidQueryError: COLUMN_ALIAS_COUNT, and what columns may raise.
    """
    if not isinstance(call, exp.Anonymous) or call.name.lower() not in function_kinds.MAINTAINED_GENERATORS:
        raise text.unsupported("GENERATOR", call)
    scope = context.scope(relation.columns)
    binder = ExpressionBinder(context, text, scope, column_resolver(text, scope))
    bound = exp.Anonymous(this=call.name.lower(), expressions=[binder.bind(a) for a in call.expressions])
    own = _default_names(context, bound)
    if names and own is not None and len(names) != len(own) and call.name.lower() not in ("inline", "inline_outer"):
        counts = {"relation": call.name, "found": str(len(names)), "expected": str(len(own))}
        raise InvalidQueryError("COLUMN_ALIAS_COUNT", counts, span=text.locate(call))
    shown = list(names) or own
    if shown is None:
        raise text.unsupported("GENERATOR", call, hint="name its columns with AS")
    columns = tuple(ScopeColumn(name, context.fresh_name(name), qualifier) for name in shown)
    return Generate(relation.node, bound, outer, tuple(c.column for c in columns)), columns


def _default_names(context: BindingContext, call: exp.Anonymous) -> list[str] | None:
    """Name the columns as Spark does; None where that depends on a type that is not known."""
    function = call.name.removesuffix("_outer")
    arguments = call.expressions
    if function == "stack":
        rows = arguments[0]
        if not isinstance(rows, exp.Literal) or not rows.name.isdigit() or rows.name == "0":
            return None
        return [f"col{i}" for i in range(-(-(len(arguments) - 1) // int(rows.name)))]
    if function == "variant_explode":
        return ["pos", "key", "value"]
    if function == "json_tuple":
        return [f"c{i}" for i in range(len(arguments) - 1)]
    type_ = _type_of(context, arguments[0])
    if function == "inline":
        fields = [] if type_ is None else [field.name for field in type_.find_all(exp.ColumnDef)]
        nested = type_ is not None and len(list(type_.find_all(exp.DataType))) != len(fields) + 2
        return None if nested else fields or None
    position = ["pos"] if function == "posexplode" else []
    return [*position, "key", "value"] if _is_map(type_, arguments[0]) else [*position, "col"]


def _type_of(context: BindingContext, argument: exp.Expr) -> exp.DataType | None:
    known = context.known_type(argument.name) if isinstance(argument, exp.Column) else None
    try:
        return None if known is None else exp.DataType.build(known, dialect="spark")
    except ParseError:
        return None


def _is_map(type_: exp.DataType | None, argument: exp.Expr) -> bool:
    if type_ is not None:
        return bool(type_.this == exp.DType.MAP)
    return isinstance(argument, exp.Anonymous) and argument.name.lower() in _MAP_MAKERS


def generate_for_select_list(
    context: BindingContext, text: QueryText, select: exp.Select, relation: BoundRelation
) -> tuple[BoundRelation, dict[int, tuple[ScopeColumn, ...]]]:
    """Put the generator of a select list on the block's rows.

    Args:
        context: The binding.
        text: The text it stands in.
        select: The query block.
        relation: Its rows.

    Returns:
        The rows with the generated columns, and those columns by the id of the item they stand for.
    """
    found: dict[int, tuple[ScopeColumn, ...]] = {}
    for item in select.expressions:
        call = item.this if isinstance(item, (exp.Alias, exp.Aliases)) else item
        if not is_generator(call):
            continue
        others = any(select.args.get(name) for name in ("group", "having", "qualify"))
        if found or others or any(other.find(exp.Window) for other in select.expressions):
            raise text.unsupported("GENERATOR", call)
        names = [n.name for n in item.expressions] if isinstance(item, exp.Aliases) else []
        if isinstance(item, exp.Alias):
            names = [item.alias]
        node, columns = generate(context, text, relation, call, outer=False, names=names)
        found[id(item)] = columns
        relation = BoundRelation(node, relation.columns)
    return relation, found
