"""Small results, brought to the driver once, so that Spark plans with their real size and never computes them twice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import reduce
from typing import TYPE_CHECKING, Any

from pyspark.sql import Column, DataFrame, Observation
from pyspark.sql import functions as f
from pyspark.sql.types import BinaryType, StringType

from streamtables.spark.accelerators.chosen import uses
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables.spark.jvm.driver_memory import SETTING, MemoryShare, Reservation, lent_memory, memory_fraction
from streamtables_grammar.quoting import quote_identifier

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

COLLECT_LIMIT_ROWS = 250_000
"""Above this many expected rows, or an unknown number, a frame is kept in the executors instead."""
DRIVER_LIMIT_ROWS = 2 * COLLECT_LIMIT_ROWS
"""Rows that any driver's memory takes of one frame, however few were expected: a join or a user may multiply them."""
_LARGEST_DRIVER_ROWS = 4 * DRIVER_LIMIT_ROWS
_MEMORY_OF_A_COLLECTED_ROW = 4096
"""Bytes of memory for each row of one frame: twenty times what a row of a few columns takes."""


@dataclass(frozen=True, slots=True)
class CollectedRows:
    """Rows in the driver's memory.

    Attributes:
        java: The rows, for Java.
        reservations: What they take of the driver's memory, with other rows that are parts of the same ones.
    """

    java: Any
    reservations: tuple[Reservation, ...] = ()

    @property
    def rows(self) -> int:
        """How many."""
        return int(self.java.size())

    @property
    def bytes(self) -> int:
        """How many bytes of memory they take at the most, with others that they are parts of."""
        return sum(reservation.bytes for reservation in self.reservations)

    @property
    def size_bytes(self) -> int:
        """How many bytes these alone are."""
        return int(self.java.bytes())

    def frame(self, session: SparkSession) -> DataFrame:
        """Return the rows as a local relation of a session."""
        return DataFrame(self.java.frame(session._jsparkSession), session)

    def in_one_place(self, session: SparkSession) -> DataFrame:
        """Return the rows as a relation of one partition: what joins and groups only such rows is one task."""
        return DataFrame(self.java.inOnePlace(session._jsparkSession), session)

    def numbered(self, session: SparkSession, number: str) -> DataFrame:
        """Return the rows, each with its number in a further column."""
        return DataFrame(self.java.numbered(session._jsparkSession, number), session)

    def without(self, numbers: CollectedRows) -> CollectedRows:
        """Return the rows whose numbers are not in the first column of others."""
        return CollectedRows(self.java.without(numbers.java), self.reservations)

    def trues(self, column: str) -> int:
        """Return in how many rows a BOOLEAN column is true."""
        return int(self.java.trues(column))

    def sums(self, column: str) -> tuple[int, int] | None:
        """Return the sum of the positive values of a BIGINT column and that of the negative ones; None with a NULL."""
        rows, known, positive, negative = self.java.counts(column)
        return (int(positive), int(negative)) if rows == known else None

    @property
    def names(self) -> list[str]:
        """Names of the columns, in order."""
        return [str(name) for name in self.java.names()]

    def is_zero(self, column: str) -> bool | None:
        """Return whether a column of whole numbers is 0 in every row; None for other values."""
        low, high, missing = self.java.bounds(column)
        return low == high == 0 if isinstance(low, int) and isinstance(high, int) and not missing else None

    def distinct(self, column: str) -> int:
        """Return how many values a column has, NULL aside."""
        return int(self.java.distinct(column))

    def consolidated(self) -> CollectedRows:
        """Return equal rows as one, with the sum of the weights in the last column; none without a weight.

        These rows are used up.
        """
        return CollectedRows(self.java.consolidated(), self.reservations)

    def pre_image(self, change: CollectedRows, share: MemoryShare) -> CollectedRows | None:
        """Take a change back.

        Args:
            change: A change of the same columns, a weight in the last.
            share: The memory for the rows, which are copies.

        Returns:
            The rows that there were before, each with a weight of 1; None if there is no room for them.
        """
        reservation = share.reserve(max(1, self.bytes + change.bytes))
        return None if reservation is None else CollectedRows(self.java.preImage(change.java), (reservation,))

    def having(self, keys: Any) -> CollectedRows:
        """Return the rows that have one of some keys, given for Java."""
        return CollectedRows(self.java.having(keys), self.reservations)

    def either(self, truth: int, value: int) -> CollectedRows:
        """Return the rows in which one column, by its position, is true or another is not NULL."""
        return CollectedRows(self.java.either(truth, value), self.reservations)

    def structs(self, column: int) -> CollectedRows:
        """Return the structs in a column, by its position, those that are NULL left out."""
        return CollectedRows(self.java.structs(column), self.reservations)

    def together_with(self, others: CollectedRows) -> CollectedRows:
        """Return these rows and others of the same types."""
        return CollectedRows(self.java.together(others.java), self.reservations + others.reservations)

    def remaining(self, counting: str, were: CollectedRows) -> CollectedRows | None:
        """Add copies that were there to the counts.

        Args:
            counting: The counting column.
            were: Numbers of rows in the first column, and copies in the fourth.

        Returns:
            The rows with a count, None if there would be fewer than none.
        """
        remaining = self.java.remaining(counting, were.java)
        return None if remaining is None else CollectedRows(remaining, self.reservations)


