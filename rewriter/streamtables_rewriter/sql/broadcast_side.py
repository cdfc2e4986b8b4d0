"""Broadcast side: which side of a join is broadcast, where both are small.

A chain of joins that broadcasts its own result waits for a job at each step. Where the other side is a table that is
small itself, that table is broadcast instead, and the chain goes on in the same job.
"""

from __future__ import annotations

from collections.abc import Callable

from sqlglot import exp

from streamtables_rewriter.sql.columns import conjuncts
from streamtables_rewriter.sql.select_block import broadcast_hint


def broadcast_small_tables(tree: exp.Expr, is_small: Callable[[exp.Table], bool]) -> exp.Expr:
    """Let the hints of inner joins name small tables instead of what they are joined with.

    Args:
        tree: A statement; changed in place.
        is_small: Tells of a table whether all of it can be broadcast.

    Returns:
        The statement.
    """
    for select in tree.find_all(exp.Select):
        joins = select.args.get("joins") or []
        if select.args.get("hint") is None or len(joins) != 1 or joins[0].side or joins[0].kind:
            continue
        partner = joins[0].this
        hinted = select.args["hint"].expressions[0].expressions[0]
        if hinted.name == select.args["from_"].alias_or_name and isinstance(partner, exp.Table) and is_small(partner):
            select.set("hint", broadcast_hint(partner.alias_or_name))
    return tree


def disable_broadcast(tree: exp.Expr) -> exp.Expr:
    """Take the hints away, which hold for small changes only.

    Args:
        tree: A statement; changed in place.

    Returns:
        The statement.
    """
    for select in tree.find_all(exp.Select):
        select.set("hint", None)
    return tree


def prefer_hash_joins(tree: exp.Expr) -> exp.Expr:
    """Let the hints ask for a hash table where the rows are, instead of one that is broadcast.

    Args:
        tree: A statement; changed in place.

    Returns:
        The statement.
    """
    for hint in tree.find_all(exp.JoinHint):
        hint.set("this", "SHUFFLE_HASH")
    return tree


def has_equi_joins_only(tree: exp.Expr) -> bool:
    """Return whether every join finds its partners by a value, instead of trying each row with all others.

    Args:
        tree: A statement.

    Returns:
        Whether each join needs an equality of two values, each of other relations.
    """
    return all(_has_equality(join) for join in tree.find_all(exp.Join))


def _has_equality(join: exp.Join) -> bool:
    equalities = (c for c in conjuncts(join.args.get("on")) if isinstance(c, exp.EQ | exp.NullSafeEQ))
    sides = ((_relations(c.this), _relations(c.expression)) for c in equalities)
    return any(left and right and left.isdisjoint(right) for left, right in sides)


def _relations(value: exp.Expr) -> set[str]:
    return {column.table for column in value.find_all(exp.Column)}
