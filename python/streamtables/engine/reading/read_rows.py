"""What one refresh has brought to where it is used: the changes that were read, and the steps that were computed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from streamtables.engine.programs.bindings import delta_view
from streamtables.engine.reading.data_skipping import Bounds
from streamtables.spark.rows.materialized_frames import CollectedRows, MaterializedFrame
from streamtables_rewriter.templates.runtime_filters import KeyColumn, SourceColumn

if TYPE_CHECKING:
    from pyspark.sql import SparkSession


class ReadRows:
    """The rows of one refresh, each with what is known of them.

    Args:
        session: A session of our own; temporary views are made in it.
    """

    def __init__(self, session: SparkSession) -> None:
        self._session = session
        self._changes: dict[int, MaterializedFrame] = {}
        self._steps: dict[str, MaterializedFrame] = {}

    def put_change(self, source: int, rows: MaterializedFrame) -> None:
        """Show the rows of a source's change, by its index."""
        rows.frame.createOrReplaceTempView(delta_view(source))
        self._changes[source] = rows

    def put_step(self, name: str, rows: MaterializedFrame) -> None:
        """Know the result of a step, which is in the driver's memory."""
        self._steps[name] = rows

    @property
    def changes(self) -> Mapping[int, MaterializedFrame]:
        """The changes that have been read and are not empty, by source."""
        return self._changes

    @property
    def has_steps(self) -> bool:
        """Whether the result of a step is known."""
        return bool(self._steps)

    def of(self, key: KeyColumn) -> MaterializedFrame:
        """Return the rows that have a key's values."""
        return self._changes[key.source] if isinstance(key, SourceColumn) else self._steps[key.source]

    @property
    def counts(self) -> dict[int | str, int]:
        """How many rows there are, by source and step."""
        return {name: rows.rows for name, rows in self._all()}

    @property
    def bounds(self) -> dict[int | str, Bounds]:
        """The bounds of keys, by source and step."""
        return {name: rows.bounds for name, rows in self._all()}

    @property
    def collected(self) -> dict[str, CollectedRows | None]:
        """The rows by the names of their views; None where they are not in the driver's memory."""
        changes = {delta_view(source): rows.collected for source, rows in self._changes.items()}
        return changes | {name: rows.collected for name, rows in self._steps.items()}

    def _all(self) -> Iterator[tuple[int | str, MaterializedFrame]]:
        yield from self._changes.items()
        yield from self._steps.items()

    def release(self) -> None:
        """Drop the views of changes and free their rows, and those of steps."""
        for source, rows in self._changes.items():
            self._session.catalog.dropTempView(delta_view(source))
            rows.release()
        self._changes.clear()
        self._steps.clear()
