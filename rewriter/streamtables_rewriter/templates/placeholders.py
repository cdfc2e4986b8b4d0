"""The placeholders of a template: tables and calls whose names say what a refresh puts in their place."""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from sqlglot import exp

from streamtables_rewriter.semantics.clock import INSTANT
from streamtables_rewriter.sql.columns import RESERVED_PREFIX, relation


class PlaceholderKind(Enum):
    """What a placeholder is filled with."""

    NEW = "new"
    """A source at the version that the refresh brings the table to."""
    OLD = "old"
    """A source at the version that the table shows now."""
    DELTA = "delta"
    """The rows of a source that changed between the two, with their weights."""
    CHANGES = "changes"
    """The result of a delta template's first query."""
    BACKING = "backing"
    """The table that the rows are stored in."""
    NOW_NEW = "now_new"
    """The instant of this refresh, a TIMESTAMP."""
    NOW_OLD = "now_old"
    """The instant that the table shows now, a TIMESTAMP."""


_NAME = re.compile(
    re.escape(RESERVED_PREFIX) + "(" + "|".join(kind.value for kind in PlaceholderKind) + r")(?:_(\d+))?\Z"
)


@dataclass(frozen=True, slots=True, order=False)
class Placeholder:
    """A placeholder in a tree.

    Attributes:
        kind: What it is filled with.
        source: Index of the source for NEW, OLD and DELTA.
    """

    kind: PlaceholderKind
    source: int | None = None

    @property
    def read_source(self) -> int | None:
        """Index of the source whose rows at some version it stands for; None for changes and whatever else."""
        return self.source if self.kind in (PlaceholderKind.NEW, PlaceholderKind.OLD) else None

    @property
    def name(self) -> str:
        """The table name that stands for the placeholder in a tree."""
        suffix = "" if self.source is None else f"_{self.source}"
        return f"{RESERVED_PREFIX}{self.kind.value}{suffix}"

    def table(self, alias: str) -> exp.Table:
        """Write the placeholder as a table.

        Args:
            alias: The name by which the query refers to it; it stays when the placeholder is filled.

        Returns:
            A new table.
        """
        return relation(self.name, alias)


def placeholder_of(table: exp.Table) -> Placeholder | None:
    """Read the placeholder that a table stands for.

    Args:
        table: Any table of a tree.

    Returns:
        The placeholder, or None for an ordinary table.

    Examples:
        >>> import sqlglot
        >>> placeholder_of(sqlglot.to_table("__st_new_0")), placeholder_of(sqlglot.to_table("orders"))
        (Placeholder(kind=<PlaceholderKind.NEW: 'new'>, source=0), None)
    """
    return None if table.args.get("db") is not None else _named(table.name)


def placeholder_in(node: exp.Expr) -> Placeholder | None:
    """Read the placeholder that a table, or a call that stands for an instant, is.

    Args:
        node: Any expression of a tree.

    Returns:
        The placeholder, or None for anything else.
    """
    if isinstance(node, exp.Table):
        return placeholder_of(node)
    return _named(node.name) if isinstance(node, exp.Anonymous) else None


def _named(name: str) -> Placeholder | None:
    match = _NAME.match(name)
    if match is None:
        return None
    return Placeholder(PlaceholderKind(match[1]), None if match[2] is None else int(match[2]))


def at_instant(expression: exp.Expr, kind: PlaceholderKind) -> exp.Expr:
    """Fix the instant of an expression that reads the clock.

    Args:
        expression: An expression; left as it is.
        kind: OLD for the instant of the refresh before, anything else for that of this refresh.

    Returns:
        A new expression with a placeholder for the instant.
    """
    placeholder = Placeholder(PlaceholderKind.NOW_OLD if kind is PlaceholderKind.OLD else PlaceholderKind.NOW_NEW)

    def fixed(node: exp.Expr) -> exp.Expr:
        if isinstance(node, exp.Anonymous) and node.name == INSTANT:
            return exp.Anonymous(this=placeholder.name, expressions=[])
        return node

    return expression.transform(fixed)
