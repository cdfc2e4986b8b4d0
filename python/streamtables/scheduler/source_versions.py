"""The newest versions of the tables that scheduled stream tables read."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from streamtables.catalog.definition import split_name
from streamtables.scheduler.clock import Clock
from streamtables.spark.lookup.catalog_lookup import CatalogLookup, is_path
from streamtables.spark.tables.newest_version import NewestVersion

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_FOUND_AGAIN_AFTER_S = 300.0
"""A table that was dropped and made again may lie in another folder; until then its stream tables' own refreshes find
it."""


class SourceVersions:
    """Looks at the logs of tables.

    Args:
        clock: The time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._followed: dict[str, tuple[NewestVersion, float]] = {}

    def look(self, session: SparkSession, names: Collection[str]) -> Mapping[str, int | None]:
        """Return the newest version of each table.

        Args:
            session: A session of our own.
            names: Keys of the tables.

        Returns:
            The versions by key; None where there is no such table now.
        """
        self._followed = {name: found for name, found in self._followed.items() if name in names}
        return {name: self._look(session, name) for name in names}

    def _look(self, session: SparkSession, name: str) -> int | None:
        followed, since = self._followed.get(name, (None, 0.0))
        if followed is None or self._clock.monotonic() - since > _FOUND_AGAIN_AFTER_S:
            followed = self._follow(session, name)
            if followed is None:
                self._followed.pop(name, None)
                return None
            self._followed[name] = followed, self._clock.monotonic()
        version = followed.look()
        if version is None:
            self._followed.pop(name, None)
        return version

    @staticmethod
    def _follow(session: SparkSession, name: str) -> NewestVersion | None:
        lookup, parts = CatalogLookup(session), split_name(name)
        if is_path(parts):
            return NewestVersion(lookup.log(parts))
        entry = lookup.find(parts)
        if entry is None or entry.is_view or entry.provider != "delta":
            return None
        return NewestVersion(lookup.log_of(entry))
