"""What a refresh was."""

from __future__ import annotations

from enum import Enum


class RanMode(Enum):
    """What really ran."""

    INITIAL = "INITIAL"
    DIFFERENTIAL = "DIFFERENTIAL"
    FULL = "FULL"
    NO_CHANGE = "NO_CHANGE"
    SKIPPED = "SKIPPED"
    FAILED = "FAILED"
