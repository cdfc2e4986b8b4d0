"""Whether the process lives and whether clients can come, for those that watch it."""

from __future__ import annotations

import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures import TimeoutError as LateError
from enum import Enum
from http import HTTPStatus
from typing import TYPE_CHECKING

from streamtables.serve.http_endpoint import Page
from streamtables.spark.failures.error_lines import error_line
from streamtables.spark.servers.application import answers_queries, has_ended

if TYPE_CHECKING:
    from streamtables.serve.metrics import Metrics
    from streamtables.serve.server import Server

_JSON = "application/json"
_TEXT = "text/plain; charset=utf-8"
_PATIENCE_SECONDS = 10.0


class Phase(Enum):
    """What the process is about."""

    STARTING = "starting"
    READY = "ready"
    STOPPING = "stopping"


class Health:
    """Answers probes, and gives Prometheus its metrics.

    Each kind of question has a thread of its own, so that the JVM has one for it too, and a slow answer keeps nobody
    else waiting.

    Attributes:
        phase: What the process is about.
        server: What it has started.
        metrics: What it counts; None before it has started.
    """

    def __init__(self) -> None:
        self.phase = Phase.STARTING
        self.server: Server | None = None
        self.metrics: Metrics | None = None
        self._asking = ThreadPoolExecutor(1, thread_name_prefix="streamtables-health")
        self._measuring = ThreadPoolExecutor(1, thread_name_prefix="streamtables-metrics")

    @property
    def pages(self) -> dict[str, Callable[[], Page]]:
        """What makes each page, by path."""
        return {"/healthz": self.is_alive, "/readyz": self.is_ready, "/metrics": self.measure}

    def is_alive(self) -> Page:
        """Say whether Spark answers a query."""
        server = self.server
        if server is None:
            return _page({"status": self.phase.value}, ok=self.phase is Phase.STARTING)
        try:
            ok = self._asking.submit(self._spark_answers, server).result(_PATIENCE_SECONDS)
        except LateError:
            return _page({"status": "failed", "spark": f"no answer in {_PATIENCE_SECONDS:.0f} s"}, ok=False)
        except Exception as error:  # noqa: BLE001 - whatever is wrong, the probe is told
            return _page({"status": "failed", "spark": error_line(error)}, ok=False)
        return _page({"status": "ok" if ok else "failed", "spark": "answers" if ok else "has ended"}, ok=ok)

    def is_ready(self) -> Page:
        """Say whether clients can come: all ports are open, and the scheduler has started."""
        server = self.server
        if server is None or self.phase is not Phase.READY:
            return _page({"status": self.phase.value}, ok=False)
        try:
            parts = self._asking.submit(server.listening).result(_PATIENCE_SECONDS)
        except Exception as error:  # noqa: BLE001 - as above
            return _page({"status": "failed", "spark": error_line(error) or "no answer"}, ok=False)
        ok = all(parts.values())
        told = {name: "ready" if ready else "closed" for name, ready in parts.items()}
        return _page({"status": "ready" if ok else "failed", **told}, ok=ok)

    def measure(self) -> Page:
        """Give all metrics."""
        if self.metrics is None:
            return Page(HTTPStatus.SERVICE_UNAVAILABLE, _TEXT, f"{self.phase.value}\n".encode())
        try:
            content_type, body = self._measuring.submit(self.metrics.text).result(_PATIENCE_SECONDS)
        except Exception as error:  # noqa: BLE001 - as above
            text = f"the metrics cannot be told: {error_line(error) or 'no answer'}\n"
            return Page(HTTPStatus.SERVICE_UNAVAILABLE, _TEXT, text.encode())
        return Page(HTTPStatus.OK, content_type, body)

    @staticmethod
    def _spark_answers(server: Server) -> bool:
        if has_ended(server.spark):
            return False
        with server.runtime.engine.open_session({}) as session:
            return answers_queries(session)


def _page(told: dict[str, str], *, ok: bool) -> Page:
    status = HTTPStatus.OK if ok else HTTPStatus.SERVICE_UNAVAILABLE
    return Page(status, _JSON, (json.dumps(told) + "\n").encode())
