"""ORDER BY with LIMIT or OFFSET: ``delta = top(new rows) - top(old rows)``.

All rows compete, so the scope is the whole input, new and old; of each only the first rows in order are kept, which
needs no sorting of all. Ties are broken by all columns, so that each evaluation chooses the same rows; rows that are
equal in all columns may stand for each other. NULLs stand where the order puts them. A row that leaves lets the next
one in. Source: Yi et al., *Efficient Maintenance of Materialized Top-k Views*, 2003.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import TopK
from streamtables_rewriter.sql.columns import WEIGHT, aliased
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.templates.placeholders import PlaceholderKind


class TopKRule:
    """Evaluates all rows before and after."""

    def state(self, node: TopK, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Keep the first rows in order."""
        query = _first(node, inputs[0], context)
        return context.add_query(query, node.output, "top_rows")

    def delta(self, node: TopK, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Subtract the old first rows from the new ones."""
        (source,) = inputs
        sides = []
        for kind, rows, weight in (
            (PlaceholderKind.NEW, source.new(), 1),
            (PlaceholderKind.OLD, source.old(), -1),
        ):
            naming = context.naming(kind)
            query = _first(node, rows, naming)
            top = naming.add_query(query, node.output, "top_rows")
            side = top.query()
            side.append("expressions", aliased(exp.Literal.number(weight), WEIGHT))
            sides.append(side)
        both = exp.Union(this=sides[0], expression=sides[1], distinct=False)
        return Delta(context.add_query(both, node.output, "top_rows", weighted=True), insert_only=False)


def _first(node: TopK, rows: SelectBlock, context: RuleContext) -> exp.Select:
    order = [part.this for part in node.order]
    block = context.seal(rows, "computed") if rows.repeats_work(order, keeping=True) else rows
    # A bare number in ORDER BY is a position, so that computed columns are sorted by name.
    if not all(isinstance(block.columns[name], exp.Column) for name in node.output):
        block = context.seal(block, "unsorted")
    query = block.select([aliased(block.columns[name].copy(), name) for name in node.output])
    return keep_first(query, node, [block.expression(part) for part in node.order])


def keep_first(query: exp.Select, node: TopK, order: Sequence[exp.Expr]) -> exp.Select:
    """Let a query give the first of its rows only.

    Args:
        query: The query; changed in place.
        node: How many rows to keep, and how many to pass over.
        order: What to sort by, over the query's tables; nothing where all rows are equal in it.

    Returns:
        The query.
    """
    if order:
        query.set("order", exp.Order(expressions=list(order)))
    if node.limit is not None:
        query.set("limit", exp.Limit(expression=exp.Literal.number(node.limit)))
    if node.offset:
        query.set("offset", exp.Offset(expression=exp.Literal.number(node.offset)))
    return query
