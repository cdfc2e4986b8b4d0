"""Named steps at which a test can end the process, let a statement fail, or hold it while something else happens.

Killing a process at random rarely hits the few milliseconds between two commits; a step with a name is hit always. In
an ordinary process nothing is switched on, and reaching a step costs a look at an empty list.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType

VARIABLE = "STREAMTABLES_FAULT_POINTS"
"""Switches faults on: ``step=kill`` or ``step=fail``, several with commas between them; ``step=kill@3`` means the third
time that the step is reached, and ``*`` stands for any step."""

POINTS: Mapping[str, str] = MappingProxyType(
    {
        "create.begin": "a name was found free or replaceable, and nothing is written",
        "create.backing": "the backing table holds the new definition, the view does not show it",
        "create.view": "table and view are written, the registry is not",
        "create.registry": "all is written, and the statement has not answered",
        "rebuild.backing": "a rebuild has written the backing table, or its definition alone, and not yet the view",
        "alter.backing": "the backing table holds the altered definition, the registry does not",
        "alter.view": "table and view have the altered definition, the registry does not",
        "alter.registry": "all is written, and the statement has not answered",
        "rename.begun": "the backing table knows the name that it is to have",
        "rename.backing": "the backing table has its new name, and its definition the old one",
        "rename.definition": "the definition has the new name, the view the old one",
        "rename.view": "there is a view of the new name, and still one of the old name",
        "drop.begin": "the stream table was found, and nothing is dropped",
        "drop.registry": "the registry has forgotten it, view and table are there",
        "drop.view": "the view is gone, the backing table is there",
        "drop.backing": "all is gone, and the statement has not answered",
        "refresh.examined": "a refresh has decided, and read no change",
        "refresh.computed": "rows are known, and are about to be committed",
        "refresh.committed": "rows are committed, and the statement has not answered",
        "immediate.written": "a statement has committed, and no IMMEDIATE table below it is maintained",
        "immediate.undo": "an IMMEDIATE table could not follow, and the statement is about to be undone",
        "trigger.begin": "a run is over, and the triggers of one of its tables are about to be looked at",
        "trigger.begun": "it is written down that a trigger begins, and its statement has not run",
        "trigger.ran": "a trigger's statement has run, and it is not written down",
        "trigger.done": "it is written down that a trigger has done its part",
        "fold.read": "a fold has read the parts, and not committed",
        "verify.read": "VERIFY has read the frontier, and not the rows",
    }
)
"""Every step with what is true when it is reached."""


class InjectedFaultError(Exception):
    """The failure that a test asked for."""


class FaultPoints:
    """What happens at which step.

    Args:
        text: What ``STREAMTABLES_FAULT_POINTS`` holds.

    Raises:
        ValueError: The text names a step or an action that does not exist.
    """

    def __init__(self, text: str = "") -> None:
        self._lock = threading.Lock()
        self._listeners: list[Callable[[str], None]] = []
        for part in filter(None, (part.strip() for part in text.split(","))):
            self._listeners.append(_Fault(part))

    def reach(self, point: str) -> None:
        """Let happen what a test asked for.

        Args:
            point: A name of ``POINTS``.

        Raises:
            InjectedFaultError: A test asked for a failure here.
            ValueError: There is no such step.
        """
        if not self._listeners:
            return
        if point not in POINTS:
            raise ValueError(point)
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(point)

    @contextmanager
    def listen(self, listener: Callable[[str], None]) -> Iterator[None]:
        """Tell a function of every step that is reached, on the thread that reaches it.

        Args:
            listener: Called with the step's name; it may wait or raise.

        Yields:
            Nothing.
        """
        with self._lock:
            self._listeners.append(listener)
        try:
            yield
        finally:
            with self._lock:
                self._listeners.remove(listener)


class _Fault:
    """One part of the variable: counts how often its step was reached, and strikes once."""

    def __init__(self, text: str) -> None:
        point, _, action = text.partition("=")
        self._action, _, count = action.partition("@")
        if (point != "*" and point not in POINTS) or self._action not in ("kill", "fail"):
            message = (
                f"{VARIABLE} has {text!r}; a part is 'step=kill' or 'step=fail', with a step of {', '.join(POINTS)}"
            )
            raise ValueError(message)
        self._point = point
        self._left = int(count or 1)
        self._lock = threading.Lock()

    def __call__(self, point: str) -> None:
        if self._point not in ("*", point):
            return
        with self._lock:
            self._left -= 1
            strikes = self._left == 0
        if strikes and self._action == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        if strikes:
            message = f"a fault was asked for at {point}"
            raise InjectedFaultError(message)


FAULT_POINTS = FaultPoints(os.environ.get(VARIABLE, ""))
"""Those of this process."""
