"""What a scheduler is doing."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SchedulerStatus:
    """What a scheduler is doing.

    Attributes:
        leading: Whether it is the one that works; another one on the same catalog may be.
        running: Schema and name of the stream tables that are being refreshed.
        due: Those that are due and wait for their turn.
        late_s: For how many seconds tables have been due, or refreshed beyond their next time.
        suspended: Why each table was suspended by this scheduler, as long as it is.
        problem: Why it does nothing at the moment, in one line; None where nothing keeps it.
    """

    leading: bool
    running: tuple[str, ...]
    due: tuple[str, ...]
    late_s: Mapping[str, float]
    suspended: Mapping[str, str]
    problem: str | None = None
