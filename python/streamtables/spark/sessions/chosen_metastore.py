"""A metastore that the user chose: a service, a database, or a directory of an embedded one."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from urllib.parse import urlsplit

from streamtables.errors import SessionError
from streamtables.spark.sessions.warehouse_place import WarehousePlace

CONNECTION = "spark.hadoop.javax.jdo.option.ConnectionURL"
_DRIVER = "spark.hadoop.javax.jdo.option.ConnectionDriverName"
_SERVICE = "spark.hadoop.hive.metastore.uris"
_SERVICES = (_SERVICE, "spark.hive.metastore.uris")
_NO_SERVICE = dict.fromkeys(_SERVICES, "")
"""Hive asks a service, if a setting names one, whatever else is said."""
_DRIVERS: Mapping[str, str] = MappingProxyType(
    {
        "mariadb": "org.mariadb.jdbc.Driver",
        "mysql": "com.mysql.cj.jdbc.Driver",
        "oracle": "oracle.jdbc.OracleDriver",
        "postgresql": "org.postgresql.Driver",
        "sqlserver": "com.microsoft.sqlserver.jdbc.SQLServerDriver",
    }
)
_JDBC = re.compile(r"jdbc:(?P<database>\w+):", re.IGNORECASE)
_SCHEME = re.compile(r"(?P<scheme>[A-Za-z][A-Za-z0-9+.-]+)://")
_SERVICE_PORT = 9083
_PATIENCE_SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class ChosenMetastore:
    """What a choice means.

    Attributes:
        settings: Settings of Spark that lead to it.
        folder: Directory of the embedded one; None if it is no choice, or a service or a database.
    """

    settings: Mapping[str, str] = field(default_factory=dict)
    folder: Path | None = None


def chosen_metastore(metastore: str | os.PathLike[str] | None) -> ChosenMetastore:
    """Read what the user gave.

    Args:
        metastore: ``thrift://host:port``, several of them with commas between, a JDBC URL, or a directory; None where
            nothing was chosen.

    Returns:
        What it means.

    Raises:
        SessionError: METASTORE_NOT_UNDERSTOOD: a URI of another kind.
    """
    if metastore is None:
        return ChosenMetastore()
    text = os.fspath(metastore).strip()
    jdbc, uri = _JDBC.match(text), _SCHEME.match(text)
    if jdbc is not None:
        driver = _DRIVERS.get(jdbc["database"].lower())
        return ChosenMetastore({CONNECTION: text, **({} if driver is None else {_DRIVER: driver}), **_NO_SERVICE})
    if uri is not None and uri["scheme"].lower() == "thrift":
        return ChosenMetastore(dict.fromkeys(_SERVICES, text))
    if uri is not None and uri["scheme"].lower() != "file":
        hint = "Give thrift://host:port of a metastore service, a JDBC URL of its database, or a directory here."
        raise SessionError("METASTORE_NOT_UNDERSTOOD", {"metastore": text}, hint=hint)
    folder = WarehousePlace.of(text).folder
    assert folder is not None
    return ChosenMetastore({CONNECTION: embedded_connection(folder), **_NO_SERVICE}, folder)


def embedded_connection(folder: Path) -> str:
    """Return the JDBC URL of an embedded metastore.

    Args:
        folder: Directory of its database.

    Returns:
        The URL; the database is made if it is not there.
    """
    return f"jdbc:derby:;databaseName={folder};create=true"


def require_service(settings: Mapping[str, str]) -> None:
    """Refuse a metastore service at which nothing listens: Hive would try for minutes.

    Args:
        settings: All that the user gave.

    Raises:
        SessionError: METASTORE_UNREACHABLE, if none of several answers.
    """
    named = next((settings[key] for key in _SERVICES if settings.get(key)), "")
    problems = [_problem(uri.strip()) for uri in named.split(",") if uri.strip()]
    if problems and None not in problems:
        hint = "Start the metastore service, or name where it is: --metastore thrift://host:port."
        reason = next(filter(None, problems))
        raise SessionError("METASTORE_UNREACHABLE", {"metastore": named, "reason": reason}, hint=hint)


def _problem(uri: str) -> str | None:
    """Return why a service cannot be reached; None if it can, or if only Hive can tell."""
    try:
        parts = urlsplit(uri)
        host, port = parts.hostname, parts.port or _SERVICE_PORT
    except ValueError as error:
        return str(error)
    if parts.scheme.lower() != "thrift" or host is None:
        return None
    try:
        with socket.create_connection((host, port), _PATIENCE_SECONDS):
            return None
    except OSError as error:
        return error.strerror or str(error)
