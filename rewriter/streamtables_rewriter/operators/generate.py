"""Generation: ``delta(generate(x)) = generate(delta(x))``; the rows that a row becomes have its weight.

LATERAL VIEW, generators in the select list, LATERAL with a function, time windows. Linear: an UPDATE of an array is a
row that goes with all its elements and one that comes with all the new ones; elements that stay add up to nothing. An
array that is NULL or empty gives no row, or with OUTER one row of NULLs, before as after. Duplicate elements are
duplicate rows. A row has as many rows as it is in time windows, none where its time is NULL. Generators are
deterministic. Reads its input once. Source: Budiu et al., *DBSP*, section 4 (flat map is linear).
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import Generate
from streamtables_rewriter.sql.columns import aliased, column, identifier
from streamtables_rewriter.sql.select_block import SelectBlock

_TABLE_FUNCTIONS = frozenset({"variant_explode", "variant_explode_outer"})
"""Generators that LATERAL VIEW does not know."""
_SESSION_WINDOW = "session_window"
_IN_SELECT_LIST = frozenset({"window", _SESSION_WINDOW})
"""Those that Spark makes rows of where they stand in a select list."""


class GenerateRule:
    """Generates rows from states and changes alike."""

    def state(self, node: Generate, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Generate the rows of each row."""
        (block,) = inputs
        if block.repeats_work([node.generator], keeping=True):
            block = context.seal(block, "computed")
        if node.generator.name in _IN_SELECT_LIST:
            return self._windows(node, block, context)
        name = "elements"
        while any(str(table.alias_or_name) == name for table in block.tables):
            name += "_"
        outputs = block.outputs() if block.columns or block.weight is not None else []
        generated: list[exp.Expr] = [aliased(column(c, name), c) for c in node.columns]
        kept = len(block.columns)
        query = block.select([*outputs[:kept], *generated, *outputs[kept:]])
        alias = exp.TableAlias(this=identifier(name), columns=[identifier(c) for c in node.columns])
        generator = block.expression(node.generator)
        if node.generator.name in _TABLE_FUNCTIONS:
            side, kind = ("LEFT", None) if node.outer else (None, "CROSS")
            joined = exp.Join(this=exp.Lateral(this=generator, alias=alias), side=side, kind=kind)
            query.append("joins", joined)
        else:
            query.append("laterals", exp.Lateral(this=generator, view=True, outer=node.outer, alias=alias))
        return context.add_query(query, node.output, "generated", weighted=block.weight is not None)

    @staticmethod
    def _windows(node: Generate, block: SelectBlock, context: RuleContext) -> SelectBlock:
        """Select the rows with their time windows, in a query of its own: Spark knows one call a query block."""
        outputs, kept = block.outputs(), len(block.columns)
        window, (name,) = block.expression(node.generator), node.columns
        if node.generator.name == _SESSION_WINDOW:
            # Without Spark's mark on the column, by which it would merge the sessions in every GROUP BY.
            fields = (
                exp.PropertyEQ(this=identifier(f), expression=exp.Dot(this=window.copy(), expression=identifier(f)))
                for f in ("start", "end")
            )
            window = exp.Struct(expressions=list(fields))
        query = block.select([*outputs[:kept], aliased(window, name), *outputs[kept:]])
        return context.add_query(query, node.output, "windows", weighted=block.weight is not None)

    def delta(self, node: Generate, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Generate the rows of each changed row."""
        (source,) = inputs
        change = source.delta()
        return Delta(self.state(node, (change.block,), context), change.insert_only)
