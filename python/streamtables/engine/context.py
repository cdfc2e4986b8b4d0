"""What every operation of the engine shares within one Spark application."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from threading import Event
from typing import TYPE_CHECKING

from streamtables.catalog.history import RefreshHistory
from streamtables.catalog.registry import Registry
from streamtables.catalog.stored_state import BackingFolders, full_name_of
from streamtables.engine.concurrency.table_locks import TableLocks
from streamtables.engine.concurrency.write_locks import WriteLocks
from streamtables.engine.programs.program import ProgramCache
from streamtables.engine.progress import Follow
from streamtables.engine.reading.step_cache import StepCache
from streamtables.engine.result import Refreshed
from streamtables.engine.sources.pins import SourceFolders
from streamtables.spark.failures.failure_kind import is_conflict, is_defect
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.file_lists import FileLists
from streamtables_grammar.names import QualifiedName

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)
_THREADS = 32
_LOOKUP_THREADS = 2
"""Spark asks its metastore one question after the other."""

OpenSession = Callable[[Mapping[str, str]], "AbstractContextManager[SparkSession]"]
AfterRun = Callable[["Engine", Sequence[Refreshed]], Sequence[Refreshed]]
"""Follows a run, when no stream table is locked: given what became of each table, it returns the same, perhaps with
more in the reasons. What goes wrong in it is no failure of the run."""
LendSession = Callable[[Mapping[str, str], "SparkSession | None"], "AbstractContextManager[SparkSession]"]


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine's shared parts.

    Attributes:
        lend_session: Lends a session of our own under given settings, with the temporary functions of a user's session;
            it is the thread's active one meanwhile.
        programs: Compiled definitions.
        registry: Which stream tables there are.
        history: Where refreshes are written down.
        files: The files of tables that have few.
        step_cache: Results of steps that the next refresh goes on from.
        folders: Where the rows of stream tables lie.
        sources: Where sources lie.
        locks: Lets one statement at a time work on a stream table.
        write_locks: Lets one statement at a time commit to what an IMMEDIATE stream table follows, and maintain it.
        lookups: Asks the catalog whether what is remembered of it still holds.
        threads: Where statements run. Spark calls us in the middle of analysing the statement, and on that thread its
            settings are those of the user's session whatever session is used; on a thread of its own they are not.
        workers: Where the stream tables of one statement are refreshed beside each other. Nothing that runs there waits
            for something else that is to run there.
        background: Does, one thing after the other, what no user waits for.
        scheduled: Set while a scheduler of this process runs.
        user: The session of the user for whom it works; None where it works for nobody.
        after_runs: What follows each run, in order.
        followers: Who is told of each step of a run.
    """

    lend_session: LendSession
    programs: ProgramCache
    registry: Registry
    history: RefreshHistory
    files: FileLists
    step_cache: StepCache
    folders: BackingFolders
    sources: SourceFolders
    locks: TableLocks
    write_locks: WriteLocks
    lookups: Executor
    threads: Executor
    workers: Executor
    background: Executor
    scheduled: Event = field(default_factory=Event)
    user: SparkSession | None = None
    after_runs: list[AfterRun] = field(default_factory=list)
    followers: list[Follow] = field(default_factory=list)

    def open_session(self, settings: Mapping[str, str]) -> AbstractContextManager[SparkSession]:
        """Lend a session of our own in which the user's temporary functions can be called.

        Args:
            settings: The session's settings.

        Returns:
            A context manager that gives the session.
        """
        return self.lend_session(settings, self.user)

    def on_behalf_of(self, user: SparkSession) -> Engine:
        """Return the same engine, working for a user.

        Args:
            user: The user's session.

        Returns:
            An engine that shares everything with this one.
        """
        return replace(self, user=user)

    def later(self, work: Callable[[Engine, QualifiedName], object], name: QualifiedName) -> None:
        """Do something to a stream table in the background.

        No user waits for it and no row depends on it, so its failure is a warning in the log. That another writer
        committed first, or that the table was dropped meanwhile, is none.

        Args:
            work: What to do.
            name: Full name of the stream table.
        """
        self.background.submit(self._quietly, work, name)

    def _quietly(self, work: Callable[[Engine, QualifiedName], object], name: QualifiedName) -> None:
        try:
            work(self, name)
        except Exception as error:
            level = logging.WARNING if not is_conflict(error) and self._finds(name) else logging.DEBUG
            _LOGGER.log(
                level,
                "%s: %s in the background failed",
                name,
                getattr(work, "__name__", "work").strip("_"),
                exc_info=redacted_trace(error),
            )

    def _finds(self, name: QualifiedName) -> bool:
        """Return whether a stream table is still there; in a Spark that has been stopped there is none."""
        try:
            with self.open_session({}) as session:
                full_name_of(CatalogLookup(session), name)
        except Exception as error:  # noqa: BLE001 - a catalog that cannot be asked has no table to speak of
            return is_defect(error)
        return True

    @classmethod
    def over(cls, lend_session: LendSession) -> Engine:
        """Build an engine on a way to get sessions."""
        threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="streamtables")
        background = ThreadPoolExecutor(1, thread_name_prefix="streamtables-background")
        registry = Registry()
        history = RefreshHistory(lambda settings: lend_session(settings, None), registry)
        return cls(
            lend_session,
            ProgramCache(),
            registry,
            history,
            FileLists(),
            StepCache(),
            BackingFolders(),
            SourceFolders(),
            TableLocks(),
            WriteLocks(),
            ThreadPoolExecutor(_LOOKUP_THREADS, thread_name_prefix="streamtables-lookup"),
            threads,
            ThreadPoolExecutor(_THREADS, thread_name_prefix="streamtables-run"),
            background,
        )
