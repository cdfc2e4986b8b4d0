"""Steps of our own code at which tests strike."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from streamtables.fault_points import POINTS, VARIABLE, FaultPoints, InjectedFaultError

SOURCES = Path(__file__).parents[2] / "python" / "streamtables"


def test_nothing_happens_where_nothing_is_asked_for() -> None:
    FaultPoints().reach("refresh.committed")


def test_a_fault_strikes_once_at_the_time_it_was_asked_for() -> None:
    points = FaultPoints("refresh.committed=fail@2")
    points.reach("refresh.committed")
    points.reach("refresh.examined")
    with pytest.raises(InjectedFaultError):
        points.reach("refresh.committed")
    points.reach("refresh.committed")


def test_a_step_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match=r"refresh\.comitted"):
        FaultPoints("refresh.comitted=kill")


def test_a_listener_is_told_on_the_thread_that_reaches_the_step() -> None:
    points, reached = FaultPoints(), []
    with points.listen(reached.append):
        points.reach("create.view")
    points.reach("create.view")
    assert reached == ["create.view"]


def test_a_process_is_killed_where_its_environment_says_so() -> None:
    program = "from streamtables.fault_points import FAULT_POINTS as f; f.reach('drop.view'); print('lived')"
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={"PYTHONPATH": str(SOURCES.parent), VARIABLE: "*=kill"},
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (-signal.SIGKILL, b"")


def test_every_step_is_reached_somewhere() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in SOURCES.rglob("*.py"))
    reached = set(re.findall(r'FAULT_POINTS\.reach\("([^"]+)"\)', text))
    assert reached == set(POINTS)
