"""A session that only notes what it is asked, and answers with rows that are known beforehand."""

from __future__ import annotations

from typing import Any

import pytest

from streamtables.cli.main import run


class RecordedRows:
    """A result with rows that are known beforehand."""

    def __init__(self, columns: list[str], rows: list[list[Any]]) -> None:
        self.columns = columns
        self._rows = [Record(zip(columns, row, strict=True)) for row in rows]

    def collect(self) -> list[Any]:
        return self._rows

    def toLocalIterator(self) -> Any:  # noqa: N802 - PySpark's name
        return iter(self._rows)


class Record(dict[str, Any]):
    """A row that iterates over its values, as Spark's do, and is read by column."""

    def __iter__(self) -> Any:
        return iter(self.values())


class RecordingSession:
    """Notes statements, answers with prepared rows, or raises."""

    def __init__(self) -> None:
        self.statements: list[str] = []
        self.answer = RecordedRows(["schema", "stream_table", "equal"], [["a", "b", True]])
        self.error: Exception | None = None
        self.warehouse: str | None = None
        self.ended: list[str] = []

    def sql(self, statement: str) -> RecordedRows:
        self.statements.append(statement)
        if self.error:
            raise self.error
        return self.answer

    def flush(self) -> None:
        self.ended.append("flushed")

    def stop(self) -> None:
        self.ended.append("stopped")


def exit_code(*words: str) -> Any:
    with pytest.raises(SystemExit) as left:
        run(list(words))
    return left.value.code
