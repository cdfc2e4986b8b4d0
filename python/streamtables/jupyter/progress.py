"""What a statement is doing, shown in the cell while it runs, where that takes more than a second."""

from __future__ import annotations

import contextvars
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any, Protocol

from streamtables.jupyter.answer import duration
from streamtables.jupyter.page import element, page
from streamtables.session.stream_table import on_step
from streamtables.spark.sessions.found_sessions import is_connect

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables.engine.progress import RefreshStep

_SILENT_SECONDS = 1.0
_TICK_SECONDS = 0.5


class Display(Protocol):
    """Where one line is shown, which changes."""

    def show(self, line: str) -> None:
        """Show a line in the place of the last one."""

    def clear(self) -> None:
        """Take the line away."""


class CellDisplay:
    """A line in the output of a notebook's cell."""

    def __init__(self) -> None:
        self._handle: Any = None

    def show(self, line: str) -> None:
        """Show a line in the place of the last one."""
        self._update(page(element("div", line, kind="note")), line)

    def clear(self) -> None:
        """Take the line away."""
        if self._handle is not None:
            self._update("", "")

    def _update(self, html: str, text: str) -> None:
        from streamtables.jupyter.outputs import show_changing

        shown = {"text/html": html, "text/plain": text}
        if self._handle is None:
            self._handle = show_changing(shown)
        else:
            self._handle.update(shown, raw=True)


class TerminalDisplay:
    """The last line of a terminal."""

    def __init__(self) -> None:
        self._width = 0

    def show(self, line: str) -> None:
        """Show a line in the place of the last one."""
        sys.stderr.write(f"\r{line.ljust(self._width)}")
        sys.stderr.flush()
        self._width = len(line)

    def clear(self) -> None:
        """Take the line away."""
        if self._width:
            sys.stderr.write(f"\r{' ' * self._width}\r")
            sys.stderr.flush()


@contextmanager
def shown_progress(spark: SparkSession, display: Display | None) -> Iterator[None]:
    """Show what happens in a session, for the length of a ``with`` block.

    Args:
        spark: The session; of a client of Spark Connect only the time is known.
        display: Where to; None for nowhere.

    Yields:
        Nothing.
    """
    if display is None:
        yield
        return
    ticker = _Ticker(display)
    with ExitStack() as stack:
        if not is_connect(spark):
            stack.callback(on_step(spark, ticker.note).cancel)
        stack.enter_context(ticker.ticking())
        yield


class _Ticker:
    """Writes the line anew, again and again.

    Args:
        display: Where to.
    """

    def __init__(self, display: Display) -> None:
        self._display = display
        self._started = time.monotonic()
        self._over = threading.Event()
        self._step: RefreshStep | None = None

    def note(self, step: RefreshStep) -> None:
        """Take what the engine tells, on one of its threads."""
        self._step = step

    @contextmanager
    def ticking(self) -> Iterator[None]:
        """Write for as long as the block takes.

        Yields:
            Nothing.
        """
        # The kernel knows by the context to which cell an output belongs.
        context = contextvars.copy_context()
        thread = threading.Thread(target=context.run, args=(self._tick,), name="streamtables-progress", daemon=True)
        thread.start()
        try:
            yield
        finally:
            self._over.set()
            thread.join()

    def _tick(self) -> None:
        pause = _SILENT_SECONDS
        while not self._over.wait(pause):
            self._display.show(self._line())
            pause = _TICK_SECONDS
        self._display.clear()

    def _line(self) -> str:
        took = duration(1000 * (time.monotonic() - self._started))
        step = self._step
        if step is None:
            return f"running, {took}"
        return f"refreshing {step.stream_table} ({step.number} of {step.total}): {step.phase}, {took}"
