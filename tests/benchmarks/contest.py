"""Measuring sides against each other: in one session, in alternation, after the same changes."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from streamtables.session.enabling import runtime_of
from streamtables.spark.accelerators.chosen import ALL_SETTING, ONE_SETTING
from tests.benchmarks.engine_phases import DeltaClock, without_history
from tests.benchmarks.equality import require_equal
from tests.benchmarks.measurement import Measurement, Parameter, Report, Sample
from tests.benchmarks.meter import SparkMeter, with_files_added

if TYPE_CHECKING:
    from pyspark.sql import Row, SparkSession

_Side = TypeVar("_Side")
MODES = ("DIFFERENTIAL", "FULL", "AUTO")
_MAY_RUN = {
    "DIFFERENTIAL": frozenset({"DIFFERENTIAL"}),
    "FULL": frozenset({"FULL"}),
    "AUTO": frozenset({"DIFFERENTIAL", "FULL"}),
}
_UNSUPPORTED = "UNSUPPORTED_QUERY"
ALL_ACCELERATORS = "accelerators"


class Narrator:
    """Is told how a run goes; this one keeps it to itself."""

    def tell(self, what: str) -> None:
        """Take note of what is being done now."""

    def begin(self, steps: int) -> None:
        """Take note that so many measurements follow."""

    def advance(self) -> None:
        """Take note that one of them is done."""


class WrongModeError(Exception):
    """A refresh ran in another mode than the one that is being measured."""


@dataclass(frozen=True, slots=True)
class Side:
    """One way to get the work done.

    Attributes:
        name: What it is called in the results.
        run: Does it; gives REFRESH's row of the table that is measured, or None.
        table: The table whose commits are counted, None if there is none.
        query: What the table has to equal afterwards, None if that is not for it to keep.
        modes: The modes that REFRESH may run in.
        before: Done before it and not measured.
    """

    name: str
    run: Callable[[], Row | None]
    table: str | None = None
    query: str | None = None
    modes: frozenset[str] = frozenset()
    before: Callable[[], None] = lambda: None


@dataclass(frozen=True, slots=True)
class Case:
    """Sides that do the same work.

    Attributes:
        parameters: What tells this case from the suite's others.
        sides: Who competes.
    """

    parameters: dict[str, Parameter]
    sides: tuple[Side, ...]


@dataclass(slots=True)
class Bench:
    """The session that everything is measured in, and what has been measured so far.

    Attributes:
        spark: The session, with stream tables.
        rounds: Measured rounds of each case.
        warm_ups: Rounds before them that are not measured.
        narrator: Is told how it goes.
        measurements: The results.
        notes: What was left out, and why.
        keep: Is given the results so far whenever some cases are done.
        without: Accelerators without which DIFFERENTIAL is measured, too, each by itself; ``ALL_ACCELERATORS`` for all.
    """

    spark: SparkSession
    rounds: int
    warm_ups: int = 1
    narrator: Narrator = field(default_factory=Narrator)
    measurements: list[Measurement] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    keep: Callable[[Report], None] = lambda _: None
    without: tuple[str, ...] = ()

    def tell(self, what: str) -> None:
        """Say what is being done now."""
        self.narrator.tell(what)

    def compete(
        self,
        suite: str,
        cases: Sequence[Case],
        change: Callable[[], None],
        *,
        warm: bool = False,
        rounds: int | None = None,
        check: Callable[[str], None] = lambda _: None,
        not_warmed_up: frozenset[str] = frozenset(),
    ) -> None:
        """Let the sides of each case work in turn, round after round, and keep the measurements.

        The order changes from round to round as ``in_turn`` says. The first rounds are not measured but checked like
        the others.

        Args:
            suite: The suite.
            cases: What to measure after each change.
            change: Changes the sources, once a round.
            warm: Whether the cases have been run before, so that no round has to be left unmeasured.
            rounds: Measured rounds; the bench's own number if not given.
            check: Called after each round with its name, for what is not a side's own table.
            not_warmed_up: Sides that are left out of the rounds that are not measured. What the others are compared
                with may be theirs, so nothing is compared then.

        Raises:
            WrongModeError: A refresh ran in another mode than asked for.
            WrongRowsError: A table does not equal its query.
        """
        samples: dict[tuple[int, str], list[Sample]] = {}
        wanted = self.rounds if rounds is None else rounds
        warm_ups = 0 if warm else self.warm_ups
        measured = sum(len(case.sides) for case in cases)
        left_out = sum(side.name in not_warmed_up for case in cases for side in case.sides)
        self.narrator.begin((warm_ups + wanted) * measured - warm_ups * left_out)
        for turn in range(warm_ups + wanted):
            what = f"round {turn - warm_ups + 1} of {wanted}" if turn >= warm_ups else "warm-up"
            self.tell(f"{suite}: changing the sources, {what}")
            self.settle()
            change()
            for number, case in enumerate(cases):
                for side in in_turn(case.sides, turn):
                    if turn < warm_ups and side.name in not_warmed_up:
                        continue
                    self.tell(f"{suite}: {_label(case)}, {side.name}, {what}")
                    sample = self.measure(side)
                    self.narrator.advance()
                    if turn >= warm_ups:
                        samples.setdefault((number, side.name), []).append(sample)
                if turn >= warm_ups or not not_warmed_up:
                    self.tell(f"{suite}: {_label(case)}, comparing, {what}")
                    self._require_equal(case.sides, what)
            check(what)
        for (number, name), rounds_of_side in samples.items():
            self.measurements.append(Measurement(suite, cases[number].parameters, name, tuple(rounds_of_side)))
        self.keep(self.report())

    def _require_equal(self, sides: Sequence[Side], what: str) -> None:
        """Compare the first table of each query with the query, and the query's other tables with that one."""
        equal: dict[str, str] = {}
        for side in sides:
            if side.table is not None and side.query is not None:
                expected = equal.get(side.query, side.query)
                require_equal(self.spark, side.table, expected, f"after {side.name}, {what}")
                equal.setdefault(side.query, f"SELECT * FROM {side.table}")

    def measure(self, side: Side) -> Sample:
        """Let one side work once.

        Args:
            side: The side.

        Returns:
            How long it took and what it did.

        Raises:
            WrongModeError: A refresh ran in another mode than asked for.
        """
        side.before()
        meter, clock = SparkMeter(self.spark), DeltaClock()
        before = self.commits(side.table)
        with without_history(), clock.running():
            mark = meter.mark()
            started = time.perf_counter()
            row = side.run()
            seconds = time.perf_counter() - started
        work = meter.work_since(mark)
        commits = self.commits(side.table) - before
        if row is not None and row["mode"] not in side.modes:
            raise WrongModeError(f"{side.name} of {side.table} ran {row['mode']}: {row['reason']}")
        return Sample(
            seconds=seconds,
            work=with_files_added(work, commits),
            commits=len(commits),
            mode=row["mode"] if row is not None else None,
            engine_seconds=row["duration_ms"] / 1000 if row is not None else None,
            delta_seconds=clock.seconds if row is not None and row["mode"] == "DIFFERENTIAL" else None,
        )

    def settle(self) -> None:
        """Let the engine write its history, which it does in the background: not while something is measured."""
        runtime_of(self.spark).engine.history.flush()

    def commits(self, table: str | None) -> set[Path]:
        """Find the Delta commits of a table, or of all tables behind a stream table; none of no table."""
        if table is None:
            return set()
        name = table.rsplit(".", 1)[-1]
        schema = table.rsplit(".", 1)[0]
        place = self.spark.sql(f"DESCRIBE SCHEMA {schema}").where("info_name = 'Location'").collect()[0]["info_value"]
        folder = Path(str(place).removeprefix("file://").removeprefix("file:"))
        logs = [*folder.glob(f"{name}/_delta_log/*.json"), *folder.glob(f"{name}__*/_delta_log/*.json")]
        return {log for log in logs if log.stem.isdigit()}

    def fresh_schema(self, name: str) -> str:
        """Drop a schema with everything in it, and make it."""
        if self.spark.catalog.databaseExists(name):
            for row in self.spark.sql(f"SHOW STREAM TABLES IN {name}").collect():
                self.spark.sql(f"DROP STREAM TABLE IF EXISTS {name}.{row['stream_table']} CASCADE")
        self.spark.sql(f"DROP SCHEMA IF EXISTS {name} CASCADE")
        self.spark.sql(f"CREATE SCHEMA {name}")
        return name

    def drop_stream_tables(self, names: Sequence[str]) -> None:
        """Drop stream tables that are done with."""
        for name in names:
            self.spark.sql(f"DROP STREAM TABLE IF EXISTS {name}")

    def report(self) -> Report:
        """Return what has been measured."""
        return Report({}, tuple(self.measurements), tuple(self.notes))


