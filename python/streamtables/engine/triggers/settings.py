"""What becomes of a trigger that fails, as a user's session says."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from streamtables.errors import RefreshError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

ON_ERROR_SETTING = "spark.streamtables.triggers.on_error"


class OnTriggerError(Enum):
    """What becomes of changes for which a trigger has failed."""

    RETRY = "retry"
    """The trigger runs again for them after the next refresh."""
    SKIP = "skip"
    """It goes on behind them."""

    @classmethod
    def of(cls, session: SparkSession | None) -> OnTriggerError:
        """Read a user's setting.

        Args:
            session: The user's session; None where there is no user.

        Returns:
            What it asks for.

        Raises:
            RefreshError: ``INVALID_SETTING``: it asks for something else.
        """
        value = cls.RETRY.value if session is None else session.conf.get(ON_ERROR_SETTING, cls.RETRY.value) or ""
        try:
            return cls(value.strip().lower())
        except ValueError:
            parameters = {"setting": ON_ERROR_SETTING, "value": value, "expected": "retry or skip"}
            raise RefreshError("INVALID_SETTING", parameters) from None
