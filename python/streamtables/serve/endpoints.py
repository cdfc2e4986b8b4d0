"""Where a server listens, chosen from its options and from what Spark is told, and whether these ports are free."""

from __future__ import annotations

import socket
from collections.abc import Mapping
from dataclasses import dataclass

from streamtables.errors import SessionError
from streamtables.spark.servers import connect_server, jdbc_server

LOOPBACK = "127.0.0.1"
DEFAULT_HTTP_PORT = 10080


@dataclass(frozen=True, slots=True)
class Wishes:
    """What the options say of the ports; None where they do not.

    Attributes:
        host: The address of all of them.
        jdbc_port: Port of the JDBC server.
        connect_port: Port of Spark Connect.
        http_port: Port of probes and metrics.
        jdbc: Whether there is a JDBC server.
        connect: Whether there is Spark Connect.
        http: Whether there are probes and metrics.
    """

    host: str | None = None
    jdbc_port: int | None = None
    connect_port: int | None = None
    http_port: int | None = None
    jdbc: bool = True
    connect: bool = True
    http: bool = True


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One port.

    Attributes:
        server: Who listens there, as messages call it.
        host: The address.
        port: The port.
        option: The option that chooses it.
    """

    server: str
    host: str
    port: int
    option: str

    @property
    def shown(self) -> str:
        """Address and port, as they stand in a URL."""
        return f"{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}"

    @property
    def family(self) -> socket.AddressFamily:
        """Of which kind the address is."""
        return socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0][0]

    def require_free(self) -> None:
        """Refuse a port that cannot be listened on, before Spark is started for nothing.

        Raises:
            SessionError: PORT_NOT_FREE, with the option that chooses another.
        """
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(self.host, self.port, type=socket.SOCK_STREAM)[0]
            with socket.socket(family, kind, protocol) as probe:
                # As the servers do: a port whose last connections are just ending is free.
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                probe.bind(address)
                probe.listen()
        except OSError as error:
            refused = self.refused(error)
            raise refused from None

    def refused(self, error: OSError) -> SessionError:
        """Return the error for a port that cannot be listened on.

        Args:
            error: What the system says.

        Returns:
            PORT_NOT_FREE.
        """
        return SessionError(
            "PORT_NOT_FREE",
            {"server": self.server, "port": str(self.port), "host": self.host, "reason": error.strerror or str(error)},
            hint=f"End what listens there, perhaps another `streamtables serve`, or choose another port with "
            f"{self.option} or another address with --host.",
        )


@dataclass(frozen=True, slots=True)
class Endpoints:
    """All ports of a process; None for a server that it does not have.

    Attributes:
        jdbc: Thrift, for JDBC.
        connect: Spark Connect.
        http: Probes and metrics.
        jdbc_over_http: Whether the JDBC server speaks HTTP.
    """

    jdbc: Endpoint | None
    connect: Endpoint | None
    http: Endpoint | None
    jdbc_over_http: bool = False

    @property
    def all(self) -> tuple[Endpoint, ...]:
        """Those that there are."""
        return tuple(one for one in (self.http, self.jdbc, self.connect) if one is not None)

    @property
    def settings(self) -> dict[str, str]:
        """What a session that is started for them is told of them."""
        told = {}
        if self.jdbc is not None:
            told[jdbc_server.HADOOP + jdbc_server.HOST] = self.jdbc.host
            port = jdbc_server.HTTP_PORT if self.jdbc_over_http else jdbc_server.PORT
            told[jdbc_server.HADOOP + port] = str(self.jdbc.port)
        if self.connect is not None:
            told |= {connect_server.HOST: self.connect.host, connect_server.PORT: str(self.connect.port)}
        return told

    @property
    def open_to_others(self) -> tuple[Endpoint, ...]:
        """Those that other machines may reach."""
        return tuple(one for one in self.all if one.host not in (LOOPBACK, "localhost", "::1"))


def choose_endpoints(wishes: Wishes, told: Mapping[str, str]) -> Endpoints:
    """Choose the ports: the options win, then the servers' own settings, then loopback and the usual ports.

    Args:
        wishes: The options.
        told: Spark's settings.

    Returns:
        The ports.
    """
    http = jdbc_server.speaks_http(told)
    jdbc_port = jdbc_server.HADOOP + (jdbc_server.HTTP_PORT if http else jdbc_server.PORT)
    usual = jdbc_server.DEFAULT_HTTP_PORT if http else jdbc_server.DEFAULT_PORT
    jdbc_host = wishes.host or told.get(jdbc_server.HADOOP + jdbc_server.HOST) or LOOPBACK
    connect_host = wishes.host or told.get(connect_server.HOST) or LOOPBACK
    jdbc = Endpoint("The JDBC server", jdbc_host, _port(wishes.jdbc_port, told, jdbc_port, usual), "--jdbc-port")
    connect = Endpoint(
        "Spark Connect",
        connect_host,
        _port(wishes.connect_port, told, connect_server.PORT, connect_server.DEFAULT_PORT),
        "--connect-port",
    )
    probes = Endpoint("HTTP", wishes.host or LOOPBACK, wishes.http_port or DEFAULT_HTTP_PORT, "--http-port")
    return Endpoints(
        jdbc if wishes.jdbc else None,
        connect if wishes.connect else None,
        probes if wishes.http else None,
        jdbc_over_http=http,
    )


def _port(wished: int | None, told: Mapping[str, str], setting: str, usual: int) -> int:
    if wished is not None:
        return wished
    value = told.get(setting, str(usual)).strip()
    if not value.isdigit():
        raise SessionError("INVALID_SETTING", {"setting": setting, "value": value, "expected": "the number of a port"})
    return int(value)
