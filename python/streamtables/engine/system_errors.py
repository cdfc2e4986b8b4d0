"""Failures of the machine, as a statement tells of them: what was found, and what to do."""

from __future__ import annotations

from collections.abc import Iterable

from streamtables.engine.sources.pins import PinnedSource
from streamtables.errors import RefreshError
from streamtables.spark.failures.machine_failures import machine_failure

_UNTOUCHED = "each stream table is as its last commit left it"


def system_error(error: Exception, sources: Iterable[PinnedSource] = ()) -> RefreshError | None:
    """Say what to do where the machine failed.

    Args:
        error: What was raised.
        sources: What the statement read, as far as that is known.

    Returns:
        ``SYSTEM_FAILED``, to be raised in its place; None where something else failed.
    """
    failure = machine_failure(error, {_folder(source): source.shown for source in sources})
    if failure is None:
        return None
    hint = f"{_UNTOUCHED}; {failure.advice}, and run the statement again"
    told = RefreshError("SYSTEM_FAILED", {"problem": failure.what}, hint=hint)
    told.__cause__ = error
    return told


def _folder(source: PinnedSource) -> str:
    return f"/{source.log.path.removeprefix('file:').strip('/')}/"
