"""Aggregate below other operators: ``delta = aggregate(new rows of K) - aggregate(old rows of K)``.

``K`` are the groups of which a row came or went, the distinct keys of the input's change; NULL keys compare like
values. An aggregate without keys has one group, of all rows, with one row before and one after, also when empty. A row
that moves between groups affects both; a group that empties has no new row, one that appears no old row; changes of
several inputs meet in ``K``. Groups that come out the same cancel where changes are added up, so duplicates and
transient rows need no care. Does not apply to sums over FLOAT and DOUBLE: their last bits depend on the order of
summation, so that the row which goes would not be the one that came. Source: Gupta, Mumick and Subrahmanian,
*Maintaining Views Incrementally*, 1993.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.columns import WEIGHT, aliased
from streamtables_rewriter.delta import Delta, Input, RuleContext
from streamtables_rewriter.operators.aggregate.affected_groups import affected_groups, rows_of_groups
from streamtables_rewriter.operators.aggregate.calls import call_columns, group_rows, rows_to_group
from streamtables_rewriter.plan.nodes import Aggregate
from streamtables_rewriter.select_block import SelectBlock
from streamtables_rewriter.template import PlaceholderKind


class AggregateRule:
    """Aggregates states; compares the affected groups before and after."""

    def state(self, node: Aggregate, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Aggregate all rows."""
        block = rows_to_group(node, inputs[0], context)
        return context.add_query(group_rows(node, block, call_columns(node, block)), node.output, "groups")

    def delta(self, node: Aggregate, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Subtract the old rows of the affected groups from their new ones."""
        (source,) = inputs
        groups = affected_groups(node, source.delta().block, context)
        sides = []
        for kind, rows, weight in (
            (PlaceholderKind.NEW, source.new(), 1),
            (PlaceholderKind.OLD, source.old(), -1),
        ):
            block = rows_of_groups(node, rows, groups, context.naming(kind))
            weight_column = aliased(exp.Literal.number(weight), WEIGHT)
            sides.append(group_rows(node, block, [*call_columns(node, block), weight_column]))
        query = exp.Union(this=sides[0], expression=sides[1], distinct=False)
        return Delta(context.add_query(query, node.output, "groups", weighted=True), insert_only=False)
