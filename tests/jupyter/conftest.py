"""IPython's shell, as a kernel or a terminal has it, with the magics."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest


@dataclass(frozen=True, slots=True)
class Ran:
    """What a cell has done.

    Attributes:
        value: What it ended with.
        error: What it raised; None if it did not.
        html: Its outputs, as a notebook shows them.
        text: The same, as a terminal shows them.
        printed: What it wrote to standard output, the errors that IPython shows included, without colours.
        noticed: What it wrote to standard error.
    """

    value: Any
    error: BaseException | None
    html: list[str]
    text: list[str]
    printed: str
    noticed: str


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The one shell of the process."""
    from IPython.core.interactiveshell import InteractiveShell
    from traitlets.config import Config

    monkeypatch.setenv("IPYTHONDIR", str(tmp_path))
    monkeypatch.chdir(tmp_path)
    config = Config()
    config.HistoryManager.enabled = False
    config.InteractiveShell.colors = "nocolor"
    InteractiveShell.clear_instance()
    made: Any = InteractiveShell.instance(config=config)
    made.run_line_magic("load_ext", "streamtables")
    yield made
    made.run_line_magic("unload_ext", "streamtables")
    InteractiveShell.clear_instance()


@pytest.fixture
def run(shell: Any) -> Callable[[str], Ran]:
    """Runs a cell."""
    from IPython.utils.capture import capture_output

    def run_cell(cell: str) -> Ran:
        with capture_output() as captured:
            result = shell.run_cell(cell, store_history=True)
        data = [output.data for output in captured.outputs]
        if result.result is not None:
            # The shell itself prints the text of what a cell ends with, where a kernel sends all of it.
            data.append(shell.display_formatter.format(result.result)[0])
        return Ran(
            value=result.result,
            error=result.error_before_exec or result.error_in_exec,
            html=[one["text/html"] for one in data if "text/html" in one],
            text=[one["text/plain"] for one in data if "text/plain" in one],
            printed=re.sub(r"\x1b\[\d*m", "", captured.stdout),
            noticed=captured.stderr,
        )

    return run_cell
