"""What is shown while the user waits: nothing for a second, one line after that, and nothing of it in the end."""

from __future__ import annotations

import io
import time

import pytest
from rich.console import Console

from streamtables.cli import progress as progress_module
from streamtables.cli.progress import Progress, progress_on_terminal


def a_terminal() -> tuple[Console, io.StringIO]:
    screen = io.StringIO()
    return Console(file=screen, force_terminal=True, width=80, highlight=False), screen


def test_work_of_less_than_a_second_shows_nothing() -> None:
    console, screen = a_terminal()
    with Progress(console).of("refreshing"):
        pass
    assert screen.getvalue() == ""


def test_longer_work_shows_what_goes_on_and_for_how_long_and_wipes_it_in_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(progress_module, "_PATIENCE_SECONDS", 0.01)
    console, screen = a_terminal()
    progress = Progress(console)
    with progress.of("REFRESH STREAM TABLES"):
        deadline = time.monotonic() + 10
        while "REFRESH STREAM TABLES  0 s" not in screen.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
        progress.tell("s.g (2 of 5): choosing the mode")
        while "s.g (2 of 5): choosing the mode" not in screen.getvalue() and time.monotonic() < deadline:
            time.sleep(0.01)
    told = screen.getvalue()
    assert "REFRESH STREAM TABLES  0 s" in told
    assert "s.g (2 of 5): choosing the mode" in told
    # The cursor is shown again, and the line is erased.
    assert told.rstrip().endswith("\x1b[2K")
    assert "\x1b[?25h" in told


def test_long_times_are_told_in_minutes() -> None:
    now = [0.0]
    console, _ = a_terminal()
    progress = Progress(console, lambda: now[0])
    with progress.of("verifying"):
        now[0] = 185.0
        assert progress.line().plain == "verifying  3 min 05 s"


def test_nothing_is_shown_where_nobody_looks(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(progress_module, "_PATIENCE_SECONDS", 0.0)
    progress = progress_on_terminal()
    assert not progress.is_shown
    with progress.of("refreshing"):
        time.sleep(0.05)
    assert capsys.readouterr() == ("", "")
