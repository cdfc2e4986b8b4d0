"""What every operation of the engine shares within one Spark application."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.history import RefreshHistory
from streamtables.catalog.registry import Registry
from streamtables.engine.program import ProgramCache
from streamtables.spark.file_lists import FileLists
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)
_THREADS = 32

OpenSession = Callable[[Mapping[str, str]], "AbstractContextManager[SparkSession]"]


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine's shared parts.

    Attributes:
        open_session: Lends a session of our own under given settings; it is the thread's active one meanwhile.
        programs: Compiled definitions.
        registry: Which stream tables there are.
        history: Where refreshes are written down.
        files: The files of tables that have few.
        threads: Where statements run. Spark calls us in the middle of analysing the statement, and on that thread its
            settings are those of the user's session whatever session is used; on a thread of its own they are not.
        background: Does, one thing after the other, what no user waits for.
    """

    open_session: OpenSession
    programs: ProgramCache
    registry: Registry
    history: RefreshHistory
    files: FileLists
    threads: Executor
    background: Executor

    def later(self, work: Callable[[Engine, QualifiedName], object], name: QualifiedName) -> None:
        """Do something to a stream table in the background; that it fails harms nobody, and is logged.

        Args:
            work: What to do.
            name: Full name of the stream table.
        """
        self.background.submit(self._quietly, work, name)

    def _quietly(self, work: Callable[[Engine, QualifiedName], object], name: QualifiedName) -> None:
        try:
            work(self, name)
        except Exception:
            _LOGGER.debug("%s in the background failed for %s", work, name, exc_info=True)

    @classmethod
    def over(cls, open_session: OpenSession) -> Engine:
        """Build an engine on a way to get sessions."""
        threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="streamtables")
        background = ThreadPoolExecutor(1, thread_name_prefix="streamtables-background")
        history = RefreshHistory(open_session)
        return cls(open_session, ProgramCache(), Registry(), history, FileLists(), threads, background)
