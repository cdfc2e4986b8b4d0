"""A client of a server that runs, through Spark Connect: no JVM is started here."""

from __future__ import annotations

import logging
import re
import socket
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from streamtables.errors import SessionError
from streamtables.spark.sessions.deferred_pandas import deferred_pandas

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)
DEFAULT_PORT = 15002
_CLIENT = "pyspark.sql.connect.session"
_SCHEME = "sc"
_PACKAGES = ("pandas", "pyarrow", "grpc", "grpc_status", "google.rpc", "zstandard")
_PATIENCE_SECONDS = 5.0
_RETRIES = 6
"""About a minute, where Spark's client would try for ten."""
_GONE = (
    *("StatusCode.UNAVAILABLE", "INVALID_HANDLE.SESSION"),
    # A server that is ending still answers; Spark has no condition for that.
    *("stopped SparkContext", "SparkContext was shut down"),
)
"""What calls say whose server is not there any more, or is another one."""
_ADDRESS_HINT = "Write --remote sc://host or sc://host:15002, with Spark's own parameters behind /; if there are any."
_LOST_HINT = "Whether the statement was done is not known: look when the server runs again."
_OTHER = "what listens there does not answer as Spark Connect does; with TLS the address ends in /;use_ssl=true"
_NO_TLS = (
    "what listens there does not answer with TLS, which Spark's client uses with a token unless the host is localhost"
)
_TOKEN = re.compile(r"(?<=;token=)[^;]+")
_DETAILS = re.compile(r'details = "(.+?)"$', re.MULTILINE)
_START_HINT = "Start `streamtables serve` there, or name where it runs: --remote sc://host:port."


def connect(address: str, *, alone: bool = False) -> SparkSession:
    """Open a session on a server.

    Args:
        address: As Spark writes it: ``sc://host:port/;parameter=value``.
        alone: Whether this process does nothing else, so that what a statement does not use need not be imported.

    Returns:
        A session of its own, to be stopped.

    Raises:
        SessionError: REMOTE_NOT_UNDERSTOOD, CONNECT_NOT_INSTALLED or REMOTE_UNREACHABLE.
    """
    host, port = _host_and_port(address)
    # What listens is known at once; Spark's client would go on trying for minutes.
    try:
        with socket.create_connection((host, port), _PATIENCE_SECONDS):
            pass
    except OSError as error:
        reason = {"address": shown_address(address), "reason": error.strerror or str(error)}
        raise SessionError("REMOTE_UNREACHABLE", reason, hint=_START_HINT) from None
    require_packages()
    with _without("IPython"):
        if alone:
            _import_without_pandas()
        import grpc
        from pyspark.errors import PySparkException
        from pyspark.sql.connect.client.retries import DefaultPolicy
        from pyspark.sql.connect.session import SparkSession as RemoteSession
    session: Any = None
    try:
        session = RemoteSession.builder.remote(address).create()
        session.client.set_retry_policies([DefaultPolicy(max_retries=_RETRIES)])
        grpc.channel_ready_future(session.client._channel).result(_PATIENCE_SECONDS)
        # The first question tells whether it is Spark Connect that listens.
        session.client.get_configs("spark.sql.session.timeZone")
    except (PySparkException, grpc.FutureTimeoutError) as error:
        if session is not None:
            _abandon(session)
        silent = _NO_TLS if _TOKEN.search(address) else _OTHER
        said = silent if isinstance(error, grpc.FutureTimeoutError) else _short(str(error))
        named = {"address": shown_address(address), "reason": said}
        raise SessionError("REMOTE_UNREACHABLE", named, hint=_START_HINT) from error
    opened: SparkSession = session
    return opened


def lost(session: SparkSession, address: str, error: Exception) -> SessionError | None:
    """Return the error for a server that went away during a statement.

    Args:
        session: The session; its server is told nothing any more.
        address: The server's address.
        error: What the statement raised.

    Returns:
        REMOTE_LOST; None if it is another error.
    """
    said = str(error)
    if not any(gone in said for gone in _GONE):
        return None
    gone: Any = session
    gone.release_session_on_close = False
    return SessionError("REMOTE_LOST", {"address": shown_address(address), "reason": _short(said)}, hint=_LOST_HINT)


def shown_address(address: str) -> str:
    """Return a server's address as messages show it: without its token.

    Args:
        address: The address.

    Returns:
        The address.

    Examples:
        >>> shown_address("sc://localhost:15002/;token=secret;user_id=me")
        'sc://localhost:15002/;token=…;user_id=me'
    """
    return _TOKEN.sub("…", address)


def require_packages() -> None:
    """Refuse to be a client without the packages that Spark Connect needs.

    Raises:
        SessionError: CONNECT_NOT_INSTALLED, naming them.
    """
    missing = missing_packages()
    if missing:
        hint = "Install them: pip install 'streamtables[connect]'."
        raise SessionError("CONNECT_NOT_INSTALLED", {"missing": ", ".join(missing)}, hint=hint)


def missing_packages() -> list[str]:
    """Return which of the packages that Spark Connect needs are not installed."""
    return [name for name in _PACKAGES if not _is_installed(name)]


def follow_progress(session: SparkSession, tell: Any) -> None:
    """Have a function told how far the server is with a session's statements.

    Args:
        session: What ``connect`` returned.
        tell: Called with tasks done, tasks known and tasks that run now.
    """

    def handle(stages: Any, inflight_tasks: int, operation_id: str | None, done: bool) -> None:  # noqa: ARG001 - Spark's
        counted = [(stage.num_completed_tasks, stage.num_tasks) for stage in stages or ()]
        tell(sum(of_one for of_one, _ in counted), sum(of_one for _, of_one in counted), inflight_tasks)

    client: Any = session
    client.registerProgressHandler(handle)


def _import_without_pandas() -> None:
    """Import Spark's client, without pandas where that can be."""
    try:
        with deferred_pandas():
            import_module(_CLIENT)
    except Exception as error:  # noqa: BLE001 - whatever it is, the client is imported as it is meant to be
        _LOGGER.warning("Spark's client cannot be imported without pandas, and takes longer to start: %s", error)
        import_module(_CLIENT)


def _is_installed(name: str) -> bool:
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError:
        # The package around it is not there.
        return False


def _host_and_port(address: str) -> tuple[str, int]:
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    else:
        host = host if parts.scheme == _SCHEME else None
    if host is None:
        raise SessionError("REMOTE_NOT_UNDERSTOOD", {"address": shown_address(address)}, hint=_ADDRESS_HINT)
    return host, port or DEFAULT_PORT


def _short(text: str) -> str:
    """Return what a failed call says for people."""
    details = _DETAILS.search(text)
    return (text.split("\n", 1)[0] if details is None else details[1])[:300]


def _abandon(session: Any) -> None:
    """Let a session go whose server does not answer."""
    # It would be told that it is released, in vain.
    session.release_session_on_close = False
    with suppress(Exception):
        session.stop()


@contextmanager
def _without(package: str) -> Iterator[None]:
    """Keep a package from being imported that is not used: Spark's client asks IPython how wide the terminal is."""
    if package in sys.modules:
        yield
        return
    sys.modules[package] = None  # type: ignore[assignment]
    try:
        yield
    finally:
        del sys.modules[package]
