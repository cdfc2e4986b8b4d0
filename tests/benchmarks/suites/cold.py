"""cold: start to exit of a process for one refresh after few changes, against one that recomputes with plain Spark."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from streamtables.session.builder import session_settings
from streamtables.spark.jvm.class_archive import WITHOUT_ARCHIVE, ClassArchive
from streamtables.spark.sessions.warehouse_place import WarehousePlace
from tests.benchmarks.cold_process import PHASES, QUERY, START, WORK
from tests.benchmarks.contest import Bench, WrongModeError, in_turn
from tests.benchmarks.equality import require_equal
from tests.benchmarks.measurement import Measurement, Parameter, Sample, Work
from tests.benchmarks.sources import Pattern, Source, SourceProperties
from tests.processes import PYTHON_PATH

SUITE = "cold"
REFRESH, PREPARED, PLAIN = "REFRESH", "REFRESH, prepared", "plain Spark"
WHOLE, INTERPRETER, PROCESSOR = "start to exit", "interpreter", "processor time"
"""Phases beside those of ``cold_process``: all of them, what is before and behind them, and what processors did until
Spark is stopped, which depends less on what else runs on the machine."""
_MASTER = "local[2]"
_SECONDS_OF_A_PROCESS = 900


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        rows: Rows of the source, one size after the other.
        accounts: Groups of the aggregate.
        changed: Rows that change before each process.
        memory: Memory of each process's JVM.
        properties: What the source records of its changes.
    """

    rows: tuple[int, ...] = (1_000_000,)
    accounts: int = 50_000
    changed: int = 100
    memory: str = "4g"
    properties: SourceProperties = SourceProperties.FEED


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where the source is made and changed, and the results are compared; the processes have a warehouse of
            their own.
        options: The sizes.
    """
    for rows in options.rows:
        with tempfile.TemporaryDirectory(prefix="streamtables-cold-") as folder:
            _run(bench, options, rows, Path(folder))


def _run(bench: Bench, options: Options, rows: int, folder: Path) -> None:
    place = _Place(folder, options.memory)
    bench.tell(f"{SUITE}: loading {rows:,} rows")
    source = Source(bench.spark, place.source, rows, options.accounts, options.properties)
    bench.tell(f"{SUITE}: creating the stream table, {rows:,} rows")
    place.process("set-up")
    samples: dict[tuple[str, str], list[Sample]] = {}
    sides = {REFRESH: "refresh", PLAIN: "recompute"}
    archive = ClassArchive.here()
    if archive is not None and archive.file() is not None:
        sides[PREPARED] = "refresh"
    bench.narrator.begin((bench.warm_ups + bench.rounds) * len(sides))
    for turn in range(bench.warm_ups + bench.rounds):
        when = f"cold, turn {turn}"
        for side in in_turn(tuple(sides), turn):
            bench.tell(f"{SUITE}: {rows:,} rows, {side}, round {turn - bench.warm_ups + 1} of {bench.rounds}")
            if side != PLAIN:
                source.change(options.changed, Pattern.SPREAD)
            ran = place.process(sides[side], prepared=side == PREPARED)
            if side == PLAIN:
                require_equal(bench.spark, place.recomputed, QUERY.format(source=place.source), when)
            elif ran.mode != "DIFFERENTIAL":
                raise WrongModeError(f"{SUITE}: the refresh ran {ran.mode}")
            bench.narrator.advance()
            for phase, seconds in ran.seconds.items() if turn >= bench.warm_ups else ():
                samples.setdefault((phase, side), []).append(Sample(seconds, Work(), mode=ran.mode))
        place.process("read")
        require_equal(bench.spark, place.read, QUERY.format(source=place.source), when)
    for (phase, side), found in samples.items():
        case: dict[str, Parameter] = {"phase": phase, "rows": rows, "changed": options.changed}
        bench.measurements.append(Measurement(SUITE, case, side, tuple(found)))
    bench.keep(bench.report())


def of_ours(phases: Mapping[str, Mapping[str, Measurement]]) -> float | None:
    """Return how many seconds a process takes more than a plain one, Spark's start and the statements left out.

    Args:
        phases: By phase the sides of a case.

    Returns:
        The difference of the medians, None where one is missing.
    """
    beside = [sides for phase, sides in phases.items() if phase not in (WHOLE, PROCESSOR, START, WORK)]
    if not beside or any(not {REFRESH, PLAIN} <= sides.keys() for sides in beside):
        return None
    return sum(sides[REFRESH].seconds - sides[PLAIN].seconds for sides in beside)


@dataclass(frozen=True, slots=True)
class _Ran:
    """A process that has ended: the mode of its refresh, and its seconds by phase."""

    mode: str | None
    seconds: Mapping[str, float]


class _Place:
    """A warehouse of the processes, and tables beside it that the bench and they reach by path."""

    def __init__(self, folder: Path, memory: str) -> None:
        self._folder = folder
        self._warehouse = folder / "warehouse"
        self._conf = {"spark.driver.memory": memory, "spark.local.dir": str(folder / "local")}
        self.source, self.recomputed, self.read = (
            f"delta.`{folder / name}`" for name in ("source", "recomputed", "read")
        )

    def process(self, what: str, *, prepared: bool = False) -> _Ran:
        """Let a process do one thing; what its JVM does behind its exit is waited for, but not measured.

        Args:
            what: The thing.
            prepared: Whether its JVM uses the archive of classes.

        Returns:
            How it went.

        Raises:
            RuntimeError: It failed, with the end of what it said.
        """
        task, answer = self._folder / "task.json", self._folder / "answer.json"
        answer.unlink(missing_ok=True)
        task.write_text(json.dumps(self._task(answer, prepared)), encoding="utf-8")
        command = [sys.executable, "-m", "tests.benchmarks.cold_process", what, str(task)]
        environment = {**os.environ, "PYTHONPATH": PYTHON_PATH}
        said: list[str] = []
        began = time.time()
        process = subprocess.Popen(
            command, cwd=self._folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        output: Any = process.stdout
        reader = threading.Thread(target=lambda: said.append(output.read()), daemon=True)
        reader.start()
        code = process.wait(_SECONDS_OF_A_PROCESS)
        ended = time.time()
        # The JVM, which has the same output, ends later.
        reader.join(_SECONDS_OF_A_PROCESS)
        if code != 0 or not answer.is_file():
            raise RuntimeError(f"{SUITE}: {what} failed: {''.join(said)[-2000:]}")
        found = json.loads(answer.read_text(encoding="utf-8"))
        seconds = {phase: found["phases"][phase] for phase in PHASES}
        # What no phase counts lies between the process's begin and the first one, or behind the last.
        seconds[INTERPRETER] = ended - began - sum(seconds.values())
        if found["processor"] is not None:
            seconds[PROCESSOR] = found["processor"]
        return _Ran(found["mode"], {WHOLE: ended - began, **seconds})

    def _task(self, answer: Path, prepared: bool) -> dict[str, Any]:
        conf = self._conf if prepared else {**self._conf, "spark.driver.extraJavaOptions": WITHOUT_ARCHIVE}
        settings = session_settings(WarehousePlace.of(self._warehouse), "cold", _MASTER, conf)
        paths = {name: str(self._folder / name) for name in ("source", "recomputed", "read")}
        return {
            "warehouse": str(self._warehouse),
            "master": _MASTER,
            "conf": conf,
            "settings": settings,
            "answer": str(answer),
            **paths,
        }
