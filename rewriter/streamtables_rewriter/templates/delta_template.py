"""How one kind of change is brought into the stored table: the statements of a refresh, as templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from streamtables_rewriter.templates.placeholders import Placeholder, PlaceholderKind
from streamtables_rewriter.templates.semi_join_keys import SemiJoinKeys
from streamtables_rewriter.templates.staging import Staging
from streamtables_rewriter.templates.template import Template


@dataclass(frozen=True, slots=True)
class MergeOnRead:
    """What becomes of stored rows and of changes, without the statement that does it.

    Attributes:
        matched: The query for the stored rows that changes belong to: the number of the change, file and position of
            the row, whether it goes, and what takes its place, if anything does, as a struct. CHANGES are numbered and
            BACKING tells the places of its rows.
        not_matched: The query for the rows that come from changes to which no stored row belongs. CHANGES are only
            these.
    """

    matched: Template
    not_matched: Template


@dataclass(frozen=True, slots=True)
class DeltaTemplate:
    """How one kind of change is brought into the stored table.

    Attributes:
        changed: Indexes of the sources that changed.
        insert_only: Whether rows only came.
        changes: The query whose small result stands for CHANGES in ``merge``.
        merge: The MERGE of CHANGES into BACKING; None where the changes are appended to BACKING as they are.
        recomputes_groups: Whether affected groups are computed anew, instead of adding what changed to what is stored.
        appended: Without ``merge``, and where ``counted`` need not run: the columns of BACKING that the columns of
            ``changes`` go to, in their order.
        counted: Where equal rows may be stored apart: the query that finds the stored copies of the rows that go. If
            any go, its result takes the place of CHANGES before ``merge``; if none do, CHANGES is appended.
        copies: Where there is ``counted``: the query that finds these stored copies one by one, with their places.
        merge_on_read: The queries that say what ``merge`` would do, where it is that of one change into one row.
        alternative: Takes the place of ``changes`` where the count of a row that this gives is NULL: it could not tell.
        semi_join_keys: For each source of which ``changes`` cannot use all rows: the keys that rows must have for it,
            in as many ways as it can be said.
        staging: Writes ``changes`` as several statements; None where it is one.
    """

    changed: frozenset[int]
    insert_only: bool
    changes: Template
    merge: Template | None
    recomputes_groups: bool
    appended: tuple[str, ...] = ()
    counted: Template | None = None
    copies: Template | None = None
    merge_on_read: MergeOnRead | None = None
    alternative: Template | None = None
    semi_join_keys: Mapping[int, Sequence[SemiJoinKeys]] = field(default_factory=dict)
    staging: Staging | None = None

    @property
    def steps(self) -> tuple[str, ...]:
        """The common table expressions of ``changes`` that are worth a statement of their own."""
        return () if self.staging is None else self.staging.steps

    @property
    def whole_steps(self) -> tuple[str, ...]:
        """Those of ``steps`` that have all groups of an aggregate, perhaps many."""
        return () if self.staging is None else self.staging.whole_steps

    def with_alternative(self) -> DeltaTemplate:
        """Return the template with ``alternative`` in the place of ``changes``; itself if it has none."""
        if self.alternative is None:
            return self
        return replace(self, changes=self.alternative, alternative=None, semi_join_keys={}, staging=None)

    @property
    def reads(self) -> tuple[Placeholder, ...]:
        """The placeholders of all statements, CHANGES left out."""
        statements = [s for s in (self.changes, self.alternative, self.counted, self.merge) if s is not None]
        placeholders = dict.fromkeys(p for statement in statements for p in statement.placeholders)
        return tuple(p for p in placeholders if p.kind is not PlaceholderKind.CHANGES)
