"""What ALTER STREAM TABLE would do: the definition as it is, as it will be, and what lies between them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from streamtables.catalog.definition import Definition
from streamtables.catalog.stored_state import StoredState
from streamtables.engine.programs.program import Program
from streamtables_grammar.errors import StreamTableError
from streamtables_rewriter.adaptation.adapt import Adaptation


class AlterationKind(Enum):
    """How much of a stream table changes; the value says it to users."""

    NONE = "nothing changes"
    DEFINITION = "the definition changes, no row does"
    NAME = "the name changes, no row does"
    MIGRATE = "the rows are made from those that are stored, and no source is read"
    REBUILD = "the rows are computed anew"


@dataclass(frozen=True, slots=True)
class Alteration:
    """A planned change of a stream table.

    Attributes:
        kind: How much changes.
        reason: Why so much and no more.
        state: The stream table as it is stored.
        after: The definition as it will be.
        program: The same, compiled; None where the rows stay as they are.
        properties: What is set on the backing table besides, where its rows stay.
        migration: How the stored rows become those of another query; None where they do not.
        defect: What showed a defect of ours, where that is why the new query can only be recomputed; else None.
    """

    kind: AlterationKind
    reason: str
    state: StoredState
    after: Definition
    program: Program | None = None
    properties: Mapping[str, str] = field(default_factory=dict)
    defect: StreamTableError | None = None
    migration: Adaptation | None = None
