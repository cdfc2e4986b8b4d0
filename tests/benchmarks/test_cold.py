"""The suite cold: how the time of a process is shared out, and what is compared."""

from __future__ import annotations

import threading
import time

import pytest

from tests.benchmarks.cold_process import HISTORY, IMPORTS, REGISTRY, START, WORK, Phases
from tests.benchmarks.figures import check_figures
from tests.benchmarks.measurement import Measurement, Report, Sample, Work
from tests.benchmarks.suites.cold import PLAIN, PREPARED, REFRESH, SUITE, WHOLE

_OURS = "a process: seconds of ours beside Spark's start and the refresh"
_WHOLE = "a process for a refresh / one that recomputes with plain Spark"


def test_a_phase_within_another_one_counts_by_itself_on_whatever_thread_it_runs() -> None:
    phases = Phases()
    with phases.phase(WORK):
        time.sleep(0.02)

        def ask() -> None:
            with phases.phase(REGISTRY):
                time.sleep(0.1)

        thread = threading.Thread(target=ask)
        thread.start()
        thread.join()
    time.sleep(0.1)
    with phases.phase(HISTORY):
        pass
    assert phases.seconds[REGISTRY] >= 0.1
    assert 0.02 <= phases.seconds[WORK] < 0.1, "neither what ran within it nor what came behind it"


def _report(seconds: dict[str, tuple[float, float]], rows: int) -> Report:
    measurements = [
        Measurement(SUITE, {"phase": phase, "rows": rows, "changed": 100}, side, (Sample(taken, Work()),))
        for phase, both in seconds.items()
        for side, taken in zip((REFRESH, PLAIN), both, strict=True)
    ]
    return Report(measurements=tuple(measurements))


def _figures(report: Report) -> dict[str, tuple[str, bool | None]]:
    return {figure.name: (figure.measured, figure.reached) for figure in check_figures(report)}


@pytest.mark.parametrize(("history", "reached"), [(0.3, True), (1.3, False)])
def test_what_is_ours_is_what_a_plain_process_does_not_take(history: float, reached: bool) -> None:
    seconds = {WHOLE: (9.0, 20.0), IMPORTS: (1.5, 0.5), START: (5.0, 5.0), WORK: (2.0, 14.0), HISTORY: (history, 0.0)}
    found = _figures(_report(seconds, 1_000_000))
    assert found[_OURS] == (f"{1.0 + history:.2f}", reached)
    assert found[_WHOLE] == ("0.45", True)


def test_a_prepared_machine_is_compared_where_there_is_one() -> None:
    report = _report({WHOLE: (9.0, 10.0)}, 1_000_000)
    prepared = Measurement(SUITE, dict(report.measurements[0].case), PREPARED, (Sample(4.0, Work()),))
    assert _figures(report)[_WHOLE] == ("0.90", False)
    assert _figures(report.joined(Report(measurements=(prepared,))))[_WHOLE] == ("0.40", True)


def test_the_largest_source_is_what_processes_are_compared_at() -> None:
    small, large = _report({WHOLE: (9.0, 9.0)}, 1_000_000), _report({WHOLE: (9.0, 15.0)}, 10_000_000)
    assert _figures(small.joined(large))[_WHOLE] == ("0.60", False)
