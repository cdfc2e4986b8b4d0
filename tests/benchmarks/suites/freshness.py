"""freshness: how soon a commit is visible in scheduled stream tables, and what a scheduler costs that rests."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import quantiles
from typing import Any

import streamtables
from streamtables.catalog.definition import dotted
from streamtables.catalog.frontier import Frontier
from streamtables.spark.lookup.catalog_lookup import CatalogLookup
from streamtables.spark.tables.delta_log import DeltaTableLog
from tests.benchmarks.contest import Bench
from tests.benchmarks.equality import require_equal
from tests.benchmarks.measurement import Measurement, Parameter, Sample, Work

SUITE = "freshness"
FOLLOWED = {"DIFFERENTIAL": "from changes", "FULL": "recomputed"}
"""The side of each refresh mode."""
RESTING, WITHOUT = "scheduler at rest", "without scheduler"
LATE = ", 95 of 100"
"""Behind a side's name: below which time that share of its samples is."""
_SOURCES = 10
_SETTLED_S = 120.0


@dataclass(frozen=True, slots=True)
class Options:
    """Sizes of the suite.

    Attributes:
        tables: Stream tables that are refreshed on change, one number after the other.
        resting: Stream tables whose sources rest.
        rows: Rows of each of the ten sources.
        groups: Groups of each stream table.
        seconds: For how long a writer commits, once a second; and for how long the cost at rest is measured.
    """

    tables: tuple[int, ...] = (1, 10, 50)
    resting: int = 200
    rows: int = 100_000
    groups: int = 1_000
    seconds: int = 60

    def with_rows(self, rows: int) -> Options:
        """Return the same for other numbers of rows."""
        return replace(self, rows=rows)


def run(bench: Bench, options: Options) -> None:
    """Run the suite.

    Args:
        bench: Where to run it.
        options: The sizes.
    """
    schema = bench.fresh_schema("bench_freshness")
    sources = [f"{schema}.src_{number}" for number in range(_SOURCES)]
    bench.tell(f"{SUITE}: loading {_SOURCES} tables of {options.rows:,} rows")
    for source in sources:
        keys = f"id, id % {options.groups} AS k, CAST(id % 97 AS BIGINT) AS v"
        bench.spark.sql(f"CREATE TABLE {source} USING delta AS SELECT {keys} FROM range({options.rows})")
    bench.narrator.begin(2 * len(options.tables) + 1)
    for number in options.tables:
        for mode in FOLLOWED:
            _follow(bench, options, sources, number, mode)
            bench.narrator.advance()
    _rest(bench, options, sources)
    bench.narrator.advance()
    bench.keep(bench.report())


def _query(source: str) -> str:
    return f"SELECT k, count(*) AS n, sum(v) AS total FROM {source} GROUP BY k"


def _create(bench: Bench, sources: Sequence[str], number: int, mode: str, schedule: str) -> dict[str, str]:
    """Create stream tables over the sources in turn; return the source of each."""
    bench.tell(f"{SUITE}: creating {number} stream tables, {mode}")
    tables = {}
    for position in range(number):
        source = sources[position % len(sources)]
        table = f"{source.split('.')[0]}.t_{position}"
        bench.spark.sql(f"CREATE STREAM TABLE {table} REFRESH MODE {mode} SCHEDULE {schedule} AS {_query(source)}")
        tables[table] = source
    return tables


def _follow(bench: Bench, options: Options, sources: Sequence[str], number: int, mode: str) -> None:
    tables = _create(bench, sources, number, mode, "ON CHANGE")
    read = sorted(set(tables.values()))
    before = {source: _log(bench, source).latest().version for source in read}
    streamtables.start_scheduler(bench.spark)
    try:
        bench.tell(f"{SUITE}: a commit a second for {options.seconds} s, {number} tables, {mode}")
        _write(bench, read, options.seconds)
        _settle(bench, tables)
    finally:
        streamtables.stop_scheduler(bench.spark)
    lags = [lag for table, source in tables.items() for lag in _lags(bench, table, source, before[source])]
    for table, source in tables.items():
        require_equal(bench.spark, table, _query(source), f"{SUITE}, {number} tables, {mode}")
    samples = tuple(Sample(lag, Work(), mode=mode) for lag in lags)
    case: dict[str, Parameter] = {"tables": number, "rows": options.rows}
    measured = Measurement(SUITE, case, FOLLOWED[mode], samples)
    late = Sample(percentile(measured, 95), Work(), mode=mode)
    bench.measurements += [measured, Measurement(SUITE, case, f"{FOLLOWED[mode]}{LATE}", (late,))]
    bench.drop_stream_tables(list(tables))


