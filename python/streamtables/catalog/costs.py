"""What a stream table's refreshes have cost, as far as its commits tell."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

_MARGINS = {2: 2.0, 3: 1.1}
"""How much dearer differential refreshes may seem before the table is recomputed, by how many are remembered: the first
one of an application also compiles, and durations vary by a tenth."""
MOST_REMEMBERED = max(_MARGINS)
"""Differential refreshes that are remembered."""
RETRY_AFTER = 20
"""Refreshes for which the history may choose to recompute before it is asked again."""
_ALIKE = 4
"""Changes of a quarter up to four times as many rows, in files of as many bytes, take as long."""
_FEW_ROWS = 250
"""Rows up to which a refresh takes as long as for one."""
_FEW_BYTES = 32 * 2**20
"""Bytes that are read in less time than a refresh takes for one row."""
_DEARER = 10
"""How many rows are recomputed in the time that a further changed row takes (``bulk``: 5 to 15)."""
_COLD_MS = 6000
_COLD_SHARE, _WARM_SHARE = 0.3, 0.5
"""What an application may add to its first fillings, and the least share of a filling that recomputing takes later:
the first statement of a query also compiles it (``tpch``, scale 1: 0.45 of a cold, 0.5 to 0.8 of a warm one)."""


class InitialLoad(str, Enum):
    """In which application a table was filled for the first time."""

    COLD = "cold"
    WARM = "warm"


class Size(NamedTuple):
    """The size of a change.

    Attributes:
        rows: Rows that changed.
        size_bytes: Bytes of the files that hold them: few where rows come or change side by side, those of all the
            source where they lie all over it. 0 if unknown.
    """

    rows: int
    size_bytes: int = 0

    def is_alike(self, other: Size) -> bool:
        """Return whether a refresh from either change takes about as long."""
        return self.fits_into(other) and other.fits_into(self)

    def fits_into(self, other: Size) -> bool:
        """Return whether another change is as large or larger."""
        return self.rows <= _ALIKE * max(other.rows, _FEW_ROWS) and self.size_bytes <= _ALIKE * max(
            other.size_bytes, _FEW_BYTES
        )


class PastRefresh(NamedTuple):
    """A differential refresh: what changed, and how many milliseconds it took."""

    size: Size
    milliseconds: int


@dataclass(frozen=True, slots=True)
class Costs:
    """Durations of a stream table's refreshes.

    Attributes:
        full_ms: The last recomputation, in milliseconds; None if unknown.
        differential: The last differential refreshes, newest last.
        avoided: Recomputations since the last differential refresh.
        initial_load: What the first filling met, as long as it is the one recomputation that is known; else None.
    """

    full_ms: int | None = None
    differential: tuple[PastRefresh, ...] = ()
    avoided: int = 0
    initial_load: InitialLoad | None = None

    def with_initial_load(self, milliseconds: int) -> Costs:
        """Add the first filling; what it met is known before."""
        return replace(self, full_ms=milliseconds, avoided=self.avoided + 1)

    def with_full(self, milliseconds: int) -> Costs:
        """Add a recomputation."""
        return replace(self, full_ms=milliseconds, avoided=self.avoided + 1, initial_load=None)

    def with_differential(self, size: Size, milliseconds: int) -> Costs:
        """Add a differential refresh."""
        kept = (*self.differential, PastRefresh(size, milliseconds))[-MOST_REMEMBERED:]
        return replace(self, differential=kept, avoided=0)

    @property
    def least_full_ms(self) -> float | None:
        """How long recomputing takes at least, in milliseconds; None if unknown."""
        if self.full_ms is None or self.initial_load is None:
            return self.full_ms
        if self.initial_load is InitialLoad.WARM:
            return _WARM_SHARE * self.full_ms
        return max(self.full_ms - _COLD_MS, _COLD_SHARE * self.full_ms)

    @property
    def margin(self) -> float | None:
        """How many times as long as recomputing a differential refresh may take; None if too few are remembered."""
        return _MARGINS.get(len(self.differential))

    def tells_of(self, size: Size | None) -> bool:
        """Return whether enough refreshes are remembered, one of them of a change of this size if that is known."""
        return self.margin is not None and (size is None or any(size.is_alike(past.size) for past in self.differential))

    def seen(self, size: Size) -> int:
        """Return how many refreshes are remembered of changes that take about as long as one of this size."""
        return sum(past.size.is_alike(size) for past in self.differential)

    def predicted_ms(self, size: Size, share: float) -> float | None:
        """Predict a differential refresh from the cheapest one of a change of its size, or else of a smaller one.

        Args:
            size: What has changed.
            share: Which share of their tables the rows are.

        Returns:
            Milliseconds, or None if too little is remembered: larger changes tell nothing of small ones.
        """
        if self.margin is None:
            return None
        alike = [past.milliseconds for past in self.differential if past.size.is_alike(size)]
        if alike:
            return min(alike)
        smaller = [past.milliseconds for past in self.differential if past.size.fits_into(size)]
        return min(smaller) + _DEARER * share * (self.full_ms or 0) if smaller else None

    def to_json(self) -> list[object]:
        """Return what a commit keeps of it."""
        differential = [[*past.size, past.milliseconds] for past in self.differential]
        return [self.full_ms, differential, self.avoided, self.initial_load]

    @classmethod
    def from_json(cls, raw: list[object] | None) -> Costs:
        """Read what a commit kept."""
        if not raw:
            return cls()
        full, differential, avoided, *initial_load = raw
        return cls(
            full if isinstance(full, int) else None,
            tuple(
                PastRefresh(Size(int(rows), *map(int, size_bytes)), int(milliseconds))
                for rows, *size_bytes, milliseconds in (differential if isinstance(differential, list) else [])
            ),
            avoided if isinstance(avoided, int) else 0,
            next((InitialLoad(met) for met in initial_load if isinstance(met, str)), None),
        )


NO_COSTS = Costs()
"""Of a table about which nothing is known."""
