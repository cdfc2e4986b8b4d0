"""Anti join: ``delta = delta_l ANTI JOIN new_r + turned rows of old_l``.

Linear in the left input: left rows keep their weights. With a change on the right, the left rows that lost their last
partner come, and those that found their first one go (``partners``). A left row and its partner inserted together meet
in the first term and leave nothing. A partner is a right row for which the condition is true: a NULL key has none, and
NOT IN says in its condition that unknown counts as true. Without a condition any right row is a partner.

Reads the right input once, restricted to the partners of changed left rows, where the left input changed; the left
input twice, each time joined to something small, and the right one once, where the right input changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.changes.join_kinds import (
    changed_rows_and_partners,
    join_beside,
    ready_to_join,
    single_relation,
)
from streamtables_rewriter.changes.partners import turned_rows, without_partners
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import AntiJoin
from streamtables_rewriter.sql.select_block import SelectBlock


class AntiJoinRule:
    """Keeps rows without partners; lets rows go and come with their first and last partner."""

    def state(self, node: AntiJoin, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Keep the left rows without a partner."""
        left, right = inputs
        left = ready_to_join(left, node.condition, context)
        partners = single_relation(right, context, "partner_rows")
        query = join_beside(left, partners, "ANTI", node.condition, left.outputs(), broadcast=right.lead is not None)
        return context.add_query(query, node.output, "anti_joined")

    def delta(self, node: AntiJoin, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Keep the changed left rows without a new partner; add the old ones that turned."""
        left, right = inputs
        terms: list[exp.Query] = []
        insert_only, covers = not right.changed, tuple[SelectBlock, ...]()
        if left.changed:
            change, partners = changed_rows_and_partners(left.delta(), right, node.condition, context)
            terms.append(without_partners(change.block, partners, node.condition, context))
            insert_only = insert_only and change.insert_only
            covers = () if right.changed else (change.block, *change.covers)
        if right.changed:
            terms.append(turned_rows(left, right, node.condition, context, gained=-1).query())
        query = terms[0] if len(terms) == 1 else exp.Union(this=terms[0], expression=terms[1], distinct=False)
        return Delta(context.add_query(query, node.output, "anti_joined", weighted=True), insert_only, covers)
