"""Walking an operator tree, and rebuilding it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from streamtables_rewriter.errors import UnsupportedQueryError
from streamtables_rewriter.plan.nodes import InnerJoin, Node, PairJoin, Scan, UnionAll, Values

DEEPEST_TREE = 100
"""Operators on one path from the result to a source; the walk is recursive."""


def inputs_of(node: Node) -> tuple[Node, ...]:
    """Return the operators that an operator reads."""
    if isinstance(node, Scan | Values):
        return ()
    if isinstance(node, InnerJoin | PairJoin | UnionAll):
        return node.inputs
    return (node.input,)


def with_inputs(node: Node, inputs: tuple[Node, ...]) -> Node:
    """Put other operators below an operator.

    Args:
        node: The operator.
        inputs: As many as ``inputs_of`` returns.

    Returns:
        The operator over the new inputs; itself if they are the old ones.
    """
    if all(new is old for new, old in zip(inputs, inputs_of(node), strict=True)):
        return node
    if isinstance(node, InnerJoin | UnionAll):
        return replace(node, inputs=inputs)
    if isinstance(node, PairJoin):
        left, right = inputs
        return replace(node, inputs=(left, right))
    if isinstance(node, Scan | Values):
        return node
    return replace(node, input=inputs[0])


def walk(root: Node) -> Iterator[Node]:
    """Visit all operators, an operator before its inputs.

    Args:
        root: Where to begin.

    Yields:
        Each operator once.

    Raises:
        UnsupportedQueryError: The tree is deeper than ``DEEPEST_TREE``.
    """
    pending = [(root, 1)]
    while pending:
        node, depth = pending.pop()
        if depth > DEEPEST_TREE:
            construct = f"more than {DEEPEST_TREE} operators on one path"
            raise UnsupportedQueryError("UNSUPPORTED_QUERY.TOO_DEEP", {"construct": construct})
        yield node
        pending += [(child, depth + 1) for child in reversed(inputs_of(node))]


def rewritten(root: Node, change: Callable[[Node], Node]) -> Node:
    """Change every operator once, its inputs before it.

    Args:
        root: The root of a tree.
        change: Returns what takes the place of an operator whose inputs have been changed.

    Returns:
        The new tree; an operator that was read twice still is one.
    """
    done: dict[int, Node] = {}

    def visit(node: Node) -> Node:
        if id(node) not in done:
            done[id(node)] = change(with_inputs(node, tuple(visit(child) for child in inputs_of(node))))
        return done[id(node)]

    return visit(root)


def inputs_last(root: Node) -> list[Node]:
    """List all operators, each once, and before its inputs; one that is read twice, after all that read it.

    Args:
        root: Where to begin.

    Returns:
        The operators.
    """
    found: list[Node] = []
    seen: set[int] = set()

    def visit(node: Node) -> None:
        if id(node) in seen:
            return
        seen.add(id(node))
        for child in reversed(inputs_of(node)):
            visit(child)
        found.append(node)

    visit(root)
    return found[::-1]
