"""What there is to know of a stream table's schedule."""

from __future__ import annotations

from streamtables_grammar.statements import Schedule, ScheduleNone


def schedule_notice(schedule: Schedule) -> str | None:
    """Return what a user who asks for a schedule has to know of it.

    Args:
        schedule: The schedule asked for.

    Returns:
        One clause, or None where nothing is asked for.
    """
    if isinstance(schedule, ScheduleNone):
        return None
    return "the schedule is kept with the definition, but nothing runs it in this version: run REFRESH STREAM TABLE"
