"""After a statement that never ended: the next one on its name works or says what to do, and all is as it should be."""

from __future__ import annotations

import random
from collections.abc import Collection
from typing import TYPE_CHECKING

from tests.reliability.graph import NODES, create_text, readers
from tests.reliability.inspection import Inspection, condition_of, first_line
from tests.reliability.statements import Statement, renamed
from tests.reliability.tally import Tally

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

_NOT_THERE = {"TABLE_OR_VIEW_NOT_FOUND", "STREAM_TABLE_NOT_FOUND"}
_FIRST = {
    "SELECT": "SELECT * FROM {name}",
    "REFRESH": "REFRESH STREAM TABLE {name}",
    "REFRESH FULL": "REFRESH STREAM TABLE {name} FULL",
    "VERIFY": "VERIFY STREAM TABLE {name}",
    "SHOW": "SHOW STREAM TABLES",
    "CREATE": "",
    "CREATE IF NOT EXISTS": "",
    "CREATE OR REPLACE": "",
    "DROP": "DROP STREAM TABLE {name} CASCADE",
    "DROP IF EXISTS": "DROP STREAM TABLE IF EXISTS {name} CASCADE",
}
"""Statements of which each may be the first one on a name after a death."""


class Recovery:
    """Runs the next statements.

    Args:
        spark: A session with stream tables, in the schema.
        inspection: Looks at the schema.
        seed: Which statement comes first.
        tally: Counts, and notes what is wrong.
    """

    def __init__(self, spark: SparkSession, inspection: Inspection, seed: int, tally: Tally) -> None:
        self._spark = spark
        self._inspection = inspection
        self._random = random.Random(seed)
        self._tally = tally
        self._where = ""

    def after(self, statement: Statement | None, death: str) -> None:
        """See that all is well, and leave every stream table there and fresh.

        Args:
            statement: What was begun and not ended; None if nothing was.
            death: Where it died, for what is noted.
        """
        name = self.settle(statement, death, NODES)
        problems = self._inspection.row_problems(NODES)
        try:
            rows = self._spark.sql("REFRESH STREAM TABLES").collect()
            self._count_modes(rows)
        except Exception as error:  # noqa: BLE001 - whatever it is, it must not be
            problems.append(f"REFRESH STREAM TABLES: {condition_of(error)}: {first_line(error)}")
        problems += self._inspection.all_problems(NODES, fresh=True)
        problems += self._inspection.verify_problems({name, self._random.choice(tuple(NODES))})
        self._note(*problems)

    def settle(self, statement: Statement | None, death: str, names: Collection[str] = ()) -> str:
        """Run a statement on a name, and see that all agree on what is there; compare no rows.

        Args:
            statement: What was begun and not ended; None if nothing was.
            death: Where it died, for what is noted.
            names: Stream tables to look at, besides those that the statements are about.

        Returns:
            The stream table that the first statement is about.
        """
        name = self._random.choice(tuple(NODES))
        unsure: set[str] = set()
        if statement is not None:
            name = statement.name if statement.name in NODES else name
            unsure = set(statement.may_be_gone)
        first = self._random.choice(tuple(_FIRST))
        begun = "between statements" if statement is None else f"in {statement.kind}"
        self._where = f"died {death} {begun}, then {first}"
        self._tally.count("first statement after a death", first)
        if statement is not None and statement.kind == "rename":
            # It got as far as its new name, or it did not; where it did, it is all there.
            self._run(f"ALTER STREAM TABLE {renamed(name)} RENAME TO {name}", {"STREAM_TABLE_NOT_FOUND"})
        gone = self._first(first, name, unsure)
        for other in NODES:
            if other in names or other in {name, *gone, *unsure}:
                self._settle(other, may_be_gone=other in gone or other in unsure)
        return name

    def _first(self, first: str, name: str, unsure: set[str]) -> set[str]:
        """Run the first statement; return what it has dropped."""
        text = _FIRST[first].format(name=name) or create_text(name, verb=first)
        allowed = _NOT_THERE if name in unsure and first not in ("DROP IF EXISTS", "SHOW") else set()
        if first == "CREATE":
            allowed = {"STREAM_TABLE_EXISTS"}
        elif first.startswith("CREATE"):
            allowed = set()
        error = self._run(text, allowed)
        if first == "CREATE" and error is None and name not in unsure:
            self._note(f"CREATE made a second {name}")
        if first == "CREATE":
            self._run(f"SELECT * FROM {name}", set())
        return {name, *readers(name)} if first.startswith("DROP") else set()

    def _settle(self, name: str, *, may_be_gone: bool) -> None:
        """See that all statements agree on whether a stream table is there; create it if it is not."""
        if not may_be_gone:
            self._run(f"SELECT * FROM {name}", set())
        # Readers know nothing of us; the first statement of ours finishes what another one has begun, or undoes it.
        refreshed = self._run(f"REFRESH STREAM TABLE {name}", _NOT_THERE if may_be_gone else set(), name)
        if refreshed is None:
            self._run(f"SELECT * FROM {name}", set())
            return
        if refreshed in _NOT_THERE and self._run(f"SELECT * FROM {name}", _NOT_THERE) is None:
            self._note(f"REFRESH finds no {name}, SELECT does")
        self._run(f"DROP STREAM TABLE IF EXISTS {name} CASCADE", set())
        self._run(create_text(name), set())

    def _run(self, text: str, allowed: set[str], refreshed: str | None = None) -> str | None:
        """Run a statement; note an error that must not be, and return its condition."""
        try:
            rows = self._spark.sql(text).collect()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is judged
            condition = condition_of(error)
            self._tally.count("error", condition)
            if condition not in allowed:
                self._note(f"{text.split(' REFRESH MODE', 1)[0]}: {condition}: {first_line(error)}")
            return condition
        if refreshed is not None:
            self._count_modes(rows)
            if not any(row["stream_table"].rsplit(".", 1)[-1] == refreshed for row in rows):
                self._note(f"REFRESH of {refreshed} gives no row for it and no error")
        return None

    def _count_modes(self, rows: list[Row]) -> None:
        for row in rows:
            self._tally.count("refresh", row["mode"])

    def _note(self, *problems: str) -> None:
        self._tally.problem(*(f"{self._where}: {problem}" for problem in problems))
