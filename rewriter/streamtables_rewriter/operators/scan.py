"""Scan: ``delta(scan s) = delta(s)``.

An UPDATE of a source is a row of weight -1 and one of weight +1; if only columns that the scan does not read differ,
the two are equal and cancel wherever changes are added up. Equal rows add their weights. NULLs and simultaneous changes
play no part. Source: Budiu et al., *DBSP*, section 3 (linear operators).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import Scan
from streamtables_rewriter.sql.columns import WEIGHT, column
from streamtables_rewriter.sql.select_block import SelectBlock


class ScanRule:
    """Reads a source; which version of it is the driver's choice."""

    def state(self, node: Scan, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Read the rows of the source."""
        del inputs
        table = context.read_source(node)
        return SelectBlock((table,), {name: column(stored, table.alias) for name, stored in node.columns})

    def delta(self, node: Scan, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Read the changed rows of the source."""
        block = self.state(node, (), context)
        (table,) = block.tables
        del inputs
        return Delta(replace(block, weight=column(WEIGHT, table.alias)), context.insert_only)
