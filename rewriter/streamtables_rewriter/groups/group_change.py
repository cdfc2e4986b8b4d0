"""The change of an aggregate, as that of its groups."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from streamtables_rewriter.groups.states import CallStates, State
from streamtables_rewriter.plan.nodes import Aggregate
from streamtables_rewriter.sql.select_block import SelectBlock


@dataclass(frozen=True, slots=True)
class GroupChange:
    """The change of an aggregate whose calls all add up.

    Attributes:
        node: The aggregate.
        calls: How its calls follow from states.
        names: The column of each state, the number of rows among them.
        changed: What changed: a relation of keys and states.
        present: The changed groups as they are now: a relation of keys and states.
    """

    node: Aggregate
    calls: tuple[CallStates, ...]
    names: Mapping[State, str]
    changed: SelectBlock
    present: SelectBlock
