"""Semi join: ``delta = delta_l SEMI JOIN new_r - turned rows of old_l``.

Linear in the left input: left rows keep their weights, however many partners they have. With a change on the right,
only the left rows that found their first partner come, and those that lost their last one go (``partners``); any other
change of their partners shows nothing. A left row and its partner inserted together meet in the first term. Rows only
come where both inputs' rows only come. NULL keys have no partner. The condition may be anything, or nothing: then any
row is a partner.

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
from streamtables_rewriter.changes.partners import turned_rows
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import SemiJoin
from streamtables_rewriter.sql.select_block import SelectBlock


class SemiJoinRule:
    """Keeps rows with partners; lets rows come and go with their first and last partner."""

    def state(self, node: SemiJoin, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Keep the left rows with a partner."""
        left, right = inputs
        left = ready_to_join(left, node.condition, context)
        partners = single_relation(right, context, "partner_rows")
        query = join_beside(left, partners, "SEMI", node.condition, left.outputs(), broadcast=right.lead is not None)
        return context.add_query(query, node.output, "semi_joined")

    def delta(self, node: SemiJoin, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Keep the changed left rows with a new partner; add the old ones that turned."""
        left, right = inputs
        terms: list[exp.Query] = []
        insert_only, covers = True, tuple[SelectBlock, ...]()
        if left.changed:
            change, partners = changed_rows_and_partners(left.delta(), right, node.condition, context)
            rows = ready_to_join(change.block, node.condition, context)
            terms.append(join_beside(rows, partners, "SEMI", node.condition, rows.outputs()))
            insert_only = change.insert_only
            covers = () if right.changed else (change.block, *change.covers)
        if right.changed:
            terms.append(turned_rows(left, right, node.condition, context, gained=1).query())
            insert_only = insert_only and right.delta().insert_only
        query = terms[0] if len(terms) == 1 else exp.Union(this=terms[0], expression=terms[1], distinct=False)
        return Delta(context.add_query(query, node.output, "semi_joined", weighted=True), insert_only, covers)
