"""What Spark did between two moments, read from its status store: jobs, tasks, rows and bytes."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.benchmarks.measurement import Work

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class SparkMeter:
    """Counts the work of a Spark application, whichever thread or session asks for it.

    Spark numbers its jobs, and its status store keeps the last thousand with their stages, also without a UI.

    Args:
        spark: Any session of the application.
    """

    def __init__(self, spark: SparkSession) -> None:
        context: Any = spark.sparkContext
        self._context: Any = context._jsc.sc()
        self._store: Any = self._context.statusStore()

    def mark(self) -> int:
        """Return the present moment: the number of jobs so far."""
        return int(self._context.dagScheduler().numTotalJobs())

    def work_since(self, mark: int) -> Work:
        """Count what was done since a moment.

        Args:
            mark: The moment.

        Returns:
            The work of all jobs that started since.
        """
        end = self.mark()
        # The store hears of a stage's end through a queue.
        self._context.listenerBus().waitUntilEmpty()
        stages: set[int] = set()
        for number in range(mark, end):
            stage_ids = self._store.job(number).stageIds()
            stages.update(int(stage_ids.apply(index)) for index in range(stage_ids.length()))
        attempts = [found for stage in sorted(stages) if (found := self._stage(stage)) is not None]
        return Work(
            jobs=end - mark,
            tasks=sum(stage.numCompleteTasks() for stage in attempts),
            rows_read=sum(stage.inputRecords() for stage in attempts),
            bytes_read=sum(stage.inputBytes() for stage in attempts),
            rows_written=sum(stage.outputRecords() for stage in attempts),
            bytes_written=sum(stage.outputBytes() for stage in attempts),
            shuffle_bytes=sum(stage.shuffleWriteBytes() for stage in attempts),
        )

    def _stage(self, number: int) -> Any:
        """Return a stage, or None if it was forgotten: Spark forgets skipped ones first, which did nothing."""
        from py4j.protocol import Py4JJavaError

        try:
            return self._store.lastStageAttempt(number)
        except Py4JJavaError as error:
            if "NoSuchElementException" in str(error):
                return None
            raise


def with_files_added(work: Work, commits: Iterable[Path]) -> Work:
    """Count what was written without a job, too: Spark knows of none of that.

    Args:
        work: What the jobs did.
        commits: Log entries of the Delta commits that were made meanwhile.

    Returns:
        The work with all rows and bytes of the files that these commits added, if the jobs wrote less.
    """
    actions = [json.loads(line) for commit in commits for line in commit.read_text().splitlines()]
    known = {action["remove"]["path"] for action in actions if "remove" in action}
    added = [action["add"] for action in actions if "add" in action and action["add"]["path"] not in known]
    rows = sum(json.loads(file.get("stats") or "{}").get("numRecords", 0) for file in added)
    return replace(
        work,
        rows_written=max(work.rows_written, rows),
        bytes_written=max(work.bytes_written, sum(file["size"] for file in added)),
    )
