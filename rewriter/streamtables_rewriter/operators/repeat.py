"""Repetition: ``delta(repeat(x, n)) = delta(x) with its weight times n``; rows with ``n < 1`` are left out.

What INTERSECT ALL and EXCEPT ALL do with a distinct row and the number of its copies. Linear: a row of weight w comes
or goes n times as often. An UPDATE that changes n is a row that goes with the old number and one that comes with the
new one, which add up to the difference. Duplicates add their numbers. A NULL number is none. Reads its input once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import Repeat
from streamtables_rewriter.sql.columns import atom
from streamtables_rewriter.sql.multiplicity import expand_multiplicity
from streamtables_rewriter.sql.select_block import SelectBlock


class RepeatRule:
    """Repeats the rows of states; multiplies the weights of changes."""

    def state(self, node: Repeat, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Write each row as often as it says."""
        block = context.seal(inputs[0].where([_some(node)]), "counted")
        query = block.query()
        query.set("laterals", [expand_multiplicity(block.expression(node.number))])
        return context.add_query(query, node.output, "repeated")

    def delta(self, node: Repeat, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Multiply the weight of each changed row."""
        (source,) = inputs
        change = source.delta()
        block = change.block
        if block.repeats_work([node.number, node.number]):
            block = context.seal(block, "computed")
        number = exp.Paren(this=block.expression(node.number))
        weight = exp.Mul(this=atom((block.weight or exp.Literal.number(1)).copy()), expression=number)
        return Delta(replace(block.where([_some(node)]), weight=weight), change.insert_only)


def _some(node: Repeat) -> exp.Expr:
    return exp.GT(this=exp.Paren(this=node.number.copy()), expression=exp.Literal.number(0))
