"""What happened during a soak, counted, and what was wrong."""

from __future__ import annotations

import json
import re
import sys
import threading
from collections import Counter
from collections.abc import Iterable
from typing import Any

from rich.console import Console
from rich.table import Table

_MOST_EXAMPLES = 3
_VARYING = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+|(?<=/)[^ ]*\.parquet|delta\.`[^`]*`")


class Tally:
    """Counts by topic, and problems; threads may share one.

    Attributes:
        counts: How often what happened: topic and what.
        problems: Every problem.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self.counts: Counter[tuple[str, str]] = Counter()
        self.problems: list[str] = []

    def count(self, topic: str, what: str, times: int = 1) -> None:
        """Count something."""
        with self._lock:
            self.counts[topic, what] += times

    def problem(self, *problems: str) -> None:
        """Note what is wrong."""
        with self._lock:
            self.problems += problems

    def of(self, topic: str) -> int:
        """Return how often anything of a topic happened."""
        with self._lock:
            return sum(n for (t, _), n in self.counts.items() if t == topic)

    def add(self, others: Iterable[Tally]) -> Tally:
        """Take over what others have counted."""
        for other in others:
            with self._lock:
                self.counts.update(other.counts)
                self.problems += other.problems
        return self

    def to_json(self) -> dict[str, Any]:
        """Return what another process can read."""
        with self._lock:
            return {"counts": [[*key, n] for key, n in self.counts.items()], "problems": list(self.problems)}

    @classmethod
    def from_json(cls, raw: dict[str, Any]) -> Tally:
        """Read what another process has counted."""
        tally = cls()
        tally.counts.update({(topic, what): n for topic, what, n in raw["counts"]})
        tally.problems += raw["problems"]
        return tally

    def kinds(self) -> dict[str, list[str]]:
        """Group the problems that differ in numbers and ids only."""
        kinds: dict[str, list[str]] = {}
        for problem in self.problems:
            kinds.setdefault(_VARYING.sub("…", problem), []).append(problem)
        return dict(sorted(kinds.items(), key=lambda item: -len(item[1])))

    def show(self, title: str) -> None:
        """Print all of it as a table."""
        console = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
        table = Table("topic", "what", "times", title=title)
        for (topic, what), n in sorted(self.counts.items()):
            table.add_row(topic, what, str(n))
        table.add_section()
        table.add_row("problems", "", str(len(self.problems)))
        console.print(table)
        for kind, examples in self.kinds().items():
            console.print(f"{len(examples)} x {kind}", markup=False)
            for example in examples[:_MOST_EXAMPLES]:
                console.print(f"      {example}", markup=False)

    def text(self) -> str:
        """Return the problems, for an assertion."""
        return json.dumps({kind: (len(all_), all_[0]) for kind, all_ in self.kinds().items()}, indent=1)
