"""Projection pushdown (column pruning): drop the columns that nothing above needs.

A scan reads only what the query uses: an update of any other column is then no change at all, and a dropped column that
the query never used is no error. Rows and their multiplicities stay the same. An operator that is read twice stays one
operator, with the columns that either reader needs: where ties are broken by all columns, both must see the same.
"""

from __future__ import annotations

from dataclasses import replace

from streamtables_rewriter.plan.free_columns import columns_in, expressions_of
from streamtables_rewriter.plan.nodes import (
    Aggregate,
    BoundQuery,
    MarkJoin,
    Named,
    Node,
    Project,
    Scan,
    Sessions,
    Source,
    TopK,
    UnionAll,
    Window,
)
from streamtables_rewriter.plan.tree import inputs_last, inputs_of, with_inputs
from streamtables_rewriter.sql.columns import column


def prune_columns(query: BoundQuery) -> BoundQuery:
    """Drop unused columns from a query; its output stays.

    Args:
        query: The query, whose union branches put out exactly the union's columns.

    Returns:
        The query with smaller scans, and with each source's ``used`` set to what the scans read.

    Examples:
        >>> from streamtables_rewriter.bind import bind_query
        >>> prune_columns(bind_query("SELECT id FROM orders WHERE amount > 100", relations)).sources[0].used
        ('id', 'amount')
    """
    order = inputs_last(query.root)
    needed = dict.fromkeys(map(id, order), frozenset[str]())
    needed[id(query.root)] = frozenset(query.root.output)
    pruned: dict[int, Node] = {}
    for node in order:
        pruned[id(node)] = own = _pruned(node, needed[id(node)])
        inputs, names = _needs(node, own, needed[id(node)])
        for child, more in zip(inputs, names, strict=True):
            needed[id(child)] |= more
    done: dict[int, Node] = {}
    for node in reversed(order):
        own = pruned[id(node)]
        below = tuple(done[id(child)] for child in inputs_of(own))
        if isinstance(own, TopK):
            below = (_only(below[0], needed[id(node)] | columns_in(expressions_of(own))),)
        done[id(node)] = done.get(id(own)) or with_inputs(own, below)
    root = done[id(query.root)]
    used: dict[int, set[str]] = {}
    for node in inputs_last(root):
        if isinstance(node, Scan):
            used.setdefault(node.source, set()).update(stored for _, stored in node.columns)
    sources = tuple(_reads(source, used.get(source.index, set())) for source in query.sources)
    return replace(query, root=root, sources=sources)


def _pruned(node: Node, needed: frozenset[str]) -> Node:
    """Drop what a node itself produces and nobody needs; an input takes the place of a node that is left with nothing.

    Args:
        node: The node.
        needed: Its output columns that something above uses.

    Returns:
        The node over its inputs as they are, or one of these.
    """
    if isinstance(node, Scan):
        return Scan(node.source, tuple(pair for pair in node.columns if pair[0] in needed))
    if isinstance(node, Project):
        kept = tuple(p for p in node.projections if p.name in needed)
        return Project(node.input, kept) if kept else node.input
    if isinstance(node, MarkJoin):
        return node if node.mark in needed else node.inputs[0]
    if isinstance(node, UnionAll):
        return UnionAll(node.inputs, tuple(node.columns[i] for i in _kept_columns(node, needed)))
    if isinstance(node, Window):
        calls = tuple(call for call in node.calls if call.name in needed)
        return Window(node.input, node.keys, calls) if calls else node.input
    if isinstance(node, Sessions) and node.name not in needed:
        return node.input
    if isinstance(node, Aggregate):
        kept_calls = tuple(call for call in node.calls if call.name in needed)
        return replace(node, calls=kept_calls if kept_calls or node.keys else node.calls[:1])
    return node


def _only(node: Node, names: frozenset[str]) -> Node:
    """Leave columns out of rows that compete: ties need not be broken by what nobody sees."""
    if names >= set(node.output):
        return node
    return Project(node, tuple(Named(name, column(name)) for name in node.output if name in names))


def _kept_columns(node: UnionAll, needed: frozenset[str]) -> list[int]:
    # One column stays where only the number of rows counts: branches must agree on their columns.
    return [i for i, name in enumerate(node.columns) if name in needed] or [0]


def _needs(node: Node, pruned: Node, needed: frozenset[str]) -> tuple[tuple[Node, ...], list[frozenset[str]]]:
    """List the inputs that are left, with the columns that the node needs of each."""
    inputs = inputs_of(node)
    left_over = next((child for child in inputs if child is pruned), None)
    if left_over is not None:
        return (left_over,), [needed & frozenset(left_over.output)]
    if isinstance(node, UnionAll):
        kept = _kept_columns(node, needed)
        return inputs, [frozenset(branch.output[i] for i in kept) for branch in inputs]
    inside = columns_in(expressions_of(pruned))
    if not isinstance(node, Project | Aggregate):
        inside |= needed
    return inputs, [inside & frozenset(child.output) for child in inputs]


def _reads(source: Source, used: set[str]) -> Source:
    return replace(source, used=tuple(c.name for c in source.table.columns if c.name in used))
