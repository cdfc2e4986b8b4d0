"""Outer, semi and anti joins as SQL: one more relation beside a block, which is asked for partners."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from sqlglot import exp

from streamtables_rewriter.changes.key_pushdown import Keys
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.sql.columns import conjunction, conjuncts, references, substitute
from streamtables_rewriter.sql.select_block import SelectBlock, broadcast_hint
from streamtables_rewriter.templates.placeholders import PlaceholderKind

JoinKind = Literal["LEFT", "FULL", "SEMI", "ANTI"]


def single_relation(block: SelectBlock, context: RuleContext, name: str) -> SelectBlock:
    """Make sure that a block is one relation whose columns are plain and which loses no rows.

    Args:
        block: Any block.
        context: The query under construction.
        name: What to call it if it must become a relation of its own.

    Returns:
        The block, or a relation with its columns.
    """
    return block if block.is_relation() else context.seal(block, name)


def ready_to_join(block: SelectBlock, condition: exp.Expr | None, context: RuleContext) -> SelectBlock:
    """Make sure that a join condition computes no column of a block that is also put out.

    Args:
        block: An input of a join.
        condition: The join condition.
        context: The query under construction.

    Returns:
        The block, or a relation with its columns.
    """
    if block.repeats_work(conjuncts(condition), keeping=True):
        return context.seal(block, "computed")
    return block


def join_beside(
    rows: SelectBlock,
    other: SelectBlock,
    kind: JoinKind,
    condition: exp.Expr | None,
    select: Sequence[exp.Expr],
    *,
    broadcast: bool = False,
) -> exp.Select:
    """Write a block with another relation joined to it.

    Args:
        rows: The left side; for FULL a single relation.
        other: The right side, a single relation.
        kind: The kind of join.
        condition: The join condition over the columns of both; None for none.
        select: The select list over the relations of both; becomes part of the result.
        broadcast: Whether the right side is small.

    Returns:
        A new query.
    """
    columns = {**other.columns, **rows.columns}
    on = conjunction(substitute(c, columns) for c in conjuncts(condition)) or exp.Boolean(this=True)
    query = rows.select(select)
    table = other.tables[0].copy()
    side = "LEFT" if kind in ("SEMI", "ANTI") else kind
    joined = exp.Join(this=table, side=side, kind=kind if side != kind else None, on=on)
    query.append("joins", joined)
    if broadcast:
        hint = broadcast_hint(str(table.alias_or_name))
        known = query.args.get("hint")
        query.set("hint", exp.Hint(expressions=[*(known.expressions if known else ()), *hint.expressions]))
    return query


def rows_with_partners(
    rows: SelectBlock, others: SelectBlock, condition: exp.Expr | None, context: RuleContext, name: str
) -> SelectBlock:
    """Keep the rows that have a partner among a few others.

    Args:
        rows: A relation, perhaps large.
        others: A small single relation.
        condition: The join condition over the columns of both.
        context: The query under construction.
        name: What to call the result.

    Returns:
        The rows.
    """
    rows = ready_to_join(rows, condition, context)
    query = join_beside(rows, others, "SEMI", condition, rows.outputs(), broadcast=True)
    return context.add_query(query, rows.columns, name, exact_name=True)


def changed_rows_and_partners(
    change: Delta, other: Input, condition: exp.Expr | None, context: RuleContext
) -> tuple[Delta, SelectBlock]:
    """Restrict one input of a join to the partners of the other's changed rows.

    Args:
        change: The change of one input.
        other: The other input, of which the new rows are taken.
        condition: The join condition.
        context: The query under construction.

    Returns:
        The change, as a relation that can be read twice, and the partners of its rows.
    """
    if condition is None:
        return change, single_relation(other.new(), context.naming(PlaceholderKind.NEW), "partner_rows")
    changed = single_relation(change.block, context, "changed_rows")
    ready = replace(change, block=changed)
    names = [name for name in changed.columns if name in references(condition)]
    cover = single_relation(ready.cover(names), context, "changed_rows")
    rows = other.new(Keys.equal(cover, condition, other.node.output))
    return ready, rows_with_partners(rows, cover, condition, context, "partner_rows")
