"""What all sessions of one Spark application share."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING

from streamtables.engine.altering.suspend import suspend_fused
from streamtables.engine.changes.listeners import Listeners
from streamtables.engine.context import Engine
from streamtables.engine.triggers.run_triggers import run_triggers
from streamtables.errors import SessionError
from streamtables.scheduler.scheduler import Scheduler, SchedulerSettings
from streamtables.session.running_statements import RunningStatements
from streamtables.spark.sessions.active_session import active
from streamtables.spark.sessions.engine_settings import ENGINE_SETTINGS

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.spark.sessions.session_state import SessionPool

_STOPPING_S = 60.0
"""For how long scheduled refreshes are waited for where nobody says for how long."""


class Runtime:
    """Holds the objects that statements run with, one per Spark application.

    Args:
        spark: The session that stream tables were enabled on.
        sessions: Lends sessions to the engine.

    Attributes:
        spark: The session that stream tables were enabled on.
        closed: Whether stream tables have been disabled.
        engine: What creates, refreshes and verifies stream tables.
        listeners: Functions of this process that are called behind refreshes.
        scheduler: Refreshes what is due; None where none was started.
        statements: Which statements run.
    """

    def __init__(self, spark: SparkSession, sessions: SessionPool) -> None:
        self.spark = spark
        self.closed = False
        self._sessions = sessions
        self.engine = Engine.over(self._engine_session)
        self.listeners = Listeners()
        self.statements = RunningStatements()
        # What failed in a trigger is in the reason that listeners are told.
        self.engine.after_runs.extend((suspend_fused, run_triggers, self.listeners.follow))
        self.scheduler: Scheduler | None = None
        self._scheduling = threading.Lock()
        self._stop_context = spark.sparkContext.stop
        self._replaced_stop = vars(spark.sparkContext).get("stop")
        vars(spark.sparkContext)["stop"] = self._stop

    def internal_session(
        self, conf: Mapping[str, str], user: SparkSession | None = None
    ) -> AbstractContextManager[SparkSession]:
        """Lend a session of the engine's own, whose parser is Delta's.

        Args:
            conf: Settings of the session; at the end of the ``with`` block the session forgets them.
            user: The session whose temporary functions it may call; None for nobody's.

        Returns:
            A context manager that gives the session.

        Raises:
            SessionError: SESSION_CLOSED if stream tables have been disabled.
        """
        if self.closed:
            raise SessionError("SESSION_CLOSED", hint="Call streamtables.enable(spark).")
        return self._sessions.lend(conf, user)

    @contextmanager
    def _engine_session(self, conf: Mapping[str, str], user: SparkSession | None) -> Iterator[SparkSession]:
        with self.internal_session({**ENGINE_SETTINGS, **conf}, user) as session, active(session):
            yield session

    def start_scheduler(self, session: SparkSession) -> Scheduler:
        """Start the scheduler, or return the one that runs.

        Args:
            session: The user's session, for settings.

        Returns:
            The scheduler.

        Raises:
            SessionError: ``INVALID_SETTING``.
        """
        with self._scheduling:
            if self.scheduler is None or not self.scheduler.is_running:
                self.scheduler = Scheduler(self.engine, SchedulerSettings.of(session))
                self.scheduler.start()
            return self.scheduler

    def stop_scheduler(self, timeout_s: float) -> bool:
        """Stop the scheduler, if there is one; see ``Scheduler.stop``."""
        with self._scheduling:
            scheduler, self.scheduler = self.scheduler, None
        return scheduler is None or scheduler.stop(timeout_s)

    def close(self) -> None:
        """Lend no more sessions."""
        self.stop_scheduler(_STOPPING_S)
        if not self.closed:
            self.engine.end()
            self.engine.history.flush(search=False)
            if self._replaced_stop is None:
                del vars(self.spark.sparkContext)["stop"]
            else:
                vars(self.spark.sparkContext)["stop"] = self._replaced_stop
        self.closed = True
        self._sessions.clear()

    def _stop(self) -> None:
        """End what runs, and write down what has not been, while there is a Spark to write with."""
        self.stop_scheduler(_STOPPING_S)
        self.engine.end()
        self.engine.history.flush_quietly()
        self._stop_context()
