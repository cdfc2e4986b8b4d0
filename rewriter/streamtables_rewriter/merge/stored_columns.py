"""The columns of a stored table."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StoredColumn:
    """A column of the backing table.

    Attributes:
        name: Its name there.
        type: Its type in Spark's DDL spelling.
        hidden: Whether it is state that no user sees.
        output: Index of the user's output column that it holds, or None.
    """

    name: str
    type: str
    hidden: bool = False
    output: int | None = None
