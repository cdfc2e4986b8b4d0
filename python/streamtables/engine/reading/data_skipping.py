"""Data skipping: where in a table the rows lie that a MERGE can touch, by ranges of keys and the files' statistics.

A row whose key lies outside of the range of all changed keys matches none of them, so that the condition of the MERGE
may say so; Delta then leaves out the files whose statistics lie outside.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeGuard

from sqlglot import exp

from streamtables_rewriter.merge.merge_parts import CHANGES, STORED
from streamtables_rewriter.sql.columns import column
from streamtables_rewriter.templates.runtime_filters import ORDERED_TYPES, KeyRange, within

if TYPE_CHECKING:
    from streamtables.engine.programs.program import Program

_LONGEST_TEXT = 1000
_REPLACED = re.compile("[\ufffd\ud800-\udfff]")
_MOST_COLUMNS = 4
"""Statistics are rarely sorted by more columns than a few."""

Bounds = Mapping[str, tuple[object, object, bool]]
"""Smallest and largest value of a column, and whether it has NULLs."""


def range_columns(program: Program) -> Sequence[str]:
    """Choose the columns whose ranges are worth knowing.

    Args:
        program: The compiled definition.

    Returns:
        Stored columns that a change is found by, of types that have an order and plain literals.
    """
    plan = program.plan
    if plan is None:
        return ()
    keys = plan.keys if plan.layout == "groups" else [c.name for c in plan.stored if not c.hidden]
    types = {c.name: c.type for c in plan.stored}
    return [name for name in keys if types[name] in ORDERED_TYPES][:_MOST_COLUMNS]


def within_bounds(statement: exp.Expr, bounds: Bounds) -> exp.Expr:
    """Say where the stored rows can lie that changes are compared with.

    Args:
        statement: A MERGE, or a query that joins the stored rows with the changes; changed in place.
        bounds: The bounds of the changes, by stored column.

    Returns:
        The statement.
    """
    joins = (join for join in statement.find_all(exp.Join) if join.this.alias_or_name == CHANGES)
    joined = statement if isinstance(statement, exp.Merge) else next(joins)
    condition = joined.args["on"]
    for name, (low, high, has_nulls) in bounds.items():
        if not (is_plain(low) and is_plain(high)):
            continue
        inside = within(column(name, STORED), KeyRange(low, high), or_null=has_nulls)
        condition = exp.And(this=condition, expression=inside)
    joined.set("on", condition)
    return statement


def is_plain(value: object) -> TypeGuard[int | str]:
    """Return whether a value of a row can be written in SQL.

    Args:
        value: A key's value, as Spark gave it to the driver.

    Returns:
        Whether it is a whole number, or a text of moderate length that is surely the row's own: bytes that are no text
        come to the driver as U+FFFD, which has another place in the order.
    """
    if isinstance(value, str):
        return len(value) <= _LONGEST_TEXT and not _REPLACED.search(value)
    return isinstance(value, int)
