"""Small results, brought to the driver once, so that Spark plans with their real size and never computes them twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pyspark.sql import DataFrame, Observation
from pyspark.sql import functions as f

from streamtables.spark.statement_bridge import StatementBridge
from streamtables_grammar.names import quote_identifier

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

COLLECT_LIMIT_ROWS = 100_000
"""Above this many expected rows, or an unknown number, a frame is kept in the executors instead."""


@dataclass(frozen=True, slots=True)
class SmallFrame:
    """A materialised frame.

    Attributes:
        frame: The rows, with a known size.
        rows: How many.
        positive: Sum of the counting column's positive values.
        negative: Sum of the absolute values of its negative ones.
        untold: How many rows have NULL there.
        local: Whether the rows are a local relation, of known size and the same whenever they are read.
        bounds: Smallest and largest value of the columns that were asked for, and whether they have NULLs.
    """

    frame: DataFrame
    rows: int
    positive: int
    negative: int
    untold: int = 0
    local: bool = False
    bounds: Mapping[str, tuple[object, object, bool]] = field(default_factory=dict)

    def release(self) -> None:
        """Free what the executors hold of it."""
        self.frame.unpersist()


def materialise(
    session: SparkSession,
    frame: DataFrame,
    counting: str,
    expected_rows: int | None,
    bounded: Sequence[str] = (),
) -> SmallFrame:
    """Compute a frame once.

    Args:
        session: The session to put the result in.
        frame: What to compute.
        counting: Integer column whose positive and negative values are summed on the way.
        expected_rows: How many rows to expect; None if unknown.
        bounded: Columns whose smallest and largest values are wanted.

    Returns:
        The rows, as a local relation where they are few, else cached.
    """
    if expected_rows is not None and expected_rows <= COLLECT_LIMIT_ROWS:
        return _collected(session, frame, counting, bounded)
    observation = Observation()
    column = f.col(counting)
    observed = frame.observe(
        observation,
        f.count(f.lit(1)).alias("rows"),
        f.count(column).alias("told"),
        f.sum(f.when(column > 0, column)).alias("positive"),
        f.sum(f.when(column < 0, -column)).alias("negative"),
        *(
            measure(f.col(quote_identifier(name))).alias(f"{what}_{number}")
            for number, name in enumerate(bounded)
            for what, measure in (("low", f.min), ("high", f.max), ("known", f.count))
        ),
    )
    result = observed.persist()
    result.count()
    seen = observation.get
    rows = int(seen["rows"] or 0)
    bounds = {
        name: (seen[f"low_{number}"], seen[f"high_{number}"], int(seen[f"known_{number}"] or 0) < rows)
        for number, name in enumerate(bounded)
    }
    untold = rows - int(seen["told"] or 0)
    return SmallFrame(result, rows, int(seen["positive"] or 0), int(seen["negative"] or 0), untold, bounds=bounds)


def brought_together(session: SparkSession, frame: DataFrame) -> DataFrame:
    """Compute a frame that is known to be small once.

    Args:
        session: The session to put the result in.
        frame: What to compute.

    Returns:
        The rows, as a local relation.
    """
    return _local(session, _collect(session, frame))


def _collect(session: SparkSession, frame: DataFrame) -> Any:
    given: Any = frame
    return StatementBridge.of(session).table_facts.collect(given._jdf)


def _local(session: SparkSession, collected: Any) -> DataFrame:
    return DataFrame(collected.frame(session._jsparkSession), session)


def _collected(session: SparkSession, frame: DataFrame, counting: str, bounded: Sequence[str]) -> SmallFrame:
    collected = _collect(session, frame)
    rows, known, positive, negative = collected.counts(counting)
    bounds = {name: _bounds(collected, name) for name in bounded}
    return SmallFrame(_local(session, collected), rows, positive, negative, rows - known, local=True, bounds=bounds)


def _bounds(collected: Any, name: str) -> tuple[object, object, bool]:
    low, high, missing = collected.bounds(name)
    return low, high, missing
