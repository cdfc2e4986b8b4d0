"""Inner join of n inputs, whose changes are folded in one after the other.

``delta(A x B) = delta A x B_old + A_new x delta B``, and inputs that did not change are joined with this sum once,
whatever the number of inputs that did. So the inputs are taken in an order in which those that changed come first, as
far as they are connected (``join_order``); ``delta_k = delta_(k-1) x old_k + (new_1 x .. x new_(k-1)) x delta of k``.
Each pair of changes on different sides is counted once: by the term of the later one, which meets the *new* rows of the
earlier inputs. So rows inserted on both sides join once, rows deleted on both sides go once, and a row whose partner
goes while its own key moves leaves nothing behind. An UPDATE of a join key is a row that goes with its old partners and
one that comes with its new ones. A NULL key meets nothing, as in the query. Only the change has a weight, which every
joined row inherits: duplicates multiply. The condition may be anything, or nothing. A self join is a join of two inputs
that change together. The small change leads the joins, in steps of two relations (``join_steps``).
Source: Gupta and Mumick, *Maintenance of Materialized Views*, 1995; Budiu et al., *DBSP*, section 4 (bilinear
operators).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from sqlglot import exp

from streamtables_rewriter.changes.join_kinds import single_relation
from streamtables_rewriter.changes.join_order import changes_first
from streamtables_rewriter.changes.join_steps import join_in_steps
from streamtables_rewriter.changes.key_pushdown import Keys, is_flat
from streamtables_rewriter.changes.rule import Delta, Input, RuleContext
from streamtables_rewriter.plan.nodes import InnerJoin
from streamtables_rewriter.sql.columns import conjuncts, references
from streamtables_rewriter.sql.select_block import SelectBlock, join_blocks


class InnerJoinRule:
    """Joins states; folds the changes of the inputs into one, which meets the other inputs' states."""

    def state(self, node: InnerJoin, inputs: Sequence[SelectBlock], context: RuleContext) -> SelectBlock:
        """Join the rows of all inputs."""
        return _join(inputs, conjuncts(node.condition), context)

    def delta(self, node: InnerJoin, inputs: Sequence[Input], context: RuleContext) -> Delta:
        """Fold in each input that changed, then join what is left."""
        ordered = [inputs[i] for i in changes_first([i.changed for i in inputs], _links(node))]
        folded = JoinDelta(node, context, ordered[0].delta(), ordered[:1])
        for source in ordered[1:]:
            if source.changed:
                folded.add_changed(source)
            else:
                folded.waiting.append(source)
        return folded.result()


@dataclass(slots=True)
class JoinDelta:
    """The change of a join of some of the inputs.

    Attributes:
        node: The join.
        context: The query under construction.
        change: The change of the join of the inputs in ``joined``.
        joined: The inputs of which the change is known.
        waiting: Inputs that did not change and that it has still to be joined with.
        applied: The conditions that the change meets already.
    """

    node: InnerJoin
    context: RuleContext
    change: Delta
    joined: list[Input]
    waiting: list[Input] = field(default_factory=list)
    applied: list[exp.Expr] = field(default_factory=list)

    def add_changed(self, source: Input) -> None:
        """Fold in an input that changed, with all that wait."""
        if self.waiting and not is_flat(source.node) and self._keys(self.change, source) is None:
            # Only then has the change the keys of which the input's rows are asked for.
            self._join_waiting()
        before = [*self.joined, *self.waiting]
        self.change = self._asking(self.change, (*self.waiting, source))
        added = self._asking(source.delta(), before)
        everything = [*before, source]
        columns = [name for i in everything for name in i.node.output]
        conditions = self._conditions(columns)
        old = [i.old(self._partners(self.change, i)) for i in (*self.waiting, source)]
        new = [i.new(self._partners(added, i)) for i in before]
        terms = (
            self._term(self.change, old, self._not_applied(conditions)),
            self._term(added, new, conditions),
        )
        ready = [block.project({name: exp.column(name) for name in columns}) for block in terms]
        query = exp.Union(this=ready[0].query(), expression=ready[1].query(), distinct=False)
        block = self.context.add_query(query, columns, "joined", weighted=True)
        self.change = Delta(block, self.change.insert_only and added.insert_only)
        self.joined, self.waiting, self.applied = everything, [], conditions

    def _join_waiting(self) -> None:
        """Join the change with the inputs that wait: they did not change, so they are the same before and after."""
        joined = [*self.joined, *self.waiting]
        columns = [name for i in joined for name in i.node.output]
        conditions = self._conditions(columns)
        self.change = self._asking(self.change, self.waiting)
        others = [i.new(self._partners(self.change, i)) for i in self.waiting]
        block = self._term(self.change, others, self._not_applied(conditions))
        self.change = Delta(block.project({name: exp.column(name) for name in columns}), self.change.insert_only)
        self.joined, self.waiting, self.applied = joined, [], conditions

    def result(self) -> Delta:
        """Join the change with the inputs that wait; return it with the columns of all, in their order."""
        self._join_waiting()
        block = self.change.block.project({name: exp.column(name) for name in self.node.output})
        return Delta(block, self.change.insert_only)

    def _not_applied(self, conditions: Sequence[exp.Expr]) -> list[exp.Expr]:
        return [condition for condition in conditions if condition not in self.applied]

    def _conditions(self, columns: Sequence[str]) -> list[exp.Expr]:
        return [c for c in conjuncts(self.node.condition) if references(c) <= set(columns)]

    def _term(self, change: Delta, others: Sequence[SelectBlock], conditions: Sequence[exp.Expr]) -> SelectBlock:
        if not others and not conditions:
            return change.block
        return join_in_steps(_join([change.block, *others], conditions, self.context, lead=0), self.context, "joined")

    def _asking(self, change: Delta, sources: Sequence[Input]) -> Delta:
        """Make a change a relation of its own where its rows are asked for their keys besides being joined."""
        found = [keys for keys in (self._keys(change, source) for source in sources) if keys is not None]
        if not any(self._cover(change, keys) is change.block for keys in found):
            return change
        return replace(change, block=single_relation(change.block, self.context, "changed_rows"))

    def _partners(self, change: Delta, source: Input) -> Keys | None:
        """Ask an input for the partners of changed rows, unless it is joined with them in one go anyway."""
        keys = self._keys(change, source)
        if keys is None:
            return None
        return replace(keys, relation=single_relation(self._cover(change, keys), self.context, "changed_rows"))

    def _keys(self, change: Delta, source: Input) -> Keys | None:
        if is_flat(source.node):
            return None
        found = Keys.equal(change.block, self.node.condition, source.node.output)
        return found if found.columns else None

    def _cover(self, change: Delta, keys: Keys) -> SelectBlock:
        return change.cover([wanted.key for wanted in keys.columns.values()])


def _links(node: InnerJoin) -> list[tuple[frozenset[int], bool]]:
    """Tell of each condition which inputs it reads, and whether it is an equality."""
    owner = {name: index for index, child in enumerate(node.inputs) for name in child.output}
    return [
        (frozenset(owner[name] for name in references(c)), isinstance(c, exp.EQ | exp.NullSafeEQ))
        for c in conjuncts(node.condition)
    ]


def _join(
    blocks: Sequence[SelectBlock], conditions: Sequence[exp.Expr], context: RuleContext, lead: int | None = None
) -> SelectBlock:
    ready = [
        context.seal(block, "computed") if block.repeats_work(conditions, keeping=True) else block for block in blocks
    ]
    return join_blocks(ready, conditions, None if lead is None else ready[lead])
