"""Going on with what the catalog said before, while it is asked again.

A metastore takes 5 to 10 ms to find a table, and a refresh needs several. A run begins with the folders where tables
were found the last time; meanwhile the catalog is asked for all of them, in one question a schema, and before anything
is committed or answered it has told that they are still there.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future

from streamtables.engine.defects import raise_defect
from streamtables.spark.failures.failure_kind import is_defect
from streamtables.spark.failures.redacted_errors import redacted_trace
from streamtables.spark.lookup.catalog_lookup import CatalogEntry, CatalogLookup

_LOGGER = logging.getLogger(__name__)

Fits = Callable[[CatalogEntry | None], bool]


class CatalogChangedError(Exception):
    """The catalog has something else than was taken for granted: the run is to begin again, and to ask first."""


class CatalogCheck:
    """What one run takes for granted.

    Args:
        lookup: Finds tables.
        executor: Asks the catalog.
        strict: Whether a defect is raised, where otherwise the run begins again and asks first.
    """

    def __init__(self, lookup: CatalogLookup, executor: Executor, *, strict: bool) -> None:
        self._strict = strict
        self._lookup = lookup
        self._executor = executor
        self._expected: list[tuple[tuple[str, ...], Fits]] = []
        self._answer: Future[bool] | None = None

    @property
    def is_asked(self) -> bool:
        """Whether the catalog has been asked, so that nothing more can be taken for granted."""
        return self._answer is not None

    def expect(self, name: tuple[str, ...], fits: Fits) -> None:
        """Take something for granted.

        Args:
            name: Full name of a table or view.
            fits: Tells whether what the catalog has under that name is what was taken for granted.
        """
        self._expected.append((name, fits))

    def begin(self) -> None:
        """Begin to ask for all that is expected, once."""
        self._answer = self._executor.submit(self._holds)

    def require(self) -> None:
        """Wait for the catalog's answer.

        Raises:
            CatalogChangedError: It has something else, or could not be asked.
            InternalError: It could not be asked by a defect, under the strict setting.
        """
        if self._answer is None:
            return
        try:
            is_met = self._answer.result()
        except Exception as error:
            if is_defect(error):
                if self._strict:
                    raise_defect(error)
                _LOGGER.warning(
                    "the catalog was not asked, by a defect of streamtables", exc_info=redacted_trace(error)
                )
            raise CatalogChangedError from error
        if not is_met:
            raise CatalogChangedError

    def _holds(self) -> bool:
        found = self._lookup.find_all([name for name, _ in self._expected])
        return all(fits(entry) for entry, (_, fits) in zip(found, self._expected, strict=True))
