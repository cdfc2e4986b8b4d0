"""Losing against another writer: how long to try again, and how to wait meanwhile.

Within a process statements on one table queue up. Between processes Delta lets one commit win; the others wait for a
random time, longer from one attempt to the next, so that they do not meet again (exponential back-off with jitter).
"""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING

from streamtables.errors import RefreshError
from streamtables.spark.failures.failure_kind import is_conflict
from streamtables.spark.jvm.settings import duration_setting

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TIMEOUT = "spark.streamtables.conflict_timeout"
"""Setting that says for how long a statement tries again while other processes write to its table."""
_DEFAULT_SECONDS = 60.0
_FIRST_SECONDS, _LONGEST_SECONDS = 0.05, 2.0


class ReplayedRefreshError(Exception):
    """The refresh number had been taken: somebody else applied the same refresh first."""


class OutdatedPinsError(Exception):
    """Somebody else has refreshed a table with newer versions of its sources than this run has pinned."""


def lost_race(error: BaseException) -> bool:
    """Return whether somebody else committed first, so that trying again can help.

    Args:
        error: What went wrong.

    Returns:
        True for Delta's conflicts, for a refresh number that was taken, and for pins that are too old by now.
    """
    return isinstance(error, ReplayedRefreshError | OutdatedPinsError) or is_conflict(error)


def conflict_timeout_seconds(session: SparkSession | None) -> float:
    """Return for how long a user's statements wait for others.

    Args:
        session: The user's session; None for the default.

    Returns:
        Seconds.
    """
    return _DEFAULT_SECONDS if session is None else duration_setting(session, TIMEOUT, _DEFAULT_SECONDS)


class Backoff:
    """Says whether to try again, for one statement.

    Args:
        seconds: For how long.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._started = time.monotonic()
        self._attempts = 0

    @classmethod
    def of(cls, session: SparkSession | None) -> Backoff:
        """Take the time that a user's session allows.

        Args:
            session: The session; None for the default.

        Returns:
            The backoff, which begins now.
        """
        return cls(conflict_timeout_seconds(session))

    def wait(self, name: str, error: BaseException) -> None:
        """Wait before the next attempt.

        Args:
            name: The stream table.
            error: How the last attempt was lost.

        Raises:
            RefreshError: ``REFRESH_CONFLICT``: there is no time left.
        """
        self._attempts += 1
        left = self._started + self._seconds - time.monotonic()
        if left <= 0:
            raise RefreshError(
                "REFRESH_CONFLICT",
                {"name": name, "attempts": str(self._attempts), "seconds": f"{self._seconds:g}"},
                hint=f"try again later, or give it more time with SET {TIMEOUT}",
            ) from error
        longest = min(_LONGEST_SECONDS, _FIRST_SECONDS * 2 ** min(self._attempts, 10))
        # No secret hangs on when it is tried again.
        time.sleep(min(left, random.uniform(0, longest)))  # noqa: S311
