"""How long the engine's own steps took: the one place that knows the engine's inner names."""

from __future__ import annotations

import functools
import importlib
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Any
from unittest.mock import patch

_FINDING_THE_DELTA = (
    ("streamtables.engine.refreshing.examine", "Examiner", "_read_changes"),
    ("streamtables.engine.reading.bound_delta", "BoundDelta", "read_sources"),
)
"""Reading the log for what changed, and materialising the rows."""


class DeltaClock:
    """Adds up the time that the engine spends on finding and materialising its sources' changes.

    Attributes:
        seconds: The time since ``reset``.
    """

    def __init__(self) -> None:
        self.seconds = 0.0

    def reset(self) -> None:
        """Start from zero."""
        self.seconds = 0.0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Watch the engine during a ``with`` block."""
        with ExitStack() as stack:
            for module, owner, method in _FINDING_THE_DELTA:
                holder = getattr(importlib.import_module(module), owner)
                original = vars(holder)[method]
                if isinstance(original, staticmethod):
                    timed: object = staticmethod(self._timed(original.__func__))
                else:
                    timed = self._timed(original)
                stack.enter_context(patch.object(holder, method, timed))
            yield

    def _timed(self, original: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(original)
        def timed(*arguments: Any, **options: Any) -> Any:
            started = time.perf_counter()
            try:
                return original(*arguments, **options)
            finally:
                self.seconds += time.perf_counter() - started

        return timed


@contextmanager
def without_history() -> Iterator[None]:
    """Keep the engine from taking down its refreshes, which it writes in the background, during a ``with`` block."""
    module = importlib.import_module("streamtables.catalog.history")
    with patch.object(module.RefreshHistory, "record", lambda _history, _row: None):
        yield
