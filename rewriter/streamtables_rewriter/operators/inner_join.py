"""Inner join of n inputs: ``delta = sum over i of new_1 x .. x new_(i-1) x delta_i x old_(i+1) x .. x old_n``.

Only inputs that changed give a term. Each pair of changes on different sides is counted once: by the term of the later
one, which meets the *new* rows of the earlier inputs. So rows inserted on both sides join once, rows deleted on both
sides go once, and a row whose partner goes while its own key moves leaves nothing behind. An UPDATE of a join key is a
row that goes with its old partners and one that comes with its new ones. A NULL key meets nothing, as in the query.
Only ``delta_i`` has a weight, which every joined row inherits: duplicates multiply. The condition may be anything,
or nothing. A self join is a join of two inputs that change together. The small delta leads the joins, in steps of two
relations (``join_steps``).
Source: Gupta and Mumick, *Maintenance of Materialized Views*, 1995; Budiu et al., *DBSP*, section 4 (bilinear
operators).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.columns import conjuncts
from streamtables_rewriter.delta import Delta, Input, RuleContext
from streamtables_rewriter.join_kinds import single_relation
from streamtables_rewriter.join_steps import join_in_steps
from streamtables_rewriter.narrow import Keys, is_flat
from streamtables_rewriter.plan.nodes import InnerJoin
from streamtables_rewriter.select_block import SelectBlock, join_blocks


class InnerJoinRule:
    """Joins states; joins each change with the states of the other inputs."""

    def state(self, node: InnerJoin, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Join the rows of all inputs."""
        return self._join(node, inputs, context)

    def delta(self, node: InnerJoin, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Add up one term for each input that changed."""
        terms = [self._term(node, inputs, index, context) for index, source in enumerate(inputs) if source.changed]
        if len(terms) == 1:
            return terms[0]
        query: exp.Query = terms[0].block.query()
        for term in terms[1:]:
            query = exp.Union(this=query, expression=term.block.query(), distinct=False)
        block = context.add_query(query, node.output, "joined", weighted=True)
        return Delta(block, all(term.insert_only for term in terms))

    def _term(self, node: InnerJoin, inputs: Sequence[Input], index: int, context: RuleContext) -> Delta:
        change = inputs[index].delta()
        before = [source.new(self._partners_of(change, node, source, context)) for source in inputs[:index]]
        behind = [source.old(self._partners_of(change, node, source, context)) for source in inputs[index + 1 :]]
        block = self._join(node, [*before, change.block, *behind], context, lead=index)
        return Delta(join_in_steps(block, context, "joined"), change.insert_only)

    @staticmethod
    def _partners_of(change: Delta, node: InnerJoin, source: Input, context: RuleContext) -> Keys | None:
        """Ask an input for the partners of changed rows, unless it is joined with them in one go anyway."""
        if is_flat(source.node):
            return None
        found = Keys.equal(change.block, node.condition, source.node.output)
        if not found.columns:
            return None
        cover = change.cover([wanted.key for wanted in found.columns.values()])
        return replace(found, relation=single_relation(cover, context, "changed_rows"))

    def _join(
        self, node: InnerJoin, blocks: Sequence[SelectBlock], context: RuleContext, lead: int | None = None
    ) -> SelectBlock:
        conditions = conjuncts(node.condition)
        ready = [
            context.seal(block, "computed") if block.repeats_work(conditions, keeping=True) else block
            for block in blocks
        ]
        return join_blocks(ready, conditions, None if lead is None else ready[lead])
