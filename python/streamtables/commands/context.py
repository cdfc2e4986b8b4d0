"""What a command gets besides its statement."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from streamtables.engine.context import Engine

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

Rows = tuple[tuple[object, ...], ...]
Columns = tuple[tuple[str, str], ...]


class EngineHolder(Protocol):
    """Whoever keeps the engine of a Spark application."""

    engine: Engine


@dataclass(frozen=True, slots=True)
class CommandContext:
    """The surroundings of one execution.

    Attributes:
        engine: The engine.
        session: The user's session.
        text: The whole text that the statement was read from.
    """

    engine: Engine
    session: SparkSession
    text: str


@dataclass(frozen=True, slots=True)
class Command:
    """How one kind of statement is run.

    Attributes:
        columns: Names and Spark types of the result's columns.
        run: Runs the statement and returns the rows.
    """

    columns: Columns
    run: Callable[[Any, CommandContext], Rows]
