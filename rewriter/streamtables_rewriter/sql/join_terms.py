"""How several relations are put into one FROM clause: connected ones next to each other, each condition at once.

The relations follow each other in such an order that each is connected to those before it by a condition, as long as
there is such a one; equalities are followed first. A condition stands in the ON clause of the first relation with
which it can be evaluated, so that inequalities and cross products need no special treatment.
"""

from __future__ import annotations

from collections.abc import Sequence

from sqlglot import exp

from streamtables_rewriter.sql.columns import conjunction

_Condition = tuple[exp.Expr, frozenset[str]]


def arrange_joins(
    tables: Sequence[exp.Table], conditions: Sequence[exp.Expr], lead: str | None
) -> tuple[exp.Table, list[exp.Join], list[exp.Expr]]:
    """Order the relations of a FROM clause.

    Args:
        tables: The relations under their aliases.
        conditions: What must hold, over columns qualified by those aliases.
        lead: Alias of the relation to begin with, if that matters.

    Returns:
        Copies: the first relation, the joins of the others, and the conditions left for the WHERE clause.
    """
    by_alias = {str(table.alias_or_name): table for table in tables}
    first = lead if lead is not None else next(iter(by_alias))
    used = [(c, frozenset(found.table for found in c.find_all(exp.Column))) for c in conditions]
    remaining = [c.copy() for c, aliases in used if len(aliases) < 2]
    pending = [(c, aliases) for c, aliases in used if len(aliases) > 1]
    placed, joins = {first}, []
    while len(placed) < len(by_alias):
        chosen = next_relation([a for a in by_alias if a not in placed], placed, pending)
        placed.add(chosen)
        ready = conjunction(c.copy() for c, aliases in pending if aliases <= placed)
        pending = [(c, aliases) for c, aliases in pending if not aliases <= placed]
        table = by_alias[chosen].copy()
        joins.append(exp.Join(this=table, kind="CROSS") if ready is None else exp.Join(this=table, on=ready))
    return by_alias[first].copy(), joins, remaining


def next_relation(candidates: Sequence[str], placed: set[str], pending: Sequence[_Condition]) -> str:
    """Choose the relation to join next.

    Args:
        candidates: Aliases to choose from.
        placed: Aliases joined already.
        pending: The conditions over several relations that have not been used, each with the aliases it reads.

    Returns:
        The candidate that is connected best.
    """

    def distance(alias: str) -> int:
        touching = [(c, aliases) for c, aliases in pending if alias in aliases]
        ready = [c for c, aliases in touching if aliases <= placed | {alias}]
        if any(isinstance(c, exp.EQ | exp.NullSafeEQ) for c in ready):
            return 0
        if ready:
            return 1
        return 2 if any(aliases & placed for _, aliases in touching) else 3

    return min(candidates, key=distance)
