"""What there is to know of a stream table's schedule."""

from __future__ import annotations

from streamtables.catalog.definition import Definition
from streamtables.engine.context import Engine
from streamtables.errors import DefinitionError
from streamtables_grammar.spans import SourceSpan
from streamtables_grammar.statements import Schedule, ScheduleNone, ScheduleOnChange
from streamtables_rewriter.plan.relations import Table

_NO_SCHEDULER = (
    "its schedule is kept by `streamtables serve` or streamtables.start_scheduler(spark), "
    "and neither runs in this process"
)


def schedule_notice(engine: Engine, schedule: Schedule) -> str | None:
    """Return what a user who asks for a schedule has to know of it.

    Args:
        engine: The engine.
        schedule: The schedule asked for.

    Returns:
        One clause, or None where there is nothing to know.
    """
    return None if isinstance(schedule, ScheduleNone) or engine.scheduled.is_set() else _NO_SCHEDULER


def require_changes_to_show(definition: Definition, span: SourceSpan | None) -> None:
    """Refuse a schedule that goes by changes which cannot be seen.

    Args:
        definition: The definition.
        span: Where the user asks for it.

    Raises:
        DefinitionError: ``SCHEDULE_IMPOSSIBLE``: it is ``ON CHANGE``, and a source has no versions to tell by.
    """
    if not isinstance(definition.schedule, ScheduleOnChange):
        return
    unseen = sorted(
        str(relation.name[-1])
        for relation in definition.relations.values()
        if isinstance(relation, Table) and relation.maintainable is not None
    )
    if unseen or not definition.base_tables:
        reason = f"changes of {', '.join(unseen)} do not show" if unseen else "its query reads no table"
        parameters = {"name": definition.display_name, "schedule": "ON CHANGE", "reason": reason}
        raise DefinitionError("SCHEDULE_IMPOSSIBLE", parameters, span=span, hint="write SCHEDULE EVERY 5 MINUTES")
