"""Window functions: ``delta = window(new rows of K) - window(old rows of K)``.

``K`` are the partitions of which a row came or went, the distinct partition keys of the input's change; NULL keys
compare like values. Without PARTITION BY there is one partition, of all rows. A row that moves between partitions
affects both; rows of a partition whose values stay the same cancel where changes are added up. Each evaluation of the
same rows must give the same values: ``determinize_windows`` completes the orders that leave ties, and refuses what
cannot be made deterministic. Equal rows may swap their values, which makes no difference to a multiset. Functions of
different partitionings are operators on top of each other. Reads the rows of ``K`` of the input, new and old.
Source: Gupta, Mumick and Subrahmanian, *Maintaining Views Incrementally*, 1993 (recomputation of affected groups).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.changes.affected_keys import affected_keys, rows_of_keys
from streamtables_rewriter.changes.key_pushdown import Keys
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import Window
from streamtables_rewriter.sql.columns import WEIGHT, aliased
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.templates.placeholders import PlaceholderKind


class WindowRule:
    """Evaluates whole partitions; compares the affected ones before and after."""

    def state(self, node: Window, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Compute the functions for all rows."""
        return context.add_query(self._windowed(node, inputs[0], None, context), node.output, "windowed")

    def delta(self, node: Window, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Subtract the old rows of the affected partitions from their new ones."""
        (source,) = inputs
        partitions = affected_keys(node.keys, source.delta().block, context, "affected_partitions")
        wanted = Keys.of_groups(partitions, node.keys)
        sides = []
        for kind, rows, weight in (
            (PlaceholderKind.NEW, source.new(wanted), 1),
            (PlaceholderKind.OLD, source.old(wanted), -1),
        ):
            query = self._windowed(node, rows, partitions, context.naming(kind))
            query.append("expressions", aliased(exp.Literal.number(weight), WEIGHT))
            sides.append(query)
        both = exp.Union(this=sides[0], expression=sides[1], distinct=False)
        return Delta(context.add_query(both, node.output, "windowed", weighted=True), insert_only=False)

    @staticmethod
    def _windowed(node: Window, rows: SelectBlock, partitions: SelectBlock | None, context: RuleContext) -> exp.Select:
        used = [*(key.expression for key in node.keys), *(call.expression for call in node.calls)]
        block = context.seal(rows, "computed") if rows.repeats_work(used, keeping=True) else rows
        block = rows_of_keys(node.keys, block, partitions)
        select = [aliased(block.columns[name].copy(), name) for name in node.input.output]
        return block.select([*select, *(aliased(block.expression(c.expression), c.name) for c in node.calls)])
