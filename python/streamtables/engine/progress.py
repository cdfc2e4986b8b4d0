"""What is told while a run refreshes stream tables, for those who wait."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import count


@dataclass(frozen=True, slots=True)
class RefreshStep:
    """What a run does now.

    Attributes:
        stream_table: Schema and name.
        number: Of which table in the order in which they are begun, from 1.
        total: How many stream tables the run has.
        phase: What is done to it, in words.
    """

    stream_table: str
    number: int
    total: int
    phase: str


Follow = Callable[[RefreshStep], object]
"""Is called where the step is done, from several threads, and has to return at once without an error."""
Tell = Callable[[str], object]


class RunProgress:
    """Tells those who follow the steps of one run.

    Args:
        followers: Who is told.
        total: How many stream tables the run has.
    """

    def __init__(self, followers: Sequence[Follow], total: int) -> None:
        self._followers = followers
        self._total = total
        self._begun = count(1)

    def begin(self, stream_table: str) -> Tell | None:
        """Begin with a stream table.

        Args:
            stream_table: Schema and name.

        Returns:
            What is to be called with each phase when it begins; None where nobody follows.
        """
        if not self._followers:
            return None
        number = next(self._begun)

        def tell(phase: str) -> None:
            for follow in tuple(self._followers):
                follow(RefreshStep(stream_table, number, self._total, phase))

        return tell
