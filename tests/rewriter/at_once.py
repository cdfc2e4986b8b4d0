"""Work that several threads begin at the same moment."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

Result = TypeVar("Result")
_THREADS = 8
_SLOW_S = 0.02


def at_once(work: Callable[[], Result]) -> list[Result]:
    """Let threads do the same, none of which begins before all are there; return what each of them got."""
    meet = threading.Barrier(_THREADS, timeout=60)

    def begin(_: int) -> Result:
        meet.wait()
        return work()

    with ThreadPoolExecutor(_THREADS) as threads:
        return list(threads.map(begin, range(_THREADS)))


class SlowCalls:
    """A function that takes so long that others come meanwhile, and counts how often it is called.

    Attributes:
        count: How often.
    """

    def __init__(self, function: Callable[..., object]) -> None:
        self._function = function
        self.count = 0

    def __call__(self, *given: object, **named: object) -> object:
        self.count += 1
        time.sleep(_SLOW_S)
        return self._function(*given, **named)
