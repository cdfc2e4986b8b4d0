"""What Prometheus reads: counted when refreshes end, or looked up in logs when it asks; never by a Spark job."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Sequence
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    disable_created_metrics,
)
from prometheus_client.core import GaugeMetricFamily, InfoMetricFamily
from prometheus_client.exposition import choose_encoder
from prometheus_client.registry import Collector

from streamtables.catalog.ran_mode import RanMode
from streamtables.engine.context import Engine
from streamtables.engine.result import Refreshed, RefreshResult
from streamtables.serve.freshness import FreshnessReader
from streamtables.spark.accelerators.chosen import accelerators_of
from streamtables.spark.accelerators.registry import ACCELERATORS
from streamtables.spark.sessions.delta_jars import delta_version

if TYPE_CHECKING:
    from prometheus_client import Metric

    from streamtables.serve.scheduling import Scheduling
    from streamtables.session.runtime import Runtime

_TABLE = "stream_table"
_UNDONE = (RanMode.FAILED, RanMode.SKIPPED)
_BUCKETS_SECONDS = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0, 60.0, 300.0, 1800.0)


class Metrics:
    """All metrics of a process.

    Args:
        runtime: Of its Spark application.
        scheduling: Its scheduler.
    """

    def __init__(self, runtime: Runtime, scheduling: Scheduling) -> None:
        # They would double the series of each counter.
        leave_out: Any = disable_created_metrics
        leave_out()
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        PlatformCollector(registry=self._registry)
        self._freshness = FreshnessReader(runtime.engine)
        # It goes first, since it finds out which stream tables are to be counted no more.
        self._registry.register(_Looked(runtime, scheduling, self._freshness, self._keep_only))
        self._counted = _Refreshes(self._registry)
        self._followed = runtime.engine.after_runs
        self._followed.append(self._follow)

    def close(self) -> None:
        """Count no more."""
        self._followed.remove(self._follow)

    def text(self) -> tuple[str, bytes]:
        """Return all metrics in Prometheus' text format: its content type, and the text."""
        encode, content_type = choose_encoder("")
        return content_type, encode(self._registry)

    def _keep_only(self, names: Iterable[str]) -> None:
        self._counted.keep_only(names)

    def _follow(self, _engine: Engine, refreshed: Sequence[Refreshed]) -> Sequence[Refreshed]:
        for one in refreshed:
            result = one.result
            self._counted.add(result)
            began_s = None if result.mode in _UNDONE else time.time() - result.duration_ms / 1000
            self._freshness.refreshed(one.stream_table_id, began_s)
        return refreshed


