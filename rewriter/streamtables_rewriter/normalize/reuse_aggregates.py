"""Equal aggregates become one operator that is read in several places, each under its own names.

A query that is named once and read twice is bound twice, so that each copy would be differentiated, and computed, by
itself. Two subtrees are equal if they differ in the names of their columns only.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from sqlglot import exp

from streamtables_rewriter.plan.nodes import Aggregate, AggregateCall, Named, Node, Project, Scan, UnionAll
from streamtables_rewriter.plan.tree import inputs_of, walk, with_inputs
from streamtables_rewriter.sql.canonical import canonical
from streamtables_rewriter.sql.columns import column, substitute

_Signature = tuple[object, ...]


def reuse_aggregates(root: Node) -> Node:
    """Read equal aggregates from one operator.

    Args:
        root: The root of a tree.

    Returns:
        A tree of the same rows and columns.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> bound = bind_query("WITH n AS (SELECT count(*) AS n FROM orders) SELECT a.n FROM n a, n b", relations)
        >>> left, right = reuse_aggregates(bound.root).input.inputs
        >>> right.input is left
        True
    """
    if sum(isinstance(node, Aggregate) for node in walk(root)) <= 1:
        return root
    done: dict[int, Node] = {}
    signatures: dict[int, _Signature] = {}
    first: dict[_Signature, Node] = {}

    def shared(node: Node) -> Node:
        if id(node) in done:
            return done[id(node)]
        inputs = inputs_of(node)
        rebuilt = with_inputs(node, tuple(shared(child) for child in inputs))
        signatures[id(node)] = signature = _signature(node, [(child.output, signatures[id(child)]) for child in inputs])
        if isinstance(node, Aggregate):
            known = first.setdefault(signature, rebuilt)
            if known is not rebuilt:
                pairs = zip(node.output, known.output, strict=True)
                rebuilt = Project(known, tuple(Named(mine, column(theirs)) for mine, theirs in pairs), apart=True)
        done[id(node)] = rebuilt
        return rebuilt

    return shared(root)


def _signature(node: Node, inputs: list[tuple[tuple[str, ...], _Signature]]) -> _Signature:
    """Describe an operator and all below it by positions of columns instead of their names."""
    if isinstance(node, Scan):
        return ("Scan", node.source, tuple(stored for _, stored in node.columns))
    positions = {name: column(f"{i}.{j}") for i, (names, _) in enumerate(inputs) for j, name in enumerate(names)}
    below = tuple(signature for _, signature in inputs)
    if isinstance(node, UnionAll):
        return ("UnionAll", below)
    own = tuple(_described(getattr(node, part.name), positions) for part in fields(node))
    return (type(node).__name__, own, below)


def _described(value: object, positions: Mapping[str, exp.Expr]) -> object:
    """Describe a part of an operator; names and places in the user's text do not matter."""
    if isinstance(value, exp.Expr):
        return canonical(substitute(value, positions))
    if isinstance(value, Named):
        return _described(value.expression, positions)
    if isinstance(value, AggregateCall):
        parts = (value.arguments, value.condition, value.order)
        users = None if value.users is None else repr(value.users)
        return value.function, value.distinct, value.added_types, users, _described(parts, positions)
    if isinstance(value, tuple):
        return tuple(_described(part, positions) for part in value)
    if isinstance(value, bool | int | None):
        return value
    return None
