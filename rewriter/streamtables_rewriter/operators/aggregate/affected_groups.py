"""Which groups a change touches, and the rows of just those."""

from __future__ import annotations

from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.rule import RuleContext
from streamtables_rewriter.operators.aggregate.calls import rows_to_group
from streamtables_rewriter.plan.nodes import Aggregate
from streamtables_rewriter.sql.columns import aliased, column
from streamtables_rewriter.sql.select_block import SelectBlock


def affected_groups(node: Aggregate, change: SelectBlock, context: RuleContext) -> SelectBlock | None:
    """Collect the keys of all rows that came or went.

    Args:
        node: The aggregate.
        change: The change of its input.
        context: The query under construction.

    Returns:
        The distinct keys; None where there is only one group, of all rows.
    """
    if not node.keys:
        return None
    keyed = rows_to_group(replace(node, calls=()), change, context)
    query = keyed.select([aliased(keyed.columns[key.name].copy(), key.name) for key in node.keys])
    query.set("distinct", exp.Distinct())
    return context.add_query(query, [key.name for key in node.keys], "affected_groups", exact_name=True)


def rows_of_groups(node: Aggregate, rows: SelectBlock, groups: SelectBlock | None, context: RuleContext) -> SelectBlock:
    """Keep the rows of some groups; NULL keys are keys like others.

    Args:
        node: The aggregate.
        rows: Its input.
        groups: The distinct keys of the groups; None for all rows.
        context: The query under construction.

    Returns:
        The rows with their keys, as from ``rows_to_group``.
    """
    keyed = rows_to_group(node, rows, context)
    if groups is None:
        return keyed
    (table,) = groups.tables
    equal = tuple(
        exp.NullSafeEQ(this=keyed.columns[key.name].copy(), expression=column(key.name, table.alias_or_name))
        for key in node.keys
    )
    return replace(
        keyed, tables=(*keyed.tables, table), conditions=keyed.conditions + equal, lead=str(table.alias_or_name)
    )
