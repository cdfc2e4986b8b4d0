"""Which stream tables can be maintained by the statements that write to their sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from streamtables.catalog.definition import FUSE_PROPERTY, Definition
from streamtables.engine.programs.program import Program
from streamtables.errors import DefinitionError
from streamtables.spark.jvm.bridge import JvmBridge
from streamtables_grammar.statements import RefreshMode, ScheduleNone

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

    from streamtables_grammar.spans import SourceSpan


def require_immediate(session: SparkSession, definition: Definition, program: Program, span: SourceSpan | None) -> None:
    """Refuse a definition that is to be IMMEDIATE and cannot be.

    Args:
        session: Any session.
        definition: The definition; of another mode it is let pass.
        program: The same, compiled.
        span: Where the user asks for it.

    Raises:
        DefinitionError: ``IMMEDIATE_SCHEDULE``, or ``IMMEDIATE_IMPOSSIBLE``: rows come and go as time passes, it can
            only be recomputed, or this Spark does not let us see what statements write.
    """
    if definition.mode is not RefreshMode.IMMEDIATE:
        return
    name = definition.display_name
    if not isinstance(definition.schedule, ScheduleNone):
        hint = "leave the schedule out, or take REFRESH MODE AUTO"
        raise DefinitionError("IMMEDIATE_SCHEDULE", {"name": name}, span=span, hint=hint)
    reason, instead = None, "REFRESH MODE AUTO"
    missing = JvmBridge.of(session).missing_packages.get("immediate")
    if definition.full_only is not None:
        reason, instead = definition.full_only.reason, "REFRESH MODE AUTO or FULL"
    elif program.plan is not None and program.plan.uses_now:
        reason = "rows of its query come and go as time passes, when nobody writes"
    elif FUSE_PROPERTY in definition.properties:
        reason = f"{FUSE_PROPERTY} leaves changes aside until somebody has looked, for which no statement can wait"
        instead = f"REFRESH MODE AUTO, or leave {FUSE_PROPERTY} out"
    elif missing is not None:
        reason = f"this Spark does not tell what statements write ({missing})"
    if reason is not None:
        parameters = {"name": name, "reason": reason}
        raise DefinitionError("IMMEDIATE_IMPOSSIBLE", parameters, span=span, hint=f"take {instead}")
