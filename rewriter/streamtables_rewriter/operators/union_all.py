"""UNION ALL: ``delta(x + y) = delta(x) + delta(y)``; only inputs that changed give a term.

Rows of different inputs that are equal add their weights: deleting one of two copies leaves the other, from whichever
input it came. Simultaneous changes do not interact. The inputs' columns have the union's types already
(``widen_unions``), so that a term alone has the types of the whole. Source: Budiu et al., *DBSP*, section 3.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import UnionAll
from streamtables_rewriter.sql.columns import column
from streamtables_rewriter.sql.select_block import SelectBlock


class UnionAllRule:
    """Appends states, and appends changes."""

    def state(self, node: UnionAll, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Append the rows of all inputs."""
        return self._append(node, inputs, context, weighted=False)

    def delta(self, node: UnionAll, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Append the changed rows of the inputs that changed."""
        changes = [source.delta() for source in inputs if source.changed]
        block = self._append(node, [change.block for change in changes], context, weighted=True)
        return Delta(block, all(change.insert_only for change in changes))

    def _append(
        self, node: UnionAll, blocks: Sequence[SelectBlock], context: RuleContext, *, weighted: bool
    ) -> SelectBlock:
        renamed = [
            block.project({name: column(own) for name, own in zip(node.columns, block.columns, strict=True)})
            for block in blocks
        ]
        if len(renamed) == 1:
            return renamed[0]
        query: exp.Query = renamed[0].query()
        for block in renamed[1:]:
            query = exp.Union(this=query, expression=block.query(), distinct=False)
        return context.add_query(query, node.columns, "all_rows", weighted=weighted)
