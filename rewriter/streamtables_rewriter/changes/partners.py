"""Which rows of a join's left input find their first partner, or lose their last one, when the right input changes.

``turned(l) = [n(l) = 0] - [n(l) - d(l) = 0]`` for the left rows that match a changed right row, where ``n(l)`` counts
the partners of ``l`` among the new right rows and ``d(l)`` adds up the weights of its partners among the changed ones:
+1 for a row that has lost its last partner, -1 for one that has found its first. Rows of equal values in the columns
that the condition reads (NULLs included) turn together, so they are counted once: the touched keys. A partner replaced
by another within one refresh turns nothing.

Reads the left input once for the touched keys, and the right input once, restricted to their partners; never the old
right input. What the changed rows touch is small and sent to every worker.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from sqlglot import exp

from streamtables_rewriter.changes.join_kinds import join_beside, ready_to_join, single_relation
from streamtables_rewriter.changes.key_pushdown import Keys
from streamtables_rewriter.changes.rule import Input, RuleContext
from streamtables_rewriter.sql.columns import (
    WEIGHT,
    aliased,
    column,
    conjunction,
    conjuncts,
    copied,
    references,
)
from streamtables_rewriter.sql.select_block import SelectBlock, join_blocks
from streamtables_rewriter.templates.placeholders import PlaceholderKind


def turned_rows(
    left: Input, right: Input, condition: exp.Expr | None, context: RuleContext, *, gained: int
) -> SelectBlock:
    """Find the old left rows that got or lost their partners with a change of the right input.

    Args:
        left: The left input.
        right: The right input, which has changed.
        condition: The join condition.
        context: The query under construction.
        gained: The weight of a row that got its first partner; one that lost its last has the opposite.

    Returns:
        The rows with their weights.
    """
    old, turns, names = turned_keys(left, right, condition, context, gained=gained)
    return rows_of_keys(old, turns, names)


def turned_keys(
    left: Input, right: Input, condition: exp.Expr | None, context: RuleContext, *, gained: int
) -> tuple[SelectBlock, SelectBlock, tuple[str, ...]]:
    """Find the keys of the old left rows that got or lost their partners with a change of the right input.

    Args:
        left: The left input.
        right: The right input, which has changed.
        condition: The join condition.
        context: The query under construction.
        gained: The weight of a key that got its first partner; one that lost its last has the opposite.

    Returns:
        The left rows that can have partners, the keys that turned, and the names of the keys' columns.
    """
    condition, own = _without_own_conditions(condition, frozenset(left.node.output))
    every = conjunction(copied(c) for c in (*conjuncts(condition), *own))
    change = single_relation(right.delta().block, context, "changed_partners")
    of_change = Keys.equal(change, condition, left.node.output)
    old = ready_to_join(left.old(of_change), every, context.naming(PlaceholderKind.OLD))
    old = old.where(own)
    names = key_names(old, condition)
    keys = touched_keys(old, change, names, condition, context)
    of_keys = None if keys is None else Keys.equal(keys, condition, right.node.output)
    turns = _turned_keys(keys, right.new(of_keys), change, names, condition, context, gained)
    return old, turns, names


def key_names(left: SelectBlock, condition: exp.Expr | None) -> tuple[str, ...]:
    """List the left columns that a condition reads.

    Args:
        left: The left input.
        condition: The join condition.

    Returns:
        Their names, in the input's order.
    """
    used = frozenset[str]() if condition is None else references(condition)
    return tuple(name for name in left.columns if name in used)


def without_partners(
    rows: SelectBlock, partners: SelectBlock, condition: exp.Expr | None, context: RuleContext
) -> exp.Select:
    """Write the rows that have no partner.

    Args:
        rows: The rows.
        partners: A single relation that holds all their partners.
        condition: The join condition.
        context: The query under construction.

    Returns:
        A new query of the rows' columns and weights.
    """
    ready = ready_to_join(rows, condition, context)
    return join_beside(ready, partners, "ANTI", condition, ready.outputs())


def touched_keys(
    left: SelectBlock, change: SelectBlock, names: Sequence[str], condition: exp.Expr | None, context: RuleContext
) -> SelectBlock | None:
    """Collect the keys of the left rows that match a changed right row.

    Args:
        left: The left rows.
        change: The changed right rows, a single relation.
        names: The columns of the keys.
        condition: The join condition.
        context: The query under construction.

    Returns:
        The distinct keys; None where the condition reads no left column, so that all left rows are one.
    """
    if not names:
        return None
    select = [aliased(copied(left.columns[name]), name) for name in names]
    query = join_beside(left, change, "SEMI", condition, select, broadcast=True)
    query.set("distinct", exp.Distinct())
    return context.add_query(query, names, "touched_keys", exact_name=True)


def with_keys(
    keys: SelectBlock | None,
    others: SelectBlock,
    condition: exp.Expr | None,
    select: Sequence[exp.Expr],
) -> exp.Select:
    """Join keys and right rows.

    Args:
        keys: The touched keys; None where there is but one.
        others: Right rows.
        condition: The join condition.
        select: What to select behind the keys, over the relations of ``others``; becomes part of the result.

    Returns:
        A new query.
    """
    blocks = [others] if keys is None else [keys, others]
    joined = join_blocks(blocks, conjuncts(condition), lead=keys)
    listed = [] if keys is None else [aliased(copied(e), name) for name, e in keys.columns.items()]
    return joined.select([*listed, *select])


def rows_of_keys(rows: SelectBlock, turns: SelectBlock, names: Sequence[str]) -> SelectBlock:
    """Give left rows the weights of their keys; NULL keys are keys like others.

    Args:
        rows: The left rows.
        turns: The keys with their weights, a single relation.
        names: The columns of the keys.

    Returns:
        The rows whose keys have a weight, with the columns of both.
    """
    alias = str(turns.tables[0].alias_or_name)
    equal = (exp.NullSafeEQ(this=copied(rows.columns[n]), expression=column(n, alias)) for n in names)
    others = {name: e for name, e in turns.columns.items() if name not in names}
    return replace(
        rows,
        tables=(*rows.tables, *turns.tables),
        columns={**rows.columns, **others},
        conditions=(*rows.conditions, *equal),
        weight=turns.weight,
        lead=alias,
    )


def _without_own_conditions(condition: exp.Expr | None, left: frozenset[str]) -> tuple[exp.Expr | None, list[exp.Expr]]:
    """Split off what a condition says about left rows alone: a row that fails it never has a partner."""
    used = [(c, references(c)) for c in conjuncts(condition)]
    own = [c for c, names in used if names and names <= left]
    return conjunction(copied(c) for c, names in used if not (names and names <= left)), own


def _turned_keys(
    keys: SelectBlock | None,
    new: SelectBlock,
    change: SelectBlock,
    names: Sequence[str],
    condition: exp.Expr | None,
    context: RuleContext,
    gained: int,
) -> SelectBlock:
    new = ready_to_join(new, condition, context.naming(PlaceholderKind.NEW))
    zero, one = exp.Literal.number(0), exp.Literal.number(1)
    weight = change.weight or one
    present = [aliased(one.copy(), "present"), aliased(zero.copy(), "difference")]
    different = [aliased(zero.copy(), "present"), aliased(copied(weight), "difference")]
    union = exp.Union(
        this=with_keys(keys, new, condition, present),
        expression=with_keys(keys, change, condition, different),
        distinct=False,
    )
    counted = context.add_query(union, [*names, "present", "difference"], "partners", exact_name=True)
    now = exp.Sum(this=counted.columns["present"].copy())
    before = exp.Sub(this=now.copy(), expression=exp.Sum(this=counted.columns["difference"].copy()))
    none_now = exp.EQ(this=now.copy(), expression=zero.copy())
    none_before = exp.EQ(this=before, expression=zero.copy())
    turn = exp.Case(
        ifs=[exp.If(this=none_now.copy(), true=exp.Literal.number(-gained))], default=exp.Literal.number(gained)
    )
    listed = [copied(counted.columns[name]) for name in names]
    query = counted.select(
        [*(aliased(copied(e), n) for n, e in zip(names, listed, strict=True)), aliased(turn, WEIGHT)]
    )
    if listed:
        query.set("group", exp.Group(expressions=listed))
    different_now = exp.NEQ(this=exp.Paren(this=none_now), expression=exp.Paren(this=none_before))
    query.set("having", exp.Having(this=different_now))
    return context.add_query(query, names, "turned_keys", weighted=True, exact_name=True)
