"""Which accelerators a session's statements use: those that work here and that no setting turns off."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import Enum
from typing import TYPE_CHECKING

from streamtables.errors import SessionError
from streamtables.spark.accelerators.probing import is_own_application, note_misfit, problems_of
from streamtables.spark.accelerators.registry import ACCELERATORS, Scope
from streamtables.spark.jvm.bridge import JvmBridge

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

_PREFIX = "spark.streamtables.accelerator"
ALL_SETTING = "spark.streamtables.accelerators"
ONE_SETTING = "spark.streamtables.accelerator."
MEMORY_SETTING = f"{ONE_SETTING}kept_columns.memory"
_DEFAULT_MEMORY = "0.125"
_MEMORY = re.compile(r"0?\.\d+|\d+([kmgt]b?|b)?", re.IGNORECASE)
_ATTRIBUTE = "_streamtables_accelerators"


class _Switch(Enum):
    AUTO = "auto"
    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Accelerators:
    """What a session's statements use.

    Attributes:
        used: Names of the accelerators.
        off: Why the others are not used, by name.
        kept_columns_memory: The most memory of each executor for kept columns: a share of its heap below 1 or a size,
            as Spark writes sizes.
    """

    used: frozenset[str] = frozenset()
    off: Mapping[str, str] = field(default_factory=dict)
    kept_columns_memory: str = "0"


def choose(settings: Mapping[str, str], problems: Mapping[str, str], *, own_application: bool) -> Accelerators:
    """Choose what a session's statements use.

    Args:
        settings: The session's settings whose names begin with ``spark.streamtables.``.
        problems: Why accelerators cannot work in this application, by name.
        own_application: Whether ``streamtables.session`` has started it.

    Returns:
        The accelerators.

    Raises:
        SessionError: ``INVALID_SETTING``: a value that there is not, or ``UNKNOWN_ACCELERATOR``.
    """
    _require_known(settings)
    everything = _switch(settings, ALL_SETTING, _Switch.AUTO, _Switch.OFF)
    memory = settings.get(MEMORY_SETTING, "").strip()
    if memory and not _MEMORY.fullmatch(memory):
        expected = "a size such as 512m, a share of the heap below 1 such as 0.125, or 0 for none"
        raise SessionError("INVALID_SETTING", {"setting": MEMORY_SETTING, "value": memory, "expected": expected})
    off: dict[str, str] = {}
    for name, accelerator in ACCELERATORS.items():
        setting = ONE_SETTING + name
        switch = _switch(settings, setting, *_Switch)
        missing = next((needed for needed in accelerator.needs if needed in off), None)
        foreign = accelerator.scope is Scope.APPLICATION and not own_application
        wanted = switch is _Switch.ON or (name == "kept_columns" and bool(memory))
        if everything is _Switch.OFF:
            off[name] = f"{ALL_SETTING} = off"
        elif switch is _Switch.OFF:
            off[name] = f"{setting} = off"
        elif name in problems:
            off[name] = problems[name]
        elif missing is not None:
            off[name] = f"it needs {missing}"
        elif foreign and not wanted:
            off[name] = f"the application was not started by streamtables.session; {setting} = on for it all the same"
        elif name == "kept_columns" and _is_zero(memory):
            off[name] = f"{MEMORY_SETTING} = {memory}"
    used = frozenset(ACCELERATORS) - off.keys()
    return Accelerators(used, off, (memory or _DEFAULT_MEMORY) if "kept_columns" in used else "0")


def lend_accelerators(session: SparkSession, chosen: Accelerators) -> None:
    """Let the statements of a session of our own use accelerators.

    Args:
        session: The session.
        chosen: The accelerators.
    """
    setattr(session, _ATTRIBUTE, chosen)


def accelerators_of(session: SparkSession) -> Accelerators:
    """Return what the statements of a session use: what was lent to it, or what its own settings say.

    Args:
        session: The session.

    Returns:
        The accelerators.

    Raises:
        SessionError: See ``choose``.
    """
    lent: Accelerators | None = vars(session).get(_ATTRIBUTE)
    return chosen_by(session) if lent is None else lent


def chosen_by(session: SparkSession) -> Accelerators:
    """Choose what a session's settings say.

    Args:
        session: The session of a user.

    Returns:
        The accelerators.

    Raises:
        SessionError: See ``choose``.
    """
    settings = JvmBridge.of(session).settings(session, _PREFIX)
    return choose(settings, problems_of(session), own_application=is_own_application(session))


def turn_off(session: SparkSession, reason: str) -> None:
    """Use no accelerator any more, in this session and in others of its application.

    Args:
        session: A session of our own, in which one of them failed.
        reason: What did not fit this Spark.
    """
    note_misfit(session, reason)
    lend_accelerators(session, Accelerators(off=dict.fromkeys(ACCELERATORS, reason)))


def uses(session: SparkSession, name: str) -> bool:
    """Return whether the statements of a session use an accelerator.

    Args:
        session: The session.
        name: The accelerator's name.

    Returns:
        Whether they do.
    """
    return name in accelerators_of(session).used


def _switch(settings: Mapping[str, str], setting: str, *allowed: _Switch) -> _Switch:
    value = settings.get(setting, _Switch.AUTO.value)
    for switch in allowed:
        if value.strip().lower() == switch.value:
            return switch
    words = [switch.value for switch in allowed]
    expected = f"{', '.join(words[:-1])} or {words[-1]}"
    raise SessionError("INVALID_SETTING", {"setting": setting, "value": value, "expected": expected})


def _is_zero(memory: str) -> bool:
    return bool(memory) and float(re.sub(r"[a-z]", "", memory.lower())) == 0


def _require_known(settings: Mapping[str, str]) -> None:
    known = {ALL_SETTING, MEMORY_SETTING, *(ONE_SETTING + name for name in ACCELERATORS)}
    for setting in settings:
        if setting.startswith(ONE_SETTING) and setting not in known:
            near = get_close_matches(setting, sorted(known), n=1)
            hint = f"Did you mean {near[0]}?" if near else f"There are {', '.join(ACCELERATORS)}."
            raise SessionError("UNKNOWN_ACCELERATOR", {"setting": setting}, hint=hint)
