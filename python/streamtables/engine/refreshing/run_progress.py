"""How far a run has got, told to whoever watches while it runs."""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from streamtables.engine.context import Engine, Watcher
from streamtables.engine.result import RunProgress
from streamtables.spark.failures.redacted_errors import redacted_trace

_LOGGER = logging.getLogger(__name__)


class ProgressTeller:
    """Counts the stream tables of one run.

    Args:
        engine: The engine, which knows the watchers.
        total: How many stream tables the run has.
    """

    def __init__(self, engine: Engine, total: int) -> None:
        self._engine = engine
        self._total = total
        self._done = 0
        self._running: list[str] = []
        self._lock = threading.Lock()

    @contextmanager
    def working_on(self, shown: str) -> Iterator[None]:
        """Tell that work on a stream table begins and ends, around a ``with`` block.

        Args:
            shown: Schema and name.

        Yields:
            Nothing.
        """
        watchers = tuple(self._engine.watchers)
        if not watchers:
            yield
            return
        with self._lock:
            self._running.append(shown)
        self._tell(watchers)
        try:
            yield
        finally:
            with self._lock:
                self._running.remove(shown)
                self._done += 1
            self._tell(watchers)

    def _tell(self, watchers: Sequence[Watcher]) -> None:
        with self._lock:
            progress = RunProgress(self._total, self._done, tuple(self._running), self._engine.user)
        for watcher in watchers:
            # Who watches must not fail the refresh.
            try:
                watcher(progress)
            except Exception as error:
                _LOGGER.warning("Watching a refresh failed", exc_info=redacted_trace(error))
