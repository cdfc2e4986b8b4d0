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
from streamtables.spark.jvm.driver_memory import SETTING, MemoryShare, Room, lent_memory, memory_fraction
from streamtables_grammar.quoting import quote_identifier

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

COLLECT_LIMIT_ROWS = 250_000
"""Above this many expected rows, or an unknown number, a frame is kept in the executors instead."""
HELD_LIMIT_ROWS = 2 * COLLECT_LIMIT_ROWS
"""Rows that any driver's memory takes of one frame, however few were expected: a join or a user may multiply them."""
_LARGEST_HELD_ROWS = 4 * HELD_LIMIT_ROWS
_MEMORY_OF_A_HELD_ROW = 4096
"""Bytes of memory for each row of one frame: twenty times what a row of a few columns takes."""


@dataclass(frozen=True, slots=True)
class HeldRows:
    """Rows in the driver's memory.

    Attributes:
        java: The rows, for Java.
        rooms: What they take of the driver's memory, with other rows that are parts of the same ones.
    """

    java: Any
    rooms: tuple[Room, ...] = ()

    @property
    def rows(self) -> int:
        """How many."""
        return int(self.java.size())

    @property
    def bytes(self) -> int:
        """How many bytes of memory they take at the most, with others that they are parts of."""
        return sum(room.bytes for room in self.rooms)

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

    def without(self, numbers: HeldRows) -> HeldRows:
        """Return the rows whose numbers are not in the first column of others."""
        return HeldRows(self.java.without(numbers.java), self.rooms)

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
        """Tell whether a column of whole numbers is 0 in every row; None for other values."""
        low, high, missing = self.java.bounds(column)
        return low == high == 0 if isinstance(low, int) and isinstance(high, int) and not missing else None

    def distinct(self, column: str) -> int:
        """Return how many values a column has, NULL aside."""
        return int(self.java.distinct(column))

    def netted(self) -> HeldRows:
        """Return equal rows as one, with the sum of the weights in the last column; none without a weight.

        These rows are used up.
        """
        return HeldRows(self.java.netted(), self.rooms)

    def before(self, change: HeldRows, share: MemoryShare) -> HeldRows | None:
        """Take a change back.

        Args:
            change: A change of the same columns, a weight in the last.
            share: The memory for the rows, which are copies.

        Returns:
            The rows that there were before, each with a weight of 1; None if there is no room for them.
        """
        room = share.reserve(max(1, self.bytes + change.bytes))
        return None if room is None else HeldRows(self.java.before(change.java), (room,))

    def having(self, keys: Any) -> HeldRows:
        """Return the rows that have one of some keys, given for Java."""
        return HeldRows(self.java.having(keys), self.rooms)

    def either(self, truth: int, value: int) -> HeldRows:
        """Return the rows in which one column, by its position, is true or another is not NULL."""
        return HeldRows(self.java.either(truth, value), self.rooms)

    def structs(self, column: int) -> HeldRows:
        """Return the structs in a column, by its position, those that are NULL left out."""
        return HeldRows(self.java.structs(column), self.rooms)

    def together_with(self, others: HeldRows) -> HeldRows:
        """Return these rows and others of the same types."""
        return HeldRows(self.java.together(others.java), self.rooms + others.rooms)

    def remaining(self, counting: str, were: HeldRows) -> HeldRows | None:
        """Add copies that were there to the counts.

        Args:
            counting: The counting column.
            were: Numbers of rows in the first column, and copies in the fourth.

        Returns:
            The rows with a count, None if there would be fewer than none.
        """
        remaining = self.java.remaining(counting, were.java)
        return None if remaining is None else HeldRows(remaining, self.rooms)


