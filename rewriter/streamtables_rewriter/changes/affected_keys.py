"""Keyed rules: which keys a change touches, and the rows that have them.

The keys are few and are sent to every worker, so that an input is read once and never moved.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.rule import RuleContext
from streamtables_rewriter.plan.nodes import Named
from streamtables_rewriter.sql.columns import aliased, column
from streamtables_rewriter.sql.select_block import SelectBlock


def affected_keys(keys: Sequence[Named], change: SelectBlock, context: RuleContext, name: str) -> SelectBlock | None:
    """Collect the keys of all rows that came or went.

    Args:
        keys: The keys over the columns of the change.
        change: The change.
        context: The query under construction.
        name: The name wished for the relation.

    Returns:
        The distinct keys; None where there are none, so that all rows are affected.
    """
    if not keys:
        return None
    if change.repeats_work(key.expression for key in keys):
        change = context.seal(change, "computed")
    query = change.select([aliased(change.expression(key.expression), key.name) for key in keys])
    query.set("distinct", exp.Distinct())
    return context.add_query(query, [key.name for key in keys], name, exact_name=True)


def rows_of_keys(keys: Sequence[Named], rows: SelectBlock, affected: SelectBlock | None) -> SelectBlock:
    """Keep the rows that have some keys; NULL keys are keys like others.

    Args:
        keys: The keys over the columns of the rows.
        rows: The rows.
        affected: The distinct keys; None for all rows.

    Returns:
        The rows, with their columns as they are.
    """
    if affected is None:
        return rows
    (table,) = affected.tables
    alias = str(table.alias_or_name)
    equal = tuple(
        exp.NullSafeEQ(this=rows.expression(key.expression), expression=column(key.name, alias)) for key in keys
    )
    return replace(rows, tables=(*rows.tables, table), conditions=rows.conditions + equal, lead=alias)