class _Refreshes:
    """What is counted when refreshes end."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self._modes = Counter(
            "streamtables_refreshes", "Refreshes that ended, by the mode that ran.", (_TABLE, "mode"), registry=registry
        )
        self._failures = Counter(
            "streamtables_refresh_failures",
            "Refreshes that failed, by the reason's code.",
            (_TABLE, "reason_code"),
            registry=registry,
        )
        self._rows = Counter(
            "streamtables_refresh_rows",
            "Rows that refreshes inserted, updated and deleted, where they learn it.",
            (_TABLE, "change"),
            registry=registry,
        )
        self._durations = Histogram(
            "streamtables_refresh_duration_seconds",
            "Wall time of refreshes that ran.",
            (_TABLE,),
            buckets=_BUCKETS_SECONDS,
            registry=registry,
        )
        self._lock = threading.Lock()
        self._labels: dict[str, set[tuple[Counter | Histogram, tuple[str, ...]]]] = {}

    def add(self, result: RefreshResult) -> None:
        """Count a refresh."""
        self._count(self._modes, result.stream_table, result.mode.value)
        if result.mode is RanMode.FAILED:
            self._count(self._failures, result.stream_table, result.reason_code.name)
        if result.mode is not RanMode.SKIPPED:
            self._note(self._durations, result.stream_table)
            self._durations.labels(result.stream_table).observe(result.duration_ms / 1000)
        changes = result.rows_inserted, result.rows_updated, result.rows_deleted
        for change, rows in zip(("inserted", "updated", "deleted"), changes, strict=True):
            if rows is not None and result.mode not in _UNDONE:
                self._count(self._rows, result.stream_table, change, rows)

    def keep_only(self, names: Iterable[str]) -> None:
        """Forget stream tables that there are no more.

        Args:
            names: Schemas and names of those that there are.
        """
        with self._lock:
            gone = self._labels.keys() - set(names)
            series = [one for name in gone for one in self._labels.pop(name)]
        for metric, labels in series:
            metric.remove(*labels)

    def _count(self, metric: Counter, name: str, label: str, amount: int = 1) -> None:
        self._note(metric, name, label)
        metric.labels(name, label).inc(amount)

    def _note(self, metric: Counter | Histogram, *labels: str) -> None:
        with self._lock:
            self._labels.setdefault(labels[0], set()).add((metric, labels))


class _Looked(Collector):
    """What is looked up when Prometheus asks."""

    def __init__(
        self,
        runtime: Runtime,
        scheduling: Scheduling,
        freshness: FreshnessReader,
        keep_only: Callable[[Iterable[str]], None],
    ) -> None:
        self._runtime = runtime
        self._scheduling = scheduling
        self._freshness = freshness
        self._keep_only = keep_only

    def describe(self) -> Iterable[Metric]:
        """Say nothing: there is no Spark to look at when the collector is registered."""
        return ()

    def collect(self) -> Iterable[Metric]:
        """Look."""
        yield InfoMetricFamily(
            "streamtables",
            "Versions.",
            {"version": version("streamtables"), "spark": self._runtime.spark.version, "delta": delta_version()},
        )
        yield _gauge("streamtables_statements_running", "Statements on stream tables that run.", self._statements())
        yield from self._tables()
        yield from self._scheduler()
        used = accelerators_of(self._runtime.spark).used
        on = {name: float(name in used) for name in ACCELERATORS}
        yield _gauge("streamtables_accelerator_on", "Whether an accelerator is on.", on, "accelerator")

    def _statements(self) -> dict[str, float]:
        return {"": float(self._runtime.statements.count)}

    def _tables(self) -> Iterable[Metric]:
        tables = self._freshness.read()
        self._keep_only(tables)
        data = {name: one.data_at_s for name, one in tables.items() if one.data_at_s is not None}
        refreshed = {name: one.refreshed_at_s for name, one in tables.items() if one.refreshed_at_s is not None}
        lags = {name: one.lag_s for name, one in tables.items() if one.lag_s is not None}
        yield _gauge("streamtables_stream_tables", "Stream tables that there are.", {"": float(len(tables))})
        text = "When the newest version of the sources that a stream table shows was committed, in seconds since 1970."
        yield _gauge("streamtables_data_timestamp_seconds", text, data, _TABLE)
        text = "When the last refresh began that brought, or found, a stream table up to date, in seconds since 1970."
        yield _gauge("streamtables_refreshed_timestamp_seconds", text, refreshed, _TABLE)
        text = (
            "For how long there have been rows in the sources that a stream table does not show; 0 if there are none."
        )
        yield _gauge("streamtables_lag_seconds", text, lags, _TABLE)

    def _scheduler(self) -> Iterable[Metric]:
        status = self._scheduling.status()
        text = "Whether this process runs the schedules: it has a scheduler, and no other process is before it."
        yield _gauge("streamtables_scheduler_leading", text, {"": float(status is not None and status.leading)})
        if status is None:
            return
        yield _gauge(
            "streamtables_scheduler_running", "Scheduled refreshes that run.", {"": float(len(status.running))}
        )
        yield _gauge("streamtables_scheduler_due", "Stream tables that are due and wait.", {"": float(len(status.due))})
        late = {name: float(seconds) for name, seconds in status.late_s.items()}
        yield _gauge("streamtables_scheduler_late_seconds", "By how much a due stream table is late.", late, _TABLE)
        suspended = dict.fromkeys(status.suspended, 1.0)
        text = "1 for each stream table that the scheduler leaves out until it is resumed."
        yield _gauge("streamtables_scheduler_suspended", text, suspended, _TABLE)


def _gauge(name: str, text: str, values: dict[str, float], label: str | None = None) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, text, labels=None if label is None else [label])
    for value_of, value in values.items():
        family.add_metric([] if label is None else [value_of], value)
    return family
