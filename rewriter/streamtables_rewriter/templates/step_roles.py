"""What common table expressions hold, as far as that tells whether they are worth a statement of their own."""

from __future__ import annotations

from enum import Enum

from sqlglot import exp

_ROLE = "streamtables_role"


class StepRole(Enum):
    """What a common table expression holds. The value is its name; from the second one on, a number follows.

    The tree carries it beside the name, so that nobody reads names.
    """

    ALL_GROUPS = "all_groups"
    """The states of all groups of an aggregate, which nothing but what is computed once spares reading again."""
    CHANGED_GROUPS = "changed_groups"
    """What changed in the groups of an aggregate: a filter below it may leave few of many changed rows."""
    UNCHANGING = "unchanging"
    """An aggregate of all rows, one row, of which nothing changed: what it was at a refresh before, it still is."""
    REDUCED_KEYS = "met_keys"
    """Keys that are met."""
    PUSHED_KEYS = "wanted_keys"
    """Keys that are pushed down."""

    @classmethod
    def of(cls, query: exp.Expr) -> StepRole | None:
        """Return the role of a common table expression's query; None for one without."""
        role: StepRole | None = query.meta_get(_ROLE)
        return role

    def give_to(self, query: exp.Expr) -> None:
        """Say that a query, and each copy of it, has this role."""
        query.meta[_ROLE] = self
