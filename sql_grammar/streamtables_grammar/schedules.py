"""What a schedule may be: intervals that pass, cron expressions that can come true, time zones that exist."""

from __future__ import annotations

import re
from datetime import timedelta
from difflib import get_close_matches
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from streamtables_grammar.errors import StreamSqlSyntaxError
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import ScheduleCron, ScheduleEvery

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_WEEKDAYS = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")
# Name, lowest, highest value; Sunday is 0 and 7.
_FIELDS = (
    ("second", 0, 59),
    ("minute", 0, 59),
    ("hour", 0, 23),
    ("day of the month", 1, 31),
    ("month", 1, 12),
    ("day of the week", 0, 7),
)
_NAMES = {
    "month": {name: number for number, name in enumerate(_MONTHS, 1)},
    "day of the week": {name: number for number, name in enumerate(_WEEKDAYS)},
}
_ITEM = re.compile(r"(?:\*|\?|(?P<low>\w+)(?:-(?P<high>\w+))?)(?:/(?P<step>[0-9]+))?\Z")
_LONGEST_NUMBER = 9


def schedule_every(number: int, unit: str, span: SourceSpan) -> ScheduleEvery:
    """Make the schedule of EVERY.

    Args:
        number: How many units.
        unit: SECOND, MINUTE, HOUR or DAY, in upper case, with or without the plural's S.
        span: Where number and unit stand.

    Returns:
        The schedule, its text in one canonical form.

    Raises:
        StreamSqlSyntaxError: INVALID_INTERVAL: not above zero, or longer than a ``timedelta`` can be.
    """
    unit = unit.rstrip("S")
    interval = f"{number} {unit}" if number == 1 else f"{number} {unit}S"
    if number <= 0:
        problem = "not above zero"
        raise StreamSqlSyntaxError("INVALID_INTERVAL", {"problem": problem, "interval": interval}, span=span)
    try:
        return ScheduleEvery(timedelta(**{f"{unit.lower()}s": number}), f"EVERY {interval}")
    except OverflowError:
        problem = "too long"
        raise StreamSqlSyntaxError("INVALID_INTERVAL", {"problem": problem, "interval": interval}, span=span) from None


def schedule_cron(
    expression: str, time_zone: str | None, span: SourceSpan, time_zone_span: SourceSpan | None
) -> ScheduleCron:
    """Make the schedule of CRON.

    Args:
        expression: Five fields (minute, hour, day of the month, month, day of the week), or six with seconds first.
        time_zone: An IANA name, or None for the session's time zone.
        span: Where the expression stands.
        time_zone_span: Where the time zone stands.

    Returns:
        The schedule, blanks between fields reduced to one.

    Raises:
        StreamSqlSyntaxError: INVALID_CRON or INVALID_TIME_ZONE.
    """
    problem = _cron_problem(expression)
    if problem is not None:
        hint = "Write minute, hour, day of the month, month and day of the week, as in '0 6 * * MON'."
        raise StreamSqlSyntaxError("INVALID_CRON", {"problem": problem, "expression": expression}, span=span, hint=hint)
    if time_zone is not None and not _is_time_zone(time_zone):
        near = get_close_matches(time_zone, available_timezones(), 1)
        hint = f"Write {near[0]}." if near else "Write an IANA name, as in 'Europe/Berlin'."
        raise StreamSqlSyntaxError("INVALID_TIME_ZONE", {"zone": time_zone}, span=time_zone_span, hint=hint)
    return ScheduleCron(" ".join(expression.split()), time_zone)


def _cron_problem(expression: str) -> str | None:
    fields = expression.split()
    if len(fields) not in {len(_FIELDS) - 1, len(_FIELDS)}:
        return f"it has {len(fields)} fields instead of 5 or 6"
    for text, (name, lowest, highest) in zip(fields, _FIELDS[-len(fields) :], strict=True):
        if not all(_is_item(item, name, lowest, highest) for item in text.split(",")):
            return f"{text} is no {name}"
    return None


def _is_item(item: str, field: str, lowest: int, highest: int) -> bool:
    matched = _ITEM.match(item)
    if matched is None or (item.startswith("?") and not field.startswith("day")):
        return False
    low, high, step = matched.group("low", "high", "step")
    if step is not None and not 1 <= (_number(step, field) or 0) <= highest:
        return False
    bounds = [_number(part, field) for part in (low, high) if part is not None]
    return all(bound is not None and lowest <= bound <= highest for bound in bounds) and (
        len(bounds) < 2 or (bounds[0] or 0) <= (bounds[1] or 0)
    )


def _number(text: str, field: str) -> int | None:
    if text.isascii() and text.isdigit():
        return int(text) if len(text) <= _LONGEST_NUMBER else None
    return _NAMES.get(field, {}).get(text.upper())


def _is_time_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
