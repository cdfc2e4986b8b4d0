"""Schedules in one string, as pg_trickle writes them: a duration, a cron expression or a word."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.schedules import schedule_cron, schedule_every
from streamtables_grammar.statements import Argument, Schedule, ScheduleDownstream, ScheduleNone

_PART = re.compile(r"([0-9]{1,9})([smhdw])")
_DURATION = re.compile(rf"(?:{_PART.pattern})+", re.IGNORECASE)
_SECONDS: Mapping[str, int] = MappingProxyType({"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800})
_UNITS = (("DAY", 86_400), ("HOUR", 3_600), ("MINUTE", 60), ("SECOND", 1))
_ALIASES: Mapping[str, str] = MappingProxyType(
    {
        "@hourly": "0 * * * *",
        "@daily": "0 0 * * *",
        "@midnight": "0 0 * * *",
        "@weekly": "0 0 * * 0",
        "@monthly": "0 0 1 * *",
        "@yearly": "0 0 1 1 *",
        "@annually": "0 0 1 1 *",
    }
)
_WORDS: Mapping[str, Schedule] = MappingProxyType(
    {"calculated": ScheduleDownstream(), "downstream": ScheduleDownstream(), "none": ScheduleNone()}
)


def schedule_of(argument: Argument) -> Schedule:
    """Read a schedule.

    Args:
        argument: A string such as ``1h30m``, ``*/5 * * * *``, ``@hourly``, ``calculated`` or ``none``.

    Returns:
        The schedule; durations are counted in the largest unit that divides them.

    Raises:
        StreamSqlSyntaxError: INVALID_INTERVAL, INVALID_CRON, or INVALID_ARGUMENT: it is none of these.
    """
    text, span = str(argument.value).strip(), argument.value_span
    word = text.lower()
    if word in _WORDS:
        return _WORDS[word]
    if word in _ALIASES or any(character.isspace() for character in text):
        return schedule_cron(_ALIASES.get(word, text), None, span, None)
    if not _DURATION.fullmatch(text):
        expected = "a duration such as '5m' or '1h30m', a cron expression, calculated or none"
        raise StreamSqlSyntaxError("INVALID_ARGUMENT", {"argument": text, "expected": expected}, span=span)
    seconds = sum(int(number) * _SECONDS[unit] for number, unit in _PART.findall(word))
    units = _UNITS if seconds else _UNITS[-1:]
    unit, size = next(unit for unit in units if seconds % unit[1] == 0)
    return schedule_every(seconds // size, unit, span)
