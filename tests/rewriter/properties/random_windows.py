"""Random window functions in the SQL that Spark and DuckDB share; where ties matter, the order leaves none."""

from __future__ import annotations

import random
from collections.abc import Callable

Expression = Callable[[str], str]
"""Writes an expression of a kind."""

_FRAMES = (
    "ROWS BETWEEN 1 PRECEDING AND CURRENT ROW",
    "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW",
    "ROWS BETWEEN CURRENT ROW AND UNBOUNDED FOLLOWING",
    "ROWS BETWEEN 2 PRECEDING AND 1 FOLLOWING",
)


def total_order(chance: random.Random, columns: list[str], expression: Expression) -> str:
    """Write a partitioning with an order that ties equal rows only.

    Two of them in one query would leave open which of two equal rows is the first in both.

    Args:
        chance: Where chance comes from.
        columns: All columns of the rows.
        expression: Writes what to sort by first.

    Returns:
        What stands in the brackets of OVER.
    """
    partition = f"PARTITION BY {chance.choice(columns)}" if chance.random() < 0.75 else ""
    direction = chance.choice((" NULLS FIRST", " DESC NULLS LAST", " DESC NULLS FIRST"))
    by = f"ORDER BY {expression(chance.choice(('int', 'string')))}{direction}"
    return f"{partition} {by}, {', '.join(f'{name} NULLS FIRST' for name in columns)}"


def random_window(chance: random.Random, columns: list[str], expression: Expression, total: str) -> tuple[str, str]:
    """Write a window function.

    Args:
        chance: Where chance comes from.
        columns: All columns of the rows.
        expression: Writes the arguments.
        total: The query's total order.

    Returns:
        The call and its kind.
    """
    kind = chance.choice(("int", "string", "decimal"))
    partition = f"PARTITION BY {chance.choice(columns)}" if chance.random() < 0.75 else ""
    direction = chance.choice((" NULLS FIRST", " DESC NULLS LAST", " DESC NULLS FIRST"))
    by = f"ORDER BY {expression(chance.choice(('int', 'string')))}{direction}"
    choice = chance.randrange(7)
    if choice == 0:
        return f"{chance.choice(('rank', 'dense_rank'))}() OVER ({partition} {by})", "int"
    if choice == 1:
        return f"{chance.choice(('row_number()', 'ntile(2)'))} OVER ({total})", "int"
    if choice == 2:
        call = chance.choice(("lag({})", "lead({}, 2)", "lag(({}) IGNORE NULLS)", "first_value({})"))
        return f"{call.format(expression(kind))} OVER ({total})", kind
    if choice == 3:
        call = chance.choice((f"sum({expression('int')})", "count(*)", f"max({expression('int')})"))
        return f"{call} OVER ({partition} {chance.choice(('', by))})", "int"
    if choice == 4:
        call = chance.choice((f"sum({expression('int')})", f"count({expression(kind)})", f"min({expression('int')})"))
        return f"{call} OVER ({total} {chance.choice(_FRAMES)})", "int"
    if choice == 5:
        frame = chance.choice(("1 PRECEDING AND CURRENT ROW", "CURRENT ROW AND 1 FOLLOWING"))
        order = f"ORDER BY {expression('int')} NULLS FIRST"
        return f"sum({expression('int')}) OVER ({partition} {order} RANGE BETWEEN {frame})", "int"
    return f"sum({expression('double')}) OVER ({total} {_FRAMES[1]})", "quotient"
