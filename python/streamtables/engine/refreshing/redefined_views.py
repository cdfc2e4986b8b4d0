"""Whether views that were redefined give a query the rows that it has always had.

The view of a stream table is written anew whenever the table is altered. Who reads none of what changed stores the same
rows as before, takes the views as they are into its definition, and goes on from its frontier.
"""

from __future__ import annotations

from dataclasses import replace

from streamtables.catalog.definition import Definition
from streamtables.engine.programs.program import Program, compile_definition
from streamtables_rewriter.adaptation.adapt import Adaptation, adapt


def adopted(program: Program, redefined: Definition) -> Definition | None:
    """Compare what a query reads through its views now with what it read before.

    Args:
        program: The definition as it is, compiled.
        redefined: The next version of the definition, over the views as they are now.

    Returns:
        That version, of which is known that it stores the same rows; None where that is not so, or cannot be told.
    """
    before = program.definition
    if program.plan is None or redefined.full_only is not None or redefined.base_tables != before.base_tables:
        return None
    if redefined.functions != before.functions:
        return None
    plan = compile_definition(redefined)
    found = None if plan is None else adapt(program.plan, plan)
    if not (isinstance(found, Adaptation) and found.is_same):
        return None
    return replace(redefined, rows_since=before.version if before.rows_since is None else before.rows_since)
