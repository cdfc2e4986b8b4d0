"""Drop the columns that nothing above needs.

A scan reads only what the query uses: an update of any other column is then no change at all, and a dropped column that
the query never used is no error. Rows and their multiplicities stay the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.plan.nodes import (
    Aggregate,
    BoundQuery,
    Filter,
    Generate,
    InnerJoin,
    MarkJoin,
    Node,
    PairJoin,
    Project,
    Repeat,
    Scan,
    Source,
    UnionAll,
)


def prune_columns(query: BoundQuery) -> BoundQuery:
    """Drop unused columns from a query; its output stays.

    Args:
        query: The query, whose union branches put out exactly the union's columns.

    Returns:
        The query with smaller scans, and with each source's ``used`` set to what the scans read.
    """
    root = prune_node(query.root, frozenset(query.root.output))
    used: dict[int, set[str]] = {}
    for scan in _scans(root):
        used.setdefault(scan.source, set()).update(stored for _, stored in scan.columns)
    sources = tuple(_reads(source, used.get(source.index, set())) for source in query.sources)
    return replace(query, root=root, sources=sources)


def prune_node(node: Node, needed: frozenset[str]) -> Node:
    """Drop from a node what is not needed.

    Args:
        node: The node.
        needed: Its output columns that something above uses.

    Returns:
        A node with the same rows that puts out at least the needed columns.
    """
    if isinstance(node, Scan):
        return Scan(node.source, tuple(pair for pair in node.columns if pair[0] in needed))
    if isinstance(node, Filter):
        return Filter(prune_node(node.input, needed | _columns([node.condition])), node.condition)
    if isinstance(node, Generate):
        return replace(node, input=prune_node(node.input, _columns([node.generator]) | (needed - {*node.columns})))
    if isinstance(node, Repeat):
        return Repeat(prune_node(node.input, needed | _columns([node.number])), node.number)
    if isinstance(node, Project):
        return _prune_project(node, needed)
    if isinstance(node, InnerJoin):
        inside = needed | _columns([] if node.condition is None else [node.condition])
        return InnerJoin(tuple(prune_node(i, inside & frozenset(i.output)) for i in node.inputs), node.condition)
    if isinstance(node, PairJoin):
        return _prune_pair(node, needed)
    if isinstance(node, UnionAll):
        return _prune_union(node, needed)
    return _prune_aggregate(node, needed)


def _prune_pair(node: PairJoin, needed: frozenset[str]) -> Node:
    if isinstance(node, MarkJoin) and node.mark not in needed:
        return prune_node(node.inputs[0], needed)
    inside = needed | _columns([] if node.condition is None else [node.condition])
    left, right = (prune_node(i, inside & frozenset(i.output)) for i in node.inputs)
    return replace(node, inputs=(left, right))


def _prune_project(node: Project, needed: frozenset[str]) -> Node:
    kept = tuple(p for p in node.projections if p.name in needed)
    below = prune_node(node.input, _columns(p.expression for p in kept))
    return Project(below, kept) if kept else below


def _prune_union(node: UnionAll, needed: frozenset[str]) -> UnionAll:
    # One column stays where only the number of rows counts: branches must agree on their columns.
    kept = [i for i, name in enumerate(node.columns) if name in needed] or [0]
    inputs = tuple(prune_node(branch, frozenset(branch.output[i] for i in kept)) for branch in node.inputs)
    return UnionAll(inputs, tuple(node.columns[i] for i in kept))


def _prune_aggregate(node: Aggregate, needed: frozenset[str]) -> Aggregate:
    calls = tuple(c for c in node.calls if c.name in needed)
    if not calls and not node.keys:
        calls = node.calls[:1]
    inside = [k.expression for k in node.keys]
    for call in calls:
        inside += [*call.arguments, *([] if call.condition is None else [call.condition])]
    return Aggregate(prune_node(node.input, _columns(inside)), node.keys, calls)


def _columns(expressions: Iterable[exp.Expr]) -> frozenset[str]:
    return frozenset(column.name for e in expressions for column in e.find_all(exp.Column))


def _reads(source: Source, used: set[str]) -> Source:
    return replace(source, used=tuple(c.name for c in source.table.columns if c.name in used))


def _scans(node: Node) -> list[Scan]:
    if isinstance(node, Scan):
        return [node]
    inputs = node.inputs if isinstance(node, (InnerJoin, PairJoin, UnionAll)) else (node.input,)
    return [scan for i in inputs for scan in _scans(i)]
