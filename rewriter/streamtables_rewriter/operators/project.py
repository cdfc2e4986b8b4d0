"""Projection: ``delta(project(x)) = project(delta(x))``; weights stay as they are.

Rows that become equal add their weights where changes are added up, so an UPDATE of columns that no expression reads
cancels. Expressions are deterministic: the row that goes has the values it came with. Does not apply to expressions
that read the clock, chance or the session. Source: Budiu et al., *DBSP*, section 3 (linear operators).
"""

from __future__ import annotations

from collections.abc import Sequence

from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import Project
from streamtables_rewriter.sql.select_block import SelectBlock


class ProjectRule:
    """Computes expressions over states and changes alike."""

    def state(self, node: Project, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Compute the expressions for each row."""
        (block,) = inputs
        if block.repeats_work(p.expression for p in node.projections):
            block = context.seal(block, "computed")
        block = block.project({p.name: p.expression for p in node.projections})
        return context.seal(block, "renamed") if node.apart else block

    def delta(self, node: Project, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Compute the expressions for each changed row."""
        (source,) = inputs
        change = source.delta()
        return Delta(self.state(node, (change.block,), context), change.insert_only)
