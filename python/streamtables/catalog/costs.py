"""What a stream table's refreshes have cost, as far as its commits tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum

_MARGINS = {2: 2.0, 3: 1.1}
"""How much dearer differential refreshes may seem before the table is recomputed, by how many are remembered: the first
one of an application also compiles, and durations vary by a tenth."""
REMEMBERED = max(_MARGINS)
"""Differential refreshes that are remembered."""
RETRY_AFTER = 20
"""Refreshes for which the history may choose to recompute before it is asked again."""
_ALIKE = 4
"""Changes of a quarter up to four times as many rows take as long."""
_FEW_ROWS = 250
"""Rows up to which a refresh takes as long as for one."""
_DEARER = 10
"""How many rows are recomputed in the time that a further changed row takes (``bulk``: 5 to 15)."""
_COLD_MS = 6000
_COLD_SHARE, _WARM_SHARE = 0.3, 0.5
"""What an application may add to its first fillings, and the least share of a filling that recomputing takes later:
the first statement of a query also compiles it (``tpch``, scale 1: 0.45 of a cold, 0.5 to 0.8 of a warm one)."""


class Filling(str, Enum):
    """In which application a table was filled for the first time."""

    COLD = "cold"
    WARM = "warm"


@dataclass(frozen=True, slots=True)
class Costs:
    """Durations of a stream table's refreshes.

    Attributes:
        full_ms: The last recomputation, in milliseconds; None if unknown.
        differential: The last differential refreshes, newest last: pairs of changed rows and milliseconds.
        avoided: Recomputations since the last differential refresh.
        filling: What the first filling met, as long as it is the one recomputation that is known; else None.
    """

    full_ms: int | None = None
    differential: tuple[tuple[int, int], ...] = ()
    avoided: int = 0
    filling: Filling | None = None

    def with_filling(self, milliseconds: int) -> Costs:
        """Add the first filling; what it met is known before."""
        return replace(self, full_ms=milliseconds, avoided=self.avoided + 1)

    def with_full(self, milliseconds: int) -> Costs:
        """Add a recomputation."""
        return replace(self, full_ms=milliseconds, avoided=self.avoided + 1, filling=None)

    def with_differential(self, changed_rows: int, milliseconds: int) -> Costs:
        """Add a differential refresh."""
        kept = (*self.differential, (changed_rows, milliseconds))[-REMEMBERED:]
        return replace(self, differential=kept, avoided=0)

    @property
    def least_full_ms(self) -> float | None:
        """How long recomputing takes at least, in milliseconds; None if unknown."""
        if self.full_ms is None or self.filling is None:
            return self.full_ms
        if self.filling is Filling.WARM:
            return _WARM_SHARE * self.full_ms
        return max(self.full_ms - _COLD_MS, _COLD_SHARE * self.full_ms)

    @property
    def margin(self) -> float | None:
        """How many times as long as recomputing a differential refresh may take; None if too few are remembered."""
        return _MARGINS.get(len(self.differential))

    def tells_of(self, changed_rows: int | None) -> bool:
        """Tell whether enough refreshes are remembered, one of them of a change of this size if that is known."""
        return self.margin is not None and (changed_rows is None or bool(self._alike(changed_rows)))

    def predicted_ms(self, changed_rows: int, share: float) -> float | None:
        """Predict a differential refresh from the cheapest one of a change of its size, or else of a smaller one.

        Args:
            changed_rows: How many rows have changed.
            share: Which share of their tables they are.

        Returns:
            Milliseconds, or None if too little is remembered: larger changes tell nothing of small ones.
        """
        if self.margin is None:
            return None
        alike = self._alike(changed_rows)
        if alike:
            return min(alike)
        smaller = [ms for rows, ms in self.differential if rows < changed_rows]
        return min(smaller) + _DEARER * share * (self.full_ms or 0) if smaller else None

    def _alike(self, changed_rows: int) -> list[int]:
        return [
            ms
            for rows, ms in self.differential
            if rows <= _ALIKE * max(changed_rows, _FEW_ROWS) and changed_rows <= _ALIKE * max(rows, _FEW_ROWS)
        ]

    def to_json(self) -> list[object]:
        """Return what a commit keeps of it."""
        return [self.full_ms, [list(pair) for pair in self.differential], self.avoided, self.filling]

    @classmethod
    def from_json(cls, raw: list[object] | None) -> Costs:
        """Read what a commit kept."""
        if not raw:
            return cls()
        full, differential, avoided, *filling = raw
        pairs = differential if isinstance(differential, list) else []
        return cls(
            full if isinstance(full, int) else None,
            tuple((int(rows), int(ms)) for rows, ms in pairs),
            avoided if isinstance(avoided, int) else 0,
            next((Filling(met) for met in filling if isinstance(met, str)), None),
        )


NO_COSTS = Costs()
"""Of a table about which nothing is known."""
