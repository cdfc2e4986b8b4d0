"""Keeps random queries through random changes for as long as one likes, and shrinks what fails.

Run ``make fuzz CASES=100000 SEED=1000``, or ``python -m tests.rewriter.properties.long_run --cases 1000``.
It goes on after a failure, and ends with exit code 1 if there was one.
"""

from __future__ import annotations

import argparse
import sys

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from tests.rewriter.properties.case import shrink
from tests.rewriter.properties.property_run import QUERIES_PER_DATABASE, ROUNDS, FailedCaseError, Tally, run

_REFRESHES_AT_ONCE = QUERIES_PER_DATABASE * ROUNDS
_MOST_FAILURES = 20


def main(arguments: list[str]) -> int:
    """Run random cases.

    Args:
        arguments: The command line's.

    Returns:
        0 if no case failed, else 1.
    """
    parser = argparse.ArgumentParser(description="Keep random queries through random changes.")
    parser.add_argument("--cases", type=int, default=10_000, help="refreshes to check")
    parser.add_argument("--seed", type=int, default=1_000, help="the first seed; each is a database of its own")
    options = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    columns = (TextColumn("seed {task.fields[seed]}"), BarColumn(), MofNCompleteColumn())
    tally, failures, seed = Tally(), 0, options.seed
    with Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=console) as progress:
        task = progress.add_task("cases", total=options.cases, seed=seed)
        while tally.refreshes < options.cases and failures < _MOST_FAILURES:
            try:
                run(seed, min(options.cases, tally.refreshes + _REFRESHES_AT_ONCE), tally)
            except FailedCaseError as error:
                failures += 1
                console.print(f"[bold]failure {failures}[/bold], {error}", markup=True)
                if error.case is not None and error.case.fails():
                    console.print(shrink(error.case).text(), markup=False)
            seed += 1
            progress.update(task, completed=tally.refreshes, seed=seed)
    console.print(f"{tally.refreshes:,} refreshes of {tally.queries:,} queries, {failures} failures; {tally}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
