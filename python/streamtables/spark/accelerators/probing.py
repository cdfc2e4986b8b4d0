"""Whether accelerators find here what they need; those that do not are off, and say so once."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from streamtables.spark.accelerators.registry import ACCELERATORS, TRIED, Accelerator, Member
from streamtables.spark.jvm.bridge import JvmBridge

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_LOGGER = logging.getLogger(__name__)
_PROBLEMS = "_streamtables_accelerator_problems"
_OWN = "_streamtables_own_application"


def mark_own_application(spark: SparkSession) -> None:
    """Note that ``streamtables.session`` has started a session's application, so that nobody else's settings count."""
    setattr(spark.sparkContext, _OWN, True)


def is_own_application(spark: SparkSession) -> bool:
    """Return whether ``streamtables.session`` has started a session's application."""
    return bool(vars(spark.sparkContext).get(_OWN, False))


def problems_of(spark: SparkSession) -> Mapping[str, str]:
    """Return why accelerators cannot work in a session's application; they are tried at the first call.

    Args:
        spark: Any classic session of the application.

    Returns:
        Reasons by the names of accelerators.
    """
    known: Mapping[str, str] | None = vars(spark.sparkContext).get(_PROBLEMS)
    return probe(spark) if known is None else known


def probe(spark: SparkSession) -> Mapping[str, str]:
    """Try all accelerators, and warn of each that does not fit.

    Args:
        spark: Any classic session of the application.

    Returns:
        Reasons by the names of accelerators, those included that need one of these.
    """
    bridge, problems = JvmBridge.of(spark), {}
    loader: Any = spark.sparkContext._jvm.java.lang.Thread.currentThread().getContextClassLoader()  # type: ignore[union-attr]
    for name, accelerator in ACCELERATORS.items():
        misfit = _misfit(bridge, loader, accelerator)
        if misfit is not None:
            problems[name] = misfit
            text = "The accelerator %s is off with Spark %s: %s. In its place: %s."
            _LOGGER.warning(text, name, spark.version, misfit, accelerator.alternative)
        elif name == "local_files" and bridge.local_files_problem is not None:
            problems[name] = bridge.local_files_problem
    if spark.version not in [version for version, _ in TRIED]:
        tried = ", ".join(f"{version} with Delta {delta}" for version, delta in TRIED)
        _LOGGER.info("Accelerators were tried on Spark %s; this is Spark %s", tried, spark.version)
    setattr(spark.sparkContext, _PROBLEMS, problems)
    return problems


def note_misfit(spark: SparkSession, reason: str) -> None:
    """Note that an accelerator does not fit after all, nobody knows which: none of them works in this application.

    Args:
        spark: Any classic session of the application.
        reason: What did not fit.
    """
    text = "All accelerators are off with Spark %s, since one of them does not fit (%s): please report it."
    _LOGGER.warning(text, spark.version, reason)
    setattr(spark.sparkContext, _PROBLEMS, dict.fromkeys(ACCELERATORS, reason))


def _misfit(bridge: JvmBridge, loader: Any, accelerator: Accelerator) -> str | None:
    """Return what this Spark, Delta or Hadoop lacks of what an accelerator needs; None if nothing."""
    reason = bridge.missing_packages.get(accelerator.package or "")
    if reason is not None:
        return f"it does not compile ({reason})"
    for member in accelerator.members:
        problem = _missing(loader, member)
        if problem is not None:
            return problem
    if accelerator.name == "known_transactions" and not bridge.part("host.KnownTransactions").works():
        return "Delta's Snapshot keeps its transaction numbers in another way"
    return None


def _missing(loader: Any, member: Member) -> str | None:
    """Return what is missing of a private field; None where it is there and may be reached."""
    from py4j.protocol import Py4JJavaError

    try:
        loader.loadClass(member.owner).getDeclaredField(member.field).setAccessible(True)
    except Py4JJavaError as error:
        kind = str(error.java_exception.getClass().getSimpleName())
        return f"{member.owner.rsplit('.', 1)[-1]}.{member.field} cannot be reached ({kind})"
    return None
