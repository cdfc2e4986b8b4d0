"""What a rule works with: the states and the change of its inputs, and the query under construction."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from sqlglot import exp

from streamtables_rewriter.changes.key_pushdown import Keys
from streamtables_rewriter.groups.group_change import GroupChange
from streamtables_rewriter.plan.nodes import Node, Scan
from streamtables_rewriter.sql.select_block import SelectBlock
from streamtables_rewriter.templates.placeholders import PlaceholderKind
from streamtables_rewriter.templates.step_roles import StepRole


@dataclass(frozen=True, slots=True)
class Delta:
    """The change of a relation: rows with weights, perhaps several for one row, perhaps adding up to zero.

    Attributes:
        block: The rows, with a weight.
        insert_only: Whether all weights are positive.
        covers: Relations with some of the block's columns, each cheaper to compute than the one before: the values that
            a row has in those columns are found in them.
        groups: How the groups changed, where the rows are those of an aggregate whose calls all add up.
    """

    block: SelectBlock
    insert_only: bool
    covers: tuple[SelectBlock, ...] = ()
    groups: GroupChange | None = None

    def cover(self, names: Collection[str]) -> SelectBlock:
        """Choose the cheapest relation that holds all values of some columns.

        Args:
            names: Names of the block's columns.

        Returns:
            A relation with at least these columns, and perhaps more rows.
        """
        return next(c for c in (*reversed(self.covers), self.block) if all(name in c.columns for name in names))


class Input(Protocol):
    """One input of an operator. What is not asked for does not become part of the SQL."""

    @property
    def node(self) -> Node:
        """The operator that produces the input."""
        ...

    def new(self, keys: Keys | None = None) -> SelectBlock:
        """Return the rows after the change; where keys are given, at least those of the keys."""
        ...

    def old(self, keys: Keys | None = None) -> SelectBlock:
        """Return the rows before the change; where keys are given, at least those of the keys."""
        ...

    @property
    def changed(self) -> bool:
        """Whether a source below the input changed."""
        ...

    def delta(self) -> Delta:
        """Return the change of an input that changed."""
        ...


class RuleContext(Protocol):
    """The query under construction, as far as a rule may touch it."""

    @property
    def insert_only(self) -> bool:
        """Whether the changed sources only gained rows."""
        ...

    @property
    def unchanging(self) -> bool:
        """Whether what is evaluated is the same before and after a change of something else."""
        ...

    @property
    def kind(self) -> PlaceholderKind:
        """What is being built: the new state, the old state or the change."""
        ...

    def read_source(self, scan: Scan) -> exp.Table:
        """Write the source of a scan as a table: its state or its change, whichever is being built."""
        ...

    def seal(self, block: SelectBlock, name: str) -> SelectBlock:
        """Make a block a CTE and return it as a relation of the same columns."""
        ...

    def add_query(
        self,
        query: exp.Query,
        columns: Iterable[str],
        name: StepRole | str,
        *,
        weighted: bool = False,
        exact_name: bool = False,
    ) -> SelectBlock:
        """Make a query a CTE, of a role or just of a name, and return it as a relation of these columns."""
        ...

    def naming(self, kind: PlaceholderKind) -> RuleContext:
        """Return the same query, in which CTEs are named after the new state, the old state or the change."""
        ...

    def reduce_groups(self, groups: SelectBlock) -> SelectBlock:
        """Leave out changed groups that meet nothing of what their change will be joined with.

        Args:
            groups: A relation of the groups' keys, under the names of the operator's output, and perhaps more columns.

        Returns:
            A relation of the same columns, perhaps the same one.
        """
        ...


NodeT_contra = TypeVar("NodeT_contra", contravariant=True)


class Rule(Protocol[NodeT_contra]):
    """How one operator is evaluated and how it is differentiated."""

    def state(self, node: NodeT_contra, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Evaluate the operator over the rows of its inputs."""
        ...

    def delta(self, node: NodeT_contra, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Find the change of the operator's result; at least one input has changed."""
        ...
