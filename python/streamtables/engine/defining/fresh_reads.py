"""Stream tables that are to be brought up to date before they are read, and cannot be."""

from __future__ import annotations

from streamtables.catalog.definition import FRESH_READS_PROPERTY, Definition
from streamtables_grammar.statements import RefreshMode


def fresh_reads_notice(definition: Definition) -> str | None:
    """Return what a user has to know who asks for fresh reads of a stream table that is always recomputed.

    Args:
        definition: The definition.

    Returns:
        One clause; None where nobody asks for it, or where it works.
    """
    is_recomputed = definition.full_only is not None or definition.mode is RefreshMode.FULL
    if not (definition.fresh_reads and is_recomputed):
        return None
    return f"{FRESH_READS_PROPERTY} has no effect: each refresh recomputes it, and readers get the rows of the last one"
