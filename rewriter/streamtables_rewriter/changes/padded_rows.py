"""The rows of a left join, whose equations stand in ``operators.left_join``; a full join has them, too."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.join_kinds import (
    changed_rows_and_partners,
    join_beside,
    ready_to_join,
    single_relation,
)
from streamtables_rewriter.changes.key_pushdown import Keys
from streamtables_rewriter.changes.partners import turned_rows
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.sql.columns import aliased, conjuncts, copied
from streamtables_rewriter.sql.select_block import SelectBlock, join_blocks
from streamtables_rewriter.templates.placeholders import PlaceholderKind


def left_join_change(
    output: Sequence[str], condition: exp.Expr | None, inputs: Sequence[Input], context: RuleContext
) -> Delta:
    """Find the change of a left join.

    Args:
        output: The columns of both inputs.
        condition: The join condition.
        inputs: The left and the right input.
        context: The query under construction.

    Returns:
        The change.
    """
    left, right = inputs
    terms: list[exp.Query] = []
    insert_only, covers = not right.changed, tuple[SelectBlock, ...]()
    if left.changed:
        change, partners = changed_rows_and_partners(left.delta(), right, condition, context)
        terms.append(left_joined(change.block, partners, condition, context))
        insert_only = insert_only and change.insert_only
        covers = () if right.changed else (change.block, *change.covers)
    if right.changed:
        terms += right_terms(condition, left, right, context)
    query = terms[0]
    for term in terms[1:]:
        query = exp.Union(this=query, expression=term, distinct=False)
    return Delta(context.add_query(query, output, "left_joined", weighted=True), insert_only, covers)


def right_terms(
    condition: exp.Expr | None, left: Input, right: Input, context: RuleContext
) -> tuple[exp.Query, exp.Query]:
    """Write what a change of the right input does to a left join.

    Args:
        condition: The join condition.
        left: The left input.
        right: The right input, which has changed.
        context: The query under construction.

    Returns:
        The pairs that came and went, and the padded rows that came and went.
    """
    change = single_relation(right.delta().block, context, "changed_partners")
    of_change = Keys.equal(change, condition, left.node.output)
    old = ready_to_join(left.old(of_change), condition, context.naming(PlaceholderKind.OLD))
    pairs = join_blocks([old, change], conjuncts(condition), lead=change)
    padded = turned_rows(left, right, condition, context, gained=-1)
    padded = replace(padded, columns={**padded.columns, **{name: exp.Null() for name in change.columns}})
    return pairs.query(), padded.query()


def left_joined(left: SelectBlock, right: SelectBlock, condition: exp.Expr | None, context: RuleContext) -> exp.Select:
    """Write the rows of a left join.

    Args:
        left: The left rows.
        right: The right rows, a single relation.
        condition: The join condition.
        context: The query under construction.

    Returns:
        A new query of the columns of both and the left rows' weights.
    """
    left = ready_to_join(left, condition, context)
    weight = left.outputs()[len(left.columns) :] if left.weight is not None else []
    select = [aliased(copied(e), name) for block in (left, right) for name, e in block.columns.items()]
    return join_beside(left, right, "LEFT", condition, [*select, *weight] or [exp.Literal.number(1)])
