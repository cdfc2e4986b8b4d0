"""Of several schedulers on one catalog one works: the one that holds the lease.

A lease is a series of small files, one a term, beside the registry. Whoever writes the file of the next term has it:
Delta's own log store writes a file only if it is not there, on every file system that Delta supports. The holder writes
a new beat into its file from time to time; the others take over when they have seen no new beat for the time that a
lease lasts, by their own clocks that do not jump, so nobody's time of day matters. A holder that was held up finds a
later term, and stops; until then both refresh the same tables, which Delta's detection of conflicts allows.

Source of the method: C. Gray, D. Cheriton, "Leases: An Efficient Fault-Tolerant Mechanism for Distributed File Cache
Consistency", SOSP 1989; fencing is by the terms' numbers.
"""

from __future__ import annotations

import json
import os
import socket
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol
from uuid import uuid4

LASTS_S = 30.0
"""For how long a lease lasts that its holder does not renew."""
_RENEWED_AFTER = 1 / 3
_LOOKED_AFTER = 1 / 10


class TermFiles(Protocol):
    """The files of a lease, one a term."""

    def newest(self) -> int | None:
        """Return the newest term; None if there was none."""
        ...

    def read(self, term: int) -> str | None:
        """Return what a term's file holds; None if it is not there."""
        ...

    def create(self, term: int, text: str) -> bool:
        """Write a term's file if it is not there; return whether it was not."""
        ...

    def replace(self, term: int, text: str) -> None:
        """Write a term's file anew."""
        ...

    def remove_before(self, term: int) -> None:
        """Remove the files of earlier terms."""
        ...


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a term.

    Attributes:
        id: Its own.
        machine: Host and start of the machine.
        process: Id of the process.
        beat: Grows with each renewal.
        released: Whether it has given the lease back.
    """

    id: str
    machine: str
    process: int
    beat: int = 0
    released: bool = False

    @classmethod
    def here(cls) -> Holder:
        """Return a holder in this process."""
        return cls(uuid4().hex, _machine(), os.getpid())

    @property
    def has_died(self) -> bool:
        """Whether its process ran on this machine and is no more."""
        if self.machine != _machine():
            return False
        try:
            os.kill(self.process, 0)
        except ProcessLookupError:
            return True
        except OSError:
            return False
        return False

    def to_json(self) -> str:
        """Return the text of its file."""
        return json.dumps(asdict(self))

    @classmethod
    def from_json(cls, text: str) -> Holder | None:
        """Read the text of a file; None if it is none of ours."""
        try:
            return cls(**json.loads(text))
        except (ValueError, TypeError):
            return None


class Lease:
    """A claim to be the one that works.

    Args:
        files: The terms.
        monotonic: Returns seconds by a clock that does not jump.
        lasts_s: For how long a lease lasts that is not renewed, in seconds.
        holder: Who claims it; this process if it is left out.
    """

    def __init__(
        self,
        files: TermFiles,
        monotonic: Callable[[], float],
        lasts_s: float = LASTS_S,
        holder: Holder | None = None,
    ) -> None:
        self._files = files
        self._monotonic = monotonic
        self._lasts_s = lasts_s
        self._me = Holder.here() if holder is None else holder
        self._term: int | None = None
        self._beat = 0
        self._beaten: float | None = None
        self._looked: float | None = None
        self._observed: tuple[int, str | None] | None = None
        self._observed_at = 0.0

    def hold(self) -> bool:
        """Keep the lease, or try to get it; looks at the files only where it is time to.

        Returns:
            Whether this one is to work.
        """
        now = self._monotonic()
        if self._term is not None:
            return self._renew(now)
        if self._looked is not None and now - self._looked < _LOOKED_AFTER * self._lasts_s:
            return False
        self._looked = now
        return self._claim(now)

    def release(self) -> None:
        """Give the lease back, so that the next one need not wait."""
        term, self._term = self._term, None
        if term is not None and self._files.newest() == term:
            self._files.replace(term, self._text(released=True))

    def _renew(self, now: float) -> bool:
        if self._beaten is not None and now - self._beaten < _RENEWED_AFTER * self._lasts_s:
            return True
        if self._files.newest() != self._term:
            self._term = self._observed = None
            return False
        assert self._term is not None
        self._beat += 1
        self._files.replace(self._term, self._text())
        self._beaten = now
        return True

    def _claim(self, now: float) -> bool:
        term = self._files.newest()
        text = None if term is None else self._files.read(term)
        if term is not None and not self._is_free(term, text, now):
            return False
        wanted = 1 if term is None else term + 1
        if not self._files.create(wanted, self._text()):
            return False
        self._term, self._beaten = wanted, now
        self._files.remove_before(wanted)
        return True

    def _is_free(self, term: int, text: str | None, now: float) -> bool:
        holder = None if text is None else Holder.from_json(text)
        if holder is not None and (holder.released or holder.has_died):
            return True
        if self._observed != (term, text):
            self._observed, self._observed_at = (term, text), now
        return now - self._observed_at >= self._lasts_s

    def _text(self, *, released: bool = False) -> str:
        return Holder(self._me.id, self._me.machine, self._me.process, self._beat, released).to_json()


def _machine() -> str:
    """Return what tells this machine, since it was started, from others."""
    start = Path("/proc/sys/kernel/random/boot_id")
    return f"{socket.gethostname()} {start.read_text(encoding='ascii').strip() if start.exists() else ''}"
