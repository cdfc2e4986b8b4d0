"""Filter: ``delta(filter(x)) = filter(delta(x))``, whatever the weights.

An UPDATE that moves a row across the boundary leaves one of its two rows: the row comes or goes. A condition that is
NULL keeps neither. Duplicates are kept or dropped together. Source: Budiu et al., *DBSP*, section 3 (linear operators).
"""

from __future__ import annotations

from collections.abc import Sequence

from streamtables_rewriter.columns import conjuncts
from streamtables_rewriter.delta import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import Filter
from streamtables_rewriter.select_block import SelectBlock


class FilterRule:
    """Filters states and changes alike."""

    def state(self, node: Filter, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Keep the rows for which the condition is true."""
        (block,) = inputs
        conditions = conjuncts(node.condition)
        if block.repeats_work(conditions, keeping=True):
            block = context.seal(block, "computed")
        return block.where(conditions)

    def delta(self, node: Filter, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Keep the changed rows for which the condition is true."""
        (source,) = inputs
        change = source.delta()
        return Delta(self.state(node, (change.block,), context), change.insert_only)
