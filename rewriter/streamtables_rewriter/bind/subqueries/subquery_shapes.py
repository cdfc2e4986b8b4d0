"""What a subquery is: one row for certain, or rows under projections that can be looked through."""

from __future__ import annotations

from dataclasses import dataclass

from sqlglot import exp

from streamtables_rewriter.plan.nodes import Aggregate, Filter, Node, Project
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.sql.columns import conjunction, conjuncts, copied, substitute
from streamtables_rewriter.sql.pipe_syntax import final_clauses


@dataclass(frozen=True, slots=True)
class OneRow:
    """A subquery that is an aggregate without groups, so that it has one row, or none if it fails its HAVING.

    Attributes:
        node: The aggregate.
        values: Its output columns over the aggregate's.
        having: What the row must fulfil, or None.
    """

    node: Aggregate
    values: tuple[exp.Expr, ...]
    having: exp.Expr | None


def without_projections(node: Node, outputs: tuple[exp.Expr, ...]) -> tuple[Node, tuple[exp.Expr, ...]]:
    """Take the projections off the root of a tree and put them into expressions over it.

    Args:
        node: The tree.
        outputs: Expressions over its columns.

    Returns:
        The tree below, and the expressions over it.
    """
    while isinstance(node, Project):
        meaning = {p.name: p.expression for p in node.projections}
        outputs = tuple(
            substitute(e, {c.name: meaning.get(c.name, c) for c in e.find_all(exp.Column)}) for e in outputs
        )
        node = node.input
    return node, outputs


def one_row(node: Node, outputs: tuple[exp.Expr, ...]) -> OneRow | None:
    """Recognise an aggregate without groups below projections and filters.

    Args:
        node: The subquery's tree.
        outputs: Its output columns.

    Returns:
        The aggregate with what stands above it, or None for another tree.
    """
    having: tuple[exp.Expr, ...] = ()
    while not isinstance(node, Aggregate):
        if isinstance(node, Filter):
            if reads_clock(node.condition):
                return None
            having = (*conjuncts(node.condition), *having)
            node = node.input
        elif isinstance(node, Project):
            below, shown = without_projections(node, (*outputs, *having))
            outputs, having = shown[: len(outputs)], shown[len(outputs) :]
            node = below
        else:
            return None
    if node.keys:
        return None
    return OneRow(node, outputs, conjunction(copied(c) for c in having))


def without_order(query: exp.Expr) -> exp.Expr:
    """Drop what does not matter to the existence of rows: their order, and a limit of at least one of them.

    Args:
        query: A subquery of EXISTS as written; it is changed.

    Returns:
        The query without brackets.
    """
    bare = query.unnest()
    clauses = final_clauses(bare)
    limit = clauses.args.get("limit")
    number = limit.expression if isinstance(limit, exp.Limit) else None
    if clauses.args.get("offset") or (limit and not (isinstance(number, exp.Literal) and number.name not in ("", "0"))):
        return bare
    for name in ("order", "sort", "cluster", "distribute", "limit"):
        if clauses.args.get(name):
            clauses.set(name, None)
    return bare
