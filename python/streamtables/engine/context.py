"""What every operation of the engine shares within one Spark application."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from streamtables.catalog.history import RefreshHistory
from streamtables.catalog.registry import Registry
from streamtables.engine.program import ProgramCache

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

OpenSession = Callable[[Mapping[str, str]], "AbstractContextManager[SparkSession]"]


@dataclass(frozen=True, slots=True)
class Engine:
    """The engine's shared parts.

    Attributes:
        open_session: Lends a session of our own under given settings; it is the thread's active one meanwhile.
        programs: Compiled definitions.
        registry: Which stream tables there are.
        history: Where refreshes are written down.
    """

    open_session: OpenSession
    programs: ProgramCache
    registry: Registry
    history: RefreshHistory

    @classmethod
    def over(cls, open_session: OpenSession) -> Engine:
        """Build an engine on a way to get sessions."""
        return cls(open_session, ProgramCache(), Registry(), RefreshHistory(open_session))
