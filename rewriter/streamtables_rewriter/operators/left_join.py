"""Left join: ``delta = delta_l LEFT JOIN new_r + old_l JOIN delta_r + padded(turned rows of old_l)``.

Linear in the left input; the weight of a left row is that of each of its result rows. With a change on the right, the
pairs follow the bilinear rule, and only the left rows that found their first partner or lost their last one
(``partners``) lose or get their row of NULLs. A first match takes the padded row away, a last one that leaves brings it
back, one that is replaced within the same refresh touches no padded row. A left row and its match inserted together
meet in the first term only, a left row and its match deleted together leave by the first and the second term. A NULL
key has no partner. The condition may be anything: it decides about pairs and is never a filter on left rows.

Reads the right input once, restricted to the partners of changed left rows, where the left input changed; the left
input three times, each time joined to something small, and the right one once, where the right input changed.
"""

from __future__ import annotations

from collections.abc import Sequence

from streamtables_rewriter.changes.join_kinds import single_relation
from streamtables_rewriter.changes.padded_rows import left_join_change, left_joined
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import LeftJoin
from streamtables_rewriter.sql.select_block import SelectBlock


class LeftJoinRule:
    """Pads the rows without partners; adds and takes away padded rows as partners come and go."""

    def state(self, node: LeftJoin, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Join the rows of both inputs."""
        left, right = inputs
        right = single_relation(right, context, "optional")
        return context.add_query(left_joined(left, right, node.condition, context), node.output, "left_joined")

    def delta(self, node: LeftJoin, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Join changed left rows with the new right rows, and old left rows with changed right ones."""
        return left_join_change(node.output, node.condition, inputs, context)
