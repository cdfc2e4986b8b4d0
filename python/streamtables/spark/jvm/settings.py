"""Settings of a session of our own, in one call: Spark's own interface takes a call for each."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

from streamtables.errors import SessionError
from streamtables.spark.jvm.bridge import JvmBridge

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_SECONDS = {"ms": 0.001, "s": 1.0, "m": 60.0, "min": 60.0, "h": 3600.0, "d": 86400.0}
_FLAGS = {"true": True, "false": False}
_DURATION = re.compile(rf"(?P<number>\d+(?:\.\d+)?)\s*(?P<unit>{'|'.join(_SECONDS)})?")


def set_all(session: SparkSession, settings: Mapping[str, str | None]) -> dict[str, str | None]:
    """Change settings for good.

    Args:
        session: A session of our own.
        settings: Values by names that Spark or Delta know; None takes a setting away.

    Returns:
        What they were, to be given to the next call; None where Spark's default held.
    """
    if not settings:
        return {}
    before: dict[str, str | None] = json.loads(JvmBridge.of(session).set_all(session, json.dumps(dict(settings))))
    return before


@contextmanager
def settings_for(session: SparkSession, settings: Mapping[str, str]) -> Iterator[None]:
    """Run statements under other settings, for the length of a ``with`` block.

    Args:
        session: A session of our own.
        settings: Values by names that Spark or Delta know.

    Yields:
        Nothing.
    """
    before = set_all(session, settings)
    try:
        yield
    finally:
        set_all(session, before)


def duration_setting(session: SparkSession, name: str, default_seconds: float) -> float:
    """Read a setting that is a time, written as Spark's own are: ``90s``, ``2m``, ``500ms``, or seconds.

    Args:
        session: The session.
        name: The setting's name.
        default_seconds: What holds where it is not set.

    Returns:
        Seconds.

    Raises:
        SessionError: ``INVALID_SETTING``: the value is no time.
    """
    text = session.conf.get(name, None)
    if text is None:
        return default_seconds
    match = _DURATION.fullmatch(text.strip().lower())
    if match is None:
        parameters = {"setting": name, "value": text, "expected": "a time such as 60s, 2m or 500ms"}
        raise SessionError("INVALID_SETTING", parameters)
    return float(match["number"]) * _SECONDS[match["unit"] or "s"]


def flag_setting(session: SparkSession, name: str, *, default: bool) -> bool:
    """Read a setting that is on or off.

    Args:
        session: The session.
        name: The setting's name.
        default: What holds where it is not set.

    Returns:
        Whether it is on.

    Raises:
        SessionError: ``INVALID_SETTING``: the value is neither ``true`` nor ``false``.
    """
    text = session.conf.get(name, None)
    if text is None:
        return default
    flag = _FLAGS.get(text.strip().lower())
    if flag is None:
        raise SessionError("INVALID_SETTING", {"setting": name, "value": text, "expected": "true or false"})
    return flag


def count_setting(session: SparkSession, name: str, *, default: int) -> int:
    """Read a setting that counts something.

    Args:
        session: The session.
        name: The setting's name.
        default: What holds where it is not set.

    Returns:
        The count, 1 or more.

    Raises:
        SessionError: ``INVALID_SETTING``: the value is no such number.
    """
    text = session.conf.get(name, None)
    if text is None:
        return default
    if not text.strip().isdecimal() or int(text) < 1:
        raise SessionError("INVALID_SETTING", {"setting": name, "value": text, "expected": "a number from 1 on"})
    return int(text)