@dataclass(frozen=True, slots=True)
class SmallFrame:
    """A materialised frame.

    Attributes:
        frame: The rows, with a known size.
        rows: How many.
        positive: Sum of the counting column's positive values.
        negative: Sum of the absolute values of its negative ones.
        untold: How many rows have NULL there.
        bytes: What the rows take in memory, as far as it is known.
        held: The rows in the driver's memory, where they are there: a local relation then, of known size and the same
            whenever they are read.
        bounds: Smallest and largest value of the columns that were asked for, and whether they have NULLs.
    """

    frame: DataFrame
    rows: int
    positive: int
    negative: int
    untold: int = 0
    bytes: int = 0
    held: HeldRows | None = None
    bounds: Mapping[str, tuple[object, object, bool]] = field(default_factory=dict)

    @classmethod
    def of(cls, session: SparkSession, held: HeldRows, bounded: Sequence[str]) -> SmallFrame:
        """Take rows that are in the driver's memory, each of which counts once.

        Args:
            session: The session to put them in.
            held: The rows.
            bounded: Columns whose smallest and largest values are wanted.

        Returns:
            The rows, as a local relation.
        """
        bounds = {name: _bounds(held.java, name) for name in bounded}
        return cls(held.frame(session), held.rows, held.rows, 0, bytes=held.bytes, held=held, bounds=bounds)

    @property
    def local(self) -> bool:
        """Whether the rows are a local relation."""
        return self.held is not None

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
    held = None
    if expected_rows is not None and expected_rows <= COLLECT_LIMIT_ROWS:
        held = brought_here(session, frame)
    if held is not None:
        return counted(session, held, counting, bounded)
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
    untold = rows - int(seen["told"] or 0)
    bytes_ = _size_in_memory(result, int(seen["bytes"] or 0))
    positive, negative = int(seen["positive"] or 0), int(seen["negative"] or 0)
    return SmallFrame(result, rows, positive, negative, untold, bytes_, bounds=bounds)


def kept_whole(frame: DataFrame) -> tuple[DataFrame, int, int]:
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


def with_places(rows: DataFrame, file: str, position: str) -> DataFrame:
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


def brought_here(session: SparkSession, frame: DataFrame) -> HeldRows | None:
    """Bring the rows of a frame that is expected to be small into the driver's memory.

    Args:
        session: The session.
        frame: What to compute.

    Returns:
        The rows; None if there are more than the driver's memory takes, or more than it takes as a result, or without
        the accelerator ``small_frames``.
    """
    given: Any = frame
    room = memory_share(session).allow() if uses(session, "small_frames") else None
    if room is None:
        return None
    with room.kept() as most:
        rows = JvmBridge.of(session).part("rows.Collector").collect(given._jdf, most_held_rows(session), most)
        return None if rows is None else held_in(room, rows)


def held_in(room: Room, rows: Any) -> HeldRows:
    """Take rows that have come, with as much room as they need.

    Args:
        room: The room that was taken for them.
        rows: The rows, for Java.

    Returns:
        The rows.
    """
    return HeldRows(rows, (room.part(int(rows.bytes())),))


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


def most_held_rows(session: SparkSession) -> int:
    """Tell how many rows of one frame the driver's memory takes.

    Args:
        session: A session.

    Returns:
        ``HELD_LIMIT_ROWS``, or more where there is more memory.
    """
    rows = JvmBridge.of(session).memory_bytes // _MEMORY_OF_A_HELD_ROW
    return max(HELD_LIMIT_ROWS, min(_LARGEST_HELD_ROWS, rows))


def counted(session: SparkSession, held: HeldRows, counting: str, bounded: Sequence[str] = ()) -> SmallFrame:
    """Count rows that are in the driver's memory.

    Args:
        session: The session to put the result in.
        held: The rows.
        counting: Integer column whose positive and negative values are summed.
        bounded: Columns whose smallest and largest values are wanted.

    Returns:
        The rows, as a local relation.
    """
    rows, known, positive, negative = held.java.counts(counting)
    bounds = {name: _bounds(held.java, name) for name in bounded}
    untold = rows - known
    return SmallFrame(held.frame(session), rows, positive, negative, untold, held.bytes, held=held, bounds=bounds)


def _bounds(collected: Any, name: str) -> tuple[object, object, bool]:
    low, high, missing = collected.bounds(name)
    return low, high, missing
