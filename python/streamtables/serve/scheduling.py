"""The scheduler as this process sees it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

import streamtables

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class Status(Protocol):
    """What a scheduler says of itself."""

    leading: bool
    running: tuple[str, ...]
    due: tuple[str, ...]
    late_s: Mapping[str, float]
    suspended: Mapping[str, str]


@dataclass(slots=True)
class Scheduling:
    """Whether there is a scheduler, and which.

    Attributes:
        scheduler: The scheduler; None where there is none.
    """

    scheduler: Any = field(default=None)

    @property
    def can_start(self) -> bool:
        """Whether this release has one."""
        return hasattr(streamtables, "start_scheduler")

    def start(self, spark: SparkSession) -> None:
        """Start the scheduler of a session's application."""
        start: Any = getattr(streamtables, "start_scheduler")  # noqa: B009
        self.scheduler = start(spark)

    def stop(self, spark: SparkSession, timeout_s: float) -> None:
        """Let what runs end, or abandon it; then there is no scheduler."""
        if self.scheduler is not None:
            stop: Any = getattr(streamtables, "stop_scheduler")  # noqa: B009
            stop(spark, timeout_s=timeout_s)
            self.scheduler = None

    def status(self) -> Status | None:
        """Return what the scheduler says; None where there is none."""
        scheduler = self.scheduler
        return None if scheduler is None else scheduler.status()
