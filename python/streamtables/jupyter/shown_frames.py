"""Frames that statements have answered with, which show themselves as tables; all others stay as they are."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from streamtables.jupyter.answer import Answer, Column
from streamtables.jupyter.page import View
from streamtables.jupyter.statement_views import view_of

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

_ATTRIBUTE = "_streamtables_shown"
FRAMES = ("pyspark.sql.classic.dataframe", "pyspark.sql.connect.dataframe")
"""The modules of the classes ``DataFrame``."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept with a frame.

    Attributes:
        limit: How many rows are shown.
        is_ours: Whether a statement on stream tables has answered with it.
        view: What was read of it last; None if nothing was.
        cell: The number of the cell for which that was.
    """

    limit: int
    is_ours: bool
    view: View | None = None
    cell: int | None = None


class ShownFrames:
    """Knows the frames of one shell.

    Args:
        cell_number: Tells the number of the cell that runs.
    """

    def __init__(self, cell_number: Callable[[], int]) -> None:
        self._cell_number = cell_number

    @staticmethod
    def mark(frame: DataFrame, limit: int, *, is_ours: bool) -> None:
        """Have a frame show itself as a table.

        Args:
            frame: The frame.
            limit: How many of its rows are shown.
            is_ours: Whether a statement on stream tables has answered with it.
        """
        vars(frame)[_ATTRIBUTE] = Kept(limit, is_ours)

    def read(self, frame: DataFrame, started: float | None = None) -> View:
        """Read the rows that are shown of a marked frame, for the cell that runs.

        Args:
            frame: The frame.
            started: When its statement began, by ``time.monotonic``.

        Returns:
            What is shown.
        """
        kept: Kept = vars(frame)[_ATTRIBUTE]
        fields: Any = frame.schema.fields
        columns = tuple(Column(field.name, field.dataType.simpleString()) for field in fields)
        # One row more than is shown tells whether there are more.
        rows = [tuple(row) for row in frame.take(kept.limit + 1)] if columns else []
        answer = Answer(
            columns=columns,
            rows=rows[: kept.limit],
            has_more=len(rows) > kept.limit,
            seconds=None if started is None else time.monotonic() - started,
            is_ours=kept.is_ours,
        )
        view = view_of(answer)
        vars(frame)[_ATTRIBUTE] = Kept(kept.limit, kept.is_ours, view, self._cell_number())
        return view

    def view(self, frame: DataFrame) -> View | None:
        """Return what is shown of a frame where a cell ends with it.

        Args:
            frame: Any frame.

        Returns:
            The view: a later cell reads the rows again. None of a frame that is not marked.
        """
        kept: Kept | None = vars(frame).get(_ATTRIBUTE)
        if kept is None:
            return None
        if kept.view is not None and kept.cell == self._cell_number():
            return kept.view
        return self.read(frame)
