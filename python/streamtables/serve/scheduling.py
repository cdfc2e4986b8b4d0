"""The scheduler as this process sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.scheduler.scheduler import Scheduler
from streamtables.scheduler.status import SchedulerStatus
from streamtables.session.scheduling import start_scheduler, stop_scheduler

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


@dataclass(slots=True)
class Scheduling:
    """Whether there is a scheduler, and which.

    Attributes:
        scheduler: The scheduler; None where there is none.
    """

    scheduler: Scheduler | None = None

    def start(self, spark: SparkSession) -> None:
        """Start the scheduler of a session's application."""
        self.scheduler = start_scheduler(spark)

    def stop(self, spark: SparkSession, timeout_s: float) -> None:
        """Let what runs end, or leave it alone; then there is no scheduler."""
        if self.scheduler is not None:
            stop_scheduler(spark, timeout_s)
            self.scheduler = None

    @property
    def is_running(self) -> bool:
        """Whether it has begun, and was not stopped; True where there is to be none."""
        return self.scheduler is None or self.scheduler.is_running

    def status(self) -> SchedulerStatus | None:
        """Return what the scheduler says; None where there is none."""
        scheduler = self.scheduler
        return None if scheduler is None else scheduler.status()
