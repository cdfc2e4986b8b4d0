"""The HTTP port: a few pages, each made anew when it is asked for."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from socketserver import TCPServer
from urllib.parse import urlsplit

from streamtables.serve.endpoints import Endpoint

_LOGGER = logging.getLogger(__name__)
_TEXT = "text/plain; charset=utf-8"
_PATIENCE_SECONDS = 10
"""For how long a client may be silent."""


@dataclass(frozen=True, slots=True)
class Page:
    """An answer.

    Attributes:
        status: The status.
        content_type: Its ``Content-Type``.
        body: Its bytes.
    """

    status: HTTPStatus
    content_type: str
    body: bytes


class HttpEndpoint:
    """A running HTTP server.

    Args:
        endpoint: Where it listens.
        pages: What makes each page, by path.

    Raises:
        SessionError: PORT_NOT_FREE.
    """

    def __init__(self, endpoint: Endpoint, pages: Mapping[str, Callable[[], Page]]) -> None:
        try:
            self._server = _server(endpoint, _handler(pages))
        except OSError as error:
            refused = endpoint.refused(error)
            raise refused from None
        self._thread = threading.Thread(target=self._server.serve_forever, name="streamtables-http", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Listen no more."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _server(endpoint: Endpoint, handler: type[BaseHTTPRequestHandler]) -> ThreadingHTTPServer:
    class Server(ThreadingHTTPServer):
        """Listens on an address of either kind."""

        address_family = endpoint.family
        # Clients that are being answered do not keep the process alive.
        daemon_threads = True

        def server_bind(self) -> None:
            """Listen, without asking a name server for the machine's name."""
            TCPServer.server_bind(self)
            self.server_name, self.server_port = endpoint.host, endpoint.port

    return Server((endpoint.host, endpoint.port), handler)


def _handler(pages: Mapping[str, Callable[[], Page]]) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        """Answers GET and HEAD with a page."""

        server_version = "streamtables"
        sys_version = ""
        timeout = _PATIENCE_SECONDS

        def do_GET(self) -> None:
            """Answer with a page."""
            self._answer(with_body=True)

        def do_HEAD(self) -> None:
            """Answer with what a page is."""
            self._answer(with_body=False)

        def log_message(self, *_: object) -> None:
            """Keep no log of who asked: probes ask every few seconds."""

        def _answer(self, *, with_body: bool) -> None:
            make = pages.get(urlsplit(self.path).path)
            try:
                page = _not_found(pages) if make is None else make()
            except Exception:
                _LOGGER.exception("%s cannot be told", self.path)
                page = Page(HTTPStatus.INTERNAL_SERVER_ERROR, _TEXT, b"the log says what is wrong\n")
            self.send_response(page.status)
            self.send_header("Content-Type", page.content_type)
            self.send_header("Content-Length", str(len(page.body)))
            self.send_header("Cache-Control", "no-store")
            self.end_headers()
            if with_body:
                self.wfile.write(page.body)

    return Handler


def _not_found(pages: Mapping[str, Callable[[], Page]]) -> Page:
    text = f"There are {', '.join(pages)}.\n"
    return Page(HTTPStatus.NOT_FOUND, _TEXT, text.encode())