@dataclass(frozen=True, slots=True)
class MaterializedFrame:
    """A materialised frame.

    Attributes:
        frame: The rows, with a known size.
        rows: How many.
        positive: Sum of the counting column's positive values.
        negative: Sum of the absolute values of its negative ones.
        nulls: How many rows have NULL there.
        bytes: What the rows take in memory, as far as it is known.
        collected: The rows in the driver's memory, where they are there: a local relation then, of known size and the
            same whenever they are read.
        bounds: Smallest and largest value of the columns that were asked for, and whether they have NULLs.
    """

    frame: DataFrame
    rows: int
    positive: int
    negative: int
    nulls: int = 0
    bytes: int = 0
    collected: CollectedRows | None = None
    bounds: Mapping[str, tuple[object, object, bool]] = field(default_factory=dict)

    @classmethod
    def of(cls, session: SparkSession, collected: CollectedRows, bounded: Sequence[str]) -> MaterializedFrame:
        """Take rows that are in the driver's memory, each of which counts once.

        Args:
            session: The session to put them in.
            collected: The rows.
            bounded: Columns whose smallest and largest values are wanted.

        Returns:
            The rows, as a local relation.
        """
        bounds = {name: _bounds(collected.java, name) for name in bounded}
        return cls(
            collected.frame(session),
            collected.rows,
            collected.rows,
            0,
            bytes=collected.bytes,
            collected=collected,
            bounds=bounds,
        )

    @property
    def local(self) -> bool:
        """Whether the rows are a local relation."""
        return self.collected is not None

    def release(self) -> None:
        """Free what the executors hold of it."""
        self.frame.unpersist()