def in_turn(sides: Sequence[_Side], turn: int) -> list[_Side]:
    """Return the sides in the order of one round.

    In as many rounds as there are sides (twice as many if their number is odd) each is as often the first as any other,
    and follows each of the others as often: what one side leaves behind, such as warm caches and garbage, is no other
    side's advantage. Source: Williams, Experimental designs balanced for the estimation of residual effects of
    treatments (1949).

    Args:
        sides: The sides.
        turn: The round's number, from 0 on.

    Returns:
        The same sides.
    """
    number = len(sides)
    order = [(turn + (-1) ** (step + 1) * ((step + 1) // 2)) % number for step in range(number)]
    if number % 2 == 1 and turn // number % 2 == 1:
        order.reverse()
    return [sides[place] for place in order]


def refresh_side(
    spark: SparkSession,
    table: str,
    query: str,
    mode: str,
    *,
    name: str | None = None,
    also: frozenset[str] = frozenset(),
) -> Side:
    """Return a side that refreshes a stream table.

    Args:
        spark: The session.
        table: The stream table.
        query: Its query.
        mode: What is measured: one of ``MODES``.
        name: What the side is called; its mode if not given.
        also: Modes that may run beside those of ``mode``.

    Returns:
        The side.
    """
    how = "FULL" if mode == "FULL" else ""
    statement = f"REFRESH STREAM TABLE {table} {how} WITHOUT UPSTREAM"

    def run() -> Row:
        rows: list[Any] = spark.sql(statement).collect()
        row: Row = rows[-1]
        return row

    return Side(name or mode, run, table, query, _MAY_RUN[mode] | also)


def statement_side(
    spark: SparkSession, name: str, statement: str, table: str | None = None, query: str | None = None
) -> Side:
    """Return a side that runs an ordinary statement."""

    def run() -> None:
        spark.sql(statement).collect()

    return Side(name, run, table, query)


def create_in_each_mode(
    bench: Bench, prefix: str, query: str, modes: Sequence[str] = MODES, clauses: str = "", *, filled: bool = True
) -> tuple[Side, ...] | None:
    """Create one stream table of a query for each mode, and one for each accelerator that is to be left out.

    Args:
        bench: The bench.
        prefix: Schema and the beginning of the tables' names.
        query: The query.
        modes: The modes.
        clauses: Further clauses of CREATE STREAM TABLE.
        filled: Whether the tables hold the query's rows from the beginning.

    Returns:
        A side for each table; None where the query is not maintained from changes yet, which is noted.
    """
    sides = []
    wanted: list[tuple[str, str | None]] = [(mode, None) for mode in modes]
    if "DIFFERENTIAL" in modes:
        wanted += [("DIFFERENTIAL", name) for name in bench.without]
    for mode, without in wanted:
        table = f"{prefix}_{mode.lower()}" if without is None else f"{prefix}_without_{without}"
        bench.tell(f"creating {table}")
        try:
            with_data = "WITH DATA" if filled else "WITH NO DATA"
            bench.spark.sql(f"CREATE STREAM TABLE {table} REFRESH MODE {mode} {clauses} {with_data} AS {query}")
        except Exception as error:
            if not condition_of(error).startswith(_UNSUPPORTED):
                raise
            bench.notes.append(f"{prefix.rsplit('.', 1)[-1]}: not maintained yet ({condition_of(error)})")
            return None
        session = bench.spark if without is None else _session_without(bench.spark, without)
        sides.append(refresh_side(session, table, query, mode, name=side_name(mode, without)))
    return tuple(sides)


def side_name(mode: str, without: str | None = None) -> str:
    """Return what a side is called.

    Args:
        mode: One of ``MODES``.
        without: The accelerator that is left out, or ``ALL_ACCELERATORS``; None for none.

    Returns:
        The name.
    """
    return mode if without is None else f"{mode} without {without}"


def _session_without(spark: SparkSession, accelerator: str) -> SparkSession:
    session = spark.newSession()
    setting = ALL_SETTING if accelerator == ALL_ACCELERATORS else f"{ONE_SETTING}{accelerator}"
    session.sql(f"SET {setting} = off")
    return session


def condition_of(error: Exception) -> str:
    """Return the name of an error's condition, nothing if it has none."""
    ask = getattr(error, "getCondition", None)
    return str(ask() or "") if ask is not None else ""


def _label(case: Case) -> str:
    return ", ".join(f"{name} {value}" for name, value in case.parameters.items())
