"""Which session the statements of a notebook run in."""

from __future__ import annotations

import re
from collections.abc import Callable, MutableMapping
from pathlib import Path
from typing import TYPE_CHECKING

from streamtables.errors import NotebookError, SessionError
from streamtables.session.builder import open_session
from streamtables.session.enabling import enable
from streamtables.spark.sessions.found_sessions import (
    described,
    is_connect,
    is_running,
    is_session,
    running_session,
)
from streamtables.spark.sessions.remote_session import connect

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_URL = re.compile(r"sc://\S+")
_VARIABLE = "spark"
_WAREHOUSE, _SPARK_LOG = "warehouse", ".spark.log"
_EXPECTED = "a variable that holds a running Spark session, or a server's URL, sc://host:port"


class SessionChoice:
    """Finds the session.

    Args:
        namespace: The user's variables.
        tell: Says something to the user that was not asked for.
    """

    def __init__(self, namespace: MutableMapping[str, object], tell: Callable[[str], object]) -> None:
        self._namespace = namespace
        self._tell = tell
        self._chosen: SparkSession | None = None

    def choose(self, wanted: str) -> None:
        """Take a session from now on.

        Args:
            wanted: A variable, or the URL of a server.

        Raises:
            NotebookError: INVALID_MAGIC_OPTION: it is neither.
            SessionError: REMOTE_NOT_UNDERSTOOD, CONNECT_NOT_INSTALLED or REMOTE_UNREACHABLE.
        """
        if _URL.fullmatch(wanted):
            self._chosen = _connected(wanted)
            return
        value = self._usable(self._namespace.get(wanted))
        if value is None:
            parameters = {"option": "--session", "value": wanted, "expected": _EXPECTED}
            raise NotebookError("INVALID_MAGIC_OPTION", parameters)
        self._chosen = value

    def current(self) -> SparkSession | None:
        """Return the session without starting one.

        Returns:
            The chosen one, or else the variable ``spark``, or else the one that this process works with.
        """
        return self._usable(self._chosen) or self._usable(self._namespace.get(_VARIABLE)) or running_session()

    def get(self) -> SparkSession:
        """Return the session; where there is none, one is started on the folder ``warehouse``.

        Returns:
            A session that understands stream tables.

        Raises:
            SessionError: What ``streamtables.session`` and ``streamtables.enable`` raise.
        """
        spark = self.current()
        if spark is None:
            home = Path(_WAREHOUSE)
            home.mkdir(parents=True, exist_ok=True)
            spark = open_session(home, output=home / _SPARK_LOG)
            where = ""
            if _VARIABLE not in self._namespace or is_session(self._namespace[_VARIABLE]):
                self._namespace[_VARIABLE] = spark
                where = f", in the variable {_VARIABLE}"
            self._tell(f"started a session{where}: {described(spark)}")
        elif not is_connect(spark):
            enable(spark)
        return spark

    @staticmethod
    def _usable(value: object) -> SparkSession | None:
        if not is_session(value):
            return None
        spark: SparkSession = value  # type: ignore[assignment]
        return spark if is_running(spark) else None


def _connected(url: str) -> SparkSession:
    try:
        return connect(url)
    except SessionError as error:
        # What it hints at is an option of the command line.
        hint = (error.hint or "").replace("--remote", "--session") or None
        raise SessionError(error.condition.name, error.parameters, hint=hint) from error
