"""How many bytes of the driver's memory may hold rows at one time, whoever holds them: a share of the heap.

How many rows fit depends on how wide they are, so a number of rows does not bound memory. What holds rows takes room
for their bytes first, and without room Spark keeps and computes them. Room goes back when nobody refers to the rows any
more; what is merely cached is evicted where others need its room.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING
from weakref import WeakMethod

from streamtables.errors import SessionError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

SETTING = "spark.streamtables.driver_memory_fraction"
"""The share of the driver's heap, in a user's session."""
DEFAULT_FRACTION = 0.2
MOST_FRACTION = 0.9
_PART = 4
"""Rows whose size is not known get so much of what is free: as a message, they are in memory a second time."""
_LEAST_FREE = 4
"""What is cached is evicted where less than this part of the share is free."""
_LEAST_BYTES = 2**20
_ATTRIBUTE = "_streamtables_memory"


class Reservation:
    """Bytes that are taken, until they are released or nobody refers to them any more.

    Args:
        bytes_: How many.
        released: Takes the number when they are free again.

    Attributes:
        bytes: How many there are now.
    """

    __slots__ = ("_released", "bytes")

    def __init__(self, bytes_: int, released: Callable[[int], None]) -> None:
        self.bytes = bytes_
        self._released = released

    def part(self, bytes_: int) -> Reservation:
        """Take a part of it, no more than there is, as a reservation of its own."""
        bytes_ = min(bytes_, self.bytes)
        self.bytes -= bytes_
        return Reservation(bytes_, self._released)

    @contextmanager
    def released_after(self) -> Iterator[int]:
        """Keep it for a ``with`` block, but for the parts that are made of it: an error would hold it longer.

        Yields:
            How many bytes it has.
        """
        try:
            yield self.bytes
        finally:
            self.release()

    def release(self) -> None:
        """Give all of it back."""
        bytes_, self.bytes = self.bytes, 0
        if bytes_:
            self._released(bytes_)

    def __del__(self) -> None:
        """Give back what the rows took that nobody refers to any more: the JVM frees them at the same time."""
        self.release()


class DriverMemory:
    """What rows take of one heap.

    Args:
        heap_bytes: The most that the heap may grow to.
        result_bytes: The most that Spark lets a job send to the driver (``spark.driver.maxResultSize``); 0 for any.

    Attributes:
        heap_bytes: The same.
        result_bytes: The same.
    """

    def __init__(self, heap_bytes: int, result_bytes: int = 0) -> None:
        self.heap_bytes = heap_bytes
        self.result_bytes = result_bytes
        self._lock = threading.Lock()
        self._used = 0
        # Room is given back wherever Python collects it, perhaps by a thread that holds the lock.
        self._released: deque[int] = deque()
        self._evictors: list[WeakMethod[Callable[[], bool]]] = []

    @property
    def used(self) -> int:
        """Bytes that are taken."""
        with self._lock:
            while self._released:
                self._used -= self._released.popleft()
            return self._used

    def share(self, fraction: float = DEFAULT_FRACTION) -> MemoryShare:
        """Return a share of it, beside which others may use the same bytes: of all that is taken it is the bound."""
        return MemoryShare(self, int(fraction * self.heap_bytes))

    def take(self, asked: Callable[[int], int]) -> Reservation | None:
        """Reserve room.

        Args:
            asked: Tells how many bytes to take, given how many are taken; 0 for none.

        Returns:
            The reservation; None if none was asked for.
        """
        with self._lock:
            while self._released:
                self._used -= self._released.popleft()
            bytes_ = max(0, asked(self._used))
            self._used += bytes_
        return Reservation(bytes_, self._released.append) if bytes_ else None

    def on_pressure(self, evictor: Callable[[], bool]) -> None:
        """Call somebody where there is no room.

        Args:
            evictor: A method that evicts the oldest of what its object caches; returns False if there is nothing
                left. The object is not kept.
        """
        with self._lock:
            living = [known for known in self._evictors if known() is not None]
            self._evictors = living if evictor in [known() for known in living] else [*living, WeakMethod(evictor)]

    def evict(self) -> bool:
        """Have something evicted that is merely cached; return whether there was anything."""
        with self._lock:
            evictors = [known() for known in self._evictors]
        return any(evictor() for evictor in evictors if evictor is not None)


@dataclass(frozen=True, slots=True)
class MemoryShare:
    """How much of the driver's memory a user lets rows take, those of other users among them.

    Attributes:
        memory: All of it.
        bytes: The bound.
    """

    memory: DriverMemory
    bytes: int

    @property
    def free(self) -> int:
        """Bytes that are not taken."""
        return max(0, self.bytes - self.memory.used)

    def reserve(self, bytes_: int) -> Reservation | None:
        """Reserve room for rows of known size.

        Args:
            bytes_: Their size.

        Returns:
            The reservation; None if there is not as much.
        """
        self._evict(bytes_)
        return self.memory.take(lambda used: bytes_ if used + bytes_ <= self.bytes else 0)

    def allow(self) -> Reservation | None:
        """Reserve room for rows of unknown size, which are counted as they come.

        Returns:
            The reservation, of which the rows get a part; None if there is none.
        """
        self._evict(self.bytes // _LEAST_FREE)
        return self.memory.take(self._part)

    def _part(self, used: int) -> int:
        free = self.bytes - used
        part = max(free // _PART, min(free, _LEAST_BYTES))
        sent = self.memory.result_bytes
        # Results come with what tasks tell of themselves.
        return min(part, sent // 2) if sent else part

    def _evict(self, wanted: int) -> None:
        while self.free < wanted and self.memory.evict():
            pass


def memory_fraction(text: str | None) -> float:
    """Read the setting.

    Args:
        text: What the user's session has; None for nothing.

    Returns:
        The fraction of the heap.

    Raises:
        SessionError: INVALID_MEMORY_FRACTION for what is no number above 0 and up to 0.9.
    """
    if text is None:
        return DEFAULT_FRACTION
    try:
        fraction = float(text)
    except ValueError:
        fraction = 0.0
    if not 0 < fraction <= MOST_FRACTION:
        raise SessionError(
            "INVALID_MEMORY_FRACTION",
            {"setting": SETTING, "value": text, "most": str(MOST_FRACTION)},
            hint=f"SET {SETTING} = {DEFAULT_FRACTION}",
        )
    return fraction


def lend_memory(session: SparkSession, fraction: str | None, memory: DriverMemory) -> None:
    """Let a session of our own take as much memory as a user's session says.

    Args:
        session: The session of our own.
        fraction: What the setting says there; None for nothing.
        memory: The driver's memory.

    Raises:
        SessionError: INVALID_MEMORY_FRACTION.
    """
    setattr(session, _ATTRIBUTE, memory.share(memory_fraction(fraction)))


def lent_memory(session: SparkSession) -> MemoryShare | None:
    """Return what was lent to a session; None for a session that is none of ours."""
    share: MemoryShare | None = vars(session).get(_ATTRIBUTE)
    return share
