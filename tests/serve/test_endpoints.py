"""Where a server listens, and what it says before it starts Spark."""

from __future__ import annotations

import importlib.util
import signal
import socket
from collections.abc import Callable, Mapping
from http import HTTPStatus
from pathlib import Path
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from tests.processes import free_port
from tests.serve.conftest import run_serve

from streamtables.cli.main import run
from streamtables.errors import SessionError
from streamtables.serve.endpoints import Endpoint, Wishes, choose_endpoints
from streamtables.serve.health import Health, Phase
from streamtables.serve.http_endpoint import HttpEndpoint, Page

_PORT = "spark.hadoop.hive.server2.thrift.port"


class Told(NamedTuple):
    """What a run has said."""

    code: object
    out: str
    error: list[str]


Serve = Callable[..., Told]


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Serve:
    """Runs `streamtables serve` beside a warehouse, where it does not come to start Spark."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "warehouse" / ".metastore").mkdir(parents=True)

    def run_serve(*words: str) -> Told:
        # Named first, so that a test can name another: without one it would be that of a JVM which another test began.
        with pytest.raises(SystemExit) as left:
            run(["serve", "-w", "warehouse", *words])
        told = capsys.readouterr()
        return Told(left.value.code, told.out, told.err.splitlines())

    return run_serve


@pytest.mark.parametrize(
    ("wishes", "told", "expected"),
    [
        (Wishes(), {}, ("127.0.0.1:10000", "127.0.0.1:15002", "127.0.0.1:10080")),
        (Wishes(host="::1", jdbc_port=1, connect_port=2, http_port=3), {_PORT: "9"}, ("[::1]:1", "[::1]:2", "[::1]:3")),
        (
            Wishes(),
            {
                _PORT: "9",
                "spark.hadoop.hive.server2.thrift.bind.host": "10.0.0.1",
                "spark.connect.grpc.binding.port": "8",
            },
            ("10.0.0.1:9", "127.0.0.1:8", "127.0.0.1:10080"),
        ),
        (
            Wishes(),
            {_PORT: "9", "spark.hadoop.hive.server2.transport.mode": "http"},
            ("127.0.0.1:10001", "127.0.0.1:15002", "127.0.0.1:10080"),
        ),
        (Wishes(jdbc=False, connect=False, http=False), {}, (None, None, None)),
    ],
)
def test_options_win_over_settings_and_settings_over_loopback_and_the_usual_ports(
    wishes: Wishes, told: Mapping[str, str], expected: tuple[str | None, ...]
) -> None:
    chosen = choose_endpoints(wishes, told)
    ports = (chosen.jdbc, chosen.connect, chosen.http)
    assert tuple(None if one is None else one.shown for one in ports) == expected


def test_only_ports_that_others_can_reach_are_warned_of() -> None:
    assert not choose_endpoints(Wishes(), {}).open_to_others
    assert len(choose_endpoints(Wishes(host="0.0.0.0"), {}).open_to_others) == 3  # noqa: S104 - it is not opened


def test_a_port_that_is_no_number_is_refused() -> None:
    with pytest.raises(SessionError, match=rf"{_PORT} cannot be 'x'"):
        choose_endpoints(Wishes(), {_PORT: "x"})


@pytest.mark.parametrize("option", ["--jdbc-port", "--connect-port", "--http-port"])
def test_a_port_that_is_taken_is_one_line_that_names_the_option(serve: Serve, option: str) -> None:
    before = signal.getsignal(signal.SIGTERM)
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        free = {name: free_port() for name in ("--jdbc-port", "--connect-port", "--http-port") if name != option}
        words = [word for name, value in {**free, option: port}.items() for word in (name, str(value))]
        told = serve(*words)
    assert told.code == 1
    (line,) = told.error
    assert line.startswith("[PORT_NOT_FREE]")
    assert f"port {port} of 127.0.0.1: Address already in use" in line
    assert f"choose another port with {option}" in line
    assert not told.out
    assert signal.getsignal(signal.SIGTERM) is before


def test_an_address_that_is_not_of_this_machine_is_one_line(serve: Serve) -> None:
    told = serve("--host", "192.0.2.1")
    assert told.code == 1
    (line,) = told.error
    assert "of 192.0.2.1: Cannot assign requested address" in line
    assert "another address with --host" in line


def test_a_package_that_is_not_there_is_one_line(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    own = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "prometheus_client" else own(name))
    told = serve()
    assert told.code == 1
    (line,) = told.error
    assert line.startswith("[PACKAGE_MISSING]")
    assert "pip install 'streamtables[serve]', or --no-http." in line


def test_a_warehouse_that_is_not_there_is_one_line(serve: Serve, tmp_path: Path) -> None:
    told = serve("-w", "elsewhere")
    assert told.code == 1
    (line,) = told.error
    assert line.startswith("[WAREHOUSE_NOT_FOUND]")
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.slow
def test_no_java_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "warehouse" / ".metastore").mkdir(parents=True)
    told = run_serve(tmp_path, PATH="", JAVA_HOME="")
    assert told.returncode == 1
    (line,) = told.stderr.splitlines()
    assert line.startswith("[JAVA_REQUIRED]")


def test_a_setting_without_a_value_is_a_wrong_usage(serve: Serve) -> None:
    told = serve("--conf", "spark.x")
    assert told.code == 2
    assert "'spark.x' is no setting: write --conf key=value" in " ".join(
        word for line in told.error for word in line.strip("│ ").split()
    )


def test_probes_are_answered_before_spark_has_started() -> None:
    health = Health()
    endpoint = Endpoint("HTTP", "127.0.0.1", free_port(), "--http-port")
    http = HttpEndpoint(endpoint, health.pages)
    try:
        assert _page(endpoint, "/healthz") == (200, '{"status": "starting"}\n')
        assert _page(endpoint, "/readyz") == (503, '{"status": "starting"}\n')
        assert _page(endpoint, "/metrics") == (503, "starting\n")
        assert _page(endpoint, "/") == (404, "There are /healthz, /readyz, /metrics.\n")
        health.phase = Phase.STOPPING
        assert _page(endpoint, "/readyz") == (503, '{"status": "stopping"}\n')
        with pytest.raises(SessionError, match="PORT_NOT_FREE"):
            HttpEndpoint(endpoint, {})
    finally:
        http.stop()
    endpoint.require_free()


def test_a_page_that_fails_is_no_end_of_the_server() -> None:
    def fail() -> Page:
        raise ValueError

    endpoint = Endpoint("HTTP", "127.0.0.1", free_port(), "--http-port")
    http = HttpEndpoint(endpoint, {"/bad": fail, "/good": lambda: Page(HTTPStatus.OK, "text/plain", b"ok")})
    try:
        assert _page(endpoint, "/bad")[0] == 500
        assert _page(endpoint, "/good") == (200, "ok")
    finally:
        http.stop()


def _page(endpoint: Endpoint, path: str) -> tuple[int, str]:
    try:
        with urlopen(f"http://{endpoint.shown}{path}", timeout=30) as answer:
            return answer.status, answer.read().decode()
    except HTTPError as error:
        with error:
            return error.code, error.read().decode()
