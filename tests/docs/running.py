"""Runs the blocks of a page in order, and compares what they answer with what the page says."""

from __future__ import annotations

import contextlib
import io
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from streamtables_grammar.scripts import split_script
from tests.docs.pages import Block, blocks

if TYPE_CHECKING:
    from pyspark.sql import DataFrame, SparkSession

_ANYTHING = "…"
"""In what a page shows: any text, in a cell or at the end of one; in a row of its own, any rows."""


@dataclass
class Page:
    """A page that is being run: its session, and what its Python blocks have defined."""

    spark: SparkSession
    names: dict[str, Any] = field(default_factory=dict)

    def run(self, page: str) -> None:
        """Run all blocks of a page that are not marked otherwise.

        Args:
            page: Its path below the project.

        Raises:
            AssertionError: A block fails, or answers something else than the page shows below it.
        """
        there = blocks(page)
        for block, following in zip(there, [*there[1:], None], strict=True):
            if block.not_run is not None or block.language not in {"sql", "python"}:
                continue
            shown = following.text if following is not None and following.language == "text" else None
            if block.language == "sql":
                self._run_sql(block, shown)
            else:
                self._run_python(block, shown)

    def _run_sql(self, block: Block, shown: str | None) -> None:
        statements = split_script(block.text)
        answer, failure = None, None
        for number, statement in enumerate(statements, start=1):
            try:
                answer = self.spark.sql(statement.text)
                answer.collect()
            except Exception as error:
                failure = str(error).strip()
                if number < len(statements) or shown is None or not shown.startswith("["):
                    raise AssertionError(f"{block.place}, statement {number}: {failure}") from error
        if shown is None:
            return
        if shown.startswith("["):
            assert failure is not None, f"{block.place} raises nothing"
            assert fits(shown.strip(), failure), f"{block.place} raises {failure}"
            return
        assert answer is not None
        differs = compare(shown, answer)
        assert differs is None, f"{block.place}: {differs}"

    def _run_python(self, block: Block, shown: str | None) -> None:
        self.names.setdefault("spark", self.spark)
        code = compile("\n" * (block.line - 1) + block.text, block.page, "exec")
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                exec(code, self.names)  # noqa: S102 - our own text
        except Exception as error:
            raise AssertionError(f"{block.place}: {type(error).__name__}: {error}") from error
        if shown is not None:
            assert fits(shown.strip(), printed.getvalue().strip()), f"{block.place} prints {printed.getvalue()}"


def fits(pattern: str, text: str) -> bool:
    """Whether a text is what a page shows."""
    parts = (re.escape(part) for part in pattern.split(_ANYTHING))
    return re.fullmatch(".*".join(parts), text, re.DOTALL) is not None


def compare(shown: str, answer: DataFrame) -> str | None:
    """Compare an answer with a table that a page shows: its columns, which may be some of the answer's, and all rows.

    Args:
        shown: Lines of cells between bars; the first one has the columns' names.
        answer: What the last statement gave.

    Returns:
        What differs; None if nothing does.
    """
    heads, *rows = [_cells(line) for line in shown.splitlines() if line.lstrip().startswith("|")]
    missing = [head for head in heads if head not in answer.columns]
    if missing:
        return f"no columns {missing} among {answer.columns}"
    found = [[_shown(row[head]) for head in heads] for row in answer.collect()]
    open_end = bool(rows) and set(rows[-1]) == {_ANYTHING}
    wanted = rows[:-1] if open_end else rows
    if len(found) < len(wanted) or (len(found) > len(wanted) and not open_end):
        return f"{len(found)} rows: {found}"
    for want, have in zip(wanted, found, strict=False):
        if not all(fits(cell, value) for cell, value in zip(want, have, strict=True)):
            return f"{have} where the page has {want}"
    return None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().strip("|").split("|")]


def _shown(value: object) -> str:
    """A value as Spark's ``show`` writes it."""
    if value is None:
        return "NULL"
    return str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())


def clean(spark: SparkSession, before: Sequence[str]) -> None:
    """Drop the schemas that a page has made, with the stream tables in them.

    Args:
        spark: The session.
        before: The schemas that were there before.
    """
    spark.sql("USE default")
    for (name,) in spark.sql("SHOW SCHEMAS").collect():
        if name not in before and name != "streamtables":
            spark.sql(f"DROP SCHEMA `{name}` CASCADE")
