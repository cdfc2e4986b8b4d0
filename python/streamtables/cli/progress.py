"""What goes on while the user waits: told on standard error, on a terminal only, and gone when it is over."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.text import Text

_PATIENCE_SECONDS = 1.0
"""Whoever waits no longer is told nothing."""
_REDRAWN_PER_SECOND = 4
Tell = Callable[[str], None]


class Progress:
    """Shows a line for work that takes more than a second.

    Args:
        console: Where it is shown; None for nowhere.
        clock: Tells seconds.
    """

    def __init__(self, console: Console | None, clock: Callable[[], float] = time.monotonic) -> None:
        self._console = console
        self._clock = clock
        self._lock = threading.Lock()
        self._what = ""
        self._detail = ""
        self._since = 0.0

    @property
    def is_shown(self) -> bool:
        """Whether anybody looks at it."""
        return self._console is not None

    @contextmanager
    def of(self, what: str) -> Iterator[None]:
        """Show what goes on in the ``with`` block.

        Args:
            what: What it is, in some words.

        Yields:
            Nothing; ``tell`` adds details.
        """
        if self._console is None:
            yield
            return
        with self._lock:
            self._what, self._detail, self._since = what, "", self._clock()
        live = Live(
            console=self._console,
            get_renderable=self.line,
            transient=True,
            refresh_per_second=_REDRAWN_PER_SECOND,
            redirect_stdout=False,
            # Notices stand above the line.
            redirect_stderr=True,
        )
        timer = threading.Timer(_PATIENCE_SECONDS, live.start)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            # One that has gone off just now is still starting.
            timer.join()
            live.stop()

    def tell(self, detail: str) -> None:
        """Say more of what goes on.

        Args:
            detail: Some words; they replace those said before.
        """
        with self._lock:
            self._detail = detail

    def line(self) -> Text:
        """Return what is shown now."""
        with self._lock:
            seconds = self._clock() - self._since
            words = self._detail or self._what
        time_text = f"{seconds:.0f} s" if seconds < 100 else f"{seconds // 60:.0f} min {seconds % 60:02.0f} s"
        return Text(f"{words}  {time_text}", style="dim", no_wrap=True, overflow="ellipsis")


def progress_on_terminal() -> Progress:
    """Return a progress on standard error, if a person looks at it."""
    return Progress(Console(stderr=True, highlight=False) if sys.stderr.isatty() else None)
