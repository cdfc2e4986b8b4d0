"""Mark join: ``delta = delta_l MARK new_r + (turned rows with their new mark) - (turned rows with their old mark)``.

EXISTS and IN where they are values: under OR, in CASE, in the select list. Linear in the left input: left rows keep
their weights. With a change on the right, the left rows that found their first partner or lost their last one
(``partners``) go with one mark and come with the other. As in Spark, a mark is TRUE or FALSE: a comparison with NULL is
no partner for IN, and one for NOT IN, whose condition says so. Duplicates and NULL keys are as in a semi join.

Reads the right input once, restricted to the partners of changed left rows, where the left input changed; the left
input twice, each time joined to something small, and the right one once, where the right input changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.join_kinds import changed_rows_and_partners, ready_to_join
from streamtables_rewriter.changes.partners import rows_of_keys, turned_keys
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import MarkJoin
from streamtables_rewriter.sql.columns import aliased, conjunction, conjuncts, copied, substitute
from streamtables_rewriter.sql.select_block import SelectBlock


class MarkJoinRule:
    """Marks rows with partners; changes the marks as first partners come and last ones go."""

    def state(self, node: MarkJoin, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Mark the left rows."""
        left, right = inputs
        return context.add_query(_marked(left, right, node, context), node.output, "marked")

    def delta(self, node: MarkJoin, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Mark the changed left rows; exchange the marks of the old ones that turned."""
        left, right = inputs
        terms: list[exp.Query] = []
        insert_only, covers = not right.changed, tuple[SelectBlock, ...]()
        if left.changed:
            change, partners = changed_rows_and_partners(left.delta(), right, node.condition, context)
            terms.append(_marked(change.block, partners, node, context))
            insert_only = insert_only and change.insert_only
            covers = () if right.changed else (change.block, *change.covers)
        if right.changed:
            old, turns, names = turned_keys(left, right, node.condition, context, gained=1)
            terms.append(rows_of_keys(old, _both_marks(turns, node.mark, context), names).query())
        query = terms[0] if len(terms) == 1 else exp.Union(this=terms[0], expression=terms[1], distinct=False)
        return Delta(context.add_query(query, node.output, "marked", weighted=True), insert_only, covers)


def _marked(left: SelectBlock, right: SelectBlock, node: MarkJoin, context: RuleContext) -> exp.Select:
    left = ready_to_join(left, node.condition, context)
    columns = {**right.columns, **left.columns}
    tests = conjunction(substitute(c, columns) for c in conjuncts(node.condition))
    partner = right.select([exp.Literal.number(1)])
    if tests is not None:
        known = partner.args.get("where")
        every = [*(conjuncts(known.this) if known is not None else ()), *conjuncts(tests)]
        partner.set("where", exp.Where(this=conjunction(copied(c) for c in every)))
    mark = aliased(exp.Exists(this=partner), node.mark)
    outputs = left.outputs() if left.columns or left.weight is not None else []
    return left.select([*outputs[: len(left.columns)], mark, *outputs[len(left.columns) :]])


def _both_marks(turns: SelectBlock, mark: str, context: RuleContext) -> SelectBlock:
    """Give each key that turned its new mark, and take its old one."""
    weight = turns.weight or exp.Literal.number(1)
    sides = [
        replace(turns, columns={**turns.columns, mark: exp.Boolean(this=value)}, weight=weighed).query()
        for value, weighed in ((True, weight), (False, exp.Neg(this=copied(weight))))
    ]
    query = exp.Union(this=sides[0], expression=sides[1], distinct=False)
    return context.add_query(query, [*turns.columns, mark], "turned_marks", weighted=True, exact_name=True)