def materialize(
    session: SparkSession,
    frame: DataFrame,
    counting: str,
    expected_rows: int | None,
    bounded: Sequence[str] = (),
) -> MaterializedFrame:
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
    collected = None
    if expected_rows is not None and expected_rows <= COLLECT_LIMIT_ROWS:
        collected = collect_rows(session, frame)
    if collected is not None:
        return counted(session, collected, counting, bounded)
    observation = Observation()
    column = f.col(counting)
    observed = frame.observe(
        observation,
        f.count(f.lit(1)).alias("rows"),
        f.count(column).alias("told"),
        f.sum(f.when(column > 0, column)).alias("positive"),
        f.sum(f.when(column < 0, -column)).alias("negative"),
        f.sum(_size_of_texts(frame)).alias("bytes"),
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
    nulls = rows - int(seen["told"] or 0)
    bytes_ = _size_in_memory(result, int(seen["bytes"] or 0))
    positive, negative = int(seen["positive"] or 0), int(seen["negative"] or 0)
    return MaterializedFrame(result, rows, positive, negative, nulls, bytes_, bounds=bounds)


def persisted(frame: DataFrame) -> tuple[DataFrame, int, int]:
    """Compute a frame that may be large once.

    Args:
        frame: What to compute.

    Returns:
        The rows, cached: ``unpersist`` them. They are computed now, since all places that read them are computed
        beside each other and each would find nothing there. How many they are, and how many bytes.
    """
    kept = frame.persist()
    try:
        counted = kept.select(_size_of_texts(frame).alias("bytes")).agg(f.count("bytes"), f.sum("bytes"))
        rows, bytes_ = counted.collect()[0]
        return kept, rows, _size_in_memory(kept, bytes_ or 0)
    except Exception:
        kept.unpersist()
        raise


def _size_of_texts(frame: DataFrame) -> Column:
    """Return an expression for the bytes of a row's texts: where they are alike, Spark keeps them in fewer."""
    sized = [field.name for field in frame.schema if isinstance(field.dataType, StringType | BinaryType)]
    sizes = (f.coalesce(f.octet_length(quote_identifier(name)), f.lit(0)) for name in sized)
    return reduce(Column.__add__, sizes, f.lit(0).cast("bigint"))


def _size_in_memory(kept: DataFrame, texts: int) -> int:
    """Return the bytes of rows that Spark has in its memory."""
    known: Any = kept
    size = int(str(known._jdf.queryExecution().optimizedPlan().stats().sizeInBytes()))
    return max(size, texts)


def with_positions(rows: DataFrame, file: str, position: str) -> DataFrame:
    """Tell where the rows of a table lie.

    Args:
        rows: The rows, as they are read.
        file: Name for a column with the path of a row's file.
        position: Name for a column with its position in that file, from 0 on.

    Returns:
        The rows with these columns.
    """
    places = (f.col("_metadata.file_path").alias(file), f.col("_metadata.row_index").alias(position))
    return rows.select("*", *places)


def collect_rows(session: SparkSession, frame: DataFrame) -> CollectedRows | None:
    """Bring the rows of a frame that is expected to be small into the driver's memory.

    Args:
        session: The session.
        frame: What to compute.

    Returns:
        The rows; None if there are more than the driver's memory takes, or more than it takes as a result, or without
        the accelerator ``small_frames``.
    """
    given: Any = frame
    reservation = memory_share(session).allow() if uses(session, "small_frames") else None
    if reservation is None:
        return None
    with reservation.released_after() as most:
        rows = JvmBridge.of(session).part("rows.Collector").collect(given._jdf, most_collected_rows(session), most)
        return None if rows is None else collected_in(reservation, rows)


def collected_in(reservation: Reservation, rows: Any) -> CollectedRows:
    """Take rows that have come, with as much room as they need.

    Args:
        reservation: The reservation that was taken for them.
        rows: The rows, for Java.

    Returns:
        The rows.
    """
    return CollectedRows(rows, (reservation.part(int(rows.bytes())),))


def memory_share(session: SparkSession) -> MemoryShare:
    """Tell how much of the driver's memory rows may take.

    Args:
        session: A session of our own, to which it was lent, or a user's.

    Returns:
        The share.
    """
    lent = lent_memory(session)
    if lent is not None:
        return lent
    return JvmBridge.of(session).driver_memory.share(memory_fraction(session.conf.get(SETTING, None)))


def most_collected_rows(session: SparkSession) -> int:
    """Return how many rows of one frame the driver's memory takes.

    Args:
        session: A session.

    Returns:
        ``DRIVER_LIMIT_ROWS``, or more where there is more memory.
    """
    rows = JvmBridge.of(session).memory_bytes // _MEMORY_OF_A_COLLECTED_ROW
    return max(DRIVER_LIMIT_ROWS, min(_LARGEST_DRIVER_ROWS, rows))


def counted(
    session: SparkSession, collected: CollectedRows, counting: str, bounded: Sequence[str] = ()
) -> MaterializedFrame:
    """Count rows that are in the driver's memory.

    Args:
        session: The session to put the result in.
        collected: The rows.
        counting: Integer column whose positive and negative values are summed.
        bounded: Columns whose smallest and largest values are wanted.

    Returns:
        The rows, as a local relation.
    """
    rows, known, positive, negative = collected.java.counts(counting)
    bounds = {name: _bounds(collected.java, name) for name in bounded}
    nulls = rows - known
    return MaterializedFrame(
        collected.frame(session), rows, positive, negative, nulls, collected.bytes, collected=collected, bounds=bounds
    )


def _bounds(collected: Any, name: str) -> tuple[object, object, bool]:
    low, high, missing = collected.bounds(name)
    return low, high, missing
