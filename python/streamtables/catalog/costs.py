"""What a stream table's refreshes have cost, as far as its commits tell."""

from __future__ import annotations

from dataclasses import dataclass, replace

REMEMBERED = 3
"""Differential refreshes that are remembered; with fewer the history says nothing."""
RETRY_AFTER = 20
"""Refreshes for which the history may choose to recompute before it is asked again."""
_ALIKE = 4
"""Changes of a quarter up to four times as many rows take as long."""
_FEW_ROWS = 250
"""Rows up to which a refresh takes as long as for one."""
_DEARER = 10
"""How many rows are recomputed in the time that a further changed row takes (``bulk``: 5 to 15)."""


@dataclass(frozen=True, slots=True)
class Costs:
    """Durations of a stream table's refreshes.

    Attributes:
        full_ms: The last recomputation, in milliseconds; None if unknown.
        differential: The last differential refreshes, newest last: pairs of changed rows and milliseconds.
        avoided: Recomputations since the last differential refresh.
        only_filled: Whether the one recomputation known is the first filling, which may have met a cold session.
    """

    full_ms: int | None = None
    differential: tuple[tuple[int, int], ...] = ()
    avoided: int = 0
    only_filled: bool = False

    def with_full(self, milliseconds: int, *, first: bool = False) -> Costs:
        """Add a recomputation, or the first filling."""
        return replace(self, full_ms=milliseconds, avoided=self.avoided + 1, only_filled=first)

    def with_differential(self, changed_rows: int, milliseconds: int) -> Costs:
        """Add a differential refresh."""
        kept = (*self.differential, (changed_rows, milliseconds))[-REMEMBERED:]
        return replace(self, differential=kept, avoided=0)

    @property
    def is_telling(self) -> bool:
        """Whether enough differential refreshes are remembered."""
        return len(self.differential) >= REMEMBERED

    def predicted_ms(self, changed_rows: int, share: float) -> float | None:
        """Predict a differential refresh from the cheapest one of a change of its size, or else of a smaller one.

        Args:
            changed_rows: How many rows have changed.
            share: Which share of their tables they are.

        Returns:
            Milliseconds, or None if too little is remembered: larger changes tell nothing of small ones.
        """
        if not self.is_telling:
            return None
        alike = [
            ms
            for rows, ms in self.differential
            if rows <= _ALIKE * max(changed_rows, _FEW_ROWS) and changed_rows <= _ALIKE * max(rows, _FEW_ROWS)
        ]
        if alike:
            return min(alike)
        smaller = [ms for rows, ms in self.differential if rows < changed_rows]
        return min(smaller) + _DEARER * share * (self.full_ms or 0) if smaller else None

    def to_json(self) -> list[object]:
        """Return what a commit keeps of it."""
        return [self.full_ms, [list(pair) for pair in self.differential], self.avoided, self.only_filled]

    @classmethod
    def from_json(cls, raw: list[object] | None) -> Costs:
        """Read what a commit kept."""
        if not raw:
            return cls()
        full, differential, avoided, *first = raw
        pairs = differential if isinstance(differential, list) else []
        return cls(
            full if isinstance(full, int) else None,
            tuple((int(rows), int(ms)) for rows, ms in pairs),
            avoided if isinstance(avoided, int) else 0,
            first == [True],
        )


NO_COSTS = Costs()
"""Of a table about which nothing is known."""
