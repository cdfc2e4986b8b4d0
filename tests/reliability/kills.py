"""Processes that are killed again and again, with SIGKILL: at each named step of our own code, and at any time.

Each process first checks what the one before it has left. Where it dies at a step, the JVM that it works with waits for
it, and is kept for the next one (``java_machine``); where it dies at any time, its JVM dies with it, in the middle of
whatever it does.

Run ``python -m tests.reliability.kills --minutes 10 --seed 1``.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.reliability.java_machine import JavaMachine
from tests.reliability.killed_process import ARMED, RANDOM, Journal
from tests.reliability.statements import SOAKED
from tests.reliability.tally import Tally

_ROOT = Path(__file__).parents[2]
_LONGEST_SECONDS = 900.0
_LATEST_SECONDS = 6.0
"""How long after it is armed a process is killed at the latest."""
_RANDOM_SHARE = 0.2


def run(folder: Path, seed: int, go_on: Callable[[int], bool], *, compare_every: int = 1) -> Tally:
    """Kill processes.

    Args:
        folder: An empty folder for all that is written.
        seed: Which steps, and when.
        go_on: Told how many were killed, says whether to kill another one.
        compare_every: After how many deaths all rows are compared; in between a process only sees that the statements
            on what the last one was about work. The last process compares in any case.

    Returns:
        What happened.
    """
    kills = _Kills(folder, seed)
    try:
        for number, point in enumerate(points(random.Random(seed))):
            if not go_on(number):
                break
            kills.one(number, point, *(() if number % compare_every == 0 else ("--briefly",)))
        kills.last()
    finally:
        kills.machine.kill()
    return kills.tally()


def points(chance: random.Random) -> Iterator[str]:
    """Say where to die: every step has its turn, and in between it is at any time."""
    while True:
        for point in chance.sample(SOAKED, len(SOAKED)):
            if chance.random() < _RANDOM_SHARE:
                yield RANDOM
            yield point


class _Kills:
    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._warehouse = folder / "warehouse"
        self._journal = Journal(folder / "journal")
        self._seed = seed
        self._chance = random.Random(seed)
        self._counts = Tally()
        self.machine = JavaMachine(self._warehouse)

    def one(self, number: int, point: str, *arguments: str) -> None:
        """Start a process and see it die."""
        started = time.monotonic()
        process = self._start(number, "--point", point, *arguments)
        assert process.stdout is not None
        watch = threading.Timer(_LONGEST_SECONDS, process.kill)
        watch.start()
        armed = any(line.strip() == ARMED for line in process.stdout)
        if armed and point == RANDOM:
            time.sleep(self._chance.uniform(0, _LATEST_SECONDS))
            process.kill()
            self.machine.kill()
        code = self._wait(process)
        watch.cancel()
        if not armed or code != -signal.SIGKILL:
            # What it has left in the JVM is not what a killed process leaves.
            self.machine.kill()
            self._counts.problem(f"process {number} ended with {code} before it was killed: {self._errors(number)}")
        self._counts.count("kill", f"{point}{', with its JVM' if point == RANDOM else ''}")
        self._counts.count("seconds between kills", "all", round(time.monotonic() - started))
        if self.machine.is_running():
            self.machine.clear()

    def last(self) -> None:
        """Let a process check what the last one has left, and end in peace."""
        process = self._start(-1)
        code = self._wait(process)
        if code:
            self._counts.problem(f"the last process ended with {code}: {self._errors(-1)}")

    def tally(self) -> Tally:
        """Add up what the processes have counted."""
        own = Tally().add([self._counts])
        return own.add(Tally.from_json(entry["tally"]) for entry in self._journal.entries() if "tally" in entry)

    def _start(self, number: int, *arguments: str) -> subprocess.Popen[str]:
        temporary = self._folder / "tmp"
        temporary.mkdir(exist_ok=True)
        environment = {**os.environ, **self.machine.environment(), "TMPDIR": str(temporary)}
        command = [sys.executable, "-m", "tests.reliability.killed_process", "--warehouse", str(self._warehouse)]
        command += ["--journal", str(self._folder / "journal"), "--seed", str(self._seed * 10_000 + number)]
        with (self._folder / f"errors-{number}").open("w", encoding="utf-8") as errors:
            return subprocess.Popen(
                [*command, *arguments], cwd=_ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True
            )

    def _wait(self, process: subprocess.Popen[str]) -> int:
        try:
            process.communicate(timeout=_LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            self._counts.problem(f"process {process.pid} was still there after {_LONGEST_SECONDS:g} seconds")
        return process.returncode

    def _errors(self, number: int) -> str:
        lines = (self._folder / f"errors-{number}").read_text(encoding="utf-8").splitlines()
        return " | ".join(lines[-3:])


def until(minutes: float) -> Callable[[int], bool]:
    """Go on for some minutes."""
    deadline = time.monotonic() + 60 * minutes
    return lambda _: time.monotonic() < deadline


def main(arguments: list[str]) -> int:
    """Kill processes for some time.

    Args:
        arguments: The command line's.

    Returns:
        0 if nothing was wrong, else 1.
    """
    parser = argparse.ArgumentParser(description="Kill processes with stream tables again and again.")
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="soak-kills-") as folder:
        tally = run(Path(folder), options.seed, until(options.minutes))
    tally.show(f"kills, seed {options.seed}")
    return 1 if tally.problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
