"""Filter: ``delta(filter(x)) = filter(delta(x))``, whatever the weights; plus what time alone lets in and out.

An UPDATE that moves a row across the boundary leaves one of its two rows: the row comes or goes. A condition that is
NULL keeps neither. Duplicates are kept or dropped together. A condition that reads the clock is another condition at
each refresh: ``delta = new_filter(delta(x)) + (new_filter - old_filter)(old x)``. The second part keeps the old rows
that pass one of the two and not the other, a range of time that files' statistics can narrow. Source: Budiu et al.,
*DBSP*, section 3 (linear operators).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import Filter
from streamtables_rewriter.semantics.clock import reads_clock
from streamtables_rewriter.sql.columns import conjunction, conjuncts
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.templates.placeholders import PlaceholderKind, at_instant

_COMPARISONS = (exp.GT, exp.GTE, exp.LT, exp.LTE, exp.Between)


class FilterRule:
    """Filters states and changes alike."""

    def state(self, node: Filter, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Keep the rows for which the condition is true."""
        (block,) = inputs
        conditions = conjuncts(
            at_instant(node.condition, context.kind) if reads_clock(node.condition) else node.condition
        )
        if block.repeats_work(conditions, keeping=True):
            block = context.seal(block, "computed")
        return block.where(conditions)

    def delta(self, node: Filter, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Keep the changed rows for which the condition is true."""
        (source,) = inputs
        if not reads_clock(node.condition):
            change = source.delta()
            return Delta(self.state(node, (change.block,), context), change.insert_only)
        terms = [self.state(node, (source.delta().block,), context)] if source.changed else []
        terms.append(self._passing(node, source.old(), PlaceholderKind.NEW, 1, context))
        terms.append(self._passing(node, source.old(), PlaceholderKind.OLD, -1, context))
        query: exp.Query = terms[0].query()
        for term in terms[1:]:
            query = exp.Union(this=query, expression=term.query(), distinct=False)
        return Delta(context.add_query(query, node.output, "filtered", weighted=True), insert_only=False)

    @staticmethod
    def _passing(
        node: Filter, rows: SelectBlock, kind: PlaceholderKind, weight: int, context: RuleContext
    ) -> SelectBlock:
        """Keep the rows that pass the condition at one of the two instants only."""
        other = PlaceholderKind.NEW if kind is PlaceholderKind.OLD else PlaceholderKind.OLD
        conditions = conjuncts(node.condition)
        timed = [c for c in conditions if reads_clock(c)]
        failing = conjunction(at_instant(c, other) for c in timed)
        if all(isinstance(c, _COMPARISONS) for c in timed):
            # A comparison is NULL for a row at both instants or at none, so that NOT is enough.
            failed: exp.Expr = exp.Not(this=exp.Paren(this=failing))
        else:
            failed = exp.Not(this=exp.Coalesce(this=failing, expressions=[exp.Boolean(this=False)]))
        every = [*(at_instant(c, kind) for c in conditions), failed]
        block = context.seal(rows, "computed") if rows.repeats_work(every, keeping=True) else rows
        return replace(block.where(every), weight=exp.Literal.number(weight))
