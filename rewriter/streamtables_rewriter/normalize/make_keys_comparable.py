"""Give the rules of joins and aggregates keys that can be compared, and stored groups keys that can be stored.

A group key that holds a map is grouped by its identity (``identity.py``), and written as a map again above: Spark's own
GROUP BY puts the entries in the same order. So are values that an aggregate may choose from. What a join condition
reads of a column without equality on one side only, such as ``m['k']`` or ``variant_get(v, '$.k')``, becomes a column
of that side, by which the join finds the rows with the same partners; a map that a condition needs as a whole is
written again from its entries. Delta does not store intervals: a stored group with one for a key has its text instead.
"""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.plan.nodes import Aggregate, Filter, Named, Node, PairJoin, Project
from streamtables_rewriter.plan.tree import inputs_of, with_inputs
from streamtables_rewriter.plan.typed_columns import ColumnTypes, keyed_columns
from streamtables_rewriter.semantics.aggregate_functions import ANY_VALUE, EXTREMUM_BY
from streamtables_rewriter.semantics.column_types import is_comparable
from streamtables_rewriter.semantics.identity import has_entries, identity, restored
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.columns import column, references


def make_keys_comparable(node: Node, types: ColumnTypes, *, is_stored: bool = True) -> Node:
    """Replace keys that cannot be compared.

    Args:
        node: The tree.
        types: The types in it.
        is_stored: Whether the groups of an aggregate here are the stored rows.

    Returns:
        A tree of the same rows, in which columns that pass a projection unchanged keep their names; the same one where
        there is nothing to replace. The types of what is new in it are to be asked for.
    """
    above = is_stored and isinstance(node, Project | Filter)
    node = with_inputs(node, tuple(make_keys_comparable(child, types, is_stored=above) for child in inputs_of(node)))
    if isinstance(node, Aggregate):
        return _grouped(node, types, is_stored=is_stored)
    return _joined(node, types) if isinstance(node, PairJoin) else node


def _grouped(node: Aggregate, types: ColumnTypes, *, is_stored: bool) -> Node:
    shown: dict[str, exp.Expr] = {name: column(name) for name in node.output}
    keys, calls = list(node.keys), list(node.calls)
    for index, key in enumerate(keys):
        type_ = types.columns[key.name]
        if has_entries(type_):
            keys[index] = Named(f"{key.name}__entries", identity(key.expression.copy(), type_))
            shown[key.name] = restored(column(keys[index].name), type_)
        elif is_stored and type_.startswith("interval "):
            text = exp.Cast(this=key.expression.copy(), to=exp.DataType.build("string", dialect="spark"))
            keys[index] = Named(f"{key.name}__text", text)
            to = exp.DataType.build(type_, dialect="spark")
            shown[key.name] = exp.Cast(this=column(keys[index].name), to=to)
    for index, call in enumerate(calls):
        if call.function != ANY_VALUE and call.function not in EXTREMUM_BY:
            continue
        type_ = types.arguments[call.name][0]
        if has_entries(type_):
            value = identity(call.arguments[0].copy(), type_, exact=True)
            calls[index] = replace(call, name=f"{call.name}__entries", arguments=(value, *call.arguments[1:]))
            shown[call.name] = restored(column(calls[index].name), type_)
    if all(isinstance(e, exp.Column) for e in shown.values()):
        return node
    settled = replace(node, keys=tuple(keys), calls=tuple(calls))
    return Project(settled, tuple(Named(name, e) for name, e in shown.items()))


def _joined(node: PairJoin, types: ColumnTypes) -> Node:
    inputs, condition = list(node.inputs), node.condition
    for child, names in keyed_columns(node):
        wrong = {name: types.columns[name] for name in names if not is_comparable(types.columns[name])}
        if condition is None or not wrong:
            continue
        taken = _Taken(child, wrong)
        condition = condition.transform(taken.replacement)
        passed = tuple(Named(name, column(name)) for name in child.output)
        inputs[inputs.index(child)] = Project(child, (*passed, *taken.computed.values()))
    if condition is node.condition:
        return node
    left, right = inputs
    settled = replace(node, inputs=(left, right), condition=condition)
    return Project(settled, tuple(Named(name, column(name)) for name in node.output))


class _Taken:
    """What is taken out of a join condition to be a column of one input.

    Args:
        child: The input.
        wrong: Its columns that cannot be compared, with their types.

    Attributes:
        computed: The new columns, by what they compute.
    """

    def __init__(self, child: Node, wrong: dict[str, str]) -> None:
        self._columns = frozenset(child.output)
        self._wrong = wrong
        self.computed: dict[object, Named] = {}

    def replacement(self, node: exp.Expr) -> exp.Expr:
        """Return the column in the place of a part of the condition, or the part itself."""
        used = references(node)
        if not used & self._wrong.keys() or not used <= self._columns or not _is_value(node):
            return node
        if not isinstance(node, exp.Column):
            return column(self._column(node, min(used & self._wrong.keys())))
        type_ = self._wrong[node.name]
        if not has_entries(type_):
            return node
        return restored(column(self._column(identity(node, type_, exact=True), node.name)), type_)

    def _column(self, expression: exp.Expr, name: str) -> str:
        known = self.computed.setdefault(
            canonical(expression), Named(f"{name}__part_{len(self.computed) + 1}", expression.copy())
        )
        return known.name


def _is_value(node: exp.Expr) -> bool:
    """Return whether a part of an expression has a value of its own, whatever stands around it."""
    if isinstance(node, exp.Column):
        return True
    branch = isinstance(node, exp.If) and isinstance(node.parent, exp.Case)
    # A part of a function's body may name the function's variables.
    return isinstance(node, exp.Condition) and not branch and node.find_ancestor(exp.Lambda) is None
