"""Full join: ``delta(l FULL r) = delta(l LEFT r) + padded(delta(r ANTI l))``.

The rows of the right input without a partner, with NULLs on the left, are what an anti join leaves; all other rows are
those of the left join, so both rules apply, the second with the inputs swapped. A new key that comes on both sides in
one refresh is a pair at once, and was padded on neither side. NULL keys are padded on both sides.

Reads each input as often as the left join and the anti join together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.join_kinds import changed_rows_and_partners, join_beside, single_relation
from streamtables_rewriter.changes.padded_rows import left_join_change
from streamtables_rewriter.changes.partners import turned_rows, without_partners
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import FullJoin
from streamtables_rewriter.sql.columns import aliased, copied
from streamtables_rewriter.sql.select_block import SelectBlock


class FullJoinRule:
    """Pads the rows of both inputs that have no partner."""

    def state(self, node: FullJoin, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Join the rows of both inputs."""
        left, right = (single_relation(block, context, "optional") for block in inputs)
        select = [aliased(copied(e), name) for block in (left, right) for name, e in block.columns.items()]
        query = join_beside(left, right, "FULL", node.condition, select or [exp.Literal.number(1)])
        return context.add_query(query, node.output, "full_joined")

    def delta(self, node: FullJoin, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Add the change of the left join and of the right rows without a partner."""
        left, right = inputs
        query: exp.Query = left_join_change(node.output, node.condition, inputs, context).block.query()
        alone: list[SelectBlock] = []
        if right.changed:
            change, partners = changed_rows_and_partners(right.delta(), left, node.condition, context)
            rows = without_partners(change.block, partners, node.condition, context)
            alone.append(context.add_query(rows, change.block.columns, "unmatched", weighted=True))
        if left.changed:
            alone.append(turned_rows(right, left, node.condition, context, gained=-1))
        names = left.node.output
        for block in alone:
            padded = {**{name: exp.Null() for name in names}, **block.columns}
            term = replace(block, columns={name: padded[name] for name in node.output}).query()
            query = exp.Union(this=query, expression=term, distinct=False)
        block = context.add_query(query, node.output, "full_joined", weighted=True)
        return Delta(block, insert_only=False)