def _write(bench: Bench, sources: Sequence[str], seconds: int) -> None:
    """Commit a few rows a second, to one source after the other."""
    began = time.monotonic()
    for turn in range(seconds):
        time.sleep(max(0.0, began + turn - time.monotonic()))
        source = sources[turn % len(sources)]
        rows = f"SELECT 1000000000 + 10 * {turn} + id, id % 7, id FROM range(10)"
        bench.spark.sql(f"INSERT INTO {source} {rows}").collect()


def _settle(bench: Bench, tables: Mapping[str, str]) -> None:
    """Wait until every stream table shows the newest version of its source.

    Raises:
        TimeoutError: One does not.
    """
    ends = time.monotonic() + _SETTLED_S
    left = dict(tables)
    while left:
        left = {
            table: source
            for table, source in left.items()
            if _shown(_log(bench, f"{table}__stream"), source) < _log(bench, source).latest().version
        }
        if left and time.monotonic() > ends:
            raise TimeoutError(f"{SUITE}: {', '.join(left)} do not follow")
        time.sleep(0.1)


def _shown(log: DeltaTableLog, source: str) -> int:
    """Return the version of its source that a stream table shows."""
    for version in range(log.latest().version, -1, -1):
        found = _position(log, version, source)
        if found is not None:
            return found
    return -1


def _position(log: DeltaTableLog, version: int, source: str) -> int | None:
    commit = log.commit(version)
    frontier = None if commit is None else Frontier.from_json(commit.user_metadata)
    if frontier is None:
        return None
    name = dotted(("spark_catalog", *source.split(".")))
    return frontier.positions[name].version if name in frontier.positions else None


def _lags(bench: Bench, table: str, source: str, before: int) -> list[float]:
    """Return for each commit of a source how many seconds later a stream table showed it, by the files of the logs."""
    log, own = _log(bench, source), _log(bench, f"{table}__stream")
    shown = [(_written(own, v), at) for v in range(own.latest().version + 1) if (at := _position(own, v, source))]
    commits = range(before + 1, log.latest().version + 1)
    return [min(at for at, version in shown if version >= commit) - _written(log, commit) for commit in commits]


def _written(log: DeltaTableLog, version: int) -> float:
    """Return when a version's entry was written, in seconds since 1970."""
    folder = Path(log.path.removeprefix("file:"))
    return (folder / "_delta_log" / f"{version:020d}.json").stat().st_mtime


def _log(bench: Bench, table: str) -> DeltaTableLog:
    return CatalogLookup(bench.spark).log(("spark_catalog", *table.split(".")))


def _rest(bench: Bench, options: Options, sources: Sequence[str]) -> None:
    """Measure what processors do, Python's and the JVM's, with a scheduler whose sources rest and without."""
    tables = _create(bench, sources, options.resting, "DIFFERENTIAL", "ON CHANGE")
    bench.tell(f"{SUITE}: {options.resting} tables at rest")
    seconds: dict[str, list[float]] = {RESTING: [], WITHOUT: []}
    for side in (WITHOUT, RESTING, RESTING, WITHOUT):
        if side == RESTING:
            streamtables.start_scheduler(bench.spark)
            # The first looks refresh everything once.
            time.sleep(min(30, options.seconds))
        began, used = time.monotonic(), _processor_s(bench)
        time.sleep(options.seconds)
        seconds[side].append((_processor_s(bench) - used) / (time.monotonic() - began))
        streamtables.stop_scheduler(bench.spark)
    case: dict[str, Parameter] = {"tables": options.resting, "rows": 0}
    for side, shares in seconds.items():
        bench.measurements.append(Measurement(SUITE, case, side, tuple(Sample(share, Work()) for share in shares)))
    bench.drop_stream_tables(list(tables))


def _processor_s(bench: Bench) -> float:
    """Return what processors have done for this process and its JVM, in seconds."""
    jvm: Any = bench.spark._jvm
    handle = jvm.java.lang.ProcessHandle.current().info().totalCpuDuration().get()
    return time.process_time() + float(handle.toNanos()) / 1e9


def percentile(measurement: Measurement, percent: int) -> float:
    """Return below which number of seconds so many percent of the samples are.

    Args:
        measurement: The measurement.
        percent: From 1 to 99.

    Returns:
        Seconds.
    """
    seconds = sorted(sample.seconds for sample in measurement.samples)
    return seconds[0] if len(seconds) == 1 else quantiles(seconds, n=100, method="inclusive")[percent - 1]
