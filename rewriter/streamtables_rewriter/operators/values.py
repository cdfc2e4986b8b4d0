"""Inline table: the same rows at every version, so that it never has a change.

Joined to another input it multiplies that input's rows: grouping sets, UNPIVOT and queries without FROM need no
operator of their own. Equal rows stay apart; NULLs are values.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.errors import InternalRewriterError
from streamtables_rewriter.plan.nodes import Values
from streamtables_rewriter.sql.columns import column, copied, identifier
from streamtables_rewriter.sql.select_block import SelectBlock

_TABLE = "inline_rows"


class ValuesRule:
    """Writes the rows out."""

    def state(self, node: Values, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """List the rows."""
        del inputs
        alias = exp.TableAlias(this=identifier(_TABLE), columns=[identifier(name) for name in node.columns])
        rows = [exp.Tuple(expressions=[copied(value) for value in row]) for row in node.rows]
        table = exp.Values(expressions=rows, alias=alias)
        query = exp.Select(expressions=[column(name) for name in node.columns], from_=exp.From(this=table))
        return context.add_query(query, node.columns, "constants")

    def delta(self, node: Values, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Refuse: constants do not change."""
        del inputs, context
        raise InternalRewriterError("NOTHING_CHANGED", {"operator": type(node).__name__})
