"""What is measured, and how it is kept: frozen values, and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

Parameter = str | int | float
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Work:
    """What Spark did for one measured action.

    Attributes:
        jobs: Spark jobs.
        tasks: Tasks that were completed.
        rows_read: Rows read from files.
        bytes_read: Bytes read from files.
        rows_written: Rows written to files.
        bytes_written: Bytes written to files.
        shuffle_bytes: Bytes written to shuffles.
    """

    jobs: int = 0
    tasks: int = 0
    rows_read: int = 0
    bytes_read: int = 0
    rows_written: int = 0
    bytes_written: int = 0
    shuffle_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Sample:
    """One round of one side.

    Attributes:
        seconds: Wall time as the client sees it.
        work: What Spark did meanwhile.
        commits: Delta commits that the side's table got.
        mode: The mode that REFRESH says it ran, None for what is not a REFRESH.
        engine_seconds: REFRESH's own wall time, None for what is not a REFRESH.
        delta_seconds: The part that found and materialised the sources' changes, None where it cannot be told.
    """

    seconds: float
    work: Work
    commits: int = 0
    mode: str | None = None
    engine_seconds: float | None = None
    delta_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Measurement:
    """All rounds of one side of one case.

    Attributes:
        suite: The suite.
        case: What tells this case from the suite's others.
        side: Who ran: ``DIFFERENTIAL``, ``FULL``, ``AUTO``, or the name of what was written by hand.
        samples: The rounds, warm-up left out.
    """

    suite: str
    case: Mapping[str, Parameter]
    side: str
    samples: tuple[Sample, ...]

    @property
    def key(self) -> tuple[str, tuple[tuple[str, Parameter], ...], str]:
        """What tells this from all other measurements."""
        return self.suite, tuple(self.case.items()), self.side

    @property
    def seconds(self) -> float:
        """The median of the rounds' wall times."""
        return median(sample.seconds for sample in self.samples)

    @property
    def spread(self) -> tuple[float, float]:
        """The shortest and the longest round, in seconds."""
        times = [sample.seconds for sample in self.samples]
        return min(times), max(times)

    @property
    def engine_seconds(self) -> float | None:
        """The median of REFRESH's own wall times, None for what is not a REFRESH."""
        return _median_of_known(sample.engine_seconds for sample in self.samples)

    @property
    def delta_seconds(self) -> float | None:
        """The median time of finding and materialising the change, None where it cannot be told."""
        return _median_of_known(sample.delta_seconds for sample in self.samples)

    @property
    def commits(self) -> int:
        """The most Delta commits that a round made."""
        return max(sample.commits for sample in self.samples)

    @property
    def modes(self) -> str:
        """The modes that ran, each once."""
        return ", ".join(dict.fromkeys(sample.mode for sample in self.samples if sample.mode is not None))

    def typical_work(self, name: str) -> float:
        """Return the median of one of the counts of ``Work``."""
        return float(median(getattr(sample.work, name) for sample in self.samples))

    def is_case(self, suite: str, **wanted: Parameter) -> bool:
        """Return whether this belongs to a suite and its case has all the wanted values."""
        return self.suite == suite and all(self.case.get(name) == value for name, value in wanted.items())


@dataclass(frozen=True, slots=True)
class Report:
    """One run of the benchmark.

    Attributes:
        conditions: When and on what it ran, and with which options.
        measurements: What was measured.
        notes: What was left out, and why.
    """

    conditions: Mapping[str, Parameter] = field(default_factory=dict)
    measurements: tuple[Measurement, ...] = ()
    notes: tuple[str, ...] = ()

    def cases(self, suite: str) -> Iterator[tuple[Mapping[str, Parameter], dict[str, Measurement]]]:
        """Yield each case of a suite with its sides by name, in the order in which they were measured."""
        found: dict[tuple[tuple[str, Parameter], ...], dict[str, Measurement]] = {}
        for measurement in self.measurements:
            if measurement.suite == suite:
                found.setdefault(tuple(measurement.case.items()), {})[measurement.side] = measurement
        for key, sides in found.items():
            yield dict(key), sides

    def suites(self) -> tuple[str, ...]:
        """Return the suites that were run."""
        return tuple(dict.fromkeys(measurement.suite for measurement in self.measurements))

    def joined(self, other: Report) -> Report:
        """Return both reports under this one's conditions; what both have measured is taken from the other."""
        newer = {measurement.key for measurement in other.measurements}
        kept = (measurement for measurement in self.measurements if measurement.key not in newer)
        return Report(
            self.conditions or other.conditions,
            (*kept, *other.measurements),
            tuple(dict.fromkeys((*self.notes, *other.notes))),
        )

    def write(self, path: Path) -> None:
        """Write the report as JSON, every sample with it."""
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n", encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Report:
        """Read a report that ``write`` wrote.

        Args:
            path: The file.

        Returns:
            The report.

        Raises:
            ValueError: The file has another format.
        """
        stored: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if stored.get("format") != FORMAT:
            raise ValueError(f"{path} is not a report of format {FORMAT}")
        measurements = tuple(
            Measurement(entry["suite"], entry["case"], entry["side"], tuple(_sample(s) for s in entry["samples"]))
            for entry in stored["measurements"]
        )
        return cls(stored["conditions"], measurements, tuple(stored["notes"]))


def _sample(stored: Mapping[str, Any]) -> Sample:
    return Sample(**{**stored, "work": Work(**stored["work"])})


def _median_of_known(values: Iterator[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return median(known) if known else None
